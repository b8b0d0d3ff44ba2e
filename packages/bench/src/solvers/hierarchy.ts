import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { isGrid } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { singleQueries } from './single-queries.ts';
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
      return {
        get memoryBytes() {
          return solver.memoryBytes;
        },
        sharedBytes: null,
        ...singleQueries((query, reuse) =>
          solver.run(query, { ...(result && { result }), ...(reuse && { reuse }) }),
        ),
        batch: (queries) => solver.run(queries),
        destroy: () => solver.destroy(),
      };
    },
  };
}
