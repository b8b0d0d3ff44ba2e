import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { isGrid, type Queries, type Routes } from '@wayfield/graph';
import type { BenchSolver } from './solver.ts';

/** The contraction hierarchy of `@wayfield/cpu-wasm/hierarchy`; building it is part of `buildMs`. */
export function hierarchySolver(): BenchSolver {
  return {
    name: 'hierarchy',
    group: 'wayfield',
    exact: true,
    // it adds up over shortcuts
    rounded: true,
    threads: 1,
    kind: 'graph',
    refuse: () => undefined,
    build({ data }) {
      if (isGrid(data)) throw new TypeError('a hierarchy needs a graph');
      const solver = createHierarchySolver(data, buildHierarchy(data));
      const one: Queries = { count: 1, source: new Uint32Array(1), target: new Uint32Array(1) };
      let routes: Routes | undefined;
      return {
        get memoryBytes() {
          return solver.memoryBytes;
        },
        sharedBytes: null,
        ask(source, target) {
          one.source[0] = source;
          one.target[0] = target;
          routes = solver.run(one, routes ? { reuse: routes } : undefined);
        },
        answer() {
          if (!routes) throw new Error('no query was asked');
          return {
            status: routes.status[0],
            cost: routes.cost[0],
            path: routes.node.subarray(routes.firstNode[0], routes.firstNode[1]),
            ...(routes.settled && { settled: routes.settled[0] }),
          };
        },
        batch: (queries) => solver.run(queries),
        destroy: () => solver.destroy(),
      };
    },
  };
}
