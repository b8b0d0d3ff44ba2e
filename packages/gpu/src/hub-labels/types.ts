// The public interface of hub label solvers; solver.ts implements it.
import type { Queries } from '@wayfield/graph';

/** The labels of one direction, as `LabelSide` of `@wayfield/cpu-wasm/hub-labels`. */
export interface GpuLabelSide {
  /**
   * nodeCount + 1 entries, ascending from 0. The label of the node with number h as a hub has the
   * groups `first[h]` to `first[h + 1]` − 1, at least one.
   */
  readonly first: Uint32Array;
  /** Eight words per group: four hubs, ascending in a label, and the bits of their distances. */
  readonly groups: Uint32Array;
}

/** The parts of hub labels that the device needs; those of `@wayfield/cpu-wasm/hub-labels` fit. */
export interface GpuHubLabels {
  readonly nodeCount: number;
  /** One entry per node: its number as a hub. */
  readonly hub: Uint32Array;
  /** The distances from each node to its hubs. */
  readonly forward: GpuLabelSide;
  /** The distances from its hubs to each node. May be the same object as `forward`. */
  readonly backward: GpuLabelSide;
}

/** Options of `createGpuHubLabelSolver`. */
export interface GpuHubLabelOptions {
  /** Measure device times by timestamp queries, where the device has them. Default false. */
  readonly timing?: boolean;
  /**
   * Most queries of a submit. Default 1,048,576. A query takes 32 bytes of GPU memory: 16 in each
   * of two waves under way, staging memory included.
   */
  readonly wave?: number;
}

/** Options of `distances` of a hub label solver. */
export interface GpuHubLabelRunOptions {
  /** Write into this array of an earlier result if it has an entry per query. */
  readonly reuse?: Float32Array;
  /**
   * Called with the number of finished queries: with 0 once the first wave was submitted, then
   * after each wave.
   */
  readonly onProgress?: (done: number, count: number) => void;
  /** Looked at before each wave; an aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Distances of a batch of queries. */
export interface GpuLabelDistances {
  readonly count: number;
  /** count entries; `Infinity` where there is no path. */
  readonly cost: Float32Array;
  /** Milliseconds on the device; NaN without `timing`. */
  readonly deviceMs: number;
}

/** Distances of many queries on hub labels, on the device. */
export interface GpuHubLabelSolver {
  readonly backend: 'gpu';
  /** Bytes of GPU memory held now. */
  readonly memoryBytes: number;
  /**
   * The distance of every query, with the bits of `distances` of `@wayfield/cpu-wasm/hub-labels`,
   * except for numbers below 2^-126, which devices may take for 0. Rejects with RangeError for a
   * node out of range. A call during another waits for it. The arrays of the queries must not
   * change until the promise settles.
   */
  distances(queries: Queries, options?: GpuHubLabelRunOptions): Promise<GpuLabelDistances>;
  /** Frees the memory. A call under way rejects, and so do later ones. */
  destroy(): void;
}
