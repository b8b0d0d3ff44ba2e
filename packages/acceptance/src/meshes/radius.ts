// Target 4: queries of discs of any radius, for which nothing is prepared. Measures the time of
// each query, and checks the clearance and the length of each path.
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
import { type ArcPath, createDiscSearch } from '@wayfield/navmesh/discs';
import { atMost, forComparison, result, type Target, type TargetContext } from '../run/target.ts';
import { readMap } from '@wayfield/bench/internal/run/problems/movingai';
import { summarise } from '@wayfield/bench/internal/run/statistics/summary';
import { MAPS } from './agreement.ts';
import { clearanceOnGrid } from './clearance.ts';

/**
 * The most microseconds of the median query of a map, and those within which 99 % of its queries
 * are answered: requirements. A frame of 16 ms has room for 16 of the slower ones.
 */
const MEDIAN_US = 25;
const MOST_US = 1000;
/** Radii, as shares of the median width of the corridors of a map. */
const SHARES: readonly number[] = [0.1, 0.5];
/** One call asks the same query this many times, so that the clock's resolution does not matter. */
const COPIES = 10;
/** Relative error of a length that rounding explains. */
const ROUNDING = 1e-9;

export const radius: Target = {
  name: '4',
  title: 'queries of a disc of any radius, nothing prepared: median and 99 % of each map',
  async run(context) {
    const { data, seed, quick, add } = context;
    const maps: (readonly [string, Grid])[] = [];
    if (data === undefined || quick) maps.push(['rooms', roomsGrid(64, 64, { seed })]);
    else
      for (const name of MAPS)
        maps.push([name, await readMap(join(data, 'grid', `${name}.map.gz`))]);
    let median = 0;
    let most = 0;
    for (const [name, grid] of maps) {
      for (const { share, times, found } of measureMap(context, name, grid)) {
        const { median: middle, p99 } = summarise(times);
        median = Math.max(median, middle);
        most = Math.max(most, p99);
        const note =
          `${found} of ${times.length} with a path; 99 % within ${p99.toPrecision(3)} ` + 'us';
        const what = `${name}, ${share} of the median width: median`;
        add(forComparison(result(what, middle, atMost(MEDIAN_US, 'us'), note)));
      }
    }
    add(result('the slowest map: median', median, atMost(MEDIAN_US, 'us')));
    add(result('the slowest map: 99 % of the queries', most, atMost(MOST_US, 'us')));
  },
};

/** Times of one map and radius. */
interface Measured {
  readonly share: number;
  /** Microseconds of each query, the least of all rounds. */
  readonly times: readonly number[];
  readonly found: number;
}

function measureMap(context: TargetContext, name: string, grid: Grid): Measured[] {
  const { seed, quick, rounds } = context;
  const { triangulation } = createNavMesh(outlineGrid(grid));
  const mesh = buildPolygonMesh(triangulation, { merge: false });
  const reduction = buildReduction(mesh);
  // a maze without a cycle has no corridor and so no median width
  if (reduction.corridorCount === 0) return [];
  const width = summarise(Array.from(reduction.corridorWidth)).median;
  const discs = createDiscSearch(mesh, { reduction });
  const points = createTriangleSearch(mesh, { reduction });
  const measured = SHARES.map((share): Measured => {
    const r = share * width;
    const queries = pickQueries(grid, quick ? 20 : 300, random(seed), (one) => {
      const status = discs.run(one, { radius: r, maxExpanded: 1, result: 'cost' }).status[0];
      return status !== SOURCE_BLOCKED && status !== TARGET_BLOCKED;
    });
    let found = 0;
    const times = queries.map((one, i) => {
      let least = Infinity;
      // the first round is a warm-up
      for (let k = 0; k <= rounds; k++) {
        const start = performance.now();
        discs.run(one, { radius: r });
        const time = ((performance.now() - start) * 1000) / COPIES;
        if (k > 0) least = Math.min(least, time);
      }
      const routes = discs.run(one, { radius: r });
      const shortest = points.run(one).cost[0];
      if (routes.status[0] === FOUND) {
        found++;
        const title = `${name}, radius ${r}, query ${i}`;
        certify(context, title, { routes, grid, r, end: routes.firstPoint[1], shortest });
      }
      const same = discs.run(one, { radius: 0 }).cost[0];
      const isPoint = Math.abs(same - shortest) <= ROUNDING * shortest || same === shortest;
      context.session.addCheck(`${name}, query ${i}: ${same}, a point's ${shortest}`, isPoint);
      return least;
    });
    return { share, times, found };
  });
  discs.destroy();
  points.destroy();
  return measured;
}

/** A path of a disc: points 0 to `end` - 1. */
interface DiscPath {
  readonly routes: ArcPath & { readonly cost: ArrayLike<number> };
  readonly grid: Grid;
  readonly r: number;
  readonly end: number;
  /** The length of the shortest path of a point. */
  readonly shortest: number;
}

/**
 * Checks that a path keeps its radius from every blocked cell, that it is as long as it says, and
 * that it is no shorter than the path of a point.
 */
function certify({ session }: TargetContext, title: string, path: DiscPath): void {
  const { routes, grid, r, end, shortest } = path;
  const clear = clearanceOnGrid(grid, routes, 0, end, r);
  session.addCheck(`${title}: ${clear} of ${r}`, clear >= r * (1 - ROUNDING));
  let length = 0;
  for (let i = 0; i + 1 < end; i++) {
    const sweep = routes.sweep[i];
    const [ax, ay] = [routes.x[i], routes.y[i]];
    length +=
      sweep === 0
        ? Math.hypot(routes.x[i + 1] - ax, routes.y[i + 1] - ay)
        : Math.abs(sweep) * Math.hypot(ax - routes.centreX[i], ay - routes.centreY[i]);
  }
  const cost = routes.cost[0];
  const isAsLong = Math.abs(length - cost) <= ROUNDING * cost;
  session.addCheck(`${title}: ${length} long, it says ${cost}`, isAsLong);
  session.addCheck(`${title}: ${cost}, a point ${shortest}`, cost >= shortest * (1 - ROUNDING));
}

/** Queries from anywhere to anywhere whose ends are free, each COPIES times. */
function pickQueries(
  grid: Grid,
  count: number,
  next: () => number,
  isFree: (query: PointQueries) => boolean,
): PointQueries[] {
  const open: number[] = [];
  for (let cell = 0; cell < grid.cost.length; cell++) if (grid.cost[cell] > 0) open.push(cell);
  const point = (): number[] => {
    const cell = open[Math.floor(next() * open.length)];
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
