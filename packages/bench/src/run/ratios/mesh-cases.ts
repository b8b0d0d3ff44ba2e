// Races of @wayfield/navmesh.
import { randomQueries, roomsGrid } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  buildPolygonMesh,
  checkTriangulation,
  createNavMesh,
  createPolyanya,
  outlineGrid,
} from '@wayfield/navmesh';
import { convexScene } from '../../meshes/measure/convex-scene.ts';
import { plainDelaunay } from '../../meshes/peers/plain-delaunay.ts';
import { agrees } from '../../meshes/study/judge.ts';
import type { Problem } from '../problems/problem.ts';
import { answersOf } from '../solvers/answers.ts';
import { plainJps } from '../solvers/plain.ts';
import type { RatioCase } from './ratio-case.ts';
import { askAll, withoutBatch } from './route-case.ts';

/** As in `cases.ts`: another seed needs new baselines. */
const SEED = 8;
/** Largest relative difference of two lengths, one of which is a sum of f32, as on grids. */
const SLACK_F32 = 1e-5;

/** Paths on the mesh of a map, against paths between the same cells on its grid. */
const polyanyaCase: RatioCase = {
  name: 'Polyanya, rooms',
  rival: plainJps.name,
  async make() {
    const data = roomsGrid(128, 128, { size: 16, seed: SEED });
    const queries = randomQueries(data, 24, { seed: SEED });
    const problem: Problem = { name: 'rooms', description: `seed ${SEED}`, data, queries };
    const theirs = await plainJps.build(problem);
    const { routes } = await answersOf(withoutBatch(theirs), queries);
    const at = (cell: number): number[] => [
      (cell % data.width) + 0.5,
      Math.floor(cell / data.width) + 0.5,
    ];
    const rows = Array.from(queries.source, (source, i) => [
      ...at(source),
      ...at(queries.target[i]),
    ]);
    const { triangulation } = createNavMesh(outlineGrid(data));
    const solver = createPolyanya(buildPolygonMesh(triangulation));
    const single = rows.map((row) => buildPointQueries([row]));
    const own = solver.run(buildPointQueries(rows));
    return {
      ours: {
        run() {
          for (const query of single) solver.run(query);
        },
      },
      theirs: { run: () => askAll(theirs, problem) },
      counts: { 'polygons entered': own.expanded.reduce((sum, n) => sum + n, 0) },
      check(judge) {
        const onTriangles = createPolyanya(buildPolygonMesh(triangulation, { merge: false }));
        const { cost } = onTriangles.run(buildPointQueries(rows));
        const wrong = rows.filter((_, i) => {
          const path = own.cost[i];
          return !(agrees(path, cost[i]) && path <= routes.cost[i] * (1 + SLACK_F32));
        });
        judge.count('Polyanya', 'on triangles, on the grid', rows.length, wrong.length);
        onTriangles.destroy();
      },
      async destroy() {
        solver.destroy();
        await theirs.destroy();
      },
    };
  },
};

/** Triangulations of obstacles, and of the points alone. */
const triangulationCase: RatioCase = {
  name: 'triangulation, 36 obstacles',
  rival: 'Delaunay in plain JavaScript',
  make() {
    const { side, obstacles } = convexScene(6, SEED, 0);
    const boundary = [0, 0, side, 0, side, side, 0, side];
    const points = [boundary, ...obstacles].flat();
    const x = Float64Array.from(points.filter((_, i) => i % 2 === 0));
    const y = Float64Array.from(points.filter((_, i) => i % 2 === 1));
    const triangulate = () => createNavMesh({ boundary, obstacles }).triangulation;
    return {
      ours: { run: triangulate },
      theirs: { run: () => plainDelaunay(x, y) },
      counts: {},
      check(judge) {
        const ours = triangulate();
        checkTriangulation(ours);
        // n points, 4 of them on the hull, have 2n - 6 triangles (Euler). Our triangulation has
        // four points more, a box around everything, and so 8 triangles more
        const expected = plainDelaunay(x, y).length / 3 + 8;
        const said = `${ours.triangleCount} triangles, expected ${expected}`;
        judge.fact('triangles', 'plain Delaunay', ours.triangleCount === expected, said);
      },
      destroy() {},
    };
  },
};

export const MESH_RATIO_CASES: readonly RatioCase[] = [polyanyaCase, triangulationCase];
