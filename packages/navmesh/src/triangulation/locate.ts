import { turnPoint } from './predicates.ts';
import { type Triangulation } from './triangulation.ts';
import { after, before } from '../geometry/sides.ts';

/**
 * Where a point lies. `edge` is a half-edge of the triangle, of the edge, or starting at the
 * vertex; for 'outside' the half-edge on the hull over which the walk left.
 */
export type Place =
  | { readonly kind: 'triangle' | 'edge' | 'vertex'; readonly edge: number }
  | { readonly kind: 'outside'; readonly edge: number };

/**
 * Walks from triangle to triangle towards the point: a visibility walk with a random choice of the
 * edge, which ends on any triangulation with probability 1 (Devillers, Pion and Teillaud 2002). The
 * tests are exact. `from` should be near: the walk takes about as many steps as triangles lie
 * between. In the worst case, without constraints, it visits every triangle once. Among constrained
 * edges it may come back to a triangle, and no count bounds the loop.
 *
 * This is the point location of changes to a triangulation. Queries use the buckets of
 * src/polygons/point-locator.ts.
 */
export function locate(t: Triangulation, px: number, py: number, from: number): Place {
  const { corner, twin } = t;
  let e = from * 3;
  if (!(corner[e] >= 0)) e = anyTriangle(t);
  // a linear congruential generator with the same seed in every walk: walks can be repeated
  let random = 0x9e3779b9;
  let came = -1;
  for (;;) {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    // the edges of the triangle in one order or the other, at random: in a fixed order, walks among
    // long constrained edges can go in circles
    const isForward = random < 0;
    let f = e;
    let zero = 0;
    let zeroEdge = -1;
    let beforeZero = false;
    let crossed = false;
    for (let k = 0; k < 3; k++, f = isForward ? after(f) : before(f)) {
      if (f === came) continue;
      const side = turnPoint(t, corner[f], corner[after(f)], px, py);
      if (side < 0) {
        const other = twin[f];
        if (other < 0) return { kind: 'outside', edge: f };
        e = other;
        came = other;
        crossed = true;
        break;
      }
      if (side === 0) {
        // a point on two edges lies on the vertex between them, the start of the later edge
        if (zero > 0) beforeZero = after(zeroEdge) === f;
        if (zero === 0 || beforeZero) zeroEdge = f;
        zero++;
      }
    }
    if (crossed) continue;
    if (zero === 0) return { kind: 'triangle', edge: e };
    return { kind: zero === 1 ? 'edge' : 'vertex', edge: zeroEdge };
  }
}

function anyTriangle(t: Triangulation): number {
  for (let e = 0; e < t.triangleCount * 3; e += 3) if (t.corner[e] >= 0) return e;
  throw new RangeError('the triangulation has no triangles');
}
