// The records that only the search for discs has; channel/layout.ts has those shared with points.
// Their arrays: architecture/discs.md, "Arrays".

/** A point of a path, and how the path goes on from there. */
// @ts-ignore: decorator
@unmanaged
export class PathPoint {
  x: f64;
  y: f64;
  /**
   * Of the arc to the next point: its centre; the direction from the centre to this point, as an
   * angle; the angle that the arc sweeps. Angles are in radians.
   */
  centreX: f64;
  centreY: f64;
  startAngle: f64;
  /** 0 = straight, above 0 = to the left, below 0 = to the right. */
  sweep: f64;
}
export const POINT: usize = offsetof<PathPoint>();

export function pathPoint(address: usize): PathPoint {
  return changetype<PathPoint>(address);
}

/** A portal that a disc's path leads through. */
// @ts-ignore: decorator
@unmanaged
export class Portal {
  leftX: f64;
  leftY: f64;
  rightX: f64;
  rightY: f64;
}

/** What `funnelAnswer` takes and answers. */
// @ts-ignore: decorator
@unmanaged
export class FunnelQuery {
  sourceX: f64;
  sourceY: f64;
  targetX: f64;
  targetY: f64;
  radius: f64;
  /** Written: the length of the path. */
  length: f64;
}

/**
 * Per portal and hand: the turn with the shortest path, in one run, around the portal's end on that
 * hand. Only turns count for which the portal is the last one that ends at this vertex.
 */
// @ts-ignore: decorator
@unmanaged
export class ReachedTurn {
  length: f64;
  /** The direction in which the path arrived. */
  fromX: f64;
  fromY: f64;
  /** The lower bound of the label whose path made this turn. */
  lowerBound: f64;
  /** The run (`runNow`) that wrote the record; in others it does not count. */
  run: u32;
  unused: u32;
}
/** Room for first turns in doubt. With more, all labels are in doubt and none prunes. */
export const MOST_DOUBTFUL: u32 = 64;

/** A side that a path went on over where it had a choice. */
// @ts-ignore: decorator
@unmanaged
export class Branch {
  /** The side over which the triangle was left. */
  side: u32;
  /** The branch before, NONE for the first. */
  before: u32;
  /** The vertex that the path goes around in the triangle, NONE in the source's triangle. */
  pivot: u32;
  /**
   * The side over which the path began to go around `pivot`, as a side of the triangle before.
   * Successive branches with one pivot share the `from` of the first of them.
   */
  from: u32;
}

/** How a path goes on after it enters a triangle over a side, where only one side leads on. */
// @ts-ignore: decorator
@unmanaged
export class Stride {
  /** The width of the passage around the corner at which the entered and the left side meet. */
  width: f64;
  /** The triangle's third vertex, which is a new left or right end of the portal. */
  x: f64;
  y: f64;
  vertex: u32;
  isLeft: u32;
  /** The side over which the next triangle is entered; NONE where paths part or end. */
  next: u32;
  /** The node side whose bottleneck is crossed on the way there, NONE if none is. */
  bottleneck: u32;
  /** The section of a half that begins with the next triangle, NONE if none does. */
  section: u32;
  unused: u32;
}
