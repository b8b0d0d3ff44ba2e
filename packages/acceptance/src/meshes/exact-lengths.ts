// Target 1: path lengths equal the exact Euclidean lengths of the collection, which another program
// found on the visibility graph.
import { join } from 'node:path';
import { FOUND } from '@wayfield/graph';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  outlineGrid,
  type PointQueries,
  type PointRoutes,
} from '@wayfield/navmesh';
import { createStudySearch } from '@wayfield/navmesh/study';
import { atLeast, NO_DATA, notMeasured, result, type Target } from '../run/target.ts';
import { readMap } from '@wayfield/bench/internal/run/problems/movingai';
import { readBytes } from '@wayfield/bench/internal/run/problems/read-file';

interface Solver {
  run(queries: PointQueries): PointRoutes;
  destroy(): void;
}

const MAPS: readonly (readonly [folder: string, name: string])[] = [
  ['dao', 'arena'],
  ['dao', 'arena2'],
  ['dao', 'den312d'],
  ['da2', 'ht_chantry'],
  ['dao', 'brc202d'],
  ['mapf', 'random-64-64-20'],
  ['mapf', 'maze-32-32-2'],
];

export const exactLengths: Target = {
  name: '1',
  title: 'paths on seven maps are as long as the exact shortest ones',
  async run({ data, session, quick, add }) {
    if (data === undefined) {
      add(notMeasured('exact lengths', atLeast(1, 'rows'), NO_DATA));
      return;
    }
    for (const [folder, name] of quick ? MAPS.slice(0, 1) : MAPS) {
      const grid = await readMap(join(data, 'grid', folder, `${name}.map.gz`));
      const { triangulation } = createNavMesh(outlineGrid(grid));
      const file = join(data, 'mesh', 'anyangle-derived', `${name}.anyangle.tsv.gz`);
      const rows = new TextDecoder()
        .decode(await readBytes(file))
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .map((line) => line.split('\t'));
      const queries = buildPointQueries(rows.map((row) => row.slice(0, 4).map(Number)));
      const triangles = buildPolygonMesh(triangulation, { merge: false });
      const merged = buildPolygonMesh(triangulation);
      const { polygonCount } = triangles;
      const programs: readonly (readonly [string, () => Solver])[] = [
        [`Polyanya, ${polygonCount} triangles`, () => createPolyanya(triangles)],
        [`Polyanya, ${merged.polygonCount} polygons`, () => createPolyanya(merged)],
        [`TRA*, ${polygonCount} triangles`, () => createStudySearch(triangles)],
        [
          `TA*, ${polygonCount} triangles`,
          () => createStudySearch(triangles, { algorithm: 'ta*' }),
        ],
      ];
      for (const [program, create] of programs) {
        const solver = create();
        const { status, cost } = solver.run(queries);
        solver.destroy();
        let right = 0;
        for (let i = 0; i < rows.length; i++) {
          const found = status[i] === FOUND ? cost[i] : -1;
          // Column 6, counted from 0, has the lengths for our meshes: no path leads between two
          // blocked cells that touch at a corner. In column 5 some paths do. A row with an end at
          // such a corner is marked `*`: there either length is right.
          const strict = Number.parseFloat(rows[i][6]);
          const wide = Number.parseFloat(rows[i][5]);
          const isRight =
            agrees(found, strict) || (rows[i].join().includes('*') && agrees(found, wide));
          session.addCheck(`${name}, ${program}, row ${i}: ${found}, exact ${strict}`, isRight);
          if (isRight) right++;
        }
        add(result(`${name}, ${program}: exact lengths`, right, atLeast(rows.length, 'rows')));
      }
    }
  },
};

/** Lengths are printed with ten decimals, and sums in f64 differ by far less than a millionth. */
const agrees = (found: number, exact: number): boolean =>
  Math.abs(found - exact) <= 1e-6 * Math.max(1, exact);
