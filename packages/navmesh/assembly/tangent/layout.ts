// The records of the tangent graph. Fields are read and written by name, as
// `changetype<Arc>(address).head`: a load with a fixed offset. `offsetof<Arc>()` is the size of a
// record. Their arrays: architecture/tangents.md, "Arrays".
//
// A query runs one search, or two if its first path needs a search. Entries of a query or a search
// hold its number, so they are cleared only where the numbers begin again (`restart` of search.ts).
// Lengths are f64 in units of the mesh.

/** A list of u32 that grows. */
// @ts-ignore: decorator
@unmanaged
export class List {
  /** The address of the entries. */
  entries: u32;
  /** Number of entries that fit. */
  room: u32;
  /** Number of entries. */
  count: u32;
  unused: u32;
}

/** A vertex of the triangulation. */
// @ts-ignore: decorator
@unmanaged
export class Point {
  x: f64;
  y: f64;
}

/**
 * A triangle, 32 bytes. A view mostly waits for memory, so the record is small. Each side starts at
 * the vertex with the same number.
 */
// @ts-ignore: decorator
@unmanaged
export class Triangle {
  /** The vertices in left turns. */
  vertex0: u32;
  vertex1: u32;
  vertex2: u32;
  /**
   * The twin of each side, as 4 x triangle + side; NONE = a wall. A cone that leaves this triangle
   * over the side enters the neighbour over the twin.
   */
  twin0: u32;
  twin1: u32;
  twin2: u32;
  /** While a query begins: its number if its target lies in the triangle. Else 0. */
  aimed: u32;
  unused: u32;
}

/** A cone of sight that waits to be carried over a side. */
// @ts-ignore: decorator
@unmanaged
export class Cone {
  /** The left and the right bound, as vectors from the viewpoint. */
  leftX: f64;
  leftY: f64;
  rightX: f64;
  rightY: f64;
  /** The side over which the cone enters a triangle, as 4 x triangle + side. */
  side: u32;
  /** LEFT_OPEN and so on: see view.ts. */
  flags: u32;
}

/** Directions of the two walls of a corner, each a vector of length 16,000. */
// @ts-ignore: decorator
@unmanaged
export class Walls {
  /** Towards the vertex before the corner. */
  beforeX: i16;
  beforeY: i16;
  /** Towards the vertex after the corner. */
  afterX: i16;
  afterY: i16;
}

/**
 * A corner as a node of the search, 64 bytes: one cache line. One more record behind the last
 * corner holds where all arcs end.
 */
// @ts-ignore: decorator
@unmanaged
export class Corner {
  x: f64;
  y: f64;
  /** The length of the shortest known path from the source. */
  length: f64;
  /** The length of the straight line to the target; valid if `aimed` is the current query. */
  toTarget: f64;
  /**
   * Twice the number of the search that wrote `length`, plus 1 after the corner was expanded.
   * climb.ts marks the corners that the source sees in the same way.
   */
  reached: u32;
  /**
   * The corner before on that path, NONE at the source. The two highest bits are the walls of this
   * corner that the last arc of the path touches.
   */
  before: u32;
  /** The latest query whose target sees the corner along a tangent. */
  aimed: u32;
  /** The direction of the last arc of the path, as one word. */
  cameBy: u32;
  /** The first arc out of the corner. */
  first: u32;
  /** The first arc that touches a wall on the right of the arc. */
  firstRight: u32;
  /** The first arc that touches no wall on the left of the arc. */
  endLeft: u32;
  /** The dead end in which the corner lies; NONE outside of dead ends. */
  deadEnd: u32;
}

/** An arc of the tangent graph, 8 bytes. */
// @ts-ignore: decorator
@unmanaged
export class Arc {
  /** The corner at the head. The two highest bits are the walls that the arc touches there. */
  head: u32;
  /** The direction, a vector of length 16,000. */
  dx: i16;
  dy: i16;
}
/** Offset of an arc's direction, whose two i16 are read as one word. */
export const ARC_DIRECTION: usize = offsetof<Arc>('dx');
/** Two arcs, as one v128 holds them. */
export const TWO_ARCS: usize = 2 * offsetof<Arc>();

/** An arc out of the corner that is expanded: a copy of the arc, and lengths over it. */
// @ts-ignore: decorator
@unmanaged
export class Successor {
  head: u32;
  dx: i16;
  dy: i16;
  /** The length of the path from the source to the arc's head. */
  length: f64;
  /** Lower bound on the remaining length from the head to the target. */
  rest: f64;
}

/** An arc as the rows of landmarks are made over it, 8 bytes. */
// @ts-ignore: decorator
@unmanaged
export class RowArc {
  /** The corner at the head. */
  head: u32;
  /** The length of the arc, rounded to nearest; landmarks use the rounded length. */
  length: f32;
}

/**
 * 64 corners that wait, one bit each; or 64 records of such corners, one bit for each record that
 * is not empty.
 */
// @ts-ignore: decorator
@unmanaged
export class Waiting {
  /** Corners of the current band. */
  now: u64;
  /** Corners of later bands. */
  later: u64;
}
export const LATER: usize = offsetof<Waiting>('later');
