// Tie-breaks: directions by an integer hash of two slots and the crowd's seed. All machines and
// threads get the same directions.

import { bound } from '../world';

/** A hash of two u32 and the seed: Wellons' "lowbias32" (2018), twice. The order counts. */
export function hashOf(a: u32, b: u32): u32 {
  return mixed(mixed(a ^ bound().seed) + b);
}

function mixed(value: u32): u32 {
  let h = value;
  h ^= h >> 16;
  h *= 0x7feb352d;
  h ^= h >> 15;
  h *= 0x846ca68b;
  h ^= h >> 16;
  return h;
}

/** A hash of two slots as a number from −1 to 1, the same for both orders. */
function tieOf(a: u32, b: u32): f64 {
  return <f64>(<i32>hashOf(min(a, b), max(a, b))) / 2147483648;
}

/**
 * The direction in which the agent of slot `a` leaves the agent of slot `b` from the same point: a
 * unit vector (`tieX`, `tieY`). The agent of slot `b` leaves in the opposite direction. Rational
 * functions map t from −1 to 1 to half a circle of directions, because sine and cosine may differ
 * from machine to machine.
 */
export function tieX(a: u32, b: u32): f64 {
  const t = tieOf(a, b);
  const x = (1 - t * t) / (1 + t * t);
  return a < b ? x : -x;
}
export function tieY(a: u32, b: u32): f64 {
  const t = tieOf(a, b);
  const y = (2 * t) / (1 + t * t);
  return a < b ? y : -y;
}
