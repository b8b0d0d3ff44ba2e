// The public interface of tree solvers; tree-solver.ts implements it.
import type { MemoryPlan } from '@wayfield/gpu-core';
import type { Tree } from '@wayfield/graph';
import type { GpuCompactTree } from './compact-trees.ts';
import type { DiagonalCost } from './grid-costs.ts';
import type { TreeTuning } from './tuning.ts';

/** In which order nodes are relaxed. The distances do not depend on it. */
export type TreeRule =
  /**
   * Tiles, by default of at most 512 nodes of a graph or 1,024 cells of a grid. Each is relaxed in
   * workgroup memory until no label in it falls.
   */
  | 'tiled'
  /** A near list that is relaxed at once, and a far list that waits (Davidson et al. 2014). */
  | 'near-far'
  /**
   * Relaxes every waiting node with a distance of at most the least one + 1 (McMillan 2014). With
   * weights below 1 some nodes are relaxed more than once.
   */
  | 'mcmillan'
  /** Settles every waiting node that no other can improve (Ortega-Arranz et al. 2013). */
  | 'ortega';

/** Options of `createGpuTreeSolver`. */
export interface TreeSolverOptions {
  /**
   * Default: 'tiled' on grids and on graphs such as road networks, where at most a quarter of the
   * arcs leave their tile and no node has more than 256 arcs; 'near-far' on other graphs. On
   * uniform grids with a path of 2^31 ticks or more, 'tiled' answers whatever the rule.
   */
  readonly rule?: TreeRule;
  /**
   * Rule 'near-far': nodes with a distance of less than the least waiting distance + delta are
   * relaxed at once. A cost > 0; Infinity relaxes all nodes at once (Bellman-Ford; on uniform grids
   * at most 2^30 ticks). Default: 256 * mean weight / mean degree on graphs, 4 * mean factor on
   * grids.
   */
  readonly delta?: number;
  /**
   * Grids: what a diagonal step costs. 'length' (default): its length times the factor of the cell
   * entered. 'straight': the factor alone, as a straight step; only this solver has this option.
   */
  readonly diagonals?: DiagonalCost;
  /**
   * Bytes of GPU memory for searches, beside the map: what a call plans, see `plan`, and what
   * earlier calls left. A call frees what they left where both together would exceed this. Not
   * counted: a few thousand bytes of parameters, and 28 bytes per source. Default: half of the
   * device's `maxBufferSize`.
   */
  readonly memoryBudget?: number;
  /** Measure device times by timestamp queries, where the device has them. Default false. */
  readonly timing?: boolean;
  /** How the solver is cut to the device. Results do not depend on it. */
  readonly tuning?: TreeTuning;
}

/** Options of `run` of a tree solver. */
export interface TreeRunOptions {
  /** false: distances only, `parent` of the trees is empty. Default true. */
  readonly parents?: boolean;
  /**
   * Tree i is written into the arrays of entry i where their length is the number of nodes, else
   * into new arrays.
   */
  readonly reuse?: readonly Tree[];
  /** Called after the results of each wave were read, with the number of finished sources. */
  readonly onProgress?: (done: number, count: number) => void;
  /**
   * Looked at before each batch of at most 1,024 dispatches; an aborted run rejects with the
   * signal's reason.
   */
  readonly signal?: AbortSignal;
}

/** Options of `runCompact` of a tree solver. */
export interface CompactTreeOptions extends Pick<TreeRunOptions, 'onProgress' | 'signal'> {
  /**
   * true: the trees have `dist`, too, so that the unpacker walks no paths for it. Default false.
   */
  readonly distances?: boolean;
  /** As in `TreeRunOptions`. */
  readonly reuse?: readonly GpuCompactTree[];
}

/** How long a run took, in milliseconds. */
export interface TreeTiming {
  /** On the device: until all labels are final. NaN without timestamp queries. */
  readonly searchDevice: number;
  /**
   * On the device: results in the order of nodes, parents, and not the packing of compact trees.
   * NaN without timestamp queries.
   */
  readonly finishDevice: number;
  /**
   * From the begin of the run, after the wait for earlier calls, until the labels of the last wave
   * are known to be final. Results of earlier waves are read meanwhile.
   */
  readonly searchWall: number;
  /** After that, until the results are in the caller's arrays. */
  readonly readWall: number;
}

