// The public interface of hierarchy solvers; solver.ts implements it.
import type { MemoryPlan } from '@wayfield/gpu-core';
import type { Queries } from '@wayfield/graph';

/** Options of `createGpuHierarchySolver`. */
export interface GpuHierarchyOptions {
  /**
   * Bytes of GPU memory that one call of `distances`, `runResident` or `tableRows` plans for
   * distances, beside the hierarchy. A call frees what earlier calls of `distances` and
   * `runResident` left, if both together would exceed the budget. What tables left is not counted.
   * Default: half of `maxBufferSize`.
   */
  readonly memoryBudget?: number;
  /** Measure device times by timestamp queries, where the device has them. Default false. */
  readonly timing?: boolean;
  /**
   * Sizes of the hash tables that hold the ranks which a query reaches from one end: powers of two
   * from 64, at least one, tried one after another. Queries for which all are too small are
   * answered by sweeps. Default: 128, then 1024, or 512 where workgroup memory has no room for
   * 1024.
   */
  readonly tableSizes?: readonly number[];
  /** Most queries of a submit. Default 262,144: fills any device, and an abort is seen soon. */
  readonly wave?: number;
}

/** Options of the calls of a `GpuHierarchySolver`. */
export interface GpuHierarchyRunOptions {
  /**
   * Called after each wave with the number of finished sources or queries; by queries also with 0,
   * once the first wave was submitted. Queries that are asked again with larger hash tables, or
   * answered by sweeps, are not reported again.
   */
  readonly onProgress?: (done: number, count: number) => void;
  /** Looked at before each wave; an aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Distances that stay on the device, until the next call of the solver or its `destroy`. */
export interface GpuHierarchyTrees {
  /** The number of sources. */
  readonly count: number;
  /** Words from one rank to the next: the number of sources, rounded up to a multiple of four. */
  readonly stride: number;
  /**
   * f32, from source `i` to node `v` at word `hierarchy.rank[v] * stride + i`; `Infinity` =
   * not reached. The buffer is the solver's.
   */
  readonly dist: GPUBuffer;
  /** Milliseconds on the device; NaN without `timing`. */
  readonly deviceMs: number;
}

/**
 * The sources or the targets of a table: each has any number of nodes, with the cost between the
 * node and the end of the table.
 */
export interface GpuTableEnds {
  /**
   * One entry per node of an end: the node, and the cost before the node (of a source) or after it
   * (of a target), finite and >= 0.
   */
  readonly node: ArrayLike<number>;
  readonly cost: ArrayLike<number>;
  /** One more entry than ends, from 0 on: end i has the nodes from `first[i]` to `first[i + 1]`. */
  readonly first: ArrayLike<number>;
}

/** Some rows of a table. */
export interface GpuTableRows {
  /** The number of the first of these rows, and the number of rows. */
  readonly first: number;
  readonly count: number;
  /**
   * Row by row: `cost[i * targets + j]` from source `first + i` to target j; `Infinity` = there is
   * no path. Valid until the generator is asked for the next rows: later ones are written into the
   * same memory.
   */
  readonly cost: Float32Array;
  /** Milliseconds on the device; NaN without `timing`. */
  readonly deviceMs: number;
}

/** Distances of a batch of queries. */
export interface GpuDistances {
  readonly count: number;
  /** count entries; `Infinity` where there is no path. */
  readonly cost: Float32Array;
  /** Queries that reached too many ranks for the tables and were answered by sweeps. */
  readonly swept: number;
  /** Milliseconds on the device of the searches, without the sweeps; NaN without `timing`. */
  readonly deviceMs: number;
}

/**
 * Many searches on one hierarchy, on the device. All distances are sums over the arcs of the
 * hierarchy. Those of sweeps (`distances`, `runResident`, `tableRows`) have the same bits as the
 * sweeps of `@wayfield/cpu-wasm/hierarchy`, except for numbers below 2^-126, which devices may take
 * for 0. Distances of `run` are sums of two halves, from the source up and from the target up, so
 * their last bits may differ where sums are rounded.
 */
export interface GpuHierarchySolver {
  readonly backend: 'gpu';
  /** Bytes of GPU memory held now, also by tables that are under way. */
  readonly memoryBytes: number;
  /**
   * How `distances` from this number of sources would be cut into waves. `bytesPerItem` counts four
   * sources, which a sweep takes together. A single source is answered in other buffers, whose
   * bytes are in `memoryBytes` alone. Throws RangeError where four sources do not fit.
   */
  plan(sources: number): MemoryPlan;
  /**
   * Distances from every source to all nodes by one sweep, left on the device. Rejects with
   * RangeError for a node out of range and for more sources than fit in memory at a time.
   */
  runResident(
    sources: ArrayLike<number>,
    options?: { signal?: AbortSignal },
  ): Promise<GpuHierarchyTrees>;
  /**
   * Distances from every source to all nodes, wave by wave: one array per source, in the order of
   * the nodes; in the arrays of `reuse` where they have nodeCount entries.
   */
  distances(
    sources: ArrayLike<number>,
    options?: GpuHierarchyRunOptions & { reuse?: readonly Float32Array[] },
  ): Promise<Float32Array[]>;
  /**
   * Costs from all sources to all targets, up to 1,024 rows at a time: the least sum of the cost
   * before a node of the source, a distance, and the cost after a node of the target. Sweeps cover
   * only what leads to targets (RPHAST: Delling, Goldberg and Werneck 2011). With `timing` a wave
   * begins only after the one before has ended. Throws at once, naming the entry, for ends that are
   * not valid. The ends are copied before the call returns.
   */
  tableRows(
    sources: GpuTableEnds,
    targets: GpuTableEnds,
    options?: GpuHierarchyRunOptions,
  ): AsyncGenerator<GpuTableRows, void>;
  /**
   * The distance of every query, each by a search of one workgroup from both ends. The arrays of
   * the queries must not change until the promise settles.
   */
  run(
    queries: Queries,
    options?: GpuHierarchyRunOptions & { reuse?: Float32Array },
  ): Promise<GpuDistances>;
  /** Frees the memory. A call under way rejects, and so do later ones. */
  destroy(): void;
}
