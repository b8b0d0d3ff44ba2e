import { createHash } from 'node:crypto';
import { refuse } from '@wayfield/check';
import { BYTES_AT_ONCE } from '../limits.ts';

/** The SHA-256 of bytes, in 64 hexadecimal digits. */
export function shaOf(bytes: Uint8Array): string {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    hash.update(bytes.subarray(at, at + BYTES_AT_ONCE));
  }
  return hash.digest('hex');
}

const SHA = /^[0-9a-f]{64}$/;

/** Throws unless this is the SHA-256 of something. */
export function checkSha(sha: unknown, name: string): void {
  if (typeof sha !== 'string' || !SHA.test(sha)) refuse(name, sha, '64 hexadecimal digits');
}

/** Throws unless these are the bytes of this SHA-256. */
export function checkContent(bytes: Uint8Array, sha: string, place: string): void {
  const found = shaOf(bytes);
  if (found !== sha) {
    throw new RangeError(`the bytes of ${sha} in ${place} are damaged: their SHA-256 is ${found}`);
  }
}
