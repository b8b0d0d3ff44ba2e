import { triangulationRule } from '../common/rules.ts';
import { isWrong } from './flip.ts';
import { turn } from './predicates.ts';
import { type Triangulation } from './triangulation.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';

/**
 * Proves that a triangulation is what `Triangulation` promises, or throws Error with the place:
 * halves match, triangles turn left, vertices know one of their half-edges, edges without a
 * constraint are Delaunay with the tie rule, and areas add up to the area of the hull. Returns
 * twice the area of the hull.
 */
export function checkTriangulation(t: Triangulation): number {
  triangulationRule(t, 'triangulation');
  let area = 0;
  let hullArea = 0;
  const seen = new Uint8Array(t.vertexCount);
  for (let e = 0; e < t.triangleCount * 3; e++) {
    const a = t.corner[e];
    if (a < 0) continue;
    const b = t.corner[after(e)];
    const other = t.twin[e];
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
    } else hullArea += cross(t, a, b);
    if (e % 3 === 0) {
      const c = t.corner[before(e)];
      if (turn(t, a, b, c) <= 0) throw new Error(`triangle ${e / 3} does not turn left`);
      area += cross(t, a, b) + cross(t, b, c) + cross(t, c, a);
    }
  }
  for (let v = 0; v < t.vertexCount; v++) {
    const e = t.vertexHalfEdge[v];
    if (e >= 0 && t.corner[e] !== v)
      throw new Error(`half-edge ${e} does not start at vertex ${v}`);
    if (e < 0 && seen[v])
      throw new Error(`vertex ${v} has triangles, but vertexHalfEdge[${v}] is ${e}`);
  }
  if (Math.abs(area - hullArea) > 1e-9 * Math.abs(hullArea))
    throw new Error(`the triangles have twice the area ${area}, the hull ${hullArea}`);
  return hullArea;
}

function cross(t: Triangulation, a: number, b: number): number {
  return t.x[a] * t.y[b] - t.x[b] * t.y[a];
}
