// The ends of tables and of `routeAmong`: nodes, each with the cost between the node and the end.
import { checkLength, list, number, object, refuse } from '@wayfield/check';
import { checkNodes } from '@wayfield/graph';
import type { RouteEnds, TableEnds } from './types.ts';

const ENDS = object({ node: list, cost: list, first: list }, 'TableEnds');
const ROUTE_ENDS = object({ node: list, cost: list }, 'RouteEnds');
const COST = number(0);

/** Throws RangeError or TypeError, with the number, for ends that are not valid. */
export function checkTableEnds(ends: TableEnds, nodeCount: number, name: string): void {
  ENDS(ends, name);
  const { node, first } = ends;
  checkCosts(ends, nodeCount, name);
  if (first.length === 0) refuse(`${name}.first`, '[]', 'at least one entry');
  for (let i = 0; i < first.length; i++) {
    const least = i === 0 ? 0 : first[i - 1];
    const most = i === 0 ? 0 : i + 1 === first.length ? node.length : Infinity;
    const right = Number.isInteger(first[i]) && first[i] >= least && first[i] <= most;
    if (!right) refuse(`${name}.first[${i}]`, first[i], `a whole number from ${least} to ${most}`);
  }
}

/** As `checkTableEnds` for both ends of one route, by their names. */
export function checkRouteEnds(nodeCount: number, both: Readonly<Record<string, RouteEnds>>): void {
  for (const [name, ends] of Object.entries(both)) {
    ROUTE_ENDS(ends, name);
    if (ends.node.length === 0) refuse(`${name}.node`, '[]', 'at least one node');
    checkCosts(ends, nodeCount, name);
  }
}

function checkCosts({ node, cost }: RouteEnds, nodeCount: number, name: string): void {
  checkNodes(node, nodeCount, `${name}.node`);
  checkLength(cost, node.length, `${name}.cost`);
  for (let k = 0; k < cost.length; k++) COST(cost[k], `${name}.cost[${k}]`);
}

/** How the columns of a table are reached, by places of a sweep. */
export interface TableColumns {
  /** The number of columns. */
  readonly width: number;
  /**
   * width + 1 entries: the nodes of column j have the entries `first[j]` to `first[j + 1]` - 1 of
   * `place` and `cost`.
   */
  readonly first: Uint32Array;
  readonly place: Uint32Array;
  /** The cost behind the node. */
  readonly cost: Float32Array;
}

/**
 * Writes the rows of `count` sources, row by row, from the distances of a sweep. Lanes lie side by
 * side in `dist`. Sums are made in f64 and rounded once.
 */
export function fillRows(
  { width, first, place, cost }: TableColumns,
  dist: Float32Array,
  lanes: number,
  count: number,
  rows: Float32Array,
): void {
  const least = new Float64Array(lanes);
  for (let j = 0; j < width; j++) {
    least.fill(Infinity);
    for (let e = first[j]; e < first[j + 1]; e++) {
      const at = place[e] * lanes;
      const after = cost[e];
      for (let i = 0; i < count; i++) {
        const sum = dist[at + i] + after;
        if (sum < least[i]) least[i] = sum;
      }
    }
    for (let i = 0, at = j; i < count; i++, at += width) rows[at] = least[i];
  }
}
