import { readFile } from 'node:fs/promises';
import { gunzip } from '@wayfield/graph/formats';

/** An input of the user that cannot be used. It is printed without a stack, with exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The bytes of a file, inflated if they are gzip. */
export async function readBytes(path: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new InputError(`cannot read ${path}: ${reason(cause)}`, { cause });
  }
  return await naming(path, () => gunzip(bytes));
}

/** Runs a parser and adds the name of the file to its errors. */
export async function naming<T>(path: string, parse: () => T | Promise<T>): Promise<T> {
  try {
    return await parse();
  } catch (cause) {
    throw new InputError(`${path}: ${reason(cause)}`, { cause });
  }
}

function reason(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return message ?? String(cause);
}
