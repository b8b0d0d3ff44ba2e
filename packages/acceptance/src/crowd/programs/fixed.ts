// Numbers with 256 binary digits behind the point, as BigInt. Sums are exact; products, quotients
// and roots are rounded to 2^-256.

/** Binary digits behind the point. */
const DIGITS = 256n;
export const ONE: bigint = 1n << DIGITS;

/** The fixed number of an f64: exact for multiples of 2^-256, else rounded. */
export function fixed(value: number): bigint {
  if (!Number.isFinite(value)) throw new RangeError(`no fixed number: ${value}`);
  let exponent = 0;
  let mantissa = value;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent++;
  }
  const shifted = BigInt(mantissa) << DIGITS;
  return shifted / (1n << BigInt(exponent));
}

/** A fixed number as f64, by its first 128 binary digits behind the point. */
export const float = (value: bigint): number => Number(value >> 128n) / 2 ** 128;

export const times = (a: bigint, b: bigint): bigint => (a * b) >> DIGITS;
export const over = (a: bigint, b: bigint): bigint => (a << DIGITS) / b;

/** The square root of a fixed number that is not negative, by Newton's method. */
export function root(value: bigint): bigint {
  if (value <= 0n) return 0n;
  const target = value << DIGITS;
  let guess = 1n << BigInt((target.toString(16).length * 4) / 2 + 1);
  for (;;) {
    const next = (guess + target / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}
