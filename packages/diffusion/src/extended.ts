// Values of precision 'log': m * 2^(96 k), 1 <= m < 2^96, or m = 0. See types.ts for the arithmetic.

import { WINDOW } from './constants.ts';

const UP = 2 ** WINDOW;

/** k of zeros: below every other, so that the larger of two never is a zero's. */
export const ZERO_EXPONENT = -32768;

/** A positive finite number as m and k; zero gives m = 0. */
export function toExtended(value: number): { m: number; k: number } {
  if (value === 0) return { m: 0, k: ZERO_EXPONENT };
  let m = value;
  let k = 0;
  for (; m < 1; k--) m *= UP;
  for (; m >= UP; k++) m /= UP;
  return { m, k };
}

/** The binary logarithm of a value, rounded to f32 once: `-Infinity` for 0. */
export function log2OfExtended(m: number, k: number): number {
  return log2Of(m, WINDOW * k);
}

/** The same for m * 2^offset, m any normal f32 or 0: however a backend holds a value, the answer is the same. */
export function log2Of(m: number, offset: number): number {
  if (m === 0) return -Infinity;
  // exponent and fraction by their bits: a whole field is read this way
  float[0] = m;
  const word = bits[0];
  bits[0] = (word & 0x7fffff) | 0x3f800000;
  return Math.fround(Math.log2(float[0]) + ((word >>> 23) - 127 + offset));
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The exponent e of m = f * 2^e, 1 <= f < 2; m > 0. */
export function exponentOf(m: number): number {
  const exponent = Math.floor(Math.log2(m));
  if (2 ** exponent > m) return exponent - 1;
  return 2 ** (exponent + 1) <= m ? exponent + 1 : exponent;
}
