import Delaunator from 'delaunator';
import { isWrong, legalise } from './flip.ts';
import { insertVertex } from './insert-point.ts';
import { turn } from './predicates.ts';
import { sweepTriangles } from './sweep.ts';
import { addVertex, createEmptyTriangulation, type Triangulation } from './triangulation.ts';
import { after } from '../geometry/sides.ts';

/** A triangulation of points, without constraints. Equal points are one vertex. */
export interface PointTriangulation {
  readonly triangulation: Triangulation;
  /** One per point: its vertex. */
  readonly vertexOf: Int32Array;
}

/**
 * The Delaunay triangulation of points x, y, x, y, …: exact, and the same triangles for the same
 * set of points in any order. Points that all lie on one line give no triangles.
 */
export function triangulatePoints(coordinates: ArrayLike<number>): PointTriangulation {
  const count = coordinates.length >> 1;
  const t = createEmptyTriangulation(count + 16, 2 * count + 32);
  const vertexOf = new Int32Array(count);
  for (let i = 0; i < count; i++)
    vertexOf[i] = addVertex(t, coordinates[2 * i], coordinates[2 * i + 1]);
  if (!copyDelaunator(t, vertexOf)) {
    forgetTriangles(t);
    sweepTriangles(t, vertexOf);
  }
  // the places of points that became no vertex of their own are free for later vertices
  for (let i = 0; i < count; i++) if (vertexOf[i] !== i) t.freeVertices.push(i);
  // One pass is enough: if a flip makes another edge illegal, `legalise` flips that edge too, even
  // if the edge has a lower number than e.
  const stack: number[] = [];
  for (let e = 0; e < t.triangleCount * 3; e++)
    if (e < t.twin[e] && isWrong(t, e)) {
      stack.push(e);
      legalise(t, stack);
    }
  return { triangulation: t, vertexOf };
}

/**
 * Copies delaunator's triangles. Returns false if there are none, or if delaunator's rounding made
 * an error that flips cannot mend: a triangle that does not turn left, a hull that is not convex,
 * or a point outside the hull.
 */
function copyDelaunator(t: Triangulation, vertexOf: Int32Array): boolean {
  const count = t.vertexCount;
  const coordinates = new Float64Array(2 * count);
  for (let v = 0; v < count; v++) {
    coordinates[2 * v] = t.x[v];
    coordinates[2 * v + 1] = t.y[v];
  }
  const { triangles, halfedges } = new Delaunator(coordinates);
  if (triangles.length === 0) return false;
  // n points have fewer than 2n triangles, so there is room
  t.triangleCount = triangles.length / 3;
  const { corner, twin, vertexHalfEdge } = t;
  for (let e = 0; e < triangles.length; e += 3) {
    // delaunator's triangles turn right with y up: swap the second and third corner
    const [a, b, c] = [triangles[e], triangles[e + 2], triangles[e + 1]];
    if (turn(t, a, b, c) <= 0) return false;
    corner[e] = a;
    corner[e + 1] = b;
    corner[e + 2] = c;
    vertexHalfEdge[a] = e;
    vertexHalfEdge[b] = e + 1;
    vertexHalfEdge[c] = e + 2;
    twin[e] = mirror(halfedges[e + 2]);
    twin[e + 1] = mirror(halfedges[e + 1]);
    twin[e + 2] = mirror(halfedges[e]);
  }
  if (!isHullConvex(t)) return false;
  // delaunator leaves out points that are equal, or that it takes for equal
  for (let v = 0; v < count; v++) {
    if (t.vertexHalfEdge[v] >= 0) continue;
    const vertex = insertVertex(t, v);
    if (vertex < 0) return false;
    vertexOf[v] = vertex;
  }
  return true;
}

/** The new number of half-edge `e` when the second and third corner of its triangle are swapped. */
const mirror = (e: number): number => (e < 0 ? -1 : e - (e % 3) + (2 - (e % 3)));

function isHullConvex(t: Triangulation): boolean {
  const follower = new Map<number, number>();
  for (let e = 0; e < t.triangleCount * 3; e++)
    if (t.twin[e] < 0) follower.set(t.corner[e], t.corner[after(e)]);
  for (const [a, b] of follower) {
    const c = follower.get(b);
    if (c === undefined || turn(t, a, b, c) < 0) return false;
  }
  return true;
}

function forgetTriangles(t: Triangulation): void {
  t.corner.fill(-1);
  t.twin.fill(-1);
  t.constraint.fill(-1);
  t.vertexHalfEdge.fill(-1);
  t.triangleCount = 0;
  t.lastTriangle = 0;
}
