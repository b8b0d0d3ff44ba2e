import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
} from '@wayfield/cpu-wasm/customizable';
import { isGrid } from '@wayfield/graph';
import { singleQueries } from './single-queries.ts';
import type { BenchSolver } from './solver.ts';

export interface CustomizableBuild {
  /** Default: it is built, as part of `buildMs`. */
  readonly hierarchy?: CustomizableHierarchy;
  /** 'cost': single queries without paths. */
  readonly result?: 'routes' | 'cost';
}

/** The customizable contraction hierarchy of `@wayfield/cpu-wasm/customizable`. */
export function customizableSolver({ hierarchy, result }: CustomizableBuild = {}): BenchSolver {
  return {
    name: 'customizable',
    group: 'wayfield',
    exact: true,
    // it adds up over shortcuts
    rounded: true,
    threads: 1,
    kind: 'graph',
    refuse: () => undefined,
    build({ data }) {
      if (isGrid(data)) throw new TypeError('a hierarchy needs a graph');
      const solver = createCustomizableSolver(data, hierarchy ?? buildCustomizable(data));
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
