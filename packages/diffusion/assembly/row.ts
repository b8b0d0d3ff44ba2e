// One row of one step in precision 'f32'. A row is padded to whole blocks of 16 cells with factor 0, so
// the padding stays 0; the 16 bytes before and behind it are 0 as well.
//
// A switch that is known when a kernel is compiled is a type: i32 = yes, f32 = no.

/** 2^-126: what is smaller has fewer than 24 significant bits. */
export const LEAST: f32 = 1.1754943508222875e-38;

/**
 * Cells of `[from, to)`, byte offsets in a row, multiples of 64, from the rows above, at and below. A block of 16
 * cells at a time: engines do not rename registers between rounds of a loop, so four rounds in one are a third faster.
 */
export function stencilRow<EIGHT, CENTRE, FLUSH>(
  up: usize,
  mid: usize,
  down: usize,
  factor: usize,
  out: usize,
  from: usize,
  to: usize,
  centre: f32,
): void {
  const weight = f32x4.splat(centre);
  // c: columns of three (8 neighbours) or cells (4); p: above + below; m: cells
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
    const v0 = scent<CENTRE, FLUSH>(before, c0, c1, p0, m0, weight, v128.load(factor + x));
    v128.store(out + x, v0);
    const m2 = v128.load(mid + x, 32);
    const p2 = f32x4.add(v128.load(up + x, 32), v128.load(down + x, 32));
    const c2 = isInteger<EIGHT>() ? f32x4.add(p2, m2) : m2;
    const v1 = scent<CENTRE, FLUSH>(c0, c1, c2, p1, m1, weight, v128.load(factor + x, 16));
    v128.store(out + x, v1, 16);
    const m3 = v128.load(mid + x, 48);
    const p3 = f32x4.add(v128.load(up + x, 48), v128.load(down + x, 48));
    const c3 = isInteger<EIGHT>() ? f32x4.add(p3, m3) : m3;
    const v2 = scent<CENTRE, FLUSH>(c1, c2, c3, p2, m2, weight, v128.load(factor + x, 32));
    v128.store(out + x, v2, 32);
    m0 = v128.load(mid + x, 64);
    p0 = f32x4.add(v128.load(up + x, 64), v128.load(down + x, 64));
    before = c3;
    c0 = isInteger<EIGHT>() ? f32x4.add(p0, m0) : m0;
    const v3 = scent<CENTRE, FLUSH>(c2, c3, c0, p3, m3, weight, v128.load(factor + x, 48));
    v128.store(out + x, v3, 48);
  }
}

/** The new values of four cells, `column` those of the old ones. */
function scent<CENTRE, FLUSH>(
  before: v128,
  column: v128,
  after: v128,
  pair: v128,
  here: v128,
  weight: v128,
  factor: v128,
): v128 {
  let sum = f32x4.add(
    f32x4.add(
      v128.shuffle<f32>(before, column, 3, 4, 5, 6),
      v128.shuffle<f32>(column, after, 1, 2, 3, 4),
    ),
    pair,
  );
  if (isInteger<CENTRE>()) sum = f32x4.add(sum, f32x4.mul(weight, here));
  const value = f32x4.mul(sum, factor);
  return isInteger<FLUSH>() ? v128.and(value, f32x4.ge(value, f32x4.splat(LEAST))) : value;
}

/** How many of the cells of `[from, to)` are above 0; in precision 'log' too, for 0 has mantissa 0. */
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

/**
 * One cell with border 'clamp', its rows as they lie in memory (zeros outside the map): a missing
 * neighbour beside, above or below is the cell itself, a missing diagonal one is 0.
 */
export function clampedCell(
  up: usize,
  mid: usize,
  down: usize,
  x: i32,
  width: i32,
  first: bool,
  last: bool,
  eight: bool,
  centre: f32,
  factor: f32,
): f32 {
  const at = (<usize>x) << 2;
  const self = load<f32>(mid + at);
  let left = load<f32>(mid + at - 4);
  let right = load<f32>(mid + at, 4);
  if (eight) {
    left = load<f32>(up + at - 4) + load<f32>(down + at - 4) + left;
    right = load<f32>(up + at, 4) + load<f32>(down + at, 4) + right;
  }
  if (x == 0) left = self;
  if (x == width - 1) right = self;
  const above = first ? self : load<f32>(up + at);
  const below = last ? self : load<f32>(down + at);
  let sum = left + right + (above + below);
  if (centre != 0) sum += centre * self;
  return sum * factor;
}
