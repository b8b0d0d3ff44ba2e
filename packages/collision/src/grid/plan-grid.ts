// How large the cells of a grid are, and how many: arithmetic of doubles, done once per update.
//
// Why no grid misses a pair. The index of a coordinate x is the whole part of q, where q >= 0 is
// the rounded value of (x − origin) · perUnit. Indices differ by at most 1 if two quotients q
// differ by at most 1. So cells must be wider than the reach by the rounding errors of two
// quotients.
//
// The error of one quotient: the subtraction and the multiplication each have a relative error of
// at most u. (perUnit and the origin are rounded too, but once for all bodies: the rounded numbers
// are the grid.) Let n be the number of columns of the longest axis. Then q is off by at most
// 2 u q <= 2 u n, apart from u². Two quotients are off by at most 4 u n together.
//
// A plain grid is computed in f32, u = 2^-24, and has at most 2^15 columns (PLAIN_LIMIT). Two
// bodies that touch have quotients that differ by at most reach / cell + 2^-22 n. That is at most 1
// if cell = reach (1 + 2^-22 n), apart from squares of that error. The code takes 2^-21, twice as
// much. 2^-21 n is at most 2^-6, whose square MARGIN covers.
//
// A level is computed in doubles, u = 2^-53, with at most 2^44 columns (and the three more of
// `cellsAlong`, whose error MARGIN covers). Two quotients are off by at most 4 · 2^-53 · 2^44 =
// 2^-7 of a cell: the factor 1 + 2^-7.
//
// `slack` is at least twice the error of one quotient, as a length: 2^-21 n · cell of a plain grid,
// 2^-7 of a cell of a level.
//
// A GPU plans its grids itself, in f32: src/gpu/grid/grid.wgsl.ts.

