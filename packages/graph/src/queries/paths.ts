// The paths of `Routes`, one at a time: their nodes and where those lie.
import { checkMap, someRoutes } from '../check/kinds.ts';
import { refuse, refuseNumber } from '@wayfield/check';
import { checkNodes } from '../check/check.ts';
import { nodeCountOf } from '../build/grid.ts';
import { STATUS_NAMES } from '../types/constants.ts';
import type { Graph, Grid, Routes } from '../types/data.ts';
import { roomFor, writeXY } from './places.ts';

/**
 * The nodes of path `i`, both ends included; none where there is no path. The result is a view of
 * `routes.node`, not a copy: it changes when the routes are given to another run as `reuse`.
 * Throws RangeError unless 0 <= i < `routes.count`.
 *
 * @example
 * console.log(pathOf(routes, 1).join(' ')); // 31 32 33 34 35
 * const kept = pathOf(routes, 0).slice(); // stays when the routes are used again
 */
export function pathOf(routes: Routes, i: number): Uint32Array {
  someRoutes(routes, 'routes');
  const { count, firstNode, node } = routes;
  if (!(i >= 0 && i < count && Number.isInteger(i))) {
    refuseNumber('i', i, count > 0 ? `0 to ${count - 1}` : 'nothing: there are no routes');
  }
  const [from, to] = [firstNode[i], firstNode[i + 1]];
  if (!(from <= to && to <= node.length)) {
    refuse(`firstNode[${i + 1}]`, to, `${from} to ${node.length}`);
  }
  return node.subarray(from, to);
}

/**
 * The points of path `i`, as x, y, x, y, …: centres of cells on a grid, coordinates of nodes on a
 * graph (see `xyOf`). Writes into `out` from its start, and returns the part of it that was
 * written; without `out` a new Float64Array. Throws RangeError for an `i` that is no route, for
 * nodes that are not on the map and for an `out` with less than two entries per node.
 *
 * @example
 * const points = pathXY(routes, 1, grid);
 * console.log(points.join(' ')); // 1.5 1.5 2.5 1.5 3.5 1.5 4.5 1.5 5.5 1.5
 */
export function pathXY<T extends Float32Array | Float64Array = Float64Array>(
  routes: Routes,
  i: number,
  map: Graph | Grid,
  out?: T,
): T {
  checkMap(map, 'map');
  const path = pathOf(routes, i);
  checkNodes(path, nodeCountOf(map), 'path');
  const length = 2 * path.length;
  const points = roomFor(out, length);
  for (let k = 0; k < path.length; k++) writeXY(map, path[k], points, 2 * k);
  return points.length === length ? points : (points.subarray(0, length) as T);
}

/**
 * The word for an entry of `routes.status`: 'FOUND', 'NO_PATH', … (`STATUS_NAMES`). Throws
 * RangeError for a number that is no status.
 *
 * @example
 * console.log(statusName(routes.status[0])); // FOUND
 */
export function statusName(status: number): string {
  return STATUS_NAMES[status] ?? refuseNumber('status', status, `0 to ${STATUS_NAMES.length - 1}`);
}
