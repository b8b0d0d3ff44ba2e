/**
 * The reduction of a mesh of triangles (Demyen and Buro 2006): nodes joined by corridors, with dead
 * ends at their sides. It is a multigraph: several corridors can join two nodes, and a corridor can
 * lead back to its node.
 *
 * The level of a triangle is the number of directions in which it does not lead into a dead end. A
 * node has level 3, a corridor's triangle level 2. A dead end's triangle has level 1, and so has
 * each triangle of a part that is a tree. A triangle with three walls has level 0. Connected free
 * space around one or more obstacles (n) that touch nothing has 2n - 2 nodes, whatever the shapes.
 */
export interface Reduction {
  readonly triangleCount: number;
  /** One per triangle: 0 to 3. */
  readonly level: Uint8Array;
  /**
   * One per triangle: the number of its dead end (level 1), corridor (2) or node (3); level 0:
   * NONE.
   */
  readonly structure: Uint32Array;
  /** One per triangle: the number of its connected part. */
  readonly part: Uint32Array;
  /**
   * One per triangle: at level 1 the exit, the side towards the mouth of the dead end. NONE at the
   * root of a part that is a tree, and at other levels.
   */
  readonly exit: Uint32Array;
  /**
   * One per triangle. Level 1: over how many exits a path leads from this triangle to the triangle
   * at the mouth, or to the root; 0 for these two. Level 2: its index in `corridorTriangle`. Other
   * levels: 0.
   */
  readonly position: Uint32Array;
  /**
   * One per side: the pass width around the corner where the side starts, between the two sides of
   * the triangle that meet there; 0 if one of them is a wall. No larger disc passes, a smaller one
   * may be stopped by walls elsewhere.
   */
  readonly passWidth: Float64Array;

  readonly deadEndCount: number;
  /**
   * One per dead end: its mouth, the side that leads out into a corridor; NONE if the part is a
   * tree.
   */
  readonly mouth: Uint32Array;

  readonly corridorCount: number;
  /**
   * corridorCount + 1 entries: where the triangles of each corridor begin in `corridorTriangle`.
   */
  readonly firstTriangle: Uint32Array;
  /** The triangles of level 2, corridor by corridor, from end 0 to end 1; in a ring once around. */
  readonly corridorTriangle: Uint32Array;
  /**
   * Two per corridor: the sides of nodes over which the corridor is entered, at end 0 and at end 1;
   * NONE twice for a ring. The corridor between neighbouring nodes has no triangles, and its ends
   * are the two sides of one edge.
   */
  readonly corridorEnd: Uint32Array;
  /**
   * One per corridor: length of the shortest path from its one end side to the other, a lower bound
   * on every path through the corridor. 0 for a ring, and for the corridor of neighbouring nodes,
   * whose end sides are one.
   */
  readonly corridorLength: Float64Array;
  /**
   * One per corridor: the least of its pass widths, an upper bound on the diameter of a disc that
   * gets through. Of a corridor without triangles the length of its side.
   */
  readonly corridorWidth: Float64Array;

  readonly nodeCount: number;
  /** One per node: its triangle. */
  readonly nodeTriangle: Uint32Array;
  /** Three per node, by node side: 2 x corridor + the end of the corridor at this side. */
  readonly nodeCorridor: Uint32Array;
}
