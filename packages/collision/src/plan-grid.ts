// How large cells are and how many: arithmetic of doubles, done once per update.

/** The bounds of all positions; in 2D, low[2] = high[2] = 0. */
export interface World {
  readonly three: boolean;
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

type Triple = [number, number, number];

/** One grid: the cell of x is floor((x − origin) perUnit), modulo `size` where the axis wraps. */
export interface LevelPlan {
  readonly origin: readonly [number, number, number];
  readonly perUnit: number;
  readonly size: readonly [number, number, number];
  /** Cells of the world along each axis, which is more than `size` where it wraps. */
  readonly span: readonly [number, number, number];
  /** Bits: 1 x wraps, 2 y, 4 z. */
  readonly wraps: number;
  readonly cells: number;
  /** Half the size of the largest body. */
  readonly half: number;
  /** How far off the cell of a coordinate may be, in units of length. */
  readonly slack: number;
}

/** Cells are that much larger than the largest reach, for the rounding of the tests. */
const MARGIN = 1 + 2 ** -10;
/** f32 quotients of at most this are exact to 2^-8 of a cell. */
const PLAIN_LIMIT = 2 ** 15;

/** Columns: those of the range, begun a little early, and an empty one at both ends. */
const clampedCount = (range: number, cell: number): number =>
  Math.floor(range / cell + 2 ** -7) + 3;

/** The cell to take: the reach, or up to twice that where there would be many empty ones. */
function cellFor(world: World, reach: number, count: number): number {
  const axes = world.three ? 3 : 2;
  let cells = 1;
  for (let axis = 0; axis < axes; axis++) {
    cells *= clampedCount(world.high[axis] - world.low[axis], reach);
  }
  const wanted = 2 * count + 64;
  return reach * Math.min(2, Math.max(1, (cells / wanted) ** (1 / axes)));
}

/**
 * A grid for the kernels in f32, which spans the world; undefined where that takes too many cells. Its
 * numbers are f32.
 */
export function planPlain(world: World, half: number, count: number): LevelPlan | undefined {
  // loops, not closures: for a thousand bodies this takes a part of the whole step
  const { three, low, high } = world;
  const axes = three ? 3 : 2;
  const wanted = cellFor(world, 2 * half * MARGIN, count);
  let most = 0;
  for (let axis = 0; axis < axes; axis++) {
    most = Math.max(most, clampedCount(high[axis] - low[axis], wanted));
  }
  if (most > PLAIN_LIMIT) return undefined;
  // two quotients, each rounded twice, must not be more than a cell apart
  const cell = wanted * (1 + most * 2 ** -21);
  const perUnit = Math.fround(1 / cell);
  // a little more than a cell in front, so that rounding does not put the first body in the empty one
  const front = cell * (1 + 2 ** -8);
  const origin: Triple = [0, 0, 0];
  const size: Triple = [1, 1, 1];
  for (let axis = 0; axis < axes; axis++) {
    origin[axis] = Math.fround(low[axis] - front);
    // in f32 as the kernels do it
    const first = Math.trunc(Math.fround(Math.fround(low[axis] - origin[axis]) * perUnit));
    const last = Math.trunc(Math.fround(Math.fround(high[axis] - origin[axis]) * perUnit));
    // where positions are huge against the cells, subtracting loses the empty cell in front
    if (first < 1) return undefined;
    size[axis] = last + 2; // and one empty cell behind
  }
  const cells = size[0] * size[1] * size[2];
  if (cells > 8 * count + 1024) return undefined;
  const slack = most * 2 ** -21 * cell;
  return { origin, perUnit, size, span: size, wraps: 0, cells, half, slack };
}

/** A grid in doubles for bodies of at most this half size; axes that would take too many cells wrap. */
export function planLevel(world: World, half: number, count: number): LevelPlan {
  const axes = world.three ? 3 : 2;
  const ranges = world.high.map((high, axis) => high - world.low[axis]);
  const widest = Math.max(...ranges);
  // quotients below 2^44 leave 2^-8 of a cell for rounding
  const reach = Math.max(2 * half * MARGIN * (1 + 2 ** -7), widest * 2 ** -44);
  const cell = cellFor(world, reach, count);
  const size = ranges.map((range, axis) => (axis < axes ? clampedCount(range, cell) : 1));
  const span = [...size];
  const cap = 4 * count + 1024;
  let wraps = 0;
  for (;;) {
    const cells = size[0] * size[1] * size[2];
    if (cells <= cap) break;
    const axis = size.indexOf(Math.max(...size));
    wraps |= 1 << axis;
    // as small as it must be, but not below the next largest: then both shrink in turn
    const others = cells / size[axis];
    const next = Math.max(...size.filter((_, other) => other !== axis));
    size[axis] = awkward(Math.max(7, Math.min(size[axis] - 1, Math.max(cap / others, next / 2))));
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
 * The largest whole number up to `most`, 7 at least, that 2, 3 and 5 do not divide: bodies at regular
 * distances should not all wrap to the same cells.
 */
function awkward(most: number): number {
  let size = Math.floor(most);
  while (size > 7 && (size % 2 === 0 || size % 3 === 0 || size % 5 === 0)) size--;
  return size;
}
