// One cell by itself in precision 'log'.

import { cellOffset, setCell } from './log-block';

/** Below the exponent of every value. */
const NOTHING: i32 = -0x20000000;

function exponentAt(row: usize, x: i32, exponents: usize): i32 {
  const bits = load<i32>(row + ((<usize>x) << 2));
  return bits == 0 ? NOTHING : (bits >>> 23) - 127 + cellOffset(row, x, exponents);
}

/** The value of a cell times 2^-exponent. */
function alignedAt(row: usize, x: i32, exponents: usize, exponent: i32): f32 {
  const m = load<f32>(row + ((<usize>x) << 2));
  if (m == 0) return 0;
  const places = cellOffset(row, x, exponents) - exponent + 127;
  return places <= 0 ? 0 : m * reinterpret<f32>(places << 23);
}

/** As `clampedCell` of row.ts, written to `out`. The row's padding is 0 on both sides. */
export function clampedLogCell(
  up: usize,
  mid: usize,
  down: usize,
  out: usize,
  x: i32,
  exponents: usize,
  width: i32,
  first: bool,
  last: bool,
  eight: i32,
  centre: f32,
  factor: f32,
): void {
  const first0 = x == 0;
  const last0 = x == width - 1;
  // the largest exponent of all that is added
  const self = exponentAt(mid, x, exponents);
  let most = max(
    first ? self : exponentAt(up, x, exponents),
    last ? self : exponentAt(down, x, exponents),
  );
  for (let side = -1; side <= 1; side += 2) {
    const edge = side < 0 ? first0 : last0;
    if (edge) most = max(most, self);
    else {
      most = max(most, exponentAt(mid, x + side, exponents));
      if (eight) {
        most = max(most, exponentAt(up, x + side, exponents));
        most = max(most, exponentAt(down, x + side, exponents));
      }
    }
  }
  if (centre != 0) most = max(most, self);
  if (most == NOTHING || factor == 0) {
    setCell(out, x, exponents, 0, 0);
    return;
  }
  const middle = alignedAt(mid, x, exponents, most);
  const left = first0 ? middle : columnAt(up, mid, down, x - 1, exponents, most, eight);
  const right = last0 ? middle : columnAt(up, mid, down, x + 1, exponents, most, eight);
  const above = first ? middle : alignedAt(up, x, exponents, most);
  const below = last ? middle : alignedAt(down, x, exponents, most);
  let sum = left + right + (above + below);
  if (centre != 0) sum += centre * middle;
  setCell(out, x, exponents, sum * factor, most);
}

function columnAt(
  up: usize,
  mid: usize,
  down: usize,
  x: i32,
  exponents: usize,
  exponent: i32,
  eight: i32,
): f32 {
  const here = alignedAt(mid, x, exponents, exponent);
  if (!eight) return here;
  return alignedAt(up, x, exponents, exponent) + alignedAt(down, x, exponents, exponent) + here;
}
