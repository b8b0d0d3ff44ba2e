import { chainRings } from '../geometry/chain-rings.ts';
import type { Points } from '../geometry/convex-parts.ts';
import { createNavMesh } from '../obstacles/create-nav-mesh.ts';
import { buildPolygonMesh } from '../polygons/merge-triangles.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { after } from '../geometry/sides.ts';

/**
 * The union of rings, which may overlap in any way, as a mesh. `snap`: as in `NavMeshInput`. For
 * `loadObj` with `overlaps: 'join'`.
 */
export function joinFaces(
  { x, y }: Points,
  rings: readonly (readonly number[])[],
  snap: number | undefined,
): PolygonMesh {
  const obstacles = rings.map((ring) => ring.flatMap((v) => [x[v], y[v]]));
  const used = [...new Set(rings.flat())];
  const extent = (values: ArrayLike<number>): [number, number] => [
    used.reduce((least, v) => Math.min(least, values[v]), Infinity),
    used.reduce((most, v) => Math.max(most, values[v]), -Infinity),
  ];
  const [[left, right], [low, high]] = [extent(x), extent(y)];
  const margin = Math.max(right - left, high - low);
  const [l, r, b, t] = [left - margin, right + margin, low - margin, high + margin];
  const step = snap === undefined ? {} : { snap };
  // Faces become obstacles: the depth is above 0 where a face is. It is also above 0 outside the
  // boundary, but no vertex of a face lies there.
  const { triangulation } = createNavMesh({
    boundary: [l, b, r, b, r, t, l, t],
    obstacles,
    ...step,
  });
  const { corner, twin, depth } = triangulation;
  const isOn = (v: number): boolean =>
    triangulation.x[v] > left - margin / 2 &&
    triangulation.x[v] < right + margin / 2 &&
    triangulation.y[v] > low - margin / 2 &&
    triangulation.y[v] < high + margin / 2;
  const isCovered = (e: number): boolean => {
    const first = e - (e % 3);
    return (
      corner[e] >= 0 &&
      depth[first / 3] > 0 &&
      isOn(corner[first]) &&
      isOn(corner[first + 1]) &&
      isOn(corner[first + 2])
    );
  };
  const from: number[] = [];
  const to: number[] = [];
  for (let e = 0; e < triangulation.triangleCount * 3; e++)
    if (isCovered(e) && !isCovered(twin[e])) {
      from.push(corner[e]);
      to.push(corner[after(e)]);
    }
  const boundary = chainRings(from, to).map((ring) =>
    ring.flatMap((v) => [triangulation.x[v], triangulation.y[v]]),
  );
  return buildPolygonMesh(createNavMesh({ boundary, ...step }).triangulation);
}
