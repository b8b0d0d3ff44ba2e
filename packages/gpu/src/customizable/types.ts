// The public interfaces of customizers and customizable solvers: customizer.ts and solver.ts
// implement them.
import type { Queries } from '@wayfield/graph';
import type {
  GpuDistances,
  GpuHierarchyRunOptions,
  GpuHierarchyTrees,
} from '../hierarchy/types.ts';

/** What the customizer reads of a `CustomizableHierarchy` of `@wayfield/cpu-wasm/customizable`. */
export interface GpuCustomizable {
  readonly nodeCount: number;
  /** Arcs of the graph, and of the hierarchy. */
  readonly graphArcCount: number;
  readonly arcCount: number;
  /** Level l holds ranks levelStart[l] to levelStart[l + 1] - 1. */
  readonly levelStart: Uint32Array;
  /** nodeCount + 1 entries: rank r has the arcs firstArc[r] to firstArc[r + 1] - 1. */
  readonly firstArc: Uint32Array;
  /** arcCount entries: the rank of the upper end, ascending in every row. */
  readonly head: Uint32Array;
  /**
   * graphArcCount entries: twice the arc of the hierarchy that an arc of the graph lies on, plus 1
   * if it leads down; NONE for a loop.
   */
  readonly arcOf: Uint32Array;
}

/** Options of `createGpuCustomizer`. */
export interface GpuCustomizerOptions {
  /** Measure device times by timestamp queries, where the device has them. Default false. */
  readonly timing?: boolean;
}

/** Options of `run` of a customizer. */
export interface GpuCustomizerRunOptions {
  /**
   * Write into the arrays of this earlier result where they have arcCount entries. Their numbers
   * are lost, also where a weight is refused.
   */
  readonly reuse?: GpuArcWeights;
}

/** Weights of the arcs of a customizable hierarchy, of both directions. */
export interface GpuArcWeights {
  /** arcCount entries: `up.weight` and `down.weight` of the `Hierarchy` with these weights. */
  readonly up: Float32Array;
  readonly down: Float32Array;
  /** Milliseconds on the device; NaN without `timing`. */
  readonly deviceMs: number;
}

/** Weights that stay on the device, until the next run of the customizer or its `destroy`. */
export interface GpuResidentArcWeights {
  /** 2 * arcCount f32: the weights of all arcs up, then of all arcs down. */
  readonly weights: GPUBuffer;
  /** Milliseconds on the device; NaN without `timing`. */
  readonly deviceMs: number;
}

/** Gives the arcs of a customizable hierarchy their weights. */
export interface GpuCustomizer {
  readonly backend: 'gpu';
  /** Bytes of GPU memory held now. */
  readonly memoryBytes: number;
  /** Lower triangles of the hierarchy. A run makes two sums for each, one per direction. */
  readonly triangles: number;
  /**
   * Weights of the hierarchy's arcs for these weights of the graph's arcs: those of basic
   * customisation on the CPU, bit for bit. Rejects with RangeError unless there is a weight per arc
   * of the graph, finite and >= 0, and none between 0 and 2^-126, which devices may take for 0. The
   * weights are copied before the call returns. A call during another waits for it.
   */
  run(weight: Float32Array, options?: GpuCustomizerRunOptions): Promise<GpuArcWeights>;
  /** As `run`, but the weights stay on the device. */
  runResident(weight: Float32Array): Promise<GpuResidentArcWeights>;
  /** Frees the memory. A run under way rejects; later ones too. */
  destroy(): void;
}

/** What the solver reads of a `CustomizableHierarchy` of `@wayfield/cpu-wasm/customizable`. */
export interface GpuRankedCustomizable extends GpuCustomizable {
  /** One entry per node of the graph: its rank. */
  readonly rank: Uint32Array;
}

/** Options of `createGpuCustomizableSolver`. */
export interface GpuCustomizableOptions {
  /**
   * Bytes of GPU memory that one call of `distances` or `runResident` plans for distances, beside
   * the hierarchy. A call frees what earlier calls left, if both together would exceed the budget.
   * Default: half of `maxBufferSize`.
   */
  readonly memoryBudget?: number;
  /** Measure device times by timestamp queries, where the device has them. Default false. */
  readonly timing?: boolean;
  /** Most queries of a submit. Default 262,144. */
  readonly wave?: number;
}

/** Many searches on one hierarchy, on the device, for weights that change. */
export interface GpuCustomizableSolver {
  readonly backend: 'gpu';
  /** Bytes of GPU memory held now. */
  readonly memoryBytes: number;
  /**
   * Takes these weights of the graph's arcs. Earlier calls are answered with the earlier weights.
   * Resolves to the milliseconds on the device, NaN without `timing`. Rejects with RangeError for
   * the weights that `run` of `GpuCustomizer` refuses, and keeps the earlier weights. The weights
   * are copied before the call returns.
   */
  update(weight: Float32Array): Promise<number>;
  /**
   * The distance of every query: both ends climb the elimination tree in one workgroup. A distance
   * is the sum of two halves, so where sums are rounded its last bits may differ from those of the
   * CPU. `swept` is 0. The arrays of the queries must not change until the promise settles.
   */
  run(
    queries: Queries,
    options?: GpuHierarchyRunOptions & { reuse?: Float32Array },
  ): Promise<GpuDistances>;
  /**
   * Distances from every source to all nodes, as `distances` of `GpuHierarchySolver`: the bits of
   * sweeps on the CPU over the same hierarchy and weights.
   */
  distances(
    sources: ArrayLike<number>,
    options?: GpuHierarchyRunOptions & { reuse?: readonly Float32Array[] },
  ): Promise<Float32Array[]>;
  /** As `distances`, but the distances stay on the device. */
  runResident(
    sources: ArrayLike<number>,
    options?: { signal?: AbortSignal },
  ): Promise<GpuHierarchyTrees>;
  /** Frees the memory. A call under way rejects, and so do later ones. */
  destroy(): void;
}