/** The bounds of all positions; in 2D, low[2] = high[2] = 0. */
export interface World {
  readonly three: boolean;
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

type Triple = [number, number, number];

/**
 * One grid: the index of x is floor((x − origin) · perUnit), modulo `size` where the axis wraps.
 */
export interface LevelPlan {
  readonly origin: readonly [number, number, number];
  /** Cells per unit of length. */
  readonly perUnit: number;
  /** Stored cells along each axis; 1 along z in 2D. */
  readonly size: readonly [number, number, number];
  /** Cells of the world along each axis: more than `size` where the axis wraps. */
  readonly span: readonly [number, number, number];
  /** Bits: 1 if x wraps, 2 if y wraps, 4 if z wraps. */
  readonly wraps: number;
  /** All stored cells: the product of `size`. */
  readonly cells: number;
  /** Half the size of the largest body. */
  readonly half: number;
  /** How far, in units of length, a coordinate may lie outside its cell because of rounding. */
  readonly slack: number;
}

/**
 * Cells are larger than the largest reach by this factor. It covers the rounding of the exact
 * tests, 2^-22, of perUnit, 2^-24, and second-order terms of the derivation above, 2^-12. The exact
 * test of circles compares squares. On the left side at most 5 roundings of 2^-24 add up: that of
 * the difference counts twice, because the difference is squared; then the square and two sums. On
 * the right side 3 add up: the sum of radii counts twice, then the square. An error of 8 · 2^-24 of
 * the squares is one of 4 · 2^-24 = 2^-22 of the distance.
 */
const MARGIN = 1 + 2 ** -10;
/**
 * Most columns of a plain grid. Cells are then wider than the reach by at most 2^-21 · 2^15 = 2^-6
 * for the rounding of f32 (head of this file).
 */
const PLAIN_LIMIT = 2 ** 15;
/**
 * Fewest stored cells of an axis that wraps: the searches need 3 (see assembly/grid/levels.ts), and
 * 7 is the next size that 2, 3 and 5 do not divide (see `oddSize`).
 */
const LEAST_WRAPPED = 7;

/**
 * The number of cells along an axis: those of the range, and an empty one at both ends. 2^-7 of a
 * cell is added to the range, because the first cell begins 2^-8 before the range (`front`), and a
 * quotient is off by at most 2^-8.
 */
const cellsAlong = (range: number, cell: number): number => Math.floor(range / cell + 2 ** -7) + 3;

/**
 * The side of a cell: the reach or, if cells of that side were more than 2 per body + 64, up to
 * twice the reach. Empty cells cost memory, and larger cells cost tests of bodies.
 */
function cellFor(world: World, reach: number, count: number): number {
  const axes = world.three ? 3 : 2;
  let cells = 1;
  for (let axis = 0; axis < axes; axis++) {
    cells *= cellsAlong(world.high[axis] - world.low[axis], reach);
  }
  const enoughCells = 2 * count + 64;
  return reach * Math.min(2, Math.max(1, (cells / enoughCells) ** (1 / axes)));
}

/**
 * A plain grid: it covers the world, and the kernels compute its cells in f32. Undefined where it
 * would take more than 8 cells per body + 1024 (4 bytes of starts each) or more than PLAIN_LIMIT
 * columns, or where f32 does not resolve the cells. Such a world gets a level, whose axes may wrap.
 */
export function planPlain(world: World, half: number, count: number): LevelPlan | undefined {
  // loops, not closures: of a step of a thousand bodies this function is a measurable part
  const { three, low, high } = world;
  const axes = three ? 3 : 2;
  const leastCell = cellFor(world, 2 * half * MARGIN, count);
  /** Columns of the longest axis. */
  let columns = 0;
  for (let axis = 0; axis < axes; axis++) {
    columns = Math.max(columns, cellsAlong(high[axis] - low[axis], leastCell));
  }
  if (columns > PLAIN_LIMIT) return undefined;
  // derived at the head of this file
  const cell = leastCell * (1 + columns * 2 ** -21);
  const perUnit = Math.fround(1 / cell);
  // a little more than a cell before the first body, so that rounding does not put the body into
  // the empty column
  const front = cell * (1 + 2 ** -8);
  const origin: Triple = [0, 0, 0];
  const size: Triple = [1, 1, 1];
  for (let axis = 0; axis < axes; axis++) {
    origin[axis] = Math.fround(low[axis] - front);
    // in f32, as the kernels compute it
    const first = Math.trunc(Math.fround(Math.fround(low[axis] - origin[axis]) * perUnit));
    const last = Math.trunc(Math.fround(Math.fround(high[axis] - origin[axis]) * perUnit));
    // if positions are huge compared with the cells, the subtraction loses the empty cell in front
    if (first < 1) return undefined;
    size[axis] = last + 2; // one empty cell behind
  }
  const cells = size[0] * size[1] * size[2];
  if (cells > 8 * count + 1024) return undefined;
  const slack = columns * 2 ** -21 * cell;
  return { origin, perUnit, size, span: size, wraps: 0, cells, half, slack };
}

/**
 * A level: a grid in doubles for bodies of at most this half size. Axes wrap where the grid would
 * take more than 4 cells per body + 1024 (4 bytes of starts each).
 */
export function planLevel(world: World, half: number, count: number): LevelPlan {
  const axes = world.three ? 3 : 2;
  const ranges = world.high.map((high, axis) => high - world.low[axis]);
  const widest = Math.max(...ranges);
  // at most 2^44 columns: derived at the head of this file
  const reach = Math.max(2 * half * MARGIN * (1 + 2 ** -7), widest * 2 ** -44);
  const cell = cellFor(world, reach, count);
  const size = ranges.map((range, axis) => (axis < axes ? cellsAlong(range, cell) : 1));
  const span = [...size];
  const cap = 4 * count + 1024;
  let wraps = 0;
  for (;;) {
    const cells = size[0] * size[1] * size[2];
    if (cells <= cap) break;
    const axis = size.indexOf(Math.max(...size));
    wraps |= 1 << axis;
    // As small as the cap asks for, but not below half the next largest axis. The next turn of the
    // loop then shrinks that axis, so that both shrink alike.
    const others = cells / size[axis];
    const next = Math.max(...size.filter((_, other) => other !== axis));
    size[axis] = oddSize(
      Math.max(LEAST_WRAPPED, Math.min(size[axis] - 1, Math.max(cap / others, next / 2))),
    );
  }
  const front = cell * (1 + 2 ** -8);
  const origin = world.low.map((low, axis) => (axis < axes ? low - front : 0));
  return {
    origin: origin as unknown as [number, number, number],
    perUnit: 1 / cell,
    size: size as unknown as [number, number, number],
    span: span as unknown as [number, number, number],
    wraps,
    cells: size[0] * size[1] * size[2],
    half,
    slack: cell * 2 ** -7,
  };
}

/**
 * The largest whole number up to `most`, but at least LEAST_WRAPPED, that 2, 3 and 5 do not divide.
 * Bodies at regular distances then do not all wrap to the same cells.
 */
function oddSize(most: number): number {
  let size = Math.floor(most);
  while (size > LEAST_WRAPPED && (size % 2 === 0 || size % 3 === 0 || size % 5 === 0)) size--;
  return size;
}
