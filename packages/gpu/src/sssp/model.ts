// What the solvers know of a graph or grid: its arrays on the device, how nodes are stored in slots, and
// how labels, which the kernels compare as u32, become costs.
import type { Resources } from '../pipeline.ts';

/** The numbers of a model that kernels take as parameters; see rounds.wgsl.ts. */
export interface ModelParams {
  readonly slots: number;
  readonly tiles: number;
  readonly nodes: number;
  /** Entries of one source in the results: `nodes`, rounded up. */
  readonly stride: number;
  readonly unreached: number;
  readonly window: number;
  readonly width: number;
  readonly height: number;
  readonly tilesX: number;
  readonly straight: number;
  readonly diagonal: number;
}

/** A kernel text for this kind of graph with what it is compiled with and the model's own bindings. */
export interface ModelKernel {
  readonly code: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly resources: Resources;
}

export interface Model {
  readonly params: ModelParams;
  readonly slotsPerTile: number;
  /** Rounds that a source in the middle is likely to need, for the first submit. */
  readonly roundsGuess: number;
  /** Bytes on the device. */
  readonly memoryBytes: number;
  readonly relaxTiles: ModelKernel;
  /** entry points step, fill, seed */
  readonly frontier: ModelKernel;
  /** entry point collect */
  readonly collect: ModelKernel;
  /** entry points findParents and findMoreParents */
  readonly parents: ModelKernel;
  /** Whether parents are found slot by slot, from `dist`, or node by node, from the collected labels. */
  readonly parentsBy: 'slots' | 'nodes';
  /** Entry points clearResults and endEpoch: only where labels can reach the window. */
  readonly epoch: ModelKernel | undefined;
  /** Where a node is stored; NONE for a blocked cell. */
  slotOf(node: number): number;
  /** A cost as a label, rounded down; for widths of buckets. */
  toLabel(cost: number): number;
  /** Turns labels into costs, in place: both arrays are views of the same memory. */
  toCosts(labels: Uint32Array, costs: Float32Array): void;
  /**
   * Costs along the parents, from labels that were counted modulo the window. Undefined where labels
   * cannot reach the window.
   */
  recount: ((parent: Uint32Array, source: number, costs: Float32Array) => void) | undefined;
  /** A width of buckets that keeps the device busy. */
  readonly defaultDelta: number;
  /** About what crossing two tiles costs: tiles farther behind the front wait, where there are many. */
  readonly tileDelta: number;
  /** What `TreeTuning.orderFrom` is by default. */
  readonly orderFrom: number;
  destroy(): void;
}
