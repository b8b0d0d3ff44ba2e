import type { World } from './plan-grid.ts';

/** Bodies of one binary order of magnitude. */
export interface SizeBin {
  /** The biased exponent of their half size as f32. */
  readonly exponent: number;
  readonly count: number;
  readonly largest: number;
}

/** Bodies of neighbouring bins that share a grid. */
export interface SizeLevel {
  /** Bins first to last, by index. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly largest: number;
}

/** What one look into a coarser level costs, in candidates tested, in 2D and 3D. */
const LOOK = [24, 72] as const;

/**
 * Cuts bins (smallest first) into levels so that the expected work is least, for bodies spread evenly: a
 * body is tested against half of nine (in 3D, 27) cells of its own level, and all nine of every coarser
 * one. `always`: looks cost nothing, so sizes are kept apart. A shortest path over the cuts.
 */
export function planLevels(bins: readonly SizeBin[], world: World, always: boolean): SizeLevel[] {
  const axes = world.three ? 3 : 2;
  let volume = 1;
  for (let axis = 0; axis < axes; axis++) {
    const least = 2 * bins[bins.length - 1].largest;
    volume *= Math.max(world.high[axis] - world.low[axis], least);
  }
  const look = always ? 0 : LOOK[axes - 2];
  const below = [0];
  for (const bin of bins) below.push(below[below.length - 1] + bin.count);

  const cost = (first: number, last: number): number => {
    const count = below[last + 1] - below[first];
    const cells = ((3 * 2 * bins[last].largest) ** axes / volume) * count;
    return count * 0.5 * cells + below[first] * (cells + look);
  };
  // best[i]: the least cost of bins 0 to i − 1, from[i]: where its last level begins
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
