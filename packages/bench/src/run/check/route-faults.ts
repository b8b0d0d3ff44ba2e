import { type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { sliceQueries } from '../problems/problem.ts';

/**
 * The most faults that are located one by one, each by halving the queries. A solver with more is
 * broken anyway.
 */
const MOST = 50;

/**
 * The faults that the validator of `@wayfield/graph` finds, by query: broken paths, wrong ends,
 * wrong costs and wrong statuses. At most 50.
 */
export function findRouteFaults(
  data: Graph | Grid,
  queries: Queries,
  routes: Routes,
): Map<number, string> {
  const faults = new Map<number, string>();
  const look = (from: number, to: number): void => {
    if (from === to || faults.size >= MOST) return;
    try {
      validateRoutes(data, sliceQueries(queries, from, to), sliceRoutes(routes, from, to));
    } catch (error) {
      const middle = (from + to) >> 1;
      if (to - from === 1) {
        faults.set(from, shorten((error as Error).message));
        return;
      }
      const before = faults.size;
      look(from, middle);
      look(middle, to);
      // wrong as a whole: the arrays do not fit together
      if (faults.size === before) faults.set(from, (error as Error).message);
    }
  };
  look(0, queries.count);
  return faults;
}

/** Routes `from .. to`, on the same arrays. */
export function sliceRoutes(routes: Routes, from: number, to: number): Routes {
  return {
    count: to - from,
    status: routes.status.subarray(from, to),
    cost: routes.cost.subarray(from, to),
    firstNode: routes.firstNode.subarray(from, to + 1),
    node: routes.node,
    ...(routes.settled && { settled: routes.settled.subarray(from, to) }),
  };
}

/** Removes `1 of 1 routes are wrong` and the name of the query, which the caller knows. */
function shorten(message: string): string {
  return message.replace(/^1 of 1 routes are wrong\n/, '').replace(/^query 0 \([^)]*\) /, '');
}
