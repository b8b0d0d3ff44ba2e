// Target 1b: random queries, 10,000 on each of ten maps and 2,000 on each of seven more. Polyanya
// on triangles and on merged polygons, TRA*, TA* and the tangent graph must agree. Their paths are
// walked over the cells of the map, except those of Polyanya on triangles.
import { join } from 'node:path';
import { FOUND, type Grid } from '@wayfield/graph';
import { roomsGrid } from '@wayfield/graph/generators';
import {
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  outlineGrid,
  type PointRoutes,
} from '@wayfield/navmesh';
import { createStudySearch } from '@wayfield/navmesh/study';
import { atLeast, result, type Target } from '../run/target.ts';
import { readMap } from '@wayfield/bench/internal/run/problems/movingai';
import { openQueries } from './open-queries.ts';

/** The maps of random queries. */
export const MAPS: readonly string[] = [
  'dao/arena2',
  'dao/brc202d',
  'dao/den520d',
  'dao/lak303d',
  'dao/orz100d',
  'da2/w_woundedcoast',
  'bg512/AR0011SR',
  'mazes/maze512-32-0',
  'rooms/32room_000',
  'cities/Berlin_1_512',
];

/**
 * Maps of very many islands or very long dead ends, on which the triangle search takes the tangent
 * graph.
 */
export const MANY_ISLANDS: readonly string[] = [
  'mapf/warehouse-20-40-10-2-2',
  'mazes/maze512-1-0',
  'mazes/maze512-4-0',
  'random/random512-10-0',
  'random/random512-25-0',
  'random/random512-40-0',
  'rooms/8room_000',
];
/** Queries on each of these maps. TA* is left out there, because it takes minutes. */
const SAMPLE = 2000;

export const agreement: Target = {
  name: '1b',
  title:
    'random queries, 10,000 per map, or 2,000: all searches agree, and no path meets a ' +
    'blocked cell',
  async run({ data, session, seed, quick, add }) {
    const maps: (readonly [string, Grid])[] = [];
    if (data === undefined || quick) maps.push(['rooms', roomsGrid(64, 64, { seed })]);
    else
      for (const name of [...MAPS, ...MANY_ISLANDS])
        maps.push([name, await readMap(join(data, 'grid', `${name}.map.gz`))]);
    for (const [name, grid] of maps) {
      const isLarge = MANY_ISLANDS.includes(name);
      const count = quick ? 200 : isLarge ? SAMPLE : 10_000;
      const { triangulation } = createNavMesh(outlineGrid(grid));
      const triangles = buildPolygonMesh(triangulation, { merge: false });
      const queries = openQueries(grid, count, seed);
      const solvers = [
        createPolyanya(buildPolygonMesh(triangulation)),
        createPolyanya(triangles),
        createStudySearch(triangles, { algorithm: 'tra*', table: !isLarge }),
        createStudySearch(triangles, { algorithm: 'tangents' }),
      ];
      if (!isLarge) solvers.push(createStudySearch(triangles, { algorithm: 'ta*' }));
      const answers: PointRoutes[] = solvers.map((solver) => {
        const routes = solver.run(queries);
        solver.destroy();
        return routes;
      });
      const [exact, , ...others] = answers as [PointRoutes, PointRoutes, ...PointRoutes[]];
      let right = 0;
      for (let i = 0; i < count; i++) {
        const isRight =
          answers.every(
            ({ status, cost }) =>
              status[i] === exact.status[i] &&
              (status[i] !== FOUND ||
                Math.abs(cost[i] - exact.cost[i]) <= 1e-9 * (1 + exact.cost[i])),
          ) &&
          (exact.status[i] !== FOUND ||
            [exact, ...others].every((routes) => staysOnOpenCells(grid, routes, i)));
        const costs = answers.map(({ cost }) => cost[i]).join(', ');
        session.addCheck(`${name}, query ${i}: ${costs}`, isRight);
        if (isRight) right++;
      }
      const names = `Polyanya, TRA*, tangents${isLarge ? '' : ', TA*'}`;
      add(result(`${name}: ${names} agree`, right, atLeast(count, 'queries')));
    }
  },
};

/** Whether no step of a path runs through the inside of a blocked cell; touching one is allowed. */
function staysOnOpenCells(grid: Grid, { firstPoint, x, y }: PointRoutes, i: number): boolean {
  for (let k = firstPoint[i]; k + 1 < firstPoint[i + 1]; k++) {
    const [ax, ay, bx, by] = [x[k], y[k], x[k + 1], y[k + 1]];
    // where the step crosses lines between cells, as shares of it, in order
    const at = [0, 1];
    for (const [a, b] of [
      [ax, bx],
      [ay, by],
    ] as const)
      for (let line = Math.ceil(Math.min(a, b)); line <= Math.max(a, b); line++)
        if (a !== b) at.push((line - a) / (b - a));
    at.sort((p, q) => p - q);
    // between two crossings the step is inside one cell, which the middle tells
    for (let j = 0; j + 1 < at.length; j++) {
      if (at[j + 1] - at[j] < 1e-9) continue;
      const middle = (at[j] + at[j + 1]) / 2;
      const mx = ax + middle * (bx - ax);
      const my = ay + middle * (by - ay);
      const [fx, fy] = [Math.floor(mx), Math.floor(my)];
      // a step along a line between cells is inside of none
      if (Math.abs(mx - Math.round(mx)) < 1e-9 || Math.abs(my - Math.round(my)) < 1e-9) continue;
      if (!(grid.cost[fy * grid.width + fx] > 0)) return false;
    }
  }
  return true;
}
