import { isGrid } from './build-grid.ts';
import { checkArray } from './check.ts';
import { checkQueries } from './queries.ts';
import { type Components, weakComponents } from './components.ts';
import {
  FOUND,
  NEAREST,
  NONE,
  NO_PATH,
  SOURCE_BLOCKED,
  STATUS_NAMES,
  TARGET_BLOCKED,
} from './constants.ts';
import { labelsOf } from './labels.ts';
import { noStep } from './path-length.ts';
import { forEachStep } from './steps.ts';
import type { Graph, Grid, Queries, Routes } from './types.ts';

export interface ValidateRoutesOptions {
  /** Largest relative error of a cost, for solvers that sum in another order. Default 0: the same bits. */
  tolerance?: number;
  /**
   * Prove by a search that the target of NO_PATH and NEAREST cannot be reached; where arcs are
   * one-way that takes time linear in the graph for each such query. Default true.
   */
  proveUnreachable?: boolean;
}

/**
 * Proves that every route is a path of the graph or grid from its source to its target, that its cost
 * is the cost of that path, that its status is right (blocked cells are blocked, unreachable targets
 * are unreachable) and that routes without a path have none. It does not prove that a path is a
 * shortest one: compare costs with another solver, or see `validateTree`. NOT_RUN and BUDGET_SPENT
 * claim nothing and pass.
 *
 * Throws an Error that lists the first wrong queries with what is wrong; a RangeError or TypeError
 * where the arrays themselves do not fit together.
 */
export function validateRoutes(
  data: Graph | Grid,
  queries: Queries,
  routes: Routes,
  options: ValidateRoutesOptions = {},
): void {
  const { count, source, target } = queries;
  const { status, cost, firstNode, node } = routes;
  checkQueries(data, queries);
  if (routes.count !== count) throw new RangeError(`${routes.count} routes for ${count} queries`);
  checkArray(status, 'Uint8Array', count, 'status');
  checkArray(cost, 'Float32Array', count, 'cost');
  checkArray(firstNode, 'Uint32Array', count + 1, 'firstNode');
  checkArray(node, 'Uint32Array', node?.length, 'node');

  const { relax, toCost, isOpen } = labelsOf(data);
  const reaches = reachability(data);

  /** What is wrong with route `i`; undefined where it is right. */
  const fault = (i: number): string | undefined => {
    const [s, t, code] = [source[i], target[i], status[i]];
    const path = node.subarray(firstNode[i], firstNode[i + 1]);
    if (!(code < STATUS_NAMES.length)) return `status ${code} is unknown`;
    if (firstNode[i] > firstNode[i + 1] || firstNode[i + 1] > node.length) {
      return `its path is node[${firstNode[i]} .. ${firstNode[i + 1]}] of ${node.length}`;
    }
    if (code === SOURCE_BLOCKED && isOpen(s)) return `the source is open`;
    if (code === TARGET_BLOCKED && isOpen(t)) return `the target is open`;
    if (code === NO_PATH && !(isOpen(s) && isOpen(t))) return `source or target is blocked`;
    if (
      (code === NO_PATH || code === NEAREST) &&
      options.proveUnreachable !== false &&
      reaches(s, t)
    ) {
      return `the target can be reached`;
    }

    let expected = Infinity;
    if (code === FOUND || code === NEAREST) {
      if (!path.length) return `it has no path`;
      const last = path[path.length - 1];
      if (path[0] !== s) return `the path starts at ${path[0]}`;
      if ((last === t) !== (code === FOUND)) return `the path ends at ${last}`;
      if (!isOpen(s)) return `the source is blocked`;
      let label = 0;
      for (let k = 1; k < path.length; k++) {
        let best = Infinity;
        relax(path[k - 1], label, (v, d) => {
          if (v === path[k] && d < best) best = d;
        });
        if (best === Infinity) return noStep(k - 1, path[k - 1], path[k]);
        label = best;
      }
      expected = toCost(label);
    } else if (path.length) return `its path has ${path.length} nodes`;
    // not `>`: NaN must not pass
    if (
      cost[i] !== expected &&
      !(Math.abs(cost[i] - expected) <= (options.tolerance ?? 0) * expected)
    ) {
      return `its cost is ${cost[i]}, the path costs ${expected}`;
    }
    return;
  };

  const faults: string[] = [];
  let wrong = 0;
  for (let i = 0; i < count; i++) {
    const text = fault(i);
    if (text && wrong++ < 5) {
      faults.push(`query ${i} (${source[i]} to ${target[i]}) ${STATUS_NAMES[status[i]]}: ${text}`);
    }
  }
  if (wrong) throw new Error(`${wrong} of ${count} routes are wrong\n${faults.join('\n')}`);
}

/** Whether a path leads from `s` to `t`. Remembers the last search. */
function reachability(data: Graph | Grid): (s: number, t: number) => boolean {
  let weak: Components | undefined;
  let from = NONE;
  let reached: Uint8Array;
  return (s, t) => {
    const { component } = (weak ??= weakComponents(data));
    if (component[s] !== component[t] || component[s] === NONE) return false;
    if (isGrid(data)) return true;
    if (from !== s) {
      from = s;
      reached = new Uint8Array(data.nodeCount);
      reached[s] = 1;
      const stack = [s];
      while (stack.length) {
        forEachStep(data, stack.pop()!, (v) => {
          if (!reached[v]) stack.push(v);
          reached[v] = 1;
        });
      }
    }
    return !!reached[t];
  };
}
