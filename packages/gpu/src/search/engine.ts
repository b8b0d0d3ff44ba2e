// What answers the queries of a wave, and what all kinds of engines share.
//
//   Searcher     a kernel with its bindings and parameters
//   Engine       a Searcher with the memory of its searches: workgroup-engine.ts and
//                invocation-engine.ts; choose-engine.ts picks one
//   TreeEngine   finds trees, and answers from them by its Searcher: tree-engine.ts
import type { Kernel, Resources } from '@wayfield/gpu-core';
import { grouped } from '@wayfield/gpu-core/internal';
import type { Queries } from '@wayfield/graph';
import type { CostUnits } from './costs.ts';
import type { Result } from './layout.ts';
import type { OrderRule } from './order.ts';
import type { MapInternals } from './problem.ts';

/** The queries of a wave that one dispatch answers. */
export interface DispatchRange {
  /** Queries of the wave. */
  readonly count: number;
  /** The dispatch answers queries `begin` to `limit` - 1. */
  readonly begin: number;
  readonly limit: number;
  /** Words of the buffer for paths. */
  readonly pathWords: number;
}

/** A kernel that answers the queries of a wave. */
export interface Searcher {
  readonly kernel: (result: Result) => Kernel;
  /** Bindings 1, 6 and 7: map and workspaces, or trees. All others are the wave's (layout.ts). */
  readonly resources: Resources;
  /** What the labels of this kernel count. */
  readonly units: CostUnits;
  /** The kernel's `Params`, of at most PARAM_WORDS words. */
  params(range: DispatchRange): Uint32Array<ArrayBuffer>;
  /** Workgroups for `count` queries. */
  workgroups(count: number): number;
  /** Most queries of one dispatch: bounds what a browser's watchdog has to wait for. */
  readonly perDispatch: number;
  /** The order in which queries are taken, bound at 8. Undefined: the order of the batch. */
  readonly order?: OrderRule;
  /** Called before a dispatch of `count` queries is recorded. */
  prepare?(encoder: GPUCommandEncoder, count: number): void;
  /** Called after a submit that failed: the device may not have run what `prepare` recorded. */
  submitFailed?(): void;
  /** Makes memory for a wave of `queries` queries, where there is too little. */
  reserve?(queries: number): Promise<void>;
  /** Called with the results that came back, before anything else reads them. */
  amend?(results: Uint32Array, queries: Queries): void;
}

/** A searcher with a search for each query, and the memory that stays from wave to wave. */
export interface Engine extends Searcher {
  readonly variant: 'workgroup' | 'invocation';
  /** The map on the device; the words of `Problem`, except for the invocation queues. */
  readonly map: GPUBuffer;
  readonly memoryBytes: number;
  /** Most bytes that the engine ever holds: those of the map and of all workspaces. */
  readonly mostBytes: number;
  destroy(): void;
}

/** The end of a query that its tree is rooted at. */
export type RootEnd = 'source' | 'target';

