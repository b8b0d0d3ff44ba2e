// Random numbers of rows: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014). Each row has a generator of its own, so that answers do not depend on how
// rows are shared out among threads.

/** 2^64 / the golden ratio, odd. */
const GAMMA: u64 = 0x9e3779b97f4a7c15;

let state: u64 = 0;

/** Mixes the bits of a word: variant 13 of Stafford, as in SplitMix64. */
function mixed(word: u64): u64 {
  let z = word;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/** The seed of a batch, from two numbers that the caller's `random` has given. */
export function seedOf(a: f64, b: f64): u64 {
  return mixed(mixed(reinterpret<u64>(a)) + reinterpret<u64>(b));
}

/** Begins the generator of a row; `row` is its number in the whole batch, not in the block. */
export function beginNumbers(seed: u64, row: u64): void {
  state = mixed(seed + (row + 1) * GAMMA);
}

/** A number from 0 up to, not including, 1: a multiple of 2^-53. */
export function unit(): f64 {
  state += GAMMA;
  return <f64>(mixed(state) >> 11) * (1.0 / 9007199254740992.0);
}
