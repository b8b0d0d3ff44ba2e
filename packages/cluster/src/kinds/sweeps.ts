// Distances from sources to all nodes, 16 sources to a sweep.
import { checkOptions, list, oneOf, whole } from '@wayfield/check';
import { createHierarchySolver, type HierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { checkNodes } from '@wayfield/graph';
import { MOST_RESULT_BYTES } from '../limits.ts';
import type { Arrays, Json, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit, unitsPerChunk } from './calibrate.ts';
import { completeMap, putMap, type RoadMap, solverOn, type StoredMap } from './maps.ts';

/** What `sweepTrees` computes: the distances from each source to all nodes. */
export interface SweepWork extends RoadMap {
  readonly sources: ArrayLike<number>;
  /**
   * 'summary': per source the number of reached nodes, the largest distance and the sum of all.
   * 'dist': all distances, 4 bytes per source and node. Default 'summary'.
   */
  readonly result?: 'summary' | 'dist';
  /**
   * Sources in a chunk, fewer if the distances of 'dist' take more than 32 MiB. Default: calibrated
   * to `chunkSeconds` of one thread.
   */
  readonly perChunk?: number;
}

/** The answers of `sweepTrees`, one entry per source. */
export interface SweepAnswer {
  readonly count: number;
  /** Nodes that are reached, the source among them. */
  readonly reached: Uint32Array;
  /** The largest distance to a node that is reached. */
  readonly farthest: Float32Array;
  /** The sum of the distances to the nodes that are reached, in f64. */
  readonly sum: Float64Array;
  /** count * nodeCount distances, row by row, for `result: 'dist'`; else without entries. */
  readonly dist: Float32Array;
}

/** Sources of one sweep, as in the kernels of @wayfield/cpu-wasm. */
const LANES = 16;
const MOST_PER_CHUNK = 65_536;
const WORK_RULES = { result: oneOf('summary', 'dist'), perChunk: whole(1, MOST_PER_CHUNK) };

/** What chunks of sweeps share. */
export interface SweepShape {
  readonly map: StoredMap;
  readonly count: number;
  readonly sources: string;
  readonly result: 'summary' | 'dist';
}

/**
 * Trees of distances on a road network by sweeps over its hierarchy (PHAST: Delling, Goldberg,
 * Nowatzyk and Werneck 2011), 16 sources at a time.
 *
 * @example
 * const run = await cluster.submit(sweepTrees, { graph, hierarchy, sources });
 * const { farthest } = await run.merge();
 * console.log(farthest.length); // 3
 */
export const sweepTrees: WorkKind<SweepWork, SweepAnswer> = {
  name: 'sweep-trees',
  version: 1,
  async plan(work, context) {
    const map = completeMap(work);
    const { sources, result = 'summary', perChunk } = work;
    checkOptions(
      'sweepTrees',
      perChunk === undefined ? { result } : { result, perChunk },
      WORK_RULES,
    );
    list(sources, 'sources');
    const { nodeCount } = map.graph;
    checkNodes(sources, nodeCount, 'sources');
    const most = result === 'dist' ? mostTrees(nodeCount) : MOST_PER_CHUNK;
    const size = Math.min(most, perChunk ?? calibrated(map, sources, context.chunkSeconds));
    const shape: SweepShape = {
      map: await putMap(map, context),
      count: sources.length,
      sources: await context.put(new Uint8Array(Uint32Array.from(sources).buffer)),
      result,
    };
    return { shape: shape as unknown as Json, chunks: ranges(sources.length, size) };
  },
  async run(chunk, context) {
    const [from, to] = chunk as unknown as readonly [number, number];
    const { map, sources, result } = context.shape as unknown as SweepShape;
    const solver = await solverOn(map, context);
    const bytes = await context.slice(sources, 4 * from, 4 * to);
    return sweep(solver, new Uint32Array(bytes.slice().buffer), map.nodeCount, result === 'dist');
  },
  async merge(parts, shape) {
    const { count, result, map } = shape as unknown as SweepShape;
    const answer = emptyAnswer(count, result === 'dist' ? map.nodeCount : 0);
    let at = 0;
    for await (const { arrays } of parts) {
      answer.reached.set(arrays.reached as Uint32Array, at);
      answer.farthest.set(arrays.farthest as Float32Array, at);
      answer.sum.set(arrays.sum as Float64Array, at);
      if (result === 'dist') answer.dist.set(arrays.dist as Float32Array, at * map.nodeCount);
      at += arrays.reached.length;
    }
    return answer;
  },
};

/** Most trees of a chunk: as many as take an eighth of the largest result, but at least one. */
function mostTrees(nodeCount: number): number {
  return Math.max(1, Math.floor(MOST_RESULT_BYTES / 8 / (4 * Math.max(1, nodeCount))));
}

/** An answer of `count` sources, with room for the distances to this many nodes. */
export function emptyAnswer(count: number, nodes: number): SweepAnswer {
  return {
    count,
    reached: new Uint32Array(count),
    farthest: new Float32Array(count),
    sum: new Float64Array(count),
    dist: new Float32Array(count * nodes),
  };
}

function sweep(
  solver: HierarchySolver,
  sources: Uint32Array,
  nodeCount: number,
  keep: boolean,
): Arrays {
  const { count: _, ...answer } = emptyAnswer(sources.length, keep ? nodeCount : 0);
  const row = new Float32Array(nodeCount);
  for (let first = 0; first < sources.length; first += LANES) {
    const some = sources.subarray(first, first + LANES);
    const trees = solver.trees(some);
    for (let i = 0; i < some.length; i++) {
      trees.distInto(i, row);
      summarise(row, first + i, answer);
      if (keep) answer.dist.set(row, (first + i) * nodeCount);
    }
  }
  return answer;
}

/** Writes what a source reaches, from its distances to all nodes. */
export function summarise(
  row: Float32Array,
  at: number,
  { reached, farthest, sum }: Pick<SweepAnswer, 'reached' | 'farthest' | 'sum'>,
): void {
  let count = 0;
  let largest = 0;
  let total = 0;
  for (let v = 0; v < row.length; v++) {
    const dist = row[v];
    if (dist === Infinity) continue;
    count++;
    total += dist;
    if (dist > largest) largest = dist;
  }
  reached[at] = count;
  farthest[at] = largest;
  sum[at] = total;
}

function calibrated(
  { graph, hierarchy }: Required<RoadMap>,
  sources: ArrayLike<number>,
  seconds: number,
): number {
  if (sources.length === 0) return LANES;
  const solver = createHierarchySolver(graph, hierarchy);
  try {
    const some = Uint32Array.from({ length: LANES }, (_, i) => sources[i % sources.length]);
    const perSweep = secondsPerUnit((units) => {
      for (let i = 0; i < units; i++) sweep(solver, some, graph.nodeCount, false);
    }, 64);
    return LANES * unitsPerChunk(seconds, perSweep, MOST_PER_CHUNK / LANES);
  } finally {
    solver.destroy();
  }
}
