// Target 3: the speed of matrices, isochrones and routes on one thread.
import { createRoadIndex, createRouter, routeLine, type RoutingNetwork } from '@wayfield/routing';
import { createTimedRouter } from '@wayfield/routing/departures';
import { createIsochrones } from '@wayfield/routing/isochrone';
import { createMatrix } from '@wayfield/routing/matrix';
import {
  atMost,
  forComparison,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
  type TargetNumber,
  type TargetResult,
} from '../run/target.ts';
import { randomNumbers } from '../movement/random-numbers.ts';
import { extract, madeUpNetwork, randomPositions, rome } from './networks.ts';

// The numbers of results are requirements, set before the code was written.

/** A matrix of 1,000 x 1,000 positions, and one of 10,000 x 10,000. */
const SMALL = atMost(200, 'ms');
const LARGE = atMost(3000, 'ms');
/** An isochrone of LIMIT with its polygons. */
const ISOCHRONE = atMost(10, 'ms');
/** A route with its line; a nearest position. */
const ROUTE = atMost(100, 'us');
/** Half an hour, in seconds. */
const LIMIT = 1800;
/** From new live speeds of LIVE_ROADS to the next route. */
const LIVE = atMost(20, 'ms');
/** The share of roads with live speeds. */
const LIVE_ROADS = 0.01;
/** Routes of one round. */
const ROUTES = 1000;

export const speed: Target = {
  name: '3',
  title: 'one thread, CPU time: matrices, isochrones, routes, live speeds of rome and malta',
  async run(context) {
    const { data, quick, seed } = context;
    const options = { profile: 'car', turnRestrictions: true } as const;
    const maps = quick
      ? { made: madeUpNetwork(seed) }
      : { rome: rome(data), malta: extract(data, 'malta-latest.osm.pbf', options) };
    for (const [key, map] of Object.entries(maps)) {
      if (map === undefined) {
        context.add(notMeasured(key, SMALL, NO_DATA));
        continue;
      }
      context.session.terminal.progress(map.name);
      const routing = await map.make();
      matrices(context, map.name, routing);
      isochrones(context, map.name, routing);
      // the requirements of routes and live speeds are for malta; rome is for comparison
      const { add } = context;
      const shown = key === 'rome';
      const named = shown
        ? { ...context, add: (one: TargetResult) => add(forComparison(one)) }
        : context;
      routes(named, map.name, routing);
      liveSpeeds(named, map.name, routing);
    }
  },
};

/**
 * Milliseconds of CPU time of this process, the median of some rounds. Other programs do not add to
 * CPU time.
 */
function median(rounds: number, run: () => void): number {
  run();
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[rounds >> 1];
}

function matrices(context: TargetContext, name: string, routing: RoutingNetwork): void {
  const sizes: [number, TargetNumber, number][] = context.quick
    ? [[20, SMALL, 1]]
    : [
        [1000, SMALL, context.rounds],
        [10_000, LARGE, 1],
      ];
  const matrix = createMatrix(routing);
  for (const [size, target, rounds] of sizes) {
    const sources = randomPositions(routing, size, context.seed, true);
    const targets = randomPositions(routing, size, context.seed + 1, true);
    let rows = 0;
    const ms = median(rounds, () => {
      rows = 0;
      for (const { count } of matrix.rows(sources, targets)) rows += count;
    });
    context.session.addCheck(`${name}: ${rows} rows instead of ${size}`, rows === size);
    context.add(result(`${name}: ${size} x ${size} positions, in rows`, ms, target));
  }
  matrix.destroy();
}

function isochrones(context: TargetContext, name: string, routing: RoutingNetwork): void {
  const service = createIsochrones(routing);
  const starts = randomPositions(routing, 10, context.seed, true);
  let i = 0;
  const ms = median(Math.max(20, context.rounds), () => {
    service.reach(starts[i++ % starts.length], [LIMIT]);
  });
  context.add(result(`${name}: isochrone of 30 minutes, with polygons`, ms, ISOCHRONE));
  service.destroy();
}

function routes(context: TargetContext, name: string, routing: RoutingNetwork): void {
  const router = createRouter(routing);
  const count = context.quick ? 20 : ROUTES;
  const points = randomPositions(routing, count + 1, context.seed, true);
  const ms = median(context.rounds, () => {
    for (let k = 0; k < count; k++) {
      const route = router.route([points[k], points[k + 1]]);
      if (route) routeLine(routing, route);
    }
  });
  context.add(result(`${name}: route with its line`, (1000 * ms) / count, ROUTE));
  const index = createRoadIndex(routing);
  const places = points.map(({ lonE7, latE7 }) => [lonE7 / 1e7 + 1e-4, latE7 / 1e7] as const);
  const snaps = median(context.rounds, () => {
    for (const [lon, lat] of places) index.snap(lon, lat);
  });
  context.add(result(`${name}: nearest position`, (1000 * snaps) / places.length, ROUTE));
  router.destroy();
}

/** Measures the CPU time from new speeds of some roads to the next route. */
function liveSpeeds(context: TargetContext, name: string, routing: RoutingNetwork): void {
  const { count } = routing.network.roads;
  const points = randomPositions(routing, 50, context.seed, true);
  const next = randomNumbers(context.seed);
  const router = createTimedRouter(routing);
  let i = 0;
  const run = (): void => {
    const kmh = new Float32Array(2 * count).fill(NaN);
    for (let k = 0; k < LIVE_ROADS * count; k++) {
      const road = Math.floor(next() * count);
      kmh.fill(5 + 40 * next(), 2 * road, 2 * road + 2);
    }
    router.setLive(kmh);
    const from = i++ % (points.length - 1);
    router.route([points[from], points[from + 1]]);
  };
  const ms = median(21, run);
  const share = `${100 * LIVE_ROADS} % of the roads`;
  context.add(result(`${name}: live speeds of ${share} to the next route`, ms, LIVE));
  router.destroy();
}
