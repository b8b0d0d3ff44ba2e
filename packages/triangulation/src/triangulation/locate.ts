import { turnPoint } from './predicates.ts';
import { type Triangulation } from './triangulation.ts';
import type { Point } from '../geometry/segment-distance.ts';
import { after, before } from '../geometry/sides.ts';

/**
 * Where a point lies. `halfEdge` is one of the triangle, of the edge, or starting at the
 * vertex; for 'outside' the half-edge on the hull over which the walk left.
 */
export type Place =
  | { readonly kind: 'triangle' | 'edge' | 'vertex'; readonly halfEdge: number }
  | { readonly kind: 'outside'; readonly halfEdge: number };

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
    const crossed = lookAt(t, e, point, came, random < 0);
    if (typeof crossed !== 'number') return crossed;
    if (twin[crossed] < 0) return { kind: 'outside', halfEdge: crossed };
    e = came = twin[crossed];
  }
  return locateInAll(t, point);
}

/** `locate` by looking at all triangles. */
function locateInAll(t: Triangulation, point: Point): Place {
  const [px, py] = point;
  let outside = -1;
  for (let e = 0; e < t.triangleCount * 3; e += 3) {
    if (t.corner[e] < 0) continue;
    const place = lookAt(t, e, point, -1, true);
    if (typeof place !== 'number') return place;
    for (let f = e; f < e + 3; f++)
      if (t.twin[f] < 0 && turnPoint(t, t.corner[f], t.corner[after(f)], px, py) < 0) outside = f;
  }
  return { kind: 'outside', halfEdge: outside };
}

/**
 * Where a point lies in or on the triangle of half-edge `e`; if it lies outside, a half-edge of the
 * triangle that has the point on its right. The walk came over half-edge `came`.
 */
function lookAt(
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
    // a point on two edges lies on the vertex between them, the start of the later half-edge
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
