import type { RunOptions } from '../types.ts';

export type { TableOptions } from '../hierarchy/types.ts';

/** The hub labels of all nodes in one direction, in groups of four entries. */
export interface LabelSide {
  /** nodeCount + 1 entries: the label of hub h is the groups `first[h]` to `first[h + 1]` − 1. */
  readonly first: Uint32Array;
  /**
   * Eight words per group: four hubs, ascending inside a label, then the bits of their four f32
   * distances. A label ends with its own hub at distance 0. Past that entry hubs are NONE and
   * distances `Infinity`.
   */
  readonly groups: Uint32Array;
}

/**
 * Hub labels of a graph (Abraham, Delling, Goldberg and Werneck 2011): per node the distances to
 * some hubs, and from some hubs, such that a shortest path between any two nodes leads over a hub
 * of both. Distances are sums over the arcs of the hierarchy that the labels were built from.
 */
export interface HubLabels {
  readonly nodeCount: number;
  /** Entries of both directions without padding; where both are one object, counted once. */
  readonly entryCount: number;
  /** Bytes of all arrays; where both directions are one object, counted once. */
  readonly byteLength: number;
  /**
   * One entry per node: its number as a hub, nodeCount − 1 − its rank. Hub 0 is the top of the
   * hierarchy.
   */
  readonly hub: Uint32Array;
  /** From each node to its hubs. */
  readonly forward: LabelSide;
  /** From the hubs to each node; the same object where the labels of both directions are equal. */
  readonly backward: LabelSide;
  /** A checksum of the hierarchy that the labels were built from. */
  readonly hierarchyChecksum: number;
}

/** What `run` of a solver on hub labels takes. */
export type HubLabelRunOptions = Pick<RunOptions, 'result' | 'reuse' | 'onProgress' | 'signal'>;

/** Options of `distances` of a solver or pool on hub labels. */
export interface DistanceOptions {
  /** Write into this earlier result where it has as many entries. */
  reuse?: Float32Array;
  /** Called at most every 50 ms, and at the end, with the number of finished queries. */
  onProgress?: (done: number, count: number) => void;
  /** Looked at together with `onProgress`; an aborted call throws the signal's reason. */
  signal?: AbortSignal;
}
