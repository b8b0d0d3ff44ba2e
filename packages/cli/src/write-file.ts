import { open, rename, rm } from 'node:fs/promises';
import { InputError, reasonOf } from './input-error.ts';

/**
 * Writes a file piece by piece under another name and renames it at the end: whoever fails, or is stopped, leaves what
 * was there before. Returns its bytes. Throws InputError where it cannot be written.
 */
export async function writeWhole(
  path: string,
  pieces: Iterable<Uint8Array | string>,
): Promise<number> {
  const part = `${path}.${process.pid}.part`;
  let bytes = 0;
  try {
    const file = await open(part, 'w');
    try {
      for (const piece of pieces) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
    } finally {
      await file.close();
    }
    await rename(part, path);
    return bytes;
  } catch (cause) {
    await rm(part, { force: true });
    throw new InputError(`cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}
