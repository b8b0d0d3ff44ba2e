// Records of paths.

/** A point of a path, and how the path goes on from there. */
// @ts-ignore: decorator
@unmanaged
export class PathPoint {
  x: f64;
  y: f64;
  /** Of the arc to the next point: its centre, where it starts, and how far it goes around. */
  centreX: f64;
  centreY: f64;
  startAngle: f64;
  /** 0 = straight, above 0 = to the left. */
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
