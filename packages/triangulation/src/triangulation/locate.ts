import { turnPoint } from './predicates.ts';
import { type Triangulation } from './triangulation.ts';
import type { Point } from '../geometry/segment-distance.ts';
import { after, before } from '../geometry/sides.ts';

/** Where a point lies. */
export interface Place {
  readonly kind: 'triangle' | 'edge' | 'vertex' | 'outside';
  /**
   * A half-edge of that triangle, of that edge, or one that starts at that vertex; for 'outside' a
   * half-edge on the hull that has the point on its right.
   */
  readonly halfEdge: number;
}

/**
 * Walks from triangle to triangle towards the point: a visibility walk that takes the edges of a
 * triangle in a changing order (Devillers, Pion and Teillaud 2002). The tests are exact. `from`
 * should be near: the walk takes about as many steps as triangles lie between. Among constrained
 * edges it may come back to a triangle, so after `mostSteps` all triangles are looked at instead.
 *
 * This is the point location of changes to a triangulation. Queries use the buckets of
 * src/polygons/point-locator.ts.
 */
export function locate(
  t: Triangulation,
  px: number,
  py: number,
  from: number,
  mostSteps: number = 4 * t.triangleCount,
): Place {
  const { corner, twin } = t;
  let e = from * 3;
  if (!(corner[e] >= 0)) e = anyTriangle(t);
  // Pseudo-random numbers, by a linear congruential generator: in a fixed order, walks among long
  // constrained edges go in circles. Each walk begins with the same number, so that equal changes
  // take equal walks.
  let random = 0x9e3779b9;
  let came = -1;
  const point: Point = [px, py];
  for (let steps = 0; steps < mostSteps; steps++) {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    const found = placeOrExit(t, e, point, came, random < 0);
    if (typeof found !== 'number') return found;
    if (twin[found] < 0) return { kind: 'outside', halfEdge: found };
    e = came = twin[found];
  }
  return locateInAll(t, point);
}

/** `locate` by looking at all triangles. */
function locateInAll(t: Triangulation, point: Point): Place {
  const [px, py] = point;
  let outside = -1;
  for (let e = 0; e < t.triangleCount * 3; e += 3) {
    if (t.corner[e] < 0) continue;
    const place = placeOrExit(t, e, point, -1, true);
    if (typeof place !== 'number') return place;
    for (let f = e; f < e + 3; f++)
      if (t.twin[f] < 0 && turnPoint(t, t.corner[f], t.corner[after(f)], px, py) < 0) outside = f;
  }
  return { kind: 'outside', halfEdge: outside };
}

/**
 * Where a point lies in or on the triangle of half-edge `e`. For a point outside the triangle: the
 * first half-edge of the triangle, in the given order, that has the point on its right. `came`, the
 * half-edge over which the walk entered, is not tested; -1 = none.
 */
function placeOrExit(
  t: Triangulation,
  e: number,
  [px, py]: Point,
  came: number,
  isForward: boolean,
): Place | number {
  const { corner } = t;
  let f = e;
  let zero = 0;
  let zeroHalfEdge = -1;
  for (let k = 0; k < 3; k++, f = isForward ? after(f) : before(f)) {
    if (f === came) continue;
    const side = turnPoint(t, corner[f], corner[after(f)], px, py);
    if (side < 0) return f;
    if (side > 0) continue;
    // a point on two edges lies on their common vertex, where the second of them in `after` order
    // starts
    if (zero === 0 || after(zeroHalfEdge) === f) zeroHalfEdge = f;
    zero++;
  }
  if (zero === 0) return { kind: 'triangle', halfEdge: e };
  return { kind: zero === 1 ? 'edge' : 'vertex', halfEdge: zeroHalfEdge };
}

function anyTriangle(t: Triangulation): number {
  for (let e = 0; e < t.triangleCount * 3; e += 3) if (t.corner[e] >= 0) return e;
  throw new RangeError('the triangulation has no triangles');
}
