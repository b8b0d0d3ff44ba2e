/**
 * What a thread must know of a hierarchy: addresses, see assembly/hierarchy/state.ts, and facts
 * about its weights. Numbers only, so that it can be sent.
 */
export interface HierarchyLayout {
  readonly nodeCount: number;
  readonly levelCount: number;
  /** Rows of arcs, two per rank: that of `up`, then that of `down`. */
  readonly rows: number;
  readonly arcs: number;
  /** What arcs unpack to: words and weights of `Expansions`. */
  readonly expansion: number;
  readonly expansionWeights: number;
  /** Two words per arc, in the order of `arcs`: first word and length of its expansion. */
  readonly expansionOf: number;
  /** The node of each rank, the rank of each node. */
  readonly nodes: number;
  readonly ranks: number;
  /** The lowest rank of the top and the distances between its ranks: assembly/hierarchy/top.ts. */
  readonly topFirst: number;
  readonly topTable: number;
  readonly topRowBytes: number;
  /**
   * 2^24 times the unit of the weights. A sum below it is exact, in whatever order it is made; a
   * sum that equals it may have been rounded down to it.
   */
  readonly exactBelow: number;
  /** Whether an arc weighs 0: a shortest path may then have a cycle. */
  readonly zeros: boolean;
}
