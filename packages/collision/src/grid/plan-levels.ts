import type { World } from './plan-grid.ts';

/** The bodies whose sizes have one binary exponent. */
export interface SizeBin {
  /** The biased exponent of their half size as f32. */
  readonly exponent: number;
  readonly count: number;
  /** The half size of the largest of them. */
  readonly largest: number;
}

/** The bodies of neighbouring bins that share a grid. */
export interface SizeLevel {
  /** Bins first to last, by index. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The half size of the largest of them. */
  readonly largest: number;
}

/**
 * The cost of one visit, in 2D and 3D, in tests of a body. A visit is the look of one body
 * into the rows of cells around it on one coarser level. Measured: the 3 rows of 2D take as long as
 * 24 tests, and the 9 rows of 3D as long as 72, that is 8 tests per row.
 */
const VISIT = [24, 72] as const;

/**
 * The cost model of `grid: 'auto'`. Cuts bins (smallest first) into levels so that the expected
 * work is least, for bodies spread evenly. A body is tested against half of the 9 (in 3D 27) cells
 * around it on its own level, and against all of them on every coarser level. `freeVisits`, for
 * `grid: 'multi'`: visits cost nothing, so each binary exponent of the sizes gets a level. The cut
 * is a shortest path over the ends of levels.
 *
 * Two other places decide about levels. `ALIKE` of grids.ts says when sizes are so similar that
 * nothing is cut. A GPU cuts by a simpler rule: `planGrid` of src/gpu/grid/build.wgsl.ts.
 */
export function planLevels(
  bins: readonly SizeBin[],
  world: World,
  freeVisits: boolean,
): SizeLevel[] {
  const axes = world.three ? 3 : 2;
  let volume = 1;
  for (let axis = 0; axis < axes; axis++) {
    const least = 2 * bins[bins.length - 1].largest;
    volume *= Math.max(world.high[axis] - world.low[axis], least);
  }
  const visit = freeVisits ? 0 : VISIT[axes - 2];
  /** Bodies in bins 0 to i − 1. */
  const below = [0];
  for (const bin of bins) below.push(below[below.length - 1] + bin.count);

  /** The expected cost of a level of bins `first` to `last`. */
  const cost = (first: number, last: number): number => {
    const count = below[last + 1] - below[first];
    // tests of one body: bodies of the level in the 3 cells per axis around it; a cell is twice the
    // largest half size wide
    const tests = ((3 * 2 * bins[last].largest) ** axes / volume) * count;
    return count * 0.5 * tests + below[first] * (tests + visit);
  };
  // best[i]: the least cost of bins 0 to i − 1; from[i]: the first bin of their last level
  const best = [0];
  const from = [0];
  for (let end = 1; end <= bins.length; end++) {
    best[end] = Infinity;
    for (let first = 0; first < end; first++) {
      const sum = best[first] + cost(first, end - 1);
      if (sum < best[end]) {
        best[end] = sum;
        from[end] = first;
      }
    }
  }
  const levels: SizeLevel[] = [];
  for (let end = bins.length; end > 0; end = from[end]) {
    const first = from[end];
    levels.unshift({
      first,
      last: end - 1,
      count: below[end] - below[first],
      largest: bins[end - 1].largest,
    });
  }
  return levels;
}
