import { number, type Rule } from '@wayfield/check';

/** The seed of every generator. */
export const aSeed: Rule = number();

/**
 * A stream of pseudo-random numbers, the same on every machine for the same `seed`, a whole number
 * up to 2^53. `next()` is a multiple of 2^-32 in [0, 1). `next(n)`, for n from 1 to 2^32, is a
 * whole number from 0 to n - 1; `next(0)` is `next()`.
 *
 * The generator is sfc32 of Doty-Humphrey's PractRand (2010): 128 bits of state, no cycle shorter
 * than 2^32. Not for secrets.
 */
export function random(seed: number = 1): (n?: number) => number {
  aSeed(seed, 'seed');
  let a = seed | 0;
  let b = (seed / 2 ** 32) | 0;
  let c = 0;
  let counter = 1;
  const next = (n?: number): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c * 9) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    const share = (sum >>> 0) / 2 ** 32;
    return n ? Math.floor(share * n) : share;
  };
  // 15 rounds spread the bits of similar seeds over the whole state
  while (counter < 16) next();
  return next;
}
