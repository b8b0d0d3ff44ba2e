// Inputs of a worker: from its memory, else from its disk, else from the database or the store. All
// lanes see one copy in shared memory.
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/connect.ts';
import { MOST_INPUT_BYTES, reasonOf } from '../limits.ts';
import { checkRange, getInput, getSlice } from '../store/inputs.ts';
import { checkContent, checkSha } from '../store/sha.ts';
import { folderStore } from '../store/store.ts';
import type { Store } from '../types.ts';

/** Where inputs come from, and how much of them is kept. */
export interface InputsOptions {
  readonly store: Store | undefined;
  /** The folder on disk; undefined: none. */
  readonly folder: string | undefined;
  readonly diskBytes: number;
  readonly memoryBytes: number;
  readonly log: (message: string) => void;
}

/** What lanes ask for. */
export interface Inputs {
  whole(sha: string): Promise<Uint8Array>;
  slice(sha: string, range: readonly [number, number]): Promise<Uint8Array>;
}

/** The folder for inputs where none is named: `XDG_CACHE_HOME`, else `.cache` of the user. */
export function usualFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'wayfield', 'inputs');
}

const shared = (bytes: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(bytes));

/** The inputs of a worker. */
export function createInputs(database: Database, options: InputsOptions): Inputs {
  const { store, folder, diskBytes, memoryBytes, log } = options;
  const disk = folder === undefined ? undefined : createDisk(folder, diskBytes, log);
  const memory = new Map<string, Promise<Uint8Array>>();
  const sizes = new Map<string, number>();

  async function load(sha: string): Promise<Uint8Array> {
    checkSha(sha, 'sha');
    const kept = await disk?.get(sha);
    if (kept !== undefined) return kept;
    const bytes = await getInput(database, store, sha, shared);
    await disk?.put(sha, bytes);
    return bytes;
  }

  /** Drops the inputs unused for longest beyond `memoryBytes`; the one used last always stays. */
  function forget(): void {
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [sha, size] of sizes) {
      if (total <= memoryBytes || sizes.size === 1) return;
      memory.delete(sha);
      sizes.delete(sha);
      total -= size;
    }
  }

  return {
    async whole(sha) {
      let found = memory.get(sha);
      if (found === undefined) {
        found = load(sha);
        memory.set(sha, found);
        found.catch(() => memory.delete(sha));
      }
      const bytes = await found;
      // the one used last stands last
      sizes.delete(sha);
      sizes.set(sha, bytes.length);
      forget();
      return bytes;
    },
    async slice(sha, range) {
      const whole = await memory.get(sha);
      if (whole !== undefined) {
        checkRange(range, whole.length, sha);
        return whole.slice(...range);
      }
      return getSlice(database, store, sha, range);
    },
  };
}

/** Inputs on disk: damaged files are removed; after a failed write no more inputs are written. */
function createDisk(
  folder: string,
  most: number,
  log: (message: string) => void,
): {
  get(sha: string): Promise<Uint8Array | undefined>;
  put(sha: string, bytes: Uint8Array): Promise<void>;
} {
  const disk = folderStore(folder);
  let works = true;
  return {
    async get(sha) {
      let found: Uint8Array;
      try {
        found = await disk.get(sha, MOST_INPUT_BYTES);
      } catch {
        return undefined;
      }
      try {
        checkContent(found, sha, folder);
      } catch (error) {
        log(`${reasonOf(error)}: it is read again`);
        await disk.remove(sha).catch(() => undefined);
        return undefined;
      }
      const now = new Date();
      await utimes(join(folder, sha), now, now).catch(() => undefined);
      const bytes = shared(found.length);
      bytes.set(found);
      return bytes;
    },
    async put(sha, bytes) {
      if (!works || bytes.length > most) return;
      try {
        await makeRoom(folder, most - bytes.length);
        await disk.put(sha, bytes);
      } catch (error) {
        // a full disk costs speed, not answers
        works = false;
        log(`inputs are not kept on disk: ${reasonOf(error)}`);
      }
    },
  };
}

/** Names of files of `folderStore`: an input, or one that is being written. */
const OURS = /^(?:[0-9a-f]{64}|\.[0-9a-f]{16}\.[0-9a-f-]{36})$/;

/**
 * Removes the inputs that were unused for longest until those in the folder have at most `most`
 * bytes. Other files in the folder are not counted, and stay.
 */
async function makeRoom(folder: string, most: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files: { file: string; size: number; used: number }[] = [];
  for (const name of names.filter((one) => OURS.test(one))) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) files.push({ file, size: found.size, used: found.mtimeMs });
  }
  files.sort((a, b) => a.used - b.used);
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of files) {
    if (total <= most) return;
    await rm(file, { force: true });
    total -= size;
  }
}
