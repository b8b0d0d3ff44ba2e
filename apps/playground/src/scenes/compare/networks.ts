import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import type { Graph } from '@wayfield/graph';
import { randomQueries, roadGraph } from '@wayfield/graph/generators';
import { gpuQueries, pathProblem } from './pairs.ts';
import { type Problem, type ProblemOptions, threads } from './problem.ts';

const SIDES = { small: 40, medium: 150, large: 400 } as const;

/** The roads of the file, else made-up ones, and their places. */
async function networkOf({ size, seed, file }: ProblemOptions): Promise<[Graph, string]> {
  if (!file) return [roadGraph(SIDES[size], SIDES[size], { seed }), 'a made-up road network'];
  const { readRoads } = await import('../roads/read-roads.ts');
  const options = { profile: 'car', weight: 'metres', largestComponent: true } as const;
  const { graph } = await readRoads(file.name, file.bytes, options);
  if (graph.nodeCount < 2) throw new RangeError('no roads for cars in it');
  return [graph, file.name];
}

export async function roadProblem(options: ProblemOptions): Promise<Problem> {
  const { count, seed, device } = options;
  const [made, where] = await networkOf(options);
  // whole metres, so that sums in a hierarchy are exact
  const graph = { ...made, weight: made.weight.map((metres) => Math.max(1, Math.ceil(metres))) };
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
  const junctions = graph.nodeCount.toLocaleString('en');
  const words = { title: 'Roads', what: `Shortest paths on ${where} of ${junctions} junctions` };
  return pathProblem(words, graph, queries, options, [
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
  ]);
}
