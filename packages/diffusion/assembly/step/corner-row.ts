// One row of one step in precision 'f32' with a corner rule: as row.ts, but the cells above and
// below in a neighbouring column count only where their corner is open. So a column of three has
// two values: one for the cell right of the column, and one for the cell left of the column.
// pass.ts calls cornerRow.

import { downRow, factorRow, lowerCorners, midRow, outRow, upperCorners, upRow } from './rows';

/** Bytes from the corner left of a cell to the corner right of it. */
const NEXT: usize = 4;

/**
 * The new values of the cells `[from, to)` of the rows (rows.ts), byte offsets in a row, multiples
 * of 16. Values below `lowest` become 0.
 */
export function cornerRow(from: usize, to: usize, centre: f32, lowest: f32): void {
  const mid = midRow();
  const up = upRow();
  const down = downRow();
  const factor = factorRow();
  const out = outRow();
  const weight = f32x4.splat(centre);
  const least = f32x4.splat(lowest);
  let before = columnBeside(from - 16, NEXT);
  let left = columnBeside(from, NEXT);
  let right = columnBeside(from, 0);
  for (let x = from; x < to; x += 16) {
    const here = v128.load(mid + x);
    const pair = f32x4.add(v128.load(up + x), v128.load(down + x));
    const after = columnBeside(x + 16, 0);
    // the stencil's sum (src/types.ts)
    let sum = f32x4.add(
      f32x4.add(
        v128.shuffle<f32>(before, left, 3, 4, 5, 6),
        v128.shuffle<f32>(right, after, 1, 2, 3, 4),
      ),
      pair,
    );
    if (centre != 0) sum = f32x4.add(sum, f32x4.mul(weight, here));
    const value = f32x4.mul(sum, v128.load(factor + x));
    v128.store(out + x, v128.and(value, f32x4.ge(value, least)));
    before = left;
    left = columnBeside(x + 16, NEXT);
    right = after;
  }
}

/**
 * The columns of four cells at byte `x` of the rows, as the neighbours beside them count them:
 * `side` is NEXT for the cells on their right, 0 for those on their left.
 */
function columnBeside(x: usize, side: usize): v128 {
  const up = v128.and(v128.load(upRow() + x), v128.load(upperCorners() + x + side));
  const down = v128.and(v128.load(downRow() + x), v128.load(lowerCorners() + x + side));
  return f32x4.add(f32x4.add(up, down), v128.load(midRow() + x));
}
