/**
 * What a mesh of triangles looks like from afar: decision points joined by corridors, with dead ends hanging on them. A multigraph:
 * two decision points can be joined by several corridors, and a corridor can lead back to where it starts.
 *
 * A triangle has level 0 where it has walls on all sides; 1 in a dead end (or in a part that is one tree, without a way around
 * anything); 2 in a corridor, with two ways on; 3 where there are three: a node. Connected free space around n
 * obstacles that touch nothing has 2n - 2 nodes, whatever their shapes.
 */
export interface Reduction {
  readonly triangleCount: number;
  /** One per triangle: 0 to 3. */
  readonly level: Uint8Array;
  /** One per triangle: the number of its dead end (level 1), corridor (2) or node (3); NONE at level 0. */
  readonly structure: Uint32Array;
  /** One per triangle: the number of its connected part. */
  readonly part: Uint32Array;
  /** One per triangle: at level 1 the side over which the dead end is left, NONE at the root of a part that is a tree and elsewhere. */
  readonly exit: Uint32Array;
  /**
   * One per triangle. Level 1: how many triangles of the dead end lie between this one and its door or root. Level 2: its place
   * in `corridorTriangle`. Else 0.
   */
  readonly position: Uint32Array;
  /** One per side: the width of the way around the corner where it starts; 0 where one of the sides there is a wall. */
  readonly passWidth: Float64Array;

  readonly deadEndCount: number;
  /** One per dead end: the side that leads from it into its corridor's triangle, NONE where the part is a tree. */
  readonly door: Uint32Array;

  readonly corridorCount: number;
  /** corridorCount + 1 entries: the triangles of corridor c are corridorTriangle[firstTriangle[c]] .. [firstTriangle[c + 1]]. */
  readonly firstTriangle: Uint32Array;
  /** The level-2 triangles, corridor by corridor, each in the order from end 0 to end 1; in a ring, once around. */
  readonly corridorTriangle: Uint32Array;
  /**
   * Two per corridor: the sides of level-3 triangles over which it is entered, at end 0 and at end 1; NONE twice for a
   * ring. Where two nodes are neighbours the corridor between them has no triangles, and its ends are the two sides of one edge.
   */
  readonly corridorEnd: Uint32Array;
  /** One per corridor: no way through from end to end, over both end sides, is shorter. 0 for a ring. */
  readonly corridorLength: Float64Array;
  /** One per corridor: the diameter of the largest disc that fits through everywhere. */
  readonly corridorWidth: Float64Array;

  readonly nodeCount: number;
  /** One per node: its triangle. */
  readonly nodeTriangle: Uint32Array;
  /** Three per node, by side of its triangle: 2 x corridor + the end of it that is here. */
  readonly nodeCorridor: Uint32Array;
}
