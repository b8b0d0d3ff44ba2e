import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * The free triangles of a triangulation in the numbering of the triangulation: side `s` is
 * half-edge `s`. Arrays have room to grow. Of dead and covered triangles only `twin` has a meaning:
 * NONE.
 */
export interface OpenTriangles {
  x: Float64Array;
  y: Float64Array;
  corner: Int32Array;
  /** One per side: the opposite half-edge if agents may cross the edge, else NONE. */
  twin: Uint32Array;
}

/** Whether a half-edge belongs to a free triangle. */
export const isFree = (t: Triangulation, e: number): boolean =>
  t.corner[e] >= 0 && t.depth[triangleOf(e)] === 0;

/** Whether agents may cross a half-edge of a free triangle. */
export const isOpen = (t: Triangulation, e: number): boolean =>
  t.constraint[e] < 0 && t.twin[e] >= 0 && isFree(t, t.twin[e]);

/**
 * Brings `open` up to date: reads the arrays of the triangulation again, which may have been
 * replaced by larger ones, and sets `twin` of the sides of `triangles`.
 */
export function refreshOpenTriangles(
  open: OpenTriangles,
  t: Triangulation,
  triangles: Iterable<number>,
): void {
  open.x = t.x;
  open.y = t.y;
  open.corner = t.corner;
  if (open.twin.length < t.corner.length) {
    const larger = new Uint32Array(t.corner.length).fill(NONE);
    larger.set(open.twin);
    open.twin = larger;
  }
  for (const triangle of triangles)
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++)
      open.twin[e] = isFree(t, e) && isOpen(t, e) ? t.twin[e] : NONE;
}

/** The free triangles, numbered without gaps. */
export interface TriangleMesh {
  readonly mesh: PolygonMesh;
  /** One per polygon: its triangle. */
  readonly triangles: Uint32Array;
  /** One per triangle: its polygon; NONE for a triangle that is not free. */
  readonly polygonOf: Uint32Array;
}

/** Every free triangle as a polygon, in order; vertices are numbered in the order of first use. */
export function collectTriangles(t: Triangulation): TriangleMesh {
  const polygonOf = new Uint32Array(t.triangleCount).fill(NONE);
  let count = 0;
  for (let triangle = 0; triangle < t.triangleCount; triangle++)
    if (isFree(t, 3 * triangle)) polygonOf[triangle] = count++;
  const triangles = new Uint32Array(count);
  const vertexOf = new Int32Array(t.vertexCount).fill(-1);
  const firstSide = new Uint32Array(count + 1);
  const corner = new Uint32Array(3 * count);
  const twin = new Uint32Array(3 * count).fill(NONE);
  const xs = new Float64Array(Math.min(3 * count, t.vertexCount));
  const ys = new Float64Array(xs.length);
  let vertexCount = 0;
  let side = 0;
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    if (polygonOf[triangle] === NONE) continue;
    triangles[side / 3] = triangle;
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++, side++) {
      const v = t.corner[e];
      if (vertexOf[v] < 0) {
        xs[vertexCount] = t.x[v];
        ys[vertexCount] = t.y[v];
        vertexOf[v] = vertexCount++;
      }
      corner[side] = vertexOf[v];
      if (!isOpen(t, e)) continue;
      const other = t.twin[e];
      twin[side] = 3 * polygonOf[triangleOf(other)] + (other % 3);
    }
    firstSide[side / 3] = side;
  }
  const mesh = {
    vertexCount,
    polygonCount: count,
    x: xs.slice(0, vertexCount),
    y: ys.slice(0, vertexCount),
    firstSide,
    corner,
    twin,
  };
  return { mesh, triangles, polygonOf };
}
