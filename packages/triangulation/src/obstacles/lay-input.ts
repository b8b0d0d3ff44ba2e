import { type Chain, layObstacles, type Line, numberSegments, tryObstacles } from './obstacles.ts';
import { createSegments, type Obstacle, type Segments } from './segments.ts';
import type { SnapGrid } from './snap.ts';
import { triangulatePoints } from '../triangulation/triangulate-points.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';

interface Laid {
  readonly triangulation: Triangulation;
  readonly segments: Segments;
  /** The boundary, then one per obstacle and wall. */
  readonly laid: readonly Obstacle[];
}

/**
 * Triangulates all points at once, then lays `all`: the boundary, the obstacles and the walls, in
 * that order. `hull` are the corners of a rectangle around all points. The first attempt leaves out
 * snap rounding (`tryObstacles`). If it fails, everything is done a second time, with snap
 * rounding.
 */
export function layInput(
  grid: SnapGrid,
  hull: readonly number[],
  all: readonly (readonly Line[])[],
): Laid {
  const lines = all.flat();
  const length = lines.reduce((sum, { line }) => sum + line.length, hull.length);
  const points = new Float64Array(length);
  points.set(hull);
  let end = hull.length;
  for (const { line } of lines) {
    points.set(line, end);
    end += line.length;
  }

  function lay(isQuick: boolean): Laid | undefined {
    const { triangulation, vertexOf } = triangulatePoints(points);
    const segments = createSegments(grid);
    const corners = hull.length >> 1;
    for (let i = 0; i < corners; i++) triangulation.useCount[vertexOf[i]]++;
    let at = corners;
    const laid = all.map((parts, i) => {
      const chains = parts.map(({ line, isRing }): Chain => {
        const vertices: number[] = [];
        while (vertices.length < line.length >> 1) vertices.push(vertexOf[at++]);
        return { vertices, isRing };
      });
      return numberSegments(triangulation, segments, chains, i === 0 ? -1 : 1);
    });
    // everything is covered once, and the boundary, with sign -1, uncovers its inside
    triangulation.depth.fill(1, 0, triangulation.triangleCount);
    if (!isQuick) layObstacles(triangulation, segments, laid);
    else if (!tryObstacles(triangulation, segments, laid)) return undefined;
    return { triangulation, segments, laid };
  }
  return lay(true) ?? lay(false)!;
}
