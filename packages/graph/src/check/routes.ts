import { checkMap, someRoutes } from './kinds.ts';
import { checkOptions, either, flag, number, oneOf, refuse, refuseNumber } from '@wayfield/check';
import { isGrid } from '../build/grid.ts';
import { checkArray } from './check.ts';
import { checkQueries } from '../queries/queries.ts';
import { type Components, weakComponents } from '../queries/components.ts';
import {
  BUDGET_SPENT,
  FOUND,
  NEAREST,
  NONE,
  NOT_RUN,
  SOURCE_BLOCKED,
  STATUS_NAMES,
} from '../types/constants.ts';
import { labelsOf, statusOf } from '../queries/labels.ts';
import { nearestCell } from '../queries/nearest-cell.ts';
import { stepTo } from '../queries/path-length.ts';
import { statusName } from '../queries/paths.ts';
import { referenceDijkstra } from '../queries/reference.ts';
import type { Graph, Grid, NearestEnds, Queries, Routes, Tree } from '../types/data.ts';

/** Options of `validateRoutes`. */
export interface ValidateRoutesOptions {
  /**
   * Largest relative error of a cost, for solvers that sum in another order. Default 0: the same
   * bits.
   */
  tolerance?: number;
  /**
   * The `nearest` of the run. With 'source' or 'both', a path from a blocked cell has to start at
   * the nearest open one. Default false: every path starts at its source.
   */
  nearest?: NearestEnds;
}

const RULES = {
  tolerance: number(0),
  nearest: either(oneOf('source', 'target', 'both'), flag),
};

/**
 * Proves that every route is a path of the graph or grid from its source to its target, that its
 * cost is the cost of that path, that its status is right (what is called blocked is, and what is
 * called unreachable is) and that routes without a path have none. It does not prove that a path is
 * a shortest one: compare costs with another solver, or see `validateTree`. Nor does it prove that
 * no other node in reach is nearer to the target than the end of a path of status NEAREST. NOT_RUN
 * and BUDGET_SPENT claim nothing and pass. On graphs, NO_PATH and NEAREST take a full search from
 * each new source whose target is in the same weak component.
 *
 * Throws an Error that lists the first five wrong queries; a RangeError or TypeError where the
 * arrays themselves do not fit together.
 */
export function validateRoutes(
  data: Graph | Grid,
  queries: Queries,
  routes: Routes,
  options: ValidateRoutesOptions = {},
): void {
  checkMap(data);
  checkQueries(data, queries);
  someRoutes(routes, 'routes');
  checkOptions('validateRoutes', options, RULES);
  const { count, source, target } = queries;
  const { status, cost, firstNode, node } = routes;
  if (routes.count !== count) refuseNumber('routes.count', routes.count, String(count));
  checkArray(status, Uint8Array, count, 'status');
  checkArray(cost, Float32Array, count, 'cost');
  checkArray(firstNode, Uint32Array, count + 1, 'firstNode');
  checkArray(node, Uint32Array, node?.length, 'node');
  const labels = labelsOf(data);
  const { add, toCost } = labels;
  const reaches = reachability(data);

  const startOf = startFinder(data, options.nearest);

  /** Throws what is wrong with the answer `code` to the query from `s` to `t`. */
  const check = (i: number, code: number, s: number, t: number): void => {
    const [from, to] = firstNode.subarray(i, i + 2);
    const path = node.subarray(from, to);
    const { length } = path;
    const last = length - 1;
    const start = startOf(s);
    if (length !== to - from) refuse(`firstNode[${i + 1}]`, to, `${from} to ${node.length}`);
    let expected = Infinity;
    if (code === FOUND || code === NEAREST) {
      if (path[0] !== start) refuse('path[0]', path[0], start);
      if (code === FOUND && path[last] !== t) refuse(`path[${last}]`, path[last], t);
      let label = 0;
      for (let k = 1; k < length; k++) label = add(label, ...stepTo(data, path, k));
      expected = toCost(label);
    } else if (length) refuse('path.length', length, 0);
    // Without a path `expected` is Infinity, and the cost must be Infinity too: no tolerance. The
    // test is `!(… <= …)`, not `>`, so that a cost of NaN does not pass.
    const tolerance = expected < Infinity ? (options.tolerance ?? 0) : 0;
    if (cost[i] !== expected && !(Math.abs(cost[i] - expected) <= tolerance * expected)) {
      refuse('cost', cost[i], expected);
    }

    if (code === NOT_RUN || code === BUDGET_SPENT) return;
    // a path to the target, checked above, needs no search to prove that the target is reached
    const right = statusOf(labels, start, t, () => path[last] === t || reaches(start, t));
    if (right === FOUND && start !== s) {
      // only the source was replaced: the path has to end at the target
      if (code !== NEAREST) refuse('status', code, `${NEAREST} (NEAREST)`);
      if (path[last] !== t) refuse(`path[${last}]`, path[last], t);
      return;
    }
    // Codes above NEAREST say why there is no path (types/constants.ts). NEAREST may stand for a
    // target that cannot be reached or is blocked, not for a blocked source.
    if (code !== right && !(code === NEAREST && right > NEAREST && right !== SOURCE_BLOCKED)) {
      refuse('status', code, `${right} (${statusName(right)})`);
    }
  };

  const faults: string[] = [];
  for (let i = 0; i < count; i++) {
    try {
      check(i, status[i], source[i], target[i]);
    } catch (error) {
      const name = STATUS_NAMES[status[i]];
      faults.push(
        `\nquery ${i} (${source[i]} to ${target[i]}) ${name}: ${(error as Error).message}`,
      );
    }
  }
  if (faults.length) {
    throw new Error(`${faults.length} of ${count} routes are wrong${faults.slice(0, 5).join('')}`);
  }
}

/** Returns the function that tells at which node a path from a source has to start. */
function startFinder(data: Graph | Grid, nearest?: NearestEnds): (s: number) => number {
  if (!isGrid(data) || (nearest !== 'source' && nearest !== 'both')) return (s) => s;
  return (s) => {
    const start = nearestCell(data, s);
    return start === NONE ? s : start;
  };
}

/**
 * Returns the function that tells whether a path leads from `s` to `t`. On grids the weak
 * components decide. On graphs a search from `s` does; its tree is kept until another source comes.
 */
function reachability(data: Graph | Grid): (s: number, t: number) => boolean {
  let weak: Components | undefined;
  let tree: Tree | undefined;
  return (s, t) => {
    const { component } = (weak ??= weakComponents(data));
    if (component[s] !== component[t] || component[s] === NONE) return false;
    if (isGrid(data)) return true;
    if (tree?.source !== s) tree = referenceDijkstra(data, s);
    return tree.dist[t] < Infinity;
  };
}
