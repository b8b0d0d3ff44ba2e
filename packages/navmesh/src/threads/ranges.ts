// For the pools of threads of @wayfield/euclidean-hub-labels and @wayfield/movement: cuts a batch
// of queries into one range per thread, and joins the answers. This package itself has no threads.
import type { BoundedPointRoutes, PointQueries } from '../queries/point-queries.ts';

/** A copy of the queries that thread number `thread`, of `threads` in all, answers. */
export function rangeOf(queries: PointQueries, thread: number, threads: number): PointQueries {
  const from = Math.floor((queries.count * thread) / threads);
  const to = Math.floor((queries.count * (thread + 1)) / threads);
  const { sourceX, sourceY, targetX, targetY } = queries;
  const cut = (column: ArrayLike<number>): Float64Array => {
    return Float64Array.from({ length: to - from }, (__, i) => column[from + i]);
  };
  return {
    count: to - from,
    sourceX: cut(sourceX),
    sourceY: cut(sourceY),
    targetX: cut(targetX),
    targetY: cut(targetY),
  };
}

/** Joins the answers of all threads, in the order of their ranges. */
export function joinRoutes(parts: readonly BoundedPointRoutes[]): BoundedPointRoutes {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const points = parts.reduce((sum, part) => sum + part.x.length, 0);
  const all: BoundedPointRoutes = {
    count,
    status: new Uint8Array(count),
    cost: new Float64Array(count),
    lowerBound: new Float64Array(count),
    isProven: new Uint8Array(count),
    expanded: new Uint32Array(count),
    firstPoint: new Uint32Array(count + 1),
    x: new Float64Array(points),
    y: new Float64Array(points),
  };
  let [query, point] = [0, 0];
  for (const part of parts) {
    for (const name of ['status', 'cost', 'lowerBound', 'isProven', 'expanded'] as const)
      all[name].set(part[name], query);
    for (const name of ['x', 'y'] as const) all[name].set(part[name], point);
    for (let i = 0; i < part.count; i++)
      all.firstPoint[query + i + 1] = point + part.firstPoint[i + 1];
    query += part.count;
    point += part.x.length;
  }
  return all;
}
