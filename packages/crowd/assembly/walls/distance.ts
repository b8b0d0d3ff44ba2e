// Distances from points to walls, for near-walls.ts and clip.ts.

import { ALL_STOREYS, Wall } from '../layout-world';

/** The squared distance from (x, y) to a wall. */
export function wallSquare(wall: Wall, x: f64, y: f64): f64 {
  const px = x - wall.ax;
  const py = y - wall.ay;
  const along = px * wall.ux + py * wall.uy;
  if (along <= 0) return px * px + py * py;
  if (along >= wall.length) {
    const qx = x - wall.bx;
    const qy = y - wall.by;
    return qx * qx + qy * qy;
  }
  const off = wall.ux * py - wall.uy * px;
  return off * off;
}

/** The vector from the nearest point of a wall to (x, y): its x, and in `awayY` its y. */
export function awayX(wall: Wall, x: f64, y: f64): f64 {
  return x - (wall.ax + alongOf(wall, x, y) * wall.ux);
}
export function awayY(wall: Wall, x: f64, y: f64): f64 {
  return y - (wall.ay + alongOf(wall, x, y) * wall.uy);
}

/** Metres from end a of a wall to the point of the wall that is nearest to (x, y). */
function alongOf(wall: Wall, x: f64, y: f64): f64 {
  const along = (x - wall.ax) * wall.ux + (y - wall.ay) * wall.uy;
  return max(0, min(wall.length, along));
}

/** Whether a wall counts for agents of this storey. */
export function serves(wall: Wall, storey: u32): bool {
  return <u32>wall.storey == ALL_STOREYS || wall.storey == <f64>storey;
}
