// How large cells are and how many: arithmetic of doubles, done once per update.

/** The bounds of all positions; in 2D, low[2] = high[2] = 0. */
export interface World {
  readonly three: boolean;
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

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
  const reach = 2 * half * MARGIN;
  const wanted = cellFor(world, reach, count);
  const axes = world.three ? 3 : 2;
  const sizes = [0, 1, 2].map((axis) => clampedCount(world.high[axis] - world.low[axis], wanted));
  const most = Math.max(...sizes.slice(0, axes));
  if (most > PLAIN_LIMIT) return undefined;
  // two quotients, each rounded twice, must not be more than a cell apart
  const cell = wanted * (1 + most * 2 ** -21);
  const perUnit = Math.fround(1 / cell);
  // a little more than a cell in front, so that rounding does not put the first body in the empty one
  const front = cell * (1 + 2 ** -8);
  const origin = world.low.map((low, axis) => (axis < axes ? Math.fround(low - front) : 0));
  // in f32 as the kernels do it, and one empty cell behind
  const size = world.high.map((high, axis) => {
    if (axis >= axes) return 1;
    return Math.trunc(Math.fround(Math.fround(high - origin[axis]) * perUnit)) + 2;
  });
  const first = world.low.map((low, axis) =>
    axis < axes ? Math.trunc(Math.fround(Math.fround(low - origin[axis]) * perUnit)) : 1,
  );
  // where positions are huge against the cells, subtracting loses the empty cell in front
  if (first.some((cellOfLow) => cellOfLow < 1)) return undefined;
  const cells = size[0] * size[1] * size[2];
  if (cells > 8 * count + 1024) return undefined;
  return {
    origin: origin as unknown as [number, number, number],
    perUnit,
    size: size as unknown as [number, number, number],
    span: size as unknown as [number, number, number],
    wraps: 0,
    cells,
    half,
    slack: most * 2 ** -21 * cell,
  };
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
