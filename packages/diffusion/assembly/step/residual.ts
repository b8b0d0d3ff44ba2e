// How much the last step changed a field, relative to its new values. pass.ts calls rowResidual.

import { f32At } from '../layout';
import { cellScale, hasScales, MIXED, scaleWord } from './log-block';

/**
 * The largest |after - before| / after of a row's first `blocks` blocks; `Infinity` where a value
 * fell to 0.
 */
export function rowResidual(before: usize, after: usize, blocks: i32): f32 {
  let most = f32x4.splat(0);
  let single: f32 = 0;
  for (let b = 0; b < blocks; b++) {
    if (hasScales()) {
      const k = scaleWord(after, b);
      if (k == MIXED || k != scaleWord(before, b)) {
        for (let x = b << 4; x < (b + 1) << 4; x++) {
          single = max(single, cellResidual(before, after, x));
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

/** One cell in precision 'log', where the two values have different scales. */
function cellResidual(before: usize, after: usize, x: i32): f32 {
  let old = f32At(before, x);
  const now = f32At(after, x);
  if (old != 0) {
    const places = cellScale(before, x) - cellScale(after, x);
    // beyond these, one of the two is next to nothing compared with the other
    if (places < -126) old = 0;
    else if (places > 127) return Infinity;
    else old *= reinterpret<f32>((places + 127) << 23);
  }
  if (old == now) return 0;
  return now == 0 ? <f32>Infinity : abs(now - old) / now;
}
