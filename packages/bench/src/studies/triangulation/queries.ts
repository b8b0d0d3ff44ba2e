import { FOUND } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import { buildPointQueries, createPolyanya, type PointQueries } from '@wayfield/navmesh';
import type { World } from './worlds.ts';

/** Queries by the length of their shortest path, in intervals of the edge of the world. */
export interface Buckets {
  readonly queries: PointQueries;
  /** One per query: the interval, 0-based. */
  readonly bucket: Uint32Array;
  /** One per query: the length of the shortest path, by Polyanya. */
  readonly length: Float64Array;
  readonly intervals: number;
  /** Queries of the fullest and of the emptiest interval. */
  readonly most: number;
  readonly least: number;
}

/** Draws queries at once, and so many times at most. */
const AT_ONCE = 2000;
const DRAWS = 60;

/**
 * Random queries, so many for each of `intervals` equal intervals of path length from 0 to the edge of the world, as the
 * study's launcher fills its buckets. Intervals that no path falls into stay empty.
 */
export function fillBuckets(world: World, intervals: number, each: number, seed: number): Buckets {
  const { side, merged } = world;
  const next = random(seed);
  const filled = new Uint32Array(intervals);
  const rows: number[][] = [];
  const bucket: number[] = [];
  const length: number[] = [];
  const solver = createPolyanya(merged);
  for (let draw = 0; draw < DRAWS && filled.some((count) => count < each); draw++) {
    const drawn = Array.from({ length: AT_ONCE }, () => {
      const [x, y] = [next() * side, next() * side];
      // half of them near: far ones are many by themselves
      const reach = side * next();
      const angle = 2 * Math.PI * next();
      return [x, y, x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }).filter(([, , x, y]) => x >= 0 && x <= side && y >= 0 && y <= side);
    const { status, cost } = solver.run(buildPointQueries(drawn), { result: 'cost' });
    drawn.forEach((row, i) => {
      if (status[i] !== FOUND) return;
      const at = Math.floor((cost[i]! / side) * intervals);
      if (!(at < intervals) || filled[at]! >= each) return;
      filled[at]!++;
      rows.push(row);
      bucket.push(at);
      length.push(cost[i]!);
    });
  }
  solver.destroy();
  return {
    queries: buildPointQueries(rows),
    bucket: Uint32Array.from(bucket),
    length: Float64Array.from(length),
    intervals,
    most: Math.max(...filled),
    least: Math.min(...filled),
  };
}
