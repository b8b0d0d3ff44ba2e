import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
} from '@wayfield/cpu-wasm/customizable';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { type Graph, isGrid, type Queries, type Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { singleQueries } from '../../run/solvers/single-queries.ts';
import type { BenchSolver } from '../../run/solvers/solver.ts';

/** How a solver on a hierarchy is made. */
export interface HierarchyBuild<Prepared = Hierarchy> {
  /** A prepared hierarchy; default: it is built, as part of `buildMs`. */
  readonly hierarchy?: Prepared;
  /** 'cost': single queries without paths. */
  readonly result?: 'routes' | 'cost';
}

/** The contraction hierarchy of `@wayfield/cpu-wasm/hierarchy`. */
export function hierarchySolver({ hierarchy, result }: HierarchyBuild = {}): BenchSolver {
  return onHierarchy('hierarchy', result, (graph) =>
    createHierarchySolver(graph, hierarchy ?? buildHierarchy(graph)),
  );
}

/** The customizable contraction hierarchy of `@wayfield/cpu-wasm/customizable`. */
export function customizableSolver({
  hierarchy,
  result,
}: HierarchyBuild<CustomizableHierarchy> = {}): BenchSolver {
  return onHierarchy('customizable', result, (graph) =>
    createCustomizableSolver(graph, hierarchy ?? buildCustomizable(graph)),
  );
}

/** What the two solvers share. */
interface HierarchySolver {
  readonly memoryBytes: number;
  run(queries: Queries, options?: { result?: 'routes' | 'cost'; reuse?: Routes }): Routes;
  destroy(): void;
}

function onHierarchy(
  name: string,
  result: 'routes' | 'cost' | undefined,
  create: (graph: Graph) => HierarchySolver,
): BenchSolver {
  return {
    name,
    group: 'wayfield',
    exact: true,
    // sums run over shortcuts, so rounding may differ
    rounded: true,
    threads: 1,
    kind: 'graph',
    refuse: () => undefined,
    build({ data }) {
      if (isGrid(data)) throw new TypeError('a hierarchy needs a graph');
      const solver = create(data);
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
