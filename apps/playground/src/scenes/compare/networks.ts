import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { firstQueries, referenceBackend } from './pairs.ts';
import { type Problem, type ProblemOptions, SOFTWARE_QUERIES, threads } from './problem.ts';

const SIDES = { small: 40, medium: 150, large: 400 } as const;

export function roadProblem({ size, count, seed, software, device }: ProblemOptions): Problem {
  const side = SIDES[size];
  const made = roadGraph(side, side, { seed });
  // whole metres: the sums of a hierarchy are exact then, too
  const graph = { ...made, weight: made.weight.map(Math.ceil) };
  const queries = randomQueries(graph, count, { seed });
  const gpuQueries = firstQueries(queries, software ? SOFTWARE_QUERIES : count);
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
      {
        kind: 'thread',
        title: 'A*',
        prepare() {
          const solver = createWasmSolver(graph);
          return { run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
        },
      },
      {
        kind: 'thread',
        title: 'Hierarchy',
        prepare() {
          const { hierarchy, note } = hierarchyOf();
          const solver = createHierarchySolver(graph, hierarchy);
          return { note, run: () => solver.run(queries).cost, destroy: () => solver.destroy() };
        },
      },
      {
        kind: 'pool',
        title: 'A*',
        async prepare() {
          const pool = await createWasmPool(graph, {});
          return {
            run: async () => (await pool.run(queries)).cost,
            note: pool.fallback ?? threads(pool.threads),
            destroy: () => pool.destroy(),
          };
        },
      },
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
      {
        kind: 'gpu',
        count: gpuQueries.count,
        title: 'A*',
        async prepare() {
          const { createGpuSolver } = await import('@wayfield/gpu');
          const solver = await createGpuSolver(await device(), graph);
          return {
            run: async () => (await solver.run(gpuQueries)).cost,
            destroy: () => solver.destroy(),
          };
        },
      },
      {
        kind: 'gpu',
        count: gpuQueries.count,
        title: 'Hierarchy',
        async prepare() {
          const { createGpuHierarchySolver } = await import('@wayfield/gpu/hierarchy');
          const solver = await createGpuHierarchySolver(await device(), hierarchyOf().hierarchy);
          return {
            run: async () => (await solver.run(gpuQueries)).cost,
            destroy: () => solver.destroy(),
          };
        },
      },
      referenceBackend(graph, queries),
    ],
  };
}
