import { polygonMesh } from '../common/rules.ts';
import { NONE } from '@wayfield/graph';
import { chainRings } from '../geometry/chain-rings.ts';
import type { NavMeshInput } from '../obstacles/create-nav-mesh.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

/**
 * The walls of a mesh of convex polygons as a boundary for `createNavMesh`:
 * `createNavMesh({ ...outlineMesh(mesh), obstacles })` is free where `mesh` is, but for obstacles.
 * Polygons that overlap cancel out.
 */
export function outlineMesh(mesh: PolygonMesh): NavMeshInput {
  polygonMesh(mesh, 'mesh');
  const { x, y, corner, twin, firstSide, polygonCount } = mesh;
  const from: number[] = [];
  const to: number[] = [];
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++)
      if (twin[s] === NONE) {
        from.push(corner[s]);
        to.push(corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1]);
      }
  const boundary: number[][] = [];
  const walls: number[][] = [];
  for (const ring of chainRings(from, to))
    // a ring of two points, there and back: a wall with free space on both sides
    (ring.length > 2 ? boundary : walls).push(ring.flatMap((v) => [x[v], y[v]]));
  return { boundary, walls };
}
