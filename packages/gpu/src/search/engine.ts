import type { Queries } from '@wayfield/graph';
import { inWords } from '../memory-plan.ts';
import type { Kernel, Resources } from '../pipeline.ts';
import type { CostUnits } from './costs.ts';
import type { OrderRule } from './order.ts';
import type { TreeField } from './tree-field.ts';
import type { Result } from './wave.ts';

/** Words of the largest Params. */
export const PARAM_WORDS = 20;

/** A kernel that answers the queries of a wave. */
export interface Searcher {
  readonly kernel: (result: Result) => Kernel;
  /** By binding number: 1, 6 and 7. The others are the wave's. */
  readonly resources: Resources;
  /** What its labels count. */
  readonly units: CostUnits;
  /** Params, of at most PARAM_WORDS, for the queries `begin` .. `limit` - 1 of a wave of `count` queries. */
  params(count: number, begin: number, limit: number, pathWords: number): Uint32Array<ArrayBuffer>;
  /** Workgroups for so many queries. */
  workgroups(count: number): number;
  /** Most queries of one dispatch, so that none of them lasts long. */
  readonly perDispatch: number;
  /** Queries are taken in an order by this rule, bound at 8. */
  readonly order?: OrderRule;
  /** Called before a dispatch of so many queries is recorded. */
  prepare?(encoder: GPUCommandEncoder, count: number): void;
  /** Makes memory for the searches of a wave of so many queries, where there is too little. */
  reserve?(queries: number): Promise<void>;
  /** Called with the results that came back, before anything looks at them. */
  amend?(results: Uint32Array, queries: Queries): void;
}

/** Searches of their own for every query, with what they keep on the GPU from wave to wave. */
export interface Engine extends Searcher {
  readonly variant: 'workgroup' | 'invocation';
  /** The words of the Problem, but where invocations go without. */
  readonly map: GPUBuffer;
  readonly memoryBytes: number;
  /** The most that `reserve` takes it to. */
  readonly mostBytes: number;
  destroy(): void;
}

/** Milliseconds that `share: 'auto'` expected. */
export interface ShareExpectation {
  readonly search: number;
  readonly chosen: number;
}

/** What tests reach that callers have no use for. */
export interface Internals {
  /** Invocations: the stamp of the first search. Default 1. */
  readonly generation?: number;
  /** Invocations: below this stamp searches count before the records are cleared. Default 2^27, what fits. */
  readonly generations?: number;
  /** Uniform grids: steps count so many times their ticks, so that small maps have large labels. */
  readonly tickScale?: number;
  /** Uniform grids: paths are longer than this many ticks. Default: a bound from the map. */
  readonly longest?: number;
  /** Milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  /** Makes the trees of a side. */
  readonly makeTrees?: () => Promise<TreeField>;
  /** Called with what 'auto' expected: milliseconds of searches, and of its choice. */
  readonly told?: (expected: ShareExpectation) => void;
  /** Workgroups: rounds and windows after which a search is given up. Default: a bound from the map. */
  readonly rounds?: number;
  /** Ticks from which the trees of such maps count anew; see TreeTuning. */
  readonly window?: number;
}

/** What all engines are made of. */
export interface EngineOptions {
  readonly algorithm: 'astar' | 'dijkstra' | 'greedy';
  readonly heuristic: 'zero' | 'manhattan' | 'octile' | 'euclidean';
  /** Bytes that the engine may hold. */
  readonly budget: number;
  readonly tuning: SearchTuning;
  /** The heuristic may overestimate. */
  readonly loose: boolean;
  readonly internals: Internals;
}

/** How a kernel is cut to the device; costs do not depend on it. */
export interface SearchTuning {
  /** Invocations of a workgroup: a power of two from 32 on. Default: by variant and size of the map. */
  readonly workgroupSize?: number;
  /** Searches under way at a time. Default: by the memory budget, at most 2048, by invocations 32768 (Dijkstra) or 65536. */
  readonly slots?: number;
  /** Queries per dispatch: what a browser's watchdog has to wait for. */
  readonly queriesPerDispatch?: number;
  /** 'workgroup': invocations that share the arcs of a node. Default: by the number of arcs. */
  readonly lanesPerNode?: number;
  /** 'workgroup': width of the near queue's window, in mean weights. Default 2. */
  readonly window?: number;
  /** 'workgroup': keep the state in storage even where it fits into workgroup memory. Default false. */
  readonly large?: boolean;
  /** 'invocation': heap and records as in the studies, also where queues do without. Default false. */
  readonly heap?: boolean;
  /** 'invocation': entry i of all searches side by side. Default: as `heap`. */
  readonly interleaved?: boolean;
}

/**
 * Slots to make where `made` are there and `count` queries come: some more than they need, at most
 * `slots`, so that batches that grow little by little do not make them anew each time.
 */
export function slotsFor(count: number, made: number, slots: number): number {
  if (count <= made) return made;
  return Math.min(slots, 2 ** Math.ceil(Math.log2(Math.max(64, count))));
}

/**
 * The workgroup size asked for, or the default.
 *
 * @throws RangeError where the device does not take it.
 */
export function lanesOf(device: GPUDevice, asked: number | undefined, usual: number): number {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = device.limits;
  const widest = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
  const lanes = asked ?? Math.min(usual, widest);
  if (!(Number.isInteger(Math.log2(lanes)) && lanes >= 32 && lanes <= widest)) {
    throw new RangeError(
      `workgroupSize is ${lanes}: it must be a power of two from 32 to ${widest}`,
    );
  }
  return lanes;
}

/** Throws unless one search of `slotBytes` fits beside the map. */
export function checkSlots(
  slots: number,
  slotBytes: number,
  mapBytes: number,
  budget: number,
  binding: number,
): void {
  if (slots >= 1) return;
  throw new RangeError(
    `one search needs ${inWords(slotBytes)} bytes beside the ${inWords(mapBytes)} of the map: ` +
      `memoryBudget is ${inWords(budget)}, one binding holds ${inWords(binding)}`,
  );
}
