import { buildQueries, FOUND, type Grid, type Queries } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  createPolyanya,
  type PointQueries,
  type PolygonMesh,
} from '@wayfield/navmesh';

/** The ground on which queries are asked. */
export interface Ground {
  /** The merged polygons, for Polyanya. */
  readonly merged: PolygonMesh;
  /** minX, minY, maxX, maxY. */
  readonly box: readonly [number, number, number, number];
}

/**
 * Queries by the length of their shortest path, in equal intervals from 0 to the longer edge of the
 * ground.
 */
export interface Buckets {
  readonly queries: PointQueries;
  /** The interval of each query, 0-based. */
  readonly bucket: Uint32Array;
  /** The length of the shortest path of each query, by Polyanya. */
  readonly length: Float64Array;
  readonly intervals: number;
  /** The longer edge of the ground. */
  readonly side: number;
  /** Queries of the fullest and of the emptiest interval. */
  readonly most: number;
  readonly least: number;
}

/** Queries of one draw, and the most draws. */
const AT_ONCE = 2000;
const DRAWS = 60;
/** Drawing ends after this number of draws in a row that filled nothing. */
const IDLE = 8;

/**
 * Random queries, `each` for each of `intervals` equal intervals of path length from 0 to the
 * longer edge of the ground, as the study's launcher fills its buckets. An interval that no path
 * falls into stays empty.
 */
export function fillBuckets(
  { merged, box }: Ground,
  intervals: number,
  each: number,
  seed: number,
): Buckets {
  const [minX, minY, maxX, maxY] = box;
  const [width, height] = [maxX - minX, maxY - minY];
  const side = Math.max(width, height);
  const next = random(seed);
  const filled = new Uint32Array(intervals);
  const rows: number[][] = [];
  const bucket: number[] = [];
  const length: number[] = [];
  const solver = createPolyanya(merged);
  let idle = 0;
  for (let draw = 0; draw < DRAWS && idle < IDLE; draw++) {
    if (filled.every((count) => count === each)) break;
    const before = rows.length;
    const drawn = Array.from({ length: AT_ONCE }, () => {
      const [x, y] = [minX + next() * width, minY + next() * height];
      // the target is drawn by its distance, evenly up to the longer edge: of targets drawn evenly
      // over the ground few would be near
      const reach = side * next();
      const angle = 2 * Math.PI * next();
      return [x, y, x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }).filter(([, , x, y]) => x >= minX && x <= maxX && y >= minY && y <= maxY);
    const { status, cost } = solver.run(buildPointQueries(drawn), { result: 'cost' });
    drawn.forEach((row, i) => {
      if (status[i] !== FOUND) return;
      const at = Math.floor((cost[i] / side) * intervals);
      if (!(at < intervals) || filled[at] >= each) return;
      filled[at]++;
      rows.push(row);
      bucket.push(at);
      length.push(cost[i]);
    });
    idle = rows.length > before ? 0 : idle + 1;
  }
  solver.destroy();
  return {
    queries: buildPointQueries(rows),
    bucket: Uint32Array.from(bucket),
    length: Float64Array.from(length),
    intervals,
    side,
    ...countFilled(bucket, intervals),
  };
}

/** Queries of the fullest and of the emptiest interval. */
export function countFilled(
  bucket: Iterable<number>,
  intervals: number,
): Pick<Buckets, 'most' | 'least'> {
  const filled = new Uint32Array(intervals);
  for (const at of bucket) filled[at]++;
  return { most: Math.max(...filled), least: Math.min(...filled) };
}

/** Queries between points as queries between the cells that contain the points. */
export function cellQueries(points: PointQueries, { width, height }: Grid): Queries {
  const { sourceX, sourceY, targetX, targetY } = points;
  const cells = (x: Float64Array, y: Float64Array): Uint32Array =>
    Uint32Array.from(
      x,
      (at, i) =>
        Math.min(Math.floor(y[i]), height - 1) * width + Math.min(Math.floor(at), width - 1),
    );
  return buildQueries({ source: cells(sourceX, sourceY), target: cells(targetX, targetY) });
}
