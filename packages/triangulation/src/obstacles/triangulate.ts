import { list, refuseNumber } from '@wayfield/check';
import { checkCoordinates } from '../triangulation/check-input.ts';
import { layObstacles, numberSegments } from './obstacles.ts';
import { createSegments, type Segments } from './segments.ts';
import { triangulatePoints } from '../triangulation/triangulate-points.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

/** What `triangulate` returns. */
export interface TriangulateResult {
  readonly triangulation: Triangulation;
  /**
   * One per point: its vertex. Equal points share a vertex; crossings of edges add further ones.
   */
  readonly vertexOf: Int32Array;
  /** The edges by number, and where they lie; empty if there are no triangles. */
  readonly segments: Segments;
}

/**
 * The constrained Delaunay triangulation of points (x, y, x, y, …) and edges between them (pairs of
 * point numbers). Points are added only where edges cross. Points may be equal; edges may touch,
 * overlap, cross and be given twice; an edge between equal points has no effect. The outer border
 * is the convex hull of the points. Points that all lie on one line give no triangles; edges
 * between them are then ignored.
 *
 * @throws RangeError for coordinates that are not finite, or neither 0 nor of a size from 1e-50 to
 *   1e50 (for others the arithmetic is not exact), for edges that name no point, and for an edge
 *   that rounded crossings cut into more than 100,000 pieces.
 */
export function triangulate(
  points: ArrayLike<number>,
  edges: ArrayLike<number> = [],
): TriangulateResult {
  checkCoordinates(points, 'points');
  list(edges, 'edges');
  const count = points.length >> 1;
  if (edges.length % 2 !== 0)
    throw new RangeError(`edges holds ${edges.length} numbers, it takes two per edge`);
  for (let i = 0; i < edges.length; i++)
    if (!(edges[i] >= 0 && edges[i] < count) || !Number.isInteger(edges[i]))
      refuseNumber(`edges[${i}]`, edges[i], `a point below ${count}`);
  const { triangulation, vertexOf } = triangulatePoints(points);
  const segments = createSegments();
  if (triangulation.triangleCount > 0) {
    const chains = [];
    for (let i = 0; i < edges.length; i += 2)
      chains.push({
        vertices: [vertexOf[edges[i]], vertexOf[edges[i + 1]]],
        isRing: false,
      });
    layObstacles(triangulation, segments, [numberSegments(triangulation, segments, chains, 1)]);
  }
  return { triangulation, vertexOf, segments };
}
