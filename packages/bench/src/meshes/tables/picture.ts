import { NONE } from '@wayfield/graph';
import { createPolyanya, type PointQueries, type PolygonMesh } from '@wayfield/navmesh';
import { type Colour, createCanvas, type Point } from '../../report/pages/canvas.ts';
import { type PictureText, pngPicture } from '../../report/results/pictures.ts';
import type { Picture } from '../../report/results/results.ts';
import type { Ground } from '../study/queries.ts';

const SIZE = 480;
/** Colours of ground, triangles, walls, paths and their corners. */
const COLOURS: readonly Colour[] = [
  [252, 252, 250],
  [190, 196, 204],
  [30, 34, 40],
  [200, 40, 60],
  [26, 120, 80],
];

/** Draws triangles, walls, and the shortest paths of some queries. */
export function meshPicture(
  text: PictureText,
  { merged, box: [minX, minY, maxX, maxY], triangles }: Ground & { triangles: PolygonMesh },
  queries: PointQueries,
): Picture {
  const world = [maxX - minX, maxY - minY] as const;
  const canvas = createCanvas({ world, size: SIZE, colours: COLOURS });
  const place = (px: number, py: number): Point => [px - minX, py - minY];
  const { x, y, corner, firstSide, twin, polygonCount } = triangles;
  for (const walls of [false, true]) {
    for (let p = 0; p < polygonCount; p++) {
      for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
        if ((twin[s] === NONE) !== walls) continue;
        const a = corner[s];
        const b = corner[s + 1 < firstSide[p + 1] ? s + 1 : firstSide[p]];
        const colour = walls ? 2 : 1;
        canvas.line(place(x[a], y[a]), place(x[b], y[b]), colour, walls ? 3 : 1);
      }
    }
  }
  const solver = createPolyanya(merged);
  const routes = solver.run(queries);
  const dot = Math.max(...world) / 120;
  for (let q = 0; q < routes.count; q++) {
    const [from, to] = [routes.firstPoint[q], routes.firstPoint[q + 1]];
    const at = (i: number): Point => place(routes.x[i], routes.y[i]);
    for (let i = from + 1; i < to; i++) canvas.line(at(i - 1), at(i), 3, 3);
    for (let i = from; i < to; i++) canvas.disc(...at(i), dot, 4);
  }
  solver.destroy();
  const { width, height, png } = canvas.finish();
  return pngPicture(text, width, height, png);
}
