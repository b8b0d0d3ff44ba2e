import { createHash } from 'node:crypto';
import { refuse } from '@wayfield/check';

/** The SHA-256 of bytes, in 64 hexadecimal digits. */
export function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
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
