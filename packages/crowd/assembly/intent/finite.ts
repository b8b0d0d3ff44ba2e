// Finds preferred velocities that are not finite. One of them would make a position NaN, and with
// it the extent of the grid for all agents. So the host asks before each tick.

import { f32At, u8At } from '../columns';
import { FREE } from '../status';
import { bound } from '../world';

/**
 * Whether the first `end` numbers of a column are finite. A finite number times 0 is 0, and any
 * other number times 0 is NaN, so the sum of all products is 0 or NaN.
 */
function areFinite(column: usize, end: u32): bool {
  const zero = f32x4.splat(0);
  let sum = zero;
  const last = end & ~3;
  for (let i: u32 = 0; i < last; i += 4)
    sum = f32x4.add(sum, f32x4.mul(v128.load(column + ((<usize>i) << 2)), zero));
  for (let i = last; i < end; i++)
    sum = f32x4.add(sum, f32x4.mul(f32x4.splat(f32At(column, i)), zero));
  return i32x4.all_true(f32x4.eq(sum, zero));
}

/** The first slot below `end` with an agent whose preferred velocity is not finite; -1: none. */
export function firstUnfit(end: u32): i32 {
  const w = bound();
  if (areFinite(w.preferredX, end) && areFinite(w.preferredY, end)) return -1;
  for (let slot: u32 = 0; slot < end; slot++) {
    if (u8At(w.status, slot) == FREE) continue;
    if (!isFinite(f32At(w.preferredX, slot)) || !isFinite(f32At(w.preferredY, slot)))
      return <i32>slot;
  }
  return -1;
}
