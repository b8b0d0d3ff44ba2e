// Whether a straight piece of a path is free.

import { isBlocked, lookAlong, nearBegin, nearest } from '../discs/near';
import { pathBegin, pathPoint } from '../discs/path';
import { NONE } from '../sides';
import { radius } from './circles';

/** From a point in a triangle, or as near to one as the radius. It becomes the path at hand. */
export function isPieceFree(ax: f64, ay: f64, bx: f64, by: f64, triangle: u32): bool {
  pathBegin(2);
  pathPoint(ax, ay, 0, 0, 0, 0);
  pathPoint(bx, by, 0, 0, 0, 0);
  nearBegin(radius);
  lookAlong(0, triangle);
  return nearest == NONE && !isBlocked;
}
