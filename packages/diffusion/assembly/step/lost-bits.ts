// Which values around a block lose bits when they are scaled to its K, for log-row.ts. `same` has
// this K in all lanes.

import { scaleWordPlace } from './log-block';
import { LEAST_NORMAL } from './row';
import { downRow, midRow, upRow } from './rows';

/** Whether one of the three values left of block `b` underflows when scaled. */
export function leftLosesBits(b: i32, same: v128): bool {
  return (columnsLoseBits(((<usize>b) << 6) - 16, b - 1, same) & 8) != 0;
}

/** Whether one of the three values right of block `b` underflows when scaled. */
export function rightLosesBits(b: i32, same: v128): bool {
  return (columnsLoseBits(((<usize>b) << 6) + 64, b + 1, same) & 1) != 0;
}

/** Bit i: a value of column i of the four at byte `x`, in block `b`, underflows when scaled. */
function columnsLoseBits(x: usize, b: i32, same: v128): i32 {
  const up = underflows(upRow(), x, b, same);
  const mid = underflows(midRow(), x, b, same);
  const down = underflows(downRow(), x, b, same);
  return i32x4.bitmask(v128.or(v128.or(up, mid), down));
}

/**
 * Compares the four values at byte `x` of a row, in block `b`. All bits of a lane are set if its
 * value is above 0 and, scaled to `same` (the K of a neighbour), is below 2^-126 or only rounding
 * lifts it to 2^-126.
 */
function underflows(row: usize, x: usize, b: i32, same: v128): v128 {
  const values = v128.load(row + x);
  const by = scalesTo(v128.load32_splat(scaleWordPlace(row, b)), same);
  const small = f32x4.le(f32x4.mul(values, by), f32x4.splat(LEAST_NORMAL));
  return v128.and(f32x4.gt(values, f32x4.splat(0)), small);
}

/** Whether a value above or below block `b` underflows when scaled. */
export function rowsLoseBits(b: i32, same: v128): bool {
  const start = (<usize>b) << 6;
  let lost = i32x4.splat(0);
  for (let x = start; x < start + 64; x += 16) {
    lost = v128.or(lost, underflows(upRow(), x, b, same));
    lost = v128.or(lost, underflows(downRow(), x, b, same));
  }
  return v128.any_true(lost);
}

/** 2^(64 (k - same)) for k next to `same`, 0 for blocks of zeros. */
export function scalesTo(k: v128, same: v128): v128 {
  const places = i32x4.add(i32x4.shl(i32x4.sub(k, same), 6), i32x4.splat(127));
  return i32x4.shl(i32x4.max_s(places, i32x4.splat(0)), 23);
}
