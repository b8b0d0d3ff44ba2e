/**
 * The least f32 above a finite `value` >= 0. Adding a step to a cost gives at least `nextAbove` of
 * the cost. Without this, a cost of about 2^24 times the step or more would absorb the step, and
 * cells that lie on one another's path to the goal would have equal costs.
 */
export function nextAbove(value: f32): f32 {
  return reinterpret<f32>(reinterpret<u32>(value) + 1);
}
