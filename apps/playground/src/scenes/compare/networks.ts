import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { gpuBackend, gpuQueries, poolBackend, referenceBackend, threadBackend } from './pairs.ts';
import { type Problem, type ProblemOptions, threads } from './problem.ts';

const SIDES = { small: 40, medium: 150, large: 400 } as const;

export function roadProblem(options: ProblemOptions): Problem {
  const { size, count, seed, device } = options;
  const side = SIDES[size];
  const made = roadGraph(side, side, { seed });
  // whole metres: the sums of a hierarchy are exact then, too
  const graph = { ...made, weight: made.weight.map(Math.ceil) };
  const queries = randomQueries(graph, count, { seed });
  const asked = gpuQueries(queries, options);
  let built: { hierarchy: ReturnType<typeof buildHierarchy>; note: string } | undefined;
  function hierarchyOf(): NonNullable<typeof built> {
    if (!built) {
      const began = performance.now();
      const hierarchy = buildHierarchy(graph);
      const ms = performance.now() - began;
      built = { hierarchy, note: `hierarchy built in ${ms.toFixed(0)} ms` };
    }
    return built;
  }
  return {
    title: 'Roads',
    what: `Shortest paths on a road network of ${graph.nodeCount.toLocaleString('en')} junctions`,
    unit: 'path',
    count,
    tolerance: 0,
    backends: [
      threadBackend(graph, queries, 'A*', 'astar'),
      {
        kind: 'thread',
        title: 'Hierarchy',
        prepare() {
          const { hierarchy, note } = hierarchyOf();
          const solver = createHierarchySolver(graph, hierarchy);
          return { note, run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
        },
      },
      poolBackend(graph, queries),
      {
        kind: 'pool',
        title: 'Hierarchy',
        async prepare() {
          const pool = await createHierarchyPool(graph, hierarchyOf().hierarchy);
          return {
            run: async () => (await pool.run(queries)).cost,
            note: pool.fallback ?? threads(pool.threads),
            destroy: () => pool.destroy(),
          };
        },
      },
      gpuBackend(graph, queries, options),
      {
        kind: 'gpu',
        title: 'Hierarchy',
        count: asked.count,
        async prepare() {
          const { createGpuHierarchySolver } = await import('@wayfield/gpu/hierarchy');
          const solver = await createGpuHierarchySolver(await device(), hierarchyOf().hierarchy);
          return {
            run: async () => (await solver.run(asked)).cost,
            destroy: () => solver.destroy(),
          };
        },
      },
      referenceBackend(graph, queries),
    ],
  };
}
