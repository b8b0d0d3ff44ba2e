/**
 * One side of a hierarchy, up or down, in compressed sparse rows over ranks: the arcs between rank
 * `r` and higher ranks are `firstArc[r] .. firstArc[r + 1]`, sorted by `head`, one per pair of
 * nodes.
 */
export interface HierarchyArcs {
  /** nodeCount + 1 entries, not descending, from 0 to the number of arcs. */
  readonly firstArc: Uint32Array;
  /** One entry per arc: the rank of its upper end, always above the rank that owns the arc. */
  readonly head: Uint32Array;
  /**
   * One entry per arc: >= 0; `Infinity` if a customized hierarchy has no path between the two ends
   * over lower ranks.
   */
  readonly weight: Float32Array;
  /**
   * One entry per arc: of a shortcut, its first half, an arc of `down`; else the arc of the graph
   * that it stands for, or NONE if its weight is `Infinity`.
   */
  readonly first: Uint32Array;
  /**
   * One entry per arc: of a shortcut, its second half, an arc of `up`; else NONE.
   */
  readonly second: Uint32Array;
}

/**
 * A contraction hierarchy of a directed graph (Geisberger, Sanders, Schultes and Delling 2008):
 * nodes in the order in which they were contracted, and arcs, among them shortcuts, such that for
 * every pair (s, t) with a path some shortest path first climbs arcs of `up` from s and then comes
 * down arcs of `down` to t. A customizable hierarchy (Dibbelt, Strasser and Wagner 2014) with
 * weights has the same form.
 *
 * All indices of the search are ranks: 0 is contracted first, nodeCount - 1 is the top. Ranks are
 * sorted by level, and no arc joins two nodes of one level, so a sweep may take a level's nodes in
 * any order or at once (PHAST: Delling, Goldberg, Nowatzyk and Werneck 2011).
 *
 * A shortcut from u to w over the lower node m is the arc u -> m, owned by m in `down`, then m ->
 * w, owned by m in `up`; it weighs their f32 sum. Sums over shortcuts are rounded in another order
 * than those along the path. Where all weights are multiples of a power of two q (1 for whole
 * numbers) every sum up to q * 2^24 is exact, whatever the order; beyond that, and with other
 * weights, the distance of the hierarchy and the cost of its path can differ from Dijkstra's by a
 * relative error of at most (arcs of the path + levels) * 2^-23.
 */
export interface Hierarchy {
  readonly nodeCount: number;
  /** One entry per node of the graph: its rank. */
  readonly rank: Uint32Array;
  /** One entry per rank: its node; the inverse of `rank`. */
  readonly node: Uint32Array;
  /**
   * levelCount + 1 entries, ascending from 0 to nodeCount: level l holds ranks levelStart[l] ..
   * levelStart[l + 1].
   */
  readonly levelStart: Uint32Array;
  /** Arcs that leave the rank that owns them: r -> head. */
  readonly up: HierarchyArcs;
  /** Arcs that end at the rank that owns them: head -> r. */
  readonly down: HierarchyArcs;
}