/** What it took to find trees. */
export interface TreeStats {
  /** Dispatches that had something to do; each serves all sources of a wave. Summed over waves. */
  readonly rounds: number;
  /**
   * One entry per source: the selections in which it had waiting nodes; 0 where 'tiled' answered.
   * With 'mcmillan' these are the iterations of that study.
   */
  readonly iterations: Uint32Array;
  /** Rule 'tiled': tiles relaxed, modulo 2^32; a tile counts each time. */
  readonly relaxedTiles: number;
  readonly waves: number;
  readonly timing: TreeTiming;
}

/** Trees, and what it took to find them. */
export interface TreeRun extends TreeStats {
  /**
   * One per source, in their order. Arrays made in the same wave are rows of one buffer: to keep a
   * single tree for long, copy its arrays.
   */
  readonly trees: Tree[];
}

/** Compact trees, and what it took to find them. */
export interface CompactTreeRun extends TreeStats {
  /** One per source, in their order; those of a wave are rows of one buffer. */
  readonly trees: GpuCompactTree[];
}

/** Results that stay on the device, until the next run of the solver or its `destroy`. */
export interface ResidentTrees extends TreeStats {
  /** Number of sources. */
  readonly sources: number;
  /**
   * u32 labels: those of source i begin at word i * stride, one per node; `unreached` where there
   * is no path. On graphs and weighted grids a label is the bits of an f32 distance. On uniform
   * grids it is ticks (see `ticksToLength` of @wayfield/graph), or steps with 4 neighbours and with
   * `diagonals: 'straight'`.
   */
  readonly labels: GPUBuffer;
  /**
   * u32 nodes, laid out like `labels`; NONE for sources and nodes not reached. Undefined with
   * `parents: false`.
   */
  readonly parents: GPUBuffer | undefined;
  /** Words from one source to the next. */
  readonly stride: number;
  /** The label of nodes that were not reached. */
  readonly unreached: number;
  /** A label as the distance that `run` would give. */
  toCost(label: number): number;
}

/**
 * Shortest paths from one or many sources to all nodes. Owns its memory on the device, not the
 * device.
 */
export interface GpuTreeSolver {
  readonly backend: 'gpu';
  readonly rule: TreeRule;
  /** Width of the buckets of rule 'near-far', a cost; 1 with 'mcmillan', NaN with others. */
  readonly delta: number;
  /** Bytes of GPU memory held now: the map, and the buffers that calls have made so far. */
  readonly memoryBytes: number;
  /**
   * Sources of one wave, and the bytes for it. With `resident` for `runResident`, else for `run`,
   * which holds two waves at once where there is more than one and two fit. Throws RangeError where
   * one source does not fit.
   */
  plan(sources: number, options?: { parents?: boolean; resident?: boolean }): MemoryPlan;
  /** The tree of one source. */
  tree(source: number, options?: TreeRunOptions): Promise<Tree>;
  /**
   * The trees of all sources, in waves that fit into the memory budget. From a blocked cell nothing
   * is reached, not even the cell. A call during another waits for it. Rejects with RangeError for
   * a node out of range, before it waits, and with Error when the device is lost or memory runs
   * out.
   */
  run(sources: ArrayLike<number>, options?: TreeRunOptions): Promise<TreeRun>;
  /**
   * As `run` on graphs, but a tree is one byte per node instead of eight: `createTreeUnpacker`
   * makes distances and paths of it on the CPU. For many sources, if few nodes of their trees are
   * looked at. With `distances: true` a tree is five bytes per node and has its distances.
   * Rejects with RangeError on grids, and where more than 255 arcs lead into a node.
   */
  runCompact(sources: ArrayLike<number>, options?: CompactTreeOptions): Promise<CompactTreeRun>;
  /**
   * As `run`, but the results stay on the device. Rejects with RangeError where they need a second
   * wave, and for a path of 2^31 ticks or more unless `modulo` is true: then labels are counted
   * modulo 2^31.
   */
  runResident(
    sources: ArrayLike<number>,
    options?: Pick<TreeRunOptions, 'parents' | 'signal'> & { readonly modulo?: boolean },
  ): Promise<ResidentTrees>;
  /** Frees the memory. A run under way rejects, and so do later ones. */
  destroy(): void;
}
