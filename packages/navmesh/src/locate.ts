import { turnPoint } from './predicates.ts';
import { next, previous, type Triangulation } from './triangulation.ts';

/** Where a point is, and the half-edge that says which: of the triangle, the edge, or starting at the vertex. */
export type Place =
  | { readonly kind: 'triangle' | 'edge' | 'vertex'; readonly edge: number }
  | { readonly kind: 'outside'; readonly edge: number };

/**
 * Walks from triangle to triangle towards the point (a visibility walk with a random choice of the edge, which
 * ends on any triangulation: Devillers, Pion and Teillaud 2002). Exact: on an edge or a vertex means on it.
 */
export function locate(t: Triangulation, px: number, py: number, from: number): Place {
  const { corner, twin } = t;
  let e = from * 3;
  if (!(corner[e]! >= 0)) e = anyTriangle(t);
  let random = 0x9e3779b9;
  let came = -1;
  for (;;) {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    // one way round the triangle or the other: in the order of one alone, walks among long constrained edges can go in circles
    const isForward = random < 0;
    let f = e;
    let zero = 0;
    let zeroEdge = -1;
    let beforeZero = false;
    let crossed = false;
    for (let k = 0; k < 3; k++, f = isForward ? next(f) : previous(f)) {
      if (f === came) continue;
      const side = turnPoint(t, corner[f]!, corner[next(f)]!, px, py);
      if (side < 0) {
        const other = twin[f]!;
        if (other < 0) return { kind: 'outside', edge: f };
        e = other;
        came = other;
        crossed = true;
        break;
      }
      if (side === 0) {
        // the vertex between two edges on which the point lies is the start of the later one
        if (zero > 0) beforeZero = next(zeroEdge) === f;
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
  for (let e = 0; e < t.triangleCount * 3; e += 3) if (t.corner[e]! >= 0) return e;
  throw new RangeError('the triangulation has no triangles');
}
