import type { Tree } from '@wayfield/graph';
import type { MemoryPlan } from '../memory-plan.ts';
import type { DiagonalCost } from './grid-model.ts';
import type { TreeTuning } from './tuning.ts';

/** In which order nodes are relaxed. The distances do not depend on it. */
export type TreeRule =
  /** tiles of about a thousand nodes, each relaxed to the end in workgroup memory: the fastest on grids and roads */
  | 'tiled'
  /** a near list that is relaxed at once and a far list that waits for the next threshold (Davidson et al. 2014) */
  | 'near-far'
  /** settle every waiting node with a distance of at most the smallest + 1 (McMillan 2014) */
  | 'mcmillan'
  /** settle every waiting node no arc out of a waiting node can still improve (Ortega-Arranz et al. 2013) */
  | 'ortega';

export interface TreeSolverOptions {
  /**
   * Default: 'tiled' on grids and on graphs that fall into tiles with few arcs between them, such as road
   * networks; 'near-far' on other graphs.
   */
  readonly rule?: TreeRule;
  /**
   * Rule 'near-far': how far above the smallest waiting distance nodes are relaxed at once, a cost > 0.
   * Infinity relaxes everything at once (Bellman-Ford). Default: 32 * mean weight / mean degree on
   * graphs, 4 * mean factor on grids.
   */
  readonly delta?: number;
  /**
   * Grids: what a diagonal step costs. 'length' (default): its length times the factor of the cell
   * entered. 'straight': the factor alone, as a straight step; no other solver of Wayfield counts so.
   */
  readonly diagonals?: DiagonalCost;
  /** Bytes of GPU memory for the searches, beside the graph: see `plan`. Default: half of the largest buffer of the device. */
  readonly memoryBudget?: number;
  /** Measure device times by timestamp queries, where the device has them. Default false. */
  readonly timing?: boolean;
  readonly tuning?: TreeTuning;
}

export interface TreeRunOptions {
  /** false: distances only, `parent` of the trees is empty. Default true. */
  readonly parents?: boolean;
  /** Write into the arrays of these trees, from an earlier run, where they are long enough. */
  readonly reuse?: readonly Tree[];
  /** Called after each wave with the number of finished sources. */
  readonly onProgress?: (done: number, count: number) => void;
  /** Looked at between submits; an aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Milliseconds. */
export interface TreeTiming {
  /** On the device: from unreached to final labels. NaN without timestamp queries. */
  readonly searchDevice: number;
  /** On the device: results in the order of nodes, parents. NaN without timestamp queries. */
  readonly finishDevice: number;
  /** From the call until all labels are known to be final. */
  readonly searchWall: number;
  /** From there until the results are in the caller's arrays. */
  readonly readWall: number;
}

export interface TreeStats {
  /** Dispatches that had something to do, tiles or nodes of all sources of a wave at once; the sum over the waves. */
  readonly rounds: number;
  /**
   * Rules but 'tiled', one entry per source: how often the threshold moved. With 'mcmillan' the
   * iterations of that study.
   */
  readonly iterations: Uint32Array;
  /** Rule 'tiled': how many times a tile was relaxed, modulo 2^32. */
  readonly relaxedTiles: number;
  readonly waves: number;
  readonly timing: TreeTiming;
}

/** Trees with what it took to find them. */
export interface TreeRun extends TreeStats {
  /**
   * One per source, in their order. Arrays made in the same wave are rows of one buffer: who keeps one of
   * many trees for long keeps its copy.
   */
  readonly trees: Tree[];
}

/** Results that stay on the device, until the next run of the solver or its `destroy`. */
export interface ResidentTrees extends TreeStats {
  readonly sources: number;
  /**
   * u32 labels: source i has those from word i * stride on, one per node. Bits of the f32 distance, or on
   * uniform grids ticks (see `ticksToLength` of @wayfield/graph); `unreached` where there is no path.
   */
  readonly labels: GPUBuffer;
  /** u32 nodes, laid out like `labels`; NONE for sources and what is not reached. Absent with `parents: false`. */
  readonly parents: GPUBuffer | undefined;
  readonly stride: number;
  readonly unreached: number;
  /** A label as the distance that `run` would give. */
  toCost(label: number): number;
}

/** Shortest paths from one or many sources to all nodes. Owns its memory on the device, not the device. */
export interface GpuTreeSolver {
  readonly backend: 'gpu';
  readonly rule: TreeRule;
  /** Width of the buckets of rule 'near-far', a cost; 1 with 'mcmillan', NaN with others. */
  readonly delta: number;
  /** Bytes of GPU memory held now: the graph and the buffers of the largest wave so far. */
  readonly memoryBytes: number;
  /**
   * How many sources go into one wave, and the bytes for it: `resident` for `runResident`, without for
   * `run`, which has two waves at once where there is more than one.
   */
  plan(sources: number, options?: { parents?: boolean; resident?: boolean }): MemoryPlan;
  /** The tree of one source. */
  tree(source: number, options?: TreeRunOptions): Promise<Tree>;
  /**
   * The trees of all sources, in waves that fit into the memory budget. Runs one after another; a call
   * during another waits for it. Rejects with RangeError for a node out of range, before anything
   * else; with an Error when the device is lost or memory runs out.
   */
  run(sources: ArrayLike<number>, options?: TreeRunOptions): Promise<TreeRun>;
  /**
   * As `run`, but the results stay on the device. Rejects with RangeError where they need a second wave,
   * and for a path of more than 2^31 ticks unless `modulo` is true: then labels are counted modulo that.
   */
  runResident(
    sources: ArrayLike<number>,
    options?: Pick<TreeRunOptions, 'parents' | 'signal'> & { readonly modulo?: boolean },
  ): Promise<ResidentTrees>;
  /** Frees the memory. A run under way rejects; later ones throw. */
  destroy(): void;
}
