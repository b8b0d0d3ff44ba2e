// Tie-breaks: directions by an integer hash of two slots and the crowd's seed, so that every
// machine and thread takes the same side.

import { bound } from '../world';

/** A well mixed u32 of two others: Wellons' hash "lowbias32", twice. */
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

/** A number from −1 to 1 of the pair of two slots, the same for both orders. */
function tieOf(a: u32, b: u32): f64 {
  return <f64>(<i32>hashOf(min(a, b), max(a, b))) / 2147483648;
}

/**
 * The direction in which slot `a` leaves slot `b` from the same point: a unit vector, opposite for
 * the two. Half a circle of directions is parametrised by rational functions.
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
