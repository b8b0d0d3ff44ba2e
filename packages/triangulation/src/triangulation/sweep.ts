import { fillTriangle } from './insert-point.ts';
import { isBefore, turn } from './predicates.ts';
import { link, type Triangulation } from './triangulation.ts';
import { after } from '../geometry/sides.ts';

/**
 * Triangulates the vertices from left to right with exact tests only: each vertex is joined to the
 * hull edges that it sees. Slower than delaunator, and used where `copyDelaunator` refuses the
 * triangles of delaunator. Vertices on one line give no triangles. Of equal vertices the first is
 * used, and `vertexOf` says which. Edges need not be Delaunay: the caller makes them so.
 */
export function sweepTriangles(t: Triangulation, vertexOf: Int32Array): void {
  const sorted = Array.from({ length: t.vertexCount }, (_, v) => v).sort((a, b) =>
    isBefore(t, a, b) ? -1 : isBefore(t, b, a) ? 1 : a - b,
  );
  const order: number[] = [];
  for (const v of sorted) {
    const before = order.at(-1);
    const isNew = before === undefined || isBefore(t, before, v);
    if (isNew) order.push(v);
    vertexOf[v] = isNew ? v : before;
  }
  let apex = 2;
  while (apex < order.length && turn(t, order[0], order[1], order[apex]) === 0) apex++;
  if (apex >= order.length) return;
  // per vertex of the hull, counter-clockwise: the half-edge that starts there; the vertex before
  const hullHalfEdge = new Int32Array(t.vertexCount).fill(-1);
  const hullBefore = new Int32Array(t.vertexCount).fill(-1);

  const top = order[apex];
  const isLeft = turn(t, order[0], order[1], top) > 0;
  let last = -1;
  for (let i = 0; i + 1 < apex; i++) {
    const a = isLeft ? order[i] : order[i + 1];
    const b = isLeft ? order[i + 1] : order[i];
    const made = fillTriangle(t, a, b, top, 0);
    setHull(made, a, b);
    // two triangles of the fan share a side: b -> top of one is top -> a of the other
    if (last < 0) {
      if (isLeft) setHull(made + 2, top, a);
      else setHull(made + 1, b, top);
    } else if (isLeft) link(t, last + 1, made + 2);
    else link(t, last + 2, made + 1);
    if (i + 2 === apex) {
      if (isLeft) setHull(made + 1, b, top);
      else setHull(made + 2, top, a);
    }
    last = made;
  }
  function setHull(e: number, from: number, to: number): void {
    t.twin[e] = -1;
    t.vertexHalfEdge[from] = e;
    hullHalfEdge[from] = e;
    hullBefore[to] = from;
  }
  const ends = (e: number): number => t.corner[after(e)];

  for (let i = apex + 1; i < order.length; i++) {
    const v = order[i];
    const newest = order[i - 1];
    // hull edges that v sees from outside: first those after the newest vertex, then those before
    const seen: number[] = [];
    for (
      let e = hullHalfEdge[newest];
      turn(t, t.corner[e], ends(e), v) < 0;
      e = hullHalfEdge[ends(e)]
    )
      seen.push(e);
    for (
      let e = hullHalfEdge[hullBefore[newest]];
      turn(t, t.corner[e], ends(e), v) < 0;
      e = hullHalfEdge[hullBefore[t.corner[e]]]
    )
      seen.unshift(e);
    let before = -1;
    for (const e of seen) {
      const a = t.corner[e];
      const b = ends(e);
      // b -> a, a -> v, v -> b
      const made = fillTriangle(t, b, a, v, 0);
      link(t, made, e);
      if (before < 0) setHull(made + 1, a, v);
      else {
        link(t, made + 1, before + 2);
        hullHalfEdge[a] = -1;
      }
      before = made;
    }
    setHull(before + 2, v, ends(before + 2));
  }
}
