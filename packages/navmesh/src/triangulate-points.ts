import Delaunator from 'delaunator';
import { isWrong, legalise } from './flip.ts';
import { insertVertex } from './insert-point.ts';
import { turn } from './predicates.ts';
import { sweepTriangles } from './sweep.ts';
import { addVertex, createEmptyTriangulation, next, type Triangulation } from './triangulation.ts';

/** A triangulation of points without constraints, and which vertex each point became: equal points are one. */
export interface PointTriangulation {
  readonly triangulation: Triangulation;
  /** One per point. */
  readonly vertexOf: Int32Array;
}

/**
 * The Delaunay triangulation of points given as x, y, x, y, …; exact, and the same for the same set of points.
 * Points that all lie on one line give no triangles.
 */
export function triangulatePoints(coordinates: ArrayLike<number>): PointTriangulation {
  const count = coordinates.length >> 1;
  const t = createEmptyTriangulation(count + 16, 2 * count + 32);
  const vertexOf = new Int32Array(count);
  for (let i = 0; i < count; i++)
    vertexOf[i] = addVertex(t, coordinates[2 * i]!, coordinates[2 * i + 1]!);
  if (!takeDelaunator(t, vertexOf)) {
    forgetTriangles(t);
    sweepTriangles(t, vertexOf);
  }
  // points that became no vertex of their own leave their place to vertices of the future
  for (let i = 0; i < count; i++) if (vertexOf[i] !== i) t.freeVertices.push(i);
  // an edge that a flip makes wrong is looked at again, wherever it is
  const stack: number[] = [];
  for (let e = 0; e < t.triangleCount * 3; e++)
    if (e < t.twin[e]! && isWrong(t, e)) {
      stack.push(e);
      legalise(t, stack);
    }
  return { triangulation: t, vertexOf };
}

/** Takes over what delaunator makes of the vertices; false where its rounding made something wrong. */
function takeDelaunator(t: Triangulation, vertexOf: Int32Array): boolean {
  const count = t.vertexCount;
  const coordinates = new Float64Array(2 * count);
  for (let v = 0; v < count; v++) {
    coordinates[2 * v] = t.x[v]!;
    coordinates[2 * v + 1] = t.y[v]!;
  }
  const { triangles, halfedges } = new Delaunator(coordinates);
  if (triangles.length === 0) return false;
  // there is room: points have less than twice as many triangles
  t.triangleCount = triangles.length / 3;
  const { corner, twin, vertexEdge } = t;
  for (let e = 0; e < triangles.length; e += 3) {
    // its triangles turn right with y up: the second and third corner change places
    const [a, b, c] = [triangles[e]!, triangles[e + 2]!, triangles[e + 1]!];
    if (turn(t, a, b, c) <= 0) return false;
    corner[e] = a;
    corner[e + 1] = b;
    corner[e + 2] = c;
    vertexEdge[a] = e;
    vertexEdge[b] = e + 1;
    vertexEdge[c] = e + 2;
    twin[e] = mirror(halfedges[e + 2]!);
    twin[e + 1] = mirror(halfedges[e + 1]!);
    twin[e + 2] = mirror(halfedges[e]!);
  }
  if (!isHullConvex(t)) return false;
  // it leaves out points that are equal, or that it takes for equal
  for (let v = 0; v < count; v++) {
    if (t.vertexEdge[v]! >= 0) continue;
    const vertex = insertVertex(t, v);
    if (vertex < 0) return false;
    vertexOf[v] = vertex;
  }
  return true;
}

/** Where half-edge `e` of a triangle goes when its second and third corner change places. */
const mirror = (e: number): number => (e < 0 ? -1 : e - (e % 3) + (2 - (e % 3)));

function isHullConvex(t: Triangulation): boolean {
  const after = new Map<number, number>();
  for (let e = 0; e < t.triangleCount * 3; e++)
    if (t.twin[e]! < 0) after.set(t.corner[e]!, t.corner[next(e)]!);
  for (const [a, b] of after) {
    const c = after.get(b);
    if (c === undefined || turn(t, a, b, c) < 0) return false;
  }
  return true;
}

function forgetTriangles(t: Triangulation): void {
  t.corner.fill(-1);
  t.twin.fill(-1);
  t.constraint.fill(-1);
  t.vertexEdge.fill(-1);
  t.triangleCount = 0;
  t.lastTriangle = 0;
}
