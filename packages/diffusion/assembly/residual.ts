// How much the last step changed a field, relative to its new values.

import { cellOffset, MIXED } from './log-block';

/**
 * The largest |after - before| / after of a row's first `blocks` blocks; `Infinity` where a value fell to 0.
 * `exponents` is where K of block 0 stands from the cells in precision 'log', 0 in precision 'f32'.
 */
export function rowResidual(before: usize, after: usize, blocks: i32, exponents: usize): f32 {
  let most = f32x4.splat(0);
  let single: f32 = 0;
  for (let b = 0; b < blocks; b++) {
    if (exponents != 0) {
      const at = exponents + ((<usize>b) << 2);
      const k = load<i32>(after + at);
      if (k == MIXED || k != load<i32>(before + at)) {
        for (let x = b << 4; x < (b + 1) << 4; x++) {
          single = max(single, cellResidual(before, after, x, exponents));
        }
        continue;
      }
    }
    const start = (<usize>b) << 6;
    for (let i = start; i < start + 64; i += 16) {
      const now = v128.load(after + i);
      const old = v128.load(before + i);
      const change = f32x4.div(f32x4.abs(f32x4.sub(now, old)), now);
      // 0 / 0, where there is no scent, is no change
      most = f32x4.pmax(most, v128.andnot(change, f32x4.eq(now, old)));
    }
  }
  return max(
    single,
    max(
      max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    ),
  );
}

/** One cell in precision 'log', where the two values have exponents of their own. */
function cellResidual(before: usize, after: usize, x: i32, exponents: usize): f32 {
  const at = (<usize>x) << 2;
  let old = load<f32>(before + at);
  const now = load<f32>(after + at);
  if (old != 0) {
    const places = cellOffset(before, x, exponents) - cellOffset(after, x, exponents);
    // beyond these, one of the two is next to nothing beside the other
    if (places < -126) old = 0;
    else if (places > 127) return Infinity;
    else old *= reinterpret<f32>((places + 127) << 23);
  }
  if (old == now) return 0;
  return now == 0 ? <f32>Infinity : abs(now - old) / now;
}
