// The corners of cells for method 'steady', and the relaxation of cells past them. A corner is one
// i32, as in step/rows.ts; src/step/corner-rows.ts makes them.

/** Corner (0, 0), and bytes from row to row; 0 = all corners are open. */
let corners: usize = 0;
let stride: usize = 0;

export function steadyBindCorners(cornerRows: usize, rowBytes: usize): void {
  corners = cornerRows;
  stride = rowBytes;
}

export function hasCornerRule(): bool {
  return corners != 0;
}

/** The corner left of column `x` in the row of corners above row `y`. */
export function cornerPlace(x: i32, y: i32): usize {
  return corners + <usize>y * stride + ((<usize>x) << 2);
}

export function isOpen(x: i32, y: i32): bool {
  return corners == 0 || load<i32>(cornerPlace(x, y)) != 0;
}

/** Masks of the corner at a place and of the one right of it. */
export function cornerPair(place: usize): v128 {
  return i64x2.extend_low_i32x4_s(v128.load64_zero(place));
}

/**
 * `relax` (cells.ts) of 8 neighbours with a corner rule. `above`: the corner left of the first
 * cell, in the row of corners above the cells.
 */
export function relaxPast(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  above: usize,
): void {
  const zero = f64x2.splat(0);
  // the columns of three have two values: for the cells on their right, and for those on their left
  let last = openColumn(up - 16, mid - 16, down - 16, above - 4);
  let left = openColumn(up, mid, down, above + 4);
  let right = openColumn(up, mid, down, above);
  let here = v128.load(mid);
  for (let i: usize = 0; i < 128; i += 16) {
    const n = i + 16;
    const next = v128.load(mid + n);
    const pair = f64x2.add(v128.load(up + i), v128.load(down + i));
    const after = openColumn(up + n, mid + n, down + n, above + (n >> 1));
    const sides = f64x2.add(
      v128.shuffle<f64>(last, left, 1, 2),
      v128.shuffle<f64>(right, after, 1, 2),
    );
    const w = v128.load(factor + i);
    const value = f64x2.mul(f64x2.add(sides, pair), w);
    last = left;
    left = openColumn(up + n, mid + n, down + n, above + (n >> 1) + 4);
    v128.store(out + i, v128.bitselect(value, here, f64x2.gt(w, zero)));
    right = after;
    here = next;
  }
}

/** The columns of two cells, past the corners at `above` and in the row of corners below. */
function openColumn(up: usize, mid: usize, down: usize, above: usize): v128 {
  const upper = cornerPair(above);
  const under = cornerPair(above + stride);
  const ends = f64x2.add(v128.and(v128.load(up), upper), v128.and(v128.load(down), under));
  return f64x2.add(ends, v128.load(mid));
}
