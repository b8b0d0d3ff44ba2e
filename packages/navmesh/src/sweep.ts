import { fill } from './insert-point.ts';
import { isBefore, turn } from './predicates.ts';
import { addTriangle, link, type Triangulation } from './triangulation.ts';

/**
 * Triangulates the vertices from left to right with exact tests only: each is joined to the hull edges that it sees. Slower
 * than delaunator; for the inputs that its rounded circle test gets wrong. No triangles where all lie on one line.
 * Of equal vertices the first is taken; `vertexOf` tells.
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
  while (apex < order.length && turn(t, order[0]!, order[1]!, order[apex]!) === 0) apex++;
  if (apex >= order.length) return;
  // per hull vertex, counter-clockwise: the hull half-edge that starts there, and the vertex before it
  const hullEdge = new Int32Array(t.vertexCount).fill(-1);
  const hullBefore = new Int32Array(t.vertexCount).fill(-1);

  const top = order[apex]!;
  const isLeft = turn(t, order[0]!, order[1]!, top) > 0;
  let last = -1;
  for (let i = 0; i + 1 < apex; i++) {
    const a = isLeft ? order[i]! : order[i + 1]!;
    const b = isLeft ? order[i + 1]! : order[i]!;
    const made = addTriangle(t);
    fill(t, made, a, b, top, 0);
    setHull(made, a, b);
    // the side shared with the triangle before: b -> top of one, top -> a of the other
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
    t.vertexEdge[from] = e;
    hullEdge[from] = e;
    hullBefore[to] = from;
  }
  const ends = (e: number): number => t.corner[e % 3 === 2 ? e - 2 : e + 1]!;

  for (let i = apex + 1; i < order.length; i++) {
    const v = order[i]!;
    const newest = order[i - 1]!;
    // edges after the newest vertex, then before it, as far as v sees them from outside
    const seen: number[] = [];
    for (let e = hullEdge[newest]!; turn(t, t.corner[e]!, ends(e), v) < 0; e = hullEdge[ends(e)]!)
      seen.push(e);
    for (
      let e = hullEdge[hullBefore[newest]!]!;
      turn(t, t.corner[e]!, ends(e), v) < 0;
      e = hullEdge[hullBefore[t.corner[e]!]!]!
    )
      seen.unshift(e);
    let before = -1;
    for (const e of seen) {
      const a = t.corner[e]!;
      const b = ends(e);
      const made = addTriangle(t);
      // b -> a, a -> v, v -> b
      fill(t, made, b, a, v, 0);
      link(t, made, e);
      if (before < 0) setHull(made + 1, a, v);
      else {
        link(t, made + 1, before + 2);
        hullEdge[a] = -1;
      }
      before = made;
    }
    setHull(before + 2, v, ends(before + 2));
  }
}
