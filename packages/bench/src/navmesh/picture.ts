import { NONE } from '@wayfield/graph';
import { createPolyanya, type PointQueries, type PolygonMesh } from '@wayfield/navmesh';
import { type Colour, createCanvas } from '../page/canvas.ts';
import { type PictureText, pngPicture } from '../results/pictures.ts';
import type { Picture } from '../results/results.ts';
import type { Ground } from '../studies/triangulation/queries.ts';

const SIZE = 480;
/** Ground, triangles, walls, paths, their corners. */
const COLOURS: readonly Colour[] = [
  [252, 252, 250],
  [190, 196, 204],
  [30, 34, 40],
  [200, 40, 60],
  [26, 120, 80],
];

/** Triangles, walls, and the shortest paths of some queries. */
export function meshPicture(
  text: PictureText,
  { merged, box: [minX, minY, maxX, maxY], triangles }: Ground & { triangles: PolygonMesh },
  queries: PointQueries,
): Picture {
  const world = [maxX - minX, maxY - minY] as const;
  const canvas = createCanvas({ world, size: SIZE, colours: COLOURS });
  const line = (ax: number, ay: number, bx: number, by: number, colour: number, thick: number) =>
    canvas.line(ax - minX, ay - minY, bx - minX, by - minY, colour, thick);
  const { x, y, corner, firstSide, twin, polygonCount } = triangles;
  for (const walls of [false, true]) {
    for (let p = 0; p < polygonCount; p++) {
      for (let s = firstSide[p]!; s < firstSide[p + 1]!; s++) {
        if ((twin[s] === NONE) !== walls) continue;
        const a = corner[s]!;
        const b = corner[s + 1 < firstSide[p + 1]! ? s + 1 : firstSide[p]!]!;
        line(x[a]!, y[a]!, x[b]!, y[b]!, walls ? 2 : 1, walls ? 3 : 1);
      }
    }
  }
  const solver = createPolyanya(merged);
  const routes = solver.run(queries);
  const dot = Math.max(...world) / 120;
  for (let q = 0; q < routes.count; q++) {
    const [from, to] = [routes.firstPoint[q]!, routes.firstPoint[q + 1]!];
    for (let i = from + 1; i < to; i++)
      line(routes.x[i - 1]!, routes.y[i - 1]!, routes.x[i]!, routes.y[i]!, 3, 3);
    for (let i = from; i < to; i++) canvas.disc(routes.x[i]! - minX, routes.y[i]! - minY, dot, 4);
  }
  solver.destroy();
  const { width, height, png } = canvas.finish();
  return pngPicture(text, width, height, png);
}