/** Trees to find. */
export interface TreeRequest {
  /** One node per tree. */
  readonly roots: Uint32Array;
  readonly end: RootEnd;
  /** Paths or next nodes are wanted, not only costs. */
  readonly walks: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Finds trees of several roots at once and answers queries from them. */
export interface TreeEngine {
  /** Most trees of one wave, out of `trees`. */
  waveSize(trees: number): number;
  /**
   * Finds trees. From then on `searcher` answers queries whose source is the leaf, the end of the
   * query that is not the root, and whose target is the number of the tree.
   */
  solve(request: TreeRequest): Promise<void>;
  readonly searcher: Searcher;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Milliseconds that `share: 'auto'` expected. */
export interface ShareExpectation {
  /** With a search for every query. */
  readonly search: number;
  /** With the trees that it chose. */
  readonly chosen: number;
}

/** Settings that only tests and benchmarks of this package change. */
export interface Internals extends MapInternals {
  /** Invocations: the generation of the first search. Default 1. */
  readonly generation?: number;
  /** Invocations: generations after which the records are cleared. Default 2^27: what fits. */
  readonly generations?: number;
  /** Milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  /** Makes the tree engine of an end. */
  readonly makeTrees?: () => Promise<TreeEngine>;
  /** Called with what 'auto' expected of its choice. */
  readonly onChoice?: (expected: ShareExpectation) => void;
  /** Workgroups: rounds and windows after which a search is given up. Default: by the map. */
  readonly rounds?: number;
  /** The window of tick labels in trees: see TreeTuning. */
  readonly window?: number;
}

/** What every engine is made from. */
export interface EngineOptions {
  readonly algorithm: 'astar' | 'dijkstra' | 'greedy';
  readonly heuristic: 'zero' | 'manhattan' | 'octile' | 'euclidean';
  /** Bytes that the engine may hold. */
  readonly budget: number;
  readonly tuning: SearchTuning;
  /** The option `allowInadmissible`. */
  readonly mayOverestimate: boolean;
  readonly internals: Internals;
}

/** How a kernel is cut to the device. Costs do not depend on it. */
export interface SearchTuning {
  /**
   * Invocations of a workgroup, a power of two from 32. Default: 64, or 128 where a workgroup
   * search keeps its state in storage; less where the device allows less.
   */
  readonly workgroupSize?: number;
  /**
   * Searches under way at a time, each of which has a workspace. Default: by the memory budget, at
   * most 2048; by invocations at most 32768 (Dijkstra) or 65536.
   */
  readonly workspaces?: number;
  /**
   * Most queries of one dispatch: bounds what a browser's watchdog has to wait for. Default:
   * 262,144 where workgroup memory holds the state of a search; 8 per workspace, at least 256, on
   * larger maps; for invocations 2^29 / nodes, between 1,024 and 2^20.
   */
  readonly queriesPerDispatch?: number;
  /**
   * Most queries of a wave where two are under way: `runCompact`, and `run` of large batches.
   * Default 131,072.
   */
  readonly compactWave?: number;
  /**
   * 'workgroup': invocations that share the arcs of a node, at most those of a workgroup. Default
   * 2, 4 or 8: enough for the node with the most arcs, or 8.
   */
  readonly invocationsPerNode?: number;
  /**
   * 'workgroup': width of the near queue's window, in mean weights; of greedy search in quarters of
   * a cell or metre. Default 2.
   */
  readonly window?: number;
  /** 'workgroup': keep the state in storage even where workgroup memory holds it. Default false. */
  readonly large?: boolean;
  /** 'invocation': a heap, as Bleiweiss (2008) has it, also where queues serve. Default false. */
  readonly heap?: boolean;
  /**
   * 'invocation': entry i of all searches side by side (true), or the memory of one search after
   * another. Default: the value of `heap`.
   */
  readonly interleaved?: boolean;
}

/**
 * Share of the budget beside the map that workspaces take at most. The other two fifths are for the
 * queries and paths of a wave, and for trees once queries share an end. Chosen, not measured.
 */
export const WORKSPACE_SHARE = 0.6;

/**
 * Workspaces to have for `count` queries: `made`, if these are enough, else a power of two from 64,
 * or `most` if that is less. So batches that grow little by little seldom make the memory again.
 */
export function workspacesFor(count: number, made: number, most: number): number {
  if (count <= made) return made;
  return Math.min(most, 2 ** Math.ceil(Math.log2(Math.max(64, count))));
}

/**
 * The workgroup size asked for, or the usual one.
 *
 * @throws RangeError where it is no power of two from 32, or more than the device takes.
 */
export function workgroupSizeOf(
  device: GPUDevice,
  asked: number | undefined,
  usual: number,
): number {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = device.limits;
  const widest = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
  const size = asked ?? Math.min(usual, widest);
  if (!(Number.isInteger(Math.log2(size)) && size >= 32 && size <= widest)) {
    throw new RangeError(
      `workgroupSize is ${size}: it must be a power of two from 32 to ${widest}`,
    );
  }
  return size;
}

/** What the number of workspaces was computed from. */
interface WorkspaceNeed {
  readonly workspaces: number;
  readonly workspaceBytes: number;
  readonly mapBytes: number;
  readonly budget: number;
  readonly binding: number;
}

/** Throws unless one search fits beside the map. */
export function checkWorkspaces(need: WorkspaceNeed): void {
  if (need.workspaces >= 1) return;
  const { workspaceBytes, mapBytes, budget, binding } = need;
  throw new RangeError(
    `one search needs ${grouped(workspaceBytes)} bytes beside the ${grouped(mapBytes)} of the ` +
      `map: memoryBudget is ${grouped(budget)}, one binding holds ${grouped(binding)}`,
  );
}
