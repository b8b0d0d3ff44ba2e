import { triangulationRule } from '../common/rules.ts';
import { isWrong } from './flip.ts';
import { turn } from './predicates.ts';
import { type Triangulation } from './triangulation.ts';
import { isConvex } from '../geometry/convex-parts.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';

/**
 * Proves that a triangulation is what `Triangulation` promises, or throws Error with the place:
 * halves match, triangles turn left, vertices know one of their half-edges, edges without a
 * constraint are Delaunay with the tie rule and have one depth on both sides, and the hull is one
 * convex ring. Triangles in left turns within one such ring do not overlap and leave no gap.
 * Returns twice the area of the hull, 0 without triangles. The lists of segments and `useCount` are
 * not tested.
 */
export function checkTriangulation(t: Triangulation): number {
  triangulationRule(t, 'triangulation');
  let hullArea = 0;
  /** Per vertex of the hull: the next one. */
  const hull = new Map<number, number>();
  const seen = new Uint8Array(t.vertexCount);
  for (let e = 0; e < t.triangleCount * 3; e++) {
    const a = t.corner[e];
    if (a < 0) continue;
    const b = t.corner[after(e)];
    const other = t.twin[e];
    const c = t.corner[before(e)];
    for (const v of [a, b, c])
      if (!(v >= 0 && v < t.vertexCount))
        throw new Error(`triangle ${triangleOf(e)} has the corner ${v}, which is no vertex`);
    seen[a] = 1;
    if (other >= 0) {
      if (t.twin[other] !== e || t.corner[other] !== b || t.corner[after(other)] !== a)
        throw new Error(`half-edges ${e} and ${other} are not two sides of one edge`);
      if (t.constraint[other] !== t.constraint[e])
        throw new Error(`half-edges ${e} and ${other} have different constraints`);
      if (t.constraint[e] < 0 && isWrong(t, e))
        throw new Error(`edge ${a} - ${b} (half-edge ${e}) is not Delaunay`);
      if (t.constraint[e] < 0 && t.depth[triangleOf(e)] !== t.depth[triangleOf(other)])
        throw new Error(`the depth changes across edge ${a} - ${b}, which is not constrained`);
    } else {
      if (hull.has(a)) throw new Error(`the hull meets itself at vertex ${a}`);
      hull.set(a, b);
      hullArea += cross(t, a, b);
    }
    if (e % 3 === 0 && !(turn(t, a, b, c) > 0))
      throw new Error(`triangle ${e / 3} does not turn left`);
  }
  for (let v = 0; v < t.vertexCount; v++) {
    const e = t.vertexHalfEdge[v];
    if (e >= 0 && t.corner[e] !== v)
      throw new Error(`half-edge ${e} does not start at vertex ${v}`);
    if (e < 0 && seen[v])
      throw new Error(`vertex ${v} has triangles, but vertexHalfEdge[${v}] is ${e}`);
  }
  checkHull(t, hull);
  return hullArea;
}

function checkHull(t: Triangulation, next: ReadonlyMap<number, number>): void {
  const [first] = next.keys();
  if (first === undefined) return;
  const ring: number[] = [];
  let v: number | undefined = first;
  do {
    ring.push(v);
    v = next.get(v);
  } while (v !== undefined && v !== first && ring.length < next.size);
  if (v !== first || ring.length !== next.size)
    throw new Error(
      `the hull is not one ring: from vertex ${first} it has ${ring.length} of ` +
        `${next.size} sides`,
    );
  if (!isConvex(t, ring)) throw new Error(`the hull with vertex ${first} is not convex`);
}

function cross(t: Triangulation, a: number, b: number): number {
  return t.x[a] * t.y[b] - t.x[b] * t.y[a];
}
