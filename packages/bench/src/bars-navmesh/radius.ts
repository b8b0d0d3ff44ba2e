// Bar 4: agents with a radius. Each query with the radius against the same query for a point, by the fastest search on triangles that there
// is for points, and, told beside it, by the search for discs itself with radius 0.
import { join } from 'node:path';
import { FOUND, type Grid, SOURCE_BLOCKED, TARGET_BLOCKED } from '@wayfield/graph';
import { random, roomsGrid } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createTriangleSearch,
  outlineGrid,
  type PointQueries,
} from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { notMeasured, result, skipped } from '../bars/bar.ts';
import { readMap } from '../problems/movingai.ts';
import type { BarResult } from '../report/report.ts';
import { summarise } from '../report/statistics.ts';
import { MAPS } from './agreement.ts';
import { clearanceOnGrid } from './clearance.ts';
import type { NavmeshBar } from './navmesh-bar.ts';

/** How much longer than for a point a query may take. */
const ALLOWED = 3;
/** One query is asked this many times in a row, so that a clock can tell. */
const COPIES = 10;

export const radius: NavmeshBar = {
  name: '4',
  title: 'a radius of half the median corridor width against points, TRA*: queries within 3 times',
  async run({ data, session, seed, quick, rounds, add }) {
    const count = quick ? 20 : 300;
    const maps: (readonly [string, Grid])[] = [];
    if (data === undefined || quick) maps.push(['rooms', roomsGrid(64, 64, { seed })]);
    else
      for (const name of MAPS)
        maps.push([name, await readMap(join(data, 'grid', `${name}.map.gz`))]);
    const give = (bar: BarResult): void =>
      add(quick ? skipped(bar, '--quick: no measurement') : bar);
    let within = 0;
    let withinOwn = 0;
    let all = 0;
    for (const [name, grid] of maps) {
      const { triangulation } = createNavMesh(outlineGrid(grid));
      const mesh = buildPolygonMesh(triangulation, { merge: false });
      const reduction = buildReduction(mesh);
      if (reduction.corridorCount === 0) {
        // a maze without a way around anything is one dead end
        add(
          notMeasured(
            `${name}: within ${ALLOWED} times the point query`,
            99,
            '%',
            'more',
            'no corridors',
          ),
        );
        continue;
      }
      const r = summarise(Array.from(reduction.corridorWidth)).median / 2;
      const discs = createDiscSearch(mesh, { reduction });
      const points = createTriangleSearch(mesh, { reduction });
      const queries = pickQueries(grid, count, random(seed), (one) => {
        const status = discs.run(one, { radius: r, maxExpanded: 1, result: 'cost' }).status[0];
        return status !== SOURCE_BLOCKED && status !== TARGET_BLOCKED;
      });
      const times: [number[], number[]] = [[], []];
      let own = 0;
      let found = 0;
      for (const [i, one] of queries.entries()) {
        const least = [Infinity, Infinity, Infinity];
        for (let k = 0; k <= rounds; k++)
          for (const which of [0, 1, 2] as const) {
            const start = performance.now();
            if (which === 0) discs.run(one, { radius: r });
            else if (which === 1) points.run(one);
            else discs.run(one, { radius: 0 });
            const time = ((performance.now() - start) * 1000) / COPIES;
            if (k > 0) least[which] = Math.min(least[which]!, time);
          }
        times[0].push(least[0]!);
        times[1].push(least[1]!);
        if (least[0]! <= ALLOWED * least[1]!) within++;
        if (least[0]! <= ALLOWED * least[2]!) own++;
        all++;
        const routes = discs.run(one, { radius: r });
        if (routes.status[0] !== FOUND) continue;
        found++;
        const clear = clearanceOnGrid(grid, routes, 0, routes.firstPoint[1]!, r);
        session.addCheck(`${name}, query ${i}: ${clear} of ${r}`, clear >= r * (1 - 1e-9));
      }
      discs.destroy();
      points.destroy();
      const share = (times[0].filter((t, i) => t <= ALLOWED * times[1][i]!).length / count) * 100;
      withinOwn += own;
      const [disc, point] = [summarise(times[0]), summarise(times[1])];
      const note =
        `radius ${r}, ${found} of ${count} with a path; median ${disc.median.toPrecision(3)} us and ` +
        `${point.median.toPrecision(3)}, 95 % within ${disc.p95.toPrecision(3)} and ${point.p95.toPrecision(3)}; ` +
        `${((own / count) * 100).toFixed(1)} % within ${ALLOWED} times radius 0`;
      give(
        result(`${name}: within ${ALLOWED} times the point query`, share, 99, '%', 'more', note),
      );
    }
    const note = `${((withinOwn / all) * 100).toFixed(1)} % within ${ALLOWED} times radius 0`;
    give(result('all maps together', (within / all) * 100, 99, '%', 'more', note));
  },
};

/** Queries from anywhere to anywhere whose ends are free, each COPIES times. */
function pickQueries(
  grid: Grid,
  count: number,
  next: () => number,
  isFree: (query: PointQueries) => boolean,
): PointQueries[] {
  const open: number[] = [];
  for (let cell = 0; cell < grid.cost.length; cell++) if (grid.cost[cell]! > 0) open.push(cell);
  const point = (): number[] => {
    const cell = open[Math.floor(next() * open.length)]!;
    return [(cell % grid.width) + next(), Math.floor(cell / grid.width) + next()];
  };
  const queries: PointQueries[] = [];
  while (queries.length < count) {
    const row = [...point(), ...point()];
    if (isFree(buildPointQueries([row])))
      queries.push(buildPointQueries(Array.from({ length: COPIES }, () => row)));
  }
  return queries;
}
