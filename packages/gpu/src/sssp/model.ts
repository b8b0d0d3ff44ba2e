// The interface between the tree solver and its kinds of maps: the arrays of a map on the device,
// its kernels, the slot of each node, and how labels become costs. graph-model.ts and grid-model.ts
// implement it.
import type { Resources } from '@wayfield/gpu-core';

/** The parameters of kernels that depend on the map alone: see rounds.wgsl.ts. */
export interface ModelParams {
  readonly slots: number;
  readonly tiles: number;
  readonly nodes: number;
  /** Words of one source in the results: `nodes`, rounded up to a multiple of 4. */
  readonly stride: number;
  readonly unreached: number;
  readonly window: number;
  readonly width: number;
  readonly height: number;
  readonly tilesX: number;
  readonly straight: number;
  readonly diagonal: number;
}

/** A kernel for this kind of map: its text, overrides and the bindings of the map. */
export interface ModelKernel {
  readonly code: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly resources: Resources;
}

/** A map on the device. */
export interface Model {
  readonly params: ModelParams;
  readonly slotsPerTile: number;
  /**
   * Dispatches of the first batch of a first run: the rounds that a source in the middle of the map
   * is likely to take.
   */
  readonly roundsGuess: number;
  /** Bytes on the device. */
  readonly memoryBytes: number;
  readonly relaxTiles: ModelKernel;
  /** Entry points fill, seed and step. */
  readonly frontier: ModelKernel;
  /** Entry point collect. */
  readonly collect: ModelKernel;
  /** Entry points findParents and findMoreParents. */
  readonly parents: ModelKernel;
  /** Graphs: arcs into the node that has most of them. */
  readonly mostArcsIn: number | undefined;
  /** Parents are found slot by slot from `dist`, or node by node from the collected labels. */
  readonly parentsBy: 'slots' | 'nodes';
  /** Entry points clearResults and endEpoch: only where labels can reach the window. */
  readonly epoch: ModelKernel | undefined;
  /** The slot of a node; NONE for a blocked cell. */
  slotOf(node: number): number;
  /**
   * A cost as a label, for widths of buckets: ticks rounded down, at most 2^30, or the bits of the
   * nearest f32, at most those of 3e38.
   */
  toLabel(cost: number): number;
  /**
   * Turns labels into costs, in place: both arrays are views of the same memory. Does nothing where
   * a label is the bits of a cost.
   */
  toCosts(labels: Uint32Array, costs: Float32Array): void;
  /**
   * Costs along the parents, from labels that were counted modulo the window. Undefined where
   * labels cannot reach the window.
   */
  recount: ((parent: Uint32Array, source: number, costs: Float32Array) => void) | undefined;
  /** Rule 'near-far': a width of buckets that keeps the device busy. */
  readonly defaultDelta: number;
  /**
   * About the cost of crossing two tiles. Where `orderFrom` is reached, a tile waits if its key is
   * further than this above the least key of its source.
   */
  readonly tileDelta: number;
  /** The default of `TreeTuning.orderFrom`. */
  readonly orderFrom: number;
  destroy(): void;
}
