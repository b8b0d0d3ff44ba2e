import { randomUUID } from 'node:crypto';
import { constants, rmSync, type Stats } from 'node:fs';
import { chmod, chown, type FileHandle, open, readlink, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { InputError, reasonOf } from './input-error.ts';

/** What a file is made of, in turn. */
export type Pieces = Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

/** How long a pipe waits for a reader. */
const READER_MS = 10_000;

/**
 * Writes a file piece by piece. A regular file keeps its content until all is written, then is
 * replaced at once and keeps its mode; of a link the target is replaced. Devices and pipes are
 * written to; a pipe waits `readerMs` for a reader. Where the write of a regular file fails, or is
 * stopped by a signal, nothing of it is left behind; devices and pipes keep the pieces that they
 * got. Returns the number of bytes. Throws InputError where `path` cannot be written. Errors that
 * `pieces` throws pass unchanged: they are not about the file.
 */
export async function writeWhole(
  path: string,
  pieces: Pieces,
  readerMs: number = READER_MS,
): Promise<number> {
  const ofPieces = new Set<unknown>();
  const watched = noteErrors(pieces, ofPieces);
  try {
    const existing = await statIfThere(path);
    if (existing?.isFIFO()) return await writeTo(await openPipe(path, readerMs), watched);
    if (existing && (!existing.isFile() || isOpenFile(path))) {
      return await writeTo(await open(path, 'w'), watched);
    }
    return await replaceFile(await targetOf(path), existing, watched);
  } catch (cause) {
    if (ofPieces.has(cause)) throw cause;
    throw new InputError(`cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/** The same pieces; an error that ends them is put into a set. */
async function* noteErrors(
  pieces: Pieces,
  errors: Set<unknown>,
): AsyncGenerator<Uint8Array | string> {
  try {
    yield* pieces;
  } catch (error) {
    errors.add(error);
    throw error;
  }
}

/** Writes all pieces to an open device or pipe; returns the bytes. */
async function writeTo(file: FileHandle, pieces: Pieces): Promise<number> {
  try {
    return await writePieces(file, pieces);
  } finally {
    await file.close();
  }
}

/**
 * Opens a pipe without blocking: opening a pipe without a reader would wait for ever, in a thread
 * that no signal handler can end.
 */
async function openPipe(path: string, readerMs: number): Promise<FileHandle> {
  const end = performance.now() + readerMs;
  for (;;) {
    try {
      const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
      // A reader is there, so this blocking open returns at once. Writes to the non-blocking handle
      // above would fail while the pipe is full.
      try {
        return await open(path, 'w');
      } finally {
        await probe.close();
      }
    } catch (error) {
      const isUnread = (error as NodeJS.ErrnoException).code === 'ENXIO';
      if (!isUnread || performance.now() >= end) throw error;
    }
    await setTimeout(20);
  }
}

/** Writes a new file beside the target, then renames it to the target's name. */
async function replaceFile(
  target: string,
  existing: Stats | undefined,
  pieces: Pieces,
): Promise<number> {
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  const forget = removeOnSignal(part);
  try {
    const file = await open(part, 'wx', existing ? existing.mode & 0o777 : 0o666);
    let bytes: number;
    try {
      bytes = await writePieces(file, pieces);
    } finally {
      await file.close();
    }
    if (existing) await keepOwnerAndMode(part, existing);
    await rename(part, target);
    return bytes;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    forget();
  }
}

async function writePieces(file: FileHandle, pieces: Pieces): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    await file.writeFile(chunk);
    bytes += chunk.length;
  }
  return bytes;
}

async function keepOwnerAndMode(path: string, { uid, gid, mode }: Stats): Promise<void> {
  // only root may give files away; for others the new file is theirs, as it must be
  await chown(path, uid, gid).catch(() => undefined);
  // the umask and chown may have cleared bits of the mode
  await chmod(path, mode & 0o7777);
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Whether the path names a file that a process has open, such as /dev/stdout. A file renamed to
 * that path would not reach the process.
 */
function isOpenFile(path: string): boolean {
  return /^\/(?:dev|proc)\//.test(resolve(path));
}

/** As many links as Linux follows; more of them are a cycle. */
const MOST_LINKS = 40;

/** The path behind links, also where their target does not exist yet. */
async function targetOf(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    let next: string;
    try {
      next = await readlink(target);
    } catch {
      return target;
    }
    target = resolve(dirname(target), next);
  }
  return target;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes a file if a signal ends the process, which then ends by that signal. Returns a function
 * that cancels this.
 */
function removeOnSignal(path: string): () => void {
  const onSignal = (signal: NodeJS.Signals): void => {
    forget();
    rmSync(path, { force: true });
    // if others listen, they decide what the signal means
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return forget;
}
