import { pathOf, type Queries, type Routes } from '@wayfield/graph';
import type { BuiltSolver } from './solver.ts';

/** Makes a solver of batches answer one query at a time, in arrays that it reuses. */
export function singleQueries(
  run: (query: Queries, reuse: Routes | undefined) => Routes,
): Required<Pick<BuiltSolver, 'ask' | 'answer'>> {
  const one: Queries = { count: 1, source: new Uint32Array(1), target: new Uint32Array(1) };
  let routes: Routes | undefined;
  return {
    ask(source, target) {
      one.source[0] = source;
      one.target[0] = target;
      routes = run(one, routes);
    },
    answer() {
      if (!routes) throw new Error('no query was asked');
      return {
        status: routes.status[0],
        cost: routes.cost[0],
        path: pathOf(routes, 0),
        ...(routes.settled && { settled: routes.settled[0] }),
      };
    },
  };
}
