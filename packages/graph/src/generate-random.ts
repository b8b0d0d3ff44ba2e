/**
 * A stream of pseudo-random numbers in [0, 1), multiples of 2^-32: the same on every machine for the
 * same `seed`, a whole number up to 2^53. `Math.floor(next() * n)` is a whole number below `n`.
 *
 * The generator is sfc32 of Doty-Humphrey's PractRand (2010): 128 bits of state, no cycle shorter
 * than 2^32. Not for secrets.
 */
export function random(seed: number = 1): () => number {
  let a = seed | 0;
  let b = (seed / 2 ** 32) | 0;
  let c = 0;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // spread the bits of like seeds over the whole state
  for (let i = 0; i < 15; i++) next();
  return next;
}
