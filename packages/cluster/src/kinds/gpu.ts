// Road queries and sweeps on the GPU of a worker, by the hierarchy.
import { checkOptions, whole } from '@wayfield/check';
import type { GpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import type { RunContext, WorkKind } from '../types.ts';
import { getMap, type StoredMap } from './maps.ts';
import { rangeOf } from './parts.ts';
import { queriesOf, roadQueries, type RoadShape, type RoadWork } from './road.ts';
import {
  emptyAnswer,
  summarise,
  type SweepAnswer,
  type SweepShape,
  sweepTrees,
  type SweepWork,
} from './sweeps.ts';

/** What `gpuRoadQueries` answers: costs of pairs of nodes. */
export type GpuRoadWork = Omit<RoadWork, 'result'>;

/** The answers of `gpuRoadQueries`. */
export interface GpuRoadAnswer {
  readonly count: number;
  /** count entries; `Infinity` where there is no path. */
  readonly cost: Float32Array;
}

/** Default queries of a chunk, 4 MiB of result. Not measured: `plan` may run without a GPU. */
const QUERIES = 1 << 20;
/** Default sources of a chunk. Not measured: `plan` may run without a GPU. */
const SOURCES = 512;
/** Bytes of distances that are read from the device at a time. */
const ROW_BYTES = 1 << 28;
const QUERY_RULES = { perChunk: whole(1, QUERIES) };
const SOURCE_RULES = { perChunk: whole(1, 65_536) };

/**
 * Costs of road queries on the GPU of a worker. All GPUs give the same bits; they may differ from
 * those of `roadQueries` in the last bits, where sums are rounded.
 *
 * @example
 * const run = await cluster.submit(gpuRoadQueries, { graph, random: { count: 100 } });
 * const { cost } = await run.merge();
 * console.log(cost.length); // 100
 */
export const gpuRoadQueries: WorkKind<GpuRoadWork, GpuRoadAnswer> = {
  name: 'gpu-road-queries',
  version: 1,
  parallel: true,
  gpu: true,
  plan(work, context) {
    const { perChunk = QUERIES } = work;
    checkOptions('gpuRoadQueries', { perChunk }, QUERY_RULES);
    return roadQueries.plan({ ...work, perChunk, result: 'cost' }, context);
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as RoadShape;
    const queries = await queriesOf(shape, ...rangeOf(chunk), context);
    const solver = await solverOn(shape.map, context);
    const { cost } = await solver.run(queries);
    return { cost };
  },
  async merge(parts, shape) {
    const { count } = shape as unknown as RoadShape;
    const cost = new Float32Array(count);
    let at = 0;
    for await (const { arrays } of parts) {
      cost.set(arrays.cost as Float32Array, at);
      at += arrays.cost.length;
    }
    return { count, cost };
  },
};

/**
 * Trees of distances on a road network by sweeps on the GPU of a worker: the answers of
 * `sweepTrees`, bit for bit.
 *
 * @example
 * const run = await cluster.submit(gpuSweepTrees, { graph, hierarchy, sources });
 * const { farthest } = await run.merge();
 * console.log(farthest.length); // 3
 */
export const gpuSweepTrees: WorkKind<SweepWork, SweepAnswer> = {
  ...sweepTrees,
  name: 'gpu-sweep-trees',
  version: 1,
  parallel: true,
  gpu: true,
  plan(work, context) {
    const { perChunk = SOURCES } = work;
    checkOptions('gpuSweepTrees', { perChunk }, SOURCE_RULES);
    return sweepTrees.plan({ ...work, perChunk }, context);
  },
  async run(chunk, context) {
    const { map, sources, result } = context.shape as unknown as SweepShape;
    const solver = await solverOn(map, context);
    const [from, to] = rangeOf(chunk);
    const bytes = await context.slice(sources, 4 * from, 4 * to);
    const list = new Uint32Array(bytes.slice().buffer);
    return sweep(solver, list, map.nodeCount, result === 'dist');
  },
};

async function sweep(
  solver: GpuHierarchySolver,
  sources: Uint32Array,
  nodeCount: number,
  keep: boolean,
): Promise<Omit<SweepAnswer, 'count'>> {
  const { count: _, ...answer } = emptyAnswer(sources.length, keep ? nodeCount : 0);
  const rowsAtOnce = Math.max(1, Math.floor(ROW_BYTES / (4 * nodeCount)));
  for (let first = 0; first < sources.length; first += rowsAtOnce) {
    const rows = await solver.distances(sources.subarray(first, first + rowsAtOnce));
    rows.forEach((row, i) => {
      summarise(row, first + i, answer);
      if (keep) answer.dist.set(row, (first + i) * nodeCount);
    });
  }
  return answer;
}

function solverOn(map: StoredMap, context: RunContext): Promise<GpuHierarchySolver> {
  return context.prepared(
    `gpu ${map.graph} ${map.hierarchy}`,
    async () => {
      const device = (await context.device()) as GPUDevice;
      // loaded here, so that a program that only submits and reads needs no package for GPUs
      const { createGpuHierarchySolver } = await import('@wayfield/gpu/hierarchy');
      return createGpuHierarchySolver(device, (await getMap(map, context)).hierarchy);
    },
    (solver) => solver.destroy(),
  );
}
