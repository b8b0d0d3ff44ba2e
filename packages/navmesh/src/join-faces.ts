import { chainRings } from './chain-rings.ts';
import type { Points } from './convex-parts.ts';
import { createNavMesh } from './create-nav-mesh.ts';
import { buildPolygonMesh } from './merge-triangles.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { next } from './triangulation.ts';

/** What rings cover together, however they lie over each other, as a mesh of its own. */
export function joinFaces(
  { x, y }: Points,
  rings: readonly (readonly number[])[],
  snap: number | undefined,
): PolygonMesh {
  const obstacles = rings.map((ring) => ring.flatMap((v) => [x[v]!, y[v]!]));
  const used = [...new Set(rings.flat())];
  const extent = (values: ArrayLike<number>): [number, number] => [
    used.reduce((least, v) => Math.min(least, values[v]!), Infinity),
    used.reduce((most, v) => Math.max(most, values[v]!), -Infinity),
  ];
  const [[left, right], [low, high]] = [extent(x), extent(y)];
  const margin = Math.max(right - left, high - low);
  const [l, r, b, t] = [left - margin, right + margin, low - margin, high + margin];
  const step = snap === undefined ? {} : { snap };
  // faces as obstacles: where one is, the depth is above 0; outside of the boundary, too, but there no vertex of a face is
  const { triangulation } = createNavMesh({
    boundary: [l, b, r, b, r, t, l, t],
    obstacles,
    ...step,
  });
  const { corner, twin, depth } = triangulation;
  const isOn = (v: number): boolean =>
    triangulation.x[v]! > left - margin / 2 &&
    triangulation.x[v]! < right + margin / 2 &&
    triangulation.y[v]! > low - margin / 2 &&
    triangulation.y[v]! < high + margin / 2;
  const isCovered = (e: number): boolean => {
    const first = e - (e % 3);
    return (
      corner[e]! >= 0 &&
      depth[first / 3]! > 0 &&
      isOn(corner[first]!) &&
      isOn(corner[first + 1]!) &&
      isOn(corner[first + 2]!)
    );
  };
  const from: number[] = [];
  const to: number[] = [];
  for (let e = 0; e < triangulation.triangleCount * 3; e++)
    if (isCovered(e) && !isCovered(twin[e]!)) {
      from.push(corner[e]!);
      to.push(corner[next(e)]!);
    }
  const boundary = chainRings(from, to).map((ring) =>
    ring.flatMap((v) => [triangulation.x[v]!, triangulation.y[v]!]),
  );
  return buildPolygonMesh(createNavMesh({ boundary, ...step }).triangulation);
}
