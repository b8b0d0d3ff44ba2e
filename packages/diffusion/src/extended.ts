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
  if (m === 0) return -Infinity;
  // exponent and fraction of m >= 1, exactly: the answer must not depend on how the value is held
  let exponent = Math.floor(Math.log2(m));
  if (2 ** exponent > m) exponent--;
  else if (2 ** (exponent + 1) <= m) exponent++;
  return Math.fround(Math.log2(m / 2 ** exponent) + (exponent + WINDOW * k));
}
