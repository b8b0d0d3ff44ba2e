/**
 * The least f32 above a finite `value` >= 0. A step costs at least the difference: f32 sums from
 * about 2^24 times a step on would absorb the step, and cells that lie on one another's path to the
 * goal would have equal costs.
 */
export function nextAbove(value: f32): f32 {
  return reinterpret<f32>(reinterpret<u32>(value) + 1);
}
