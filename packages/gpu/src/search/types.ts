// The public interface of the search solver.
import type { NearestEnds, Queries, Routes } from '@wayfield/graph';
import type { GpuAgents, GpuAgentsOptions } from './agents.ts';
import type { GpuVariant } from './choose-engine.ts';
import type { GpuCompactRoutes } from './compact-routes.ts';
import type { SearchTuning } from './engine.ts';
import type { GpuAlgorithm, GpuHeuristic } from './heuristic.ts';
import type { Result } from './layout.ts';
import type { GpuShare } from './shared-ends.ts';

/** Options of `createGpuSolver`. */
export interface GpuSolverOptions {
  /** 'astar' (default) and 'dijkstra' find shortest paths; paths of 'greedy' may be longer. */
  readonly algorithm?: GpuAlgorithm;
  /**
   * Default: the largest that does not overestimate; of greedy search on graphs with coordinates
   * 'euclidean'.
   */
  readonly heuristic?: GpuHeuristic;
  /**
   * Allow a heuristic that can overestimate. Default false: A* refuses such a heuristic. Greedy
   * search takes any heuristic.
   */
  readonly allowInadmissible?: boolean;
  /**
   * Most bytes of GPU memory; the buffers of `agents` are not counted. Default: half of the
   * device's `maxBufferSize`.
   */
  readonly memoryBudget?: number;
  /**
   * 'workgroup': many invocations share a search. 'invocation': each has a search of its own, best
   * for small maps and very many queries. Default 'auto': by the map and the algorithm.
   */
  readonly variant?: GpuVariant | 'auto';
  /** How the kernel is cut to the device. Costs do not depend on it. */
  readonly tuning?: SearchTuning;
}

/** Options of `run` of a GPU solver. */
export interface GpuRunOptions {
  /**
   * Default 'routes': whole paths. 'cost': no paths, `node` is empty. 'next': of each path only the
   * node after the source, or the source itself where it is the target.
   */
  readonly result?: Result;
  /**
   * Whether queries that share an end are answered from one tree of shortest paths rooted there.
   * The end is a source or a target; for Dijkstra on weighted grids and graphs only a source.
   * 'auto' (default): where that is predicted to be faster. 'always': where two queries share an
   * end. 'never': every query has a search of its own. Greedy search never shares.
   */
  readonly share?: GpuShare;
  /**
   * Grids: ends of queries that may be replaced, status NEAREST, as in `@wayfield/cpu-wasm`: a
   * blocked source by the nearest open cell, a target out of reach by the nearest cell in reach.
   * Found on the CPU before the searches. On graphs 'source' has no effect, and values that replace
   * targets are refused. Default false.
   */
  readonly nearest?: NearestEnds;
  /**
   * Write into the arrays of this earlier result where they are large enough; its content is lost.
   */
  readonly reuse?: Routes;
  /**
   * Looked at between dispatches: an aborted run rejects with the signal's reason, unless its last
   * dispatch is under way.
   */
  readonly signal?: AbortSignal;
  /**
   * Called after each wave with the number of answered queries. The number can fall once: if a path
   * finds no room, a large batch is asked again from its beginning.
   */
  readonly onProgress?: (done: number, count: number) => void;
}

/**
 * Routes, and how they were found. `settled` is 0 for queries answered from a shared tree. A
 * workgroup search counts a node each time it relaxes the node. `node` can be longer than
 * firstNode[count] where it is the array of `reuse`.
 */
export interface GpuRoutes extends Routes {
  /** Queries that had a search of their own; 0 where trees answer all. */
  readonly distinct: number;
  /** Queries answered from trees that they share, and the number of these trees. */
  readonly shared: { readonly queries: number; readonly trees: number };
}

/** Options of `runCompact` of a GPU solver. */
export interface GpuCompactOptions extends Pick<
  GpuRunOptions,
  'nearest' | 'signal' | 'onProgress'
> {
  /**
   * Write into the arrays of this earlier result where they are large enough; its content is lost.
   */
  readonly reuse?: GpuCompactRoutes;
}

/** Answers batches of queries on one map. */
export interface GpuSolver {
  readonly backend: 'gpu';
  readonly algorithm: GpuAlgorithm;
  readonly heuristic: GpuHeuristic;
  /** 'workgroup' also where no search can count the ticks of paths, and trees answer all. */
  readonly variant: GpuVariant;
  /** Bytes of GPU memory held now, without the buffers of agents. */
  readonly memoryBytes: number;
  /**
   * Answers every query. Rejects with RangeError or TypeError for bad queries, with Error while
   * another call runs, with the reason when the device is lost or out of memory, with the signal's
   * reason when aborted. The arrays of the queries must not change until the promise settles.
   */
  run(queries: Queries, options?: GpuRunOptions): Promise<GpuRoutes>;
  /**
   * Answers every query by a search of its own, on grids, with paths of 2 or 3 bits a step:
   * `compactPath` gives the nodes of one. For large batches of which few paths are looked at, or
   * long after the call: results have about a fifth of the bytes at 22 nodes a path, and fewer on
   * longer paths. They are read while the device searches on. Rejects as `run` does, and with
   * RangeError on graphs and where no search can count the ticks of paths.
   */
  runCompact(queries: Queries, options?: GpuCompactOptions): Promise<GpuCompactRoutes>;
  /**
   * Searches a path for an agent per query and leaves it on the GPU, where agents advance step by
   * step and a renderer can draw their positions. The caller destroys the agents; they outlive the
   * solver. Rejects as `run` does, and with RangeError where the batch exceeds one wave and where
   * no search can count the ticks of paths.
   */
  agents(queries: Queries, options?: GpuAgentsOptions): Promise<GpuAgents>;
  /** Frees the memory, but not that of agents. A call under way rejects, and so do later ones. */
  destroy(): void;
}
