// One row of one step in precision 'f32'. A row is padded to whole blocks of 16 cells with factor
// 0, so the padding stays 0. The 16 bytes before and behind the row are 0 as well.
//
// A switch that is known when a kernel is compiled is a type parameter: i32 = yes, f32 = no.
// pass.ts calls stencilRow and countRow.

import { downRow, factorRow, midRow, outRow, upRow } from './rows';

/** 2^-126, the least normal f32: what is smaller has fewer than 24 significant bits. */
export const LEAST_NORMAL: f32 = 1.1754943508222875e-38;

/**
 * The new values of the cells `[from, to)` of the rows (rows.ts): byte offsets in a row, multiples
 * of 64. Values below `lowest` become 0. A block of 16 cells at a time: engines do not rename
 * registers between rounds of a loop, so four vectors in one round are a third faster.
 */
export function stencilRow<EIGHT, CENTRE>(from: usize, to: usize, centre: f32, lowest: f32): void {
  const up = upRow();
  const mid = midRow();
  const down = downRow();
  const factor = factorRow();
  const out = outRow();
  const weight = f32x4.splat(centre);
  const least = f32x4.splat(lowest);
  // of each vector: m the cells, p above + below, c columns of three (4 neighbours: the cells)
  let m0 = v128.load(mid + from);
  let p0 = f32x4.add(v128.load(up + from), v128.load(down + from));
  let before = v128.load(mid + from - 16);
  if (isInteger<EIGHT>()) {
    before = f32x4.add(f32x4.add(v128.load(up + from - 16), v128.load(down + from - 16)), before);
  }
  let c0 = isInteger<EIGHT>() ? f32x4.add(p0, m0) : m0;
  for (let x = from; x < to; x += 64) {
    const m1 = v128.load(mid + x, 16);
    const p1 = f32x4.add(v128.load(up + x, 16), v128.load(down + x, 16));
    const c1 = isInteger<EIGHT>() ? f32x4.add(p1, m1) : m1;
    const v0 = newScent<CENTRE>(before, c0, c1, p0, m0, weight, least, v128.load(factor + x));
    v128.store(out + x, v0);
    const m2 = v128.load(mid + x, 32);
    const p2 = f32x4.add(v128.load(up + x, 32), v128.load(down + x, 32));
    const c2 = isInteger<EIGHT>() ? f32x4.add(p2, m2) : m2;
    const v1 = newScent<CENTRE>(c0, c1, c2, p1, m1, weight, least, v128.load(factor + x, 16));
    v128.store(out + x, v1, 16);
    const m3 = v128.load(mid + x, 48);
    const p3 = f32x4.add(v128.load(up + x, 48), v128.load(down + x, 48));
    const c3 = isInteger<EIGHT>() ? f32x4.add(p3, m3) : m3;
    const v2 = newScent<CENTRE>(c1, c2, c3, p2, m2, weight, least, v128.load(factor + x, 32));
    v128.store(out + x, v2, 32);
    m0 = v128.load(mid + x, 64);
    p0 = f32x4.add(v128.load(up + x, 64), v128.load(down + x, 64));
    before = c3;
    c0 = isInteger<EIGHT>() ? f32x4.add(p0, m0) : m0;
    const v3 = newScent<CENTRE>(c2, c3, c0, p3, m3, weight, least, v128.load(factor + x, 48));
    v128.store(out + x, v3, 48);
  }
}

/** The new values of four cells. `column` holds their columns (4 neighbours: themselves). */
function newScent<CENTRE>(
  before: v128,
  column: v128,
  after: v128,
  pair: v128,
  here: v128,
  weight: v128,
  least: v128,
  factor: v128,
): v128 {
  // the stencil's sum (src/types.ts)
  let sum = f32x4.add(
    f32x4.add(
      v128.shuffle<f32>(before, column, 3, 4, 5, 6),
      v128.shuffle<f32>(column, after, 1, 2, 3, 4),
    ),
    pair,
  );
  if (isInteger<CENTRE>()) sum = f32x4.add(sum, f32x4.mul(weight, here));
  const value = f32x4.mul(sum, factor);
  return v128.and(value, f32x4.ge(value, least));
}

/** How many cells of `[from, to)` are above 0, in both precisions: the m of the value 0 is 0. */
export function countRow(row: usize, from: usize, to: usize): u32 {
  const zero = f32x4.splat(0);
  let count = i32x4.splat(0);
  for (let x = from; x < to; x += 16) {
    count = i32x4.sub(count, f32x4.gt(v128.load(row + x), zero));
  }
  return (
    i32x4.extract_lane(count, 0) +
    i32x4.extract_lane(count, 1) +
    i32x4.extract_lane(count, 2) +
    i32x4.extract_lane(count, 3)
  );
}
