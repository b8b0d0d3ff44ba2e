import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { isGrid, type Queries, type Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { BenchSolver } from './solver.ts';

export interface HierarchyBuild {
  /** Default: it is built, as part of `buildMs`. */
  readonly hierarchy?: Hierarchy;
  /** 'cost': single queries without paths. */
  readonly result?: 'routes' | 'cost';
}

/** The contraction hierarchy of `@wayfield/cpu-wasm/hierarchy`. */
export function hierarchySolver({ hierarchy, result }: HierarchyBuild = {}): BenchSolver {
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
      const solver = createHierarchySolver(data, hierarchy ?? buildHierarchy(data));
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
          routes = solver.run(one, { ...(result && { result }), ...(routes && { reuse: routes }) });
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
