// Target 3b: the search on triangles, TRA* or the tangent graph as it chooses, to the proof and to
// its first path, query by query, beside Polyanya on merged polygons.
import { join } from 'node:path';
import type { Grid } from '@wayfield/graph';
import { roomsGrid } from '@wayfield/graph/generators';
import {
  buildPolygonMesh,
  buildReduction,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
  outlineGrid,
  type PointQueries,
} from '@wayfield/navmesh';
import { atMost, result, type Target } from '../run/target.ts';
import { readMap } from '@wayfield/bench/internal/run/problems/movingai';
import { summarise } from '@wayfield/bench/internal/run/statistics/summary';
import { MANY_ISLANDS, MAPS as RANDOM_MAPS } from './agreement.ts';
import { openQueries, singleQuery } from './open-queries.ts';

/** All maps of the data, without maps of `mapf` that are in another folder too. */
const MAPS = [
  ...RANDOM_MAPS,
  ...MANY_ISLANDS,
  'bg512/AR0300SR',
  'bg512/AR0602SR',
  'bg512/AR0711SR',
  'cities/Berlin_1_1024',
  'cities/Berlin_1_256',
  'cities/Boston_0_1024',
  'cities/Boston_0_256',
  'cities/London_2_512',
  'cities/NewYork_1_1024',
  'cities/Paris_0_1024',
  'cities/Shanghai_0_512',
  'da2/ht_chantry',
  'da2/lt_gallowstemplar_n',
  'dao/arena',
  'dao/brc000d',
  'dao/den312d',
  'dao/lak250d',
  'dao/orz900d',
  'dao/ost003d',
  'mapf/Paris_1_256',
  'mapf/empty-48-48',
  'mapf/empty-8-8',
  'mapf/maze-128-128-2',
  'mapf/maze-32-32-2',
  'mapf/random-32-32-20',
  'mapf/random-64-64-20',
  'mapf/room-64-64-8',
  'mapf/warehouse-10-20-10-2-1',
  'rooms/64room_000',
  'sc1/AcrosstheCape',
  'sc1/Aurora',
  'sc1/TheFrozenSea',
  'sc1/ThinIce',
  'sc1/WheelofWar',
];
/** Maps on which the proven path must come before Polyanya's. */
const RACED = new Set(['dao/arena2', 'dao/brc202d', 'dao/den520d', 'rooms']);
/**
 * The most microseconds to the median first path of a map, and those within which 99 % of its paths
 * are proven: requirements.
 */
const FIRST_US = 60;
const MOST_US = 2000;

export const triangleSearchSpeed: Target = {
  name: '3b',
  title:
    'one thread: the triangle search on random queries, each as fast as it was in its best round',
  async run({ data, session, rounds, seed, quick, add }) {
    const maps: (() => Promise<readonly [string, Grid]>)[] = [];
    if (data === undefined || quick) maps.push(async () => ['rooms', roomsGrid(64, 64, { seed })]);
    else
      for (const name of MAPS)
        maps.push(async () => [name, await readMap(join(data, 'grid', `${name}.map.gz`))]);
    for (const read of maps) {
      const [name, grid] = await read();
      const { triangulation } = createNavMesh(outlineGrid(grid));
      const triangles = buildPolygonMesh(triangulation, { merge: false });
      const reduction = buildReduction(triangles);
      const begun = performance.now();
      const tra = createTriangleSearch(triangles, { reduction });
      const made = performance.now() - begun;
      const polyanya = createPolyanya(buildPolygonMesh(triangulation));
      const queries = openQueries(grid, quick ? 50 : 1000, seed);
      const proven = tra.run(queries);
      const first = tra.run(queries, { first: true });
      const exact = polyanya.run(queries);
      let [sum, found] = [0, 0];
      for (let i = 0; i < queries.count; i++) {
        const isRight =
          proven.status[i] === exact.status[i] &&
          proven.isProven[i] === 1 &&
          !(Math.abs(proven.cost[i] - exact.cost[i]) > 1e-9 * (1 + exact.cost[i]));
        session.addCheck(`${name}, query ${i}: ${proven.cost[i]} and ${exact.cost[i]}`, isRight);
        if (!(exact.cost[i] > 0 && exact.cost[i] < Infinity)) continue;
        sum += first.cost[i] / exact.cost[i];
        found++;
      }
      const [toProof, toFirst, rival] = bestTimes(queries, rounds, [
        (one) => tra.run(one),
        (one) => tra.run(one, { first: true }),
        (one) => polyanya.run(one),
      ]).map(summarise);
      const states = proven.expanded.reduce((a, b) => a + b, 0) / queries.count;
      const mebibytes = (tra.memoryBytes / 2 ** 20).toFixed(1);
      const work =
        `${tra.algorithm}, ${states.toFixed(0)} states, made in ${made.toFixed(0)} ms, ` +
        `${mebibytes} MiB`;
      if (RACED.has(name)) {
        const note =
          `means ${toProof!.mean.toPrecision(3)} and ${rival!.mean.toPrecision(3)}, ` + `${work}`;
        const what = `${name}: median to the proof, as Polyanya`;
        add(result(what, toProof!.median, atMost(rival!.median, 'us'), note));
      }
      const note =
        `${(sum / found).toFixed(4)} times the shortest; Polyanya ` +
        `${rival!.median.toPrecision(3)}`;
      add(result(`${name}: median to a first path`, toFirst!.median, atMost(FIRST_US, 'us'), note));
      const worst =
        `median ${toProof!.median.toPrecision(3)}; Polyanya ${rival!.p99.toPrecision(3)}; ` +
        `${work}`;
      add(result(`${name}: 99 % are proven within`, toProof!.p99, atMost(MOST_US, 'us'), worst));
      tra.destroy();
      polyanya.destroy();
    }
  },
};

/**
 * The least time of each query by each program, in microseconds. All programs take a turn in each
 * round, in an order that alternates. There is one round more than `rounds`, since the first one
 * compiles.
 */
function bestTimes(
  queries: PointQueries,
  rounds: number,
  programs: readonly ((query: PointQueries) => unknown)[],
): Float64Array[] {
  const { count } = queries;
  const best = programs.map(() => new Float64Array(count).fill(Infinity));
  const order = [...programs.keys()];
  const single = Array.from({ length: count }, (_, i) => singleQuery(queries, i));
  for (let round = 0; round <= rounds; round++)
    for (const p of round % 2 === 0 ? order : order.toReversed()) {
      const times = best[p];
      for (let i = 0; i < count; i++) {
        const start = performance.now();
        programs[p](single[i]);
        times[i] = Math.min(times[i], (performance.now() - start) * 1000);
      }
    }
  return best;
}
