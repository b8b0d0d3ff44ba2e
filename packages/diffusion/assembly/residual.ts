// How much the last step changed a field, relative to its new values.

import { cellOffset } from './log-block';

/** The largest |after - before| / after of cells `[0, width)` of a row; `Infinity` where a value fell to 0. */
export function rowResidual(
  before: usize,
  after: usize,
  width: i32,
  log: bool,
  exponents: usize,
): f32 {
  let most: f32 = 0;
  for (let x = 0; x < width; x++) {
    const at = (<usize>x) << 2;
    let old = load<f32>(before + at);
    const now = load<f32>(after + at);
    if (log && old != 0) {
      const places = cellOffset(before, x, exponents) - cellOffset(after, x, exponents);
      // beyond these, one of the two is next to nothing beside the other
      if (places < -126) old = 0;
      else if (places > 127) return Infinity;
      else old *= reinterpret<f32>((places + 127) << 23);
    }
    if (old == now) continue;
    most = max(most, now == 0 ? <f32>Infinity : abs(now - old) / now);
  }
  return most;
}
