// Target 4: traces sampled from known routes come back as these routes, and how fast.
import {
  annotateLeg,
  createRouter,
  type Place,
  type Route,
  type RoutingNetwork,
} from '@wayfield/routing';
import { createMatcher, type Matcher, type TracePoint } from '@wayfield/routing/match';
import { randomNumbers } from '../movement/random-numbers.ts';
import { atLeast, atMost, forComparison, result, type Target } from '../run/target.ts';
import { extract, madeUpNetwork, type NamedNetwork, randomPositions } from './networks.ts';

/** Known routes of a network. */
const ROUTES = 100;
const QUICK_ROUTES = 10;
/** Metres that a route must be longer than. */
const LEAST = 500;
/** Standard deviations of the places of a trace, in metres. */
const NOISES = [5, 10, 20] as const;
/** Seconds between two places of a trace. */
const INTERVALS = [1, 5, 15] as const;
/**
 * Requirements, set before the code was written: noise in metres, seconds between places, percent
 * of the length that comes back. The other combinations are for comparison.
 */
const REQUIRED: readonly (readonly [noise: number, every: number, percent: number])[] = [
  [5, 1, 99],
  [10, 5, 97],
  [20, 15, 90],
];
/** Places of the trace that is timed. */
const TRACE = 1000;
/** Positions of the route of that trace, at most. */
const MOST_VIAS = 50;
/** The time of matching it, a requirement. */
const SPEED = atMost(20, 'ms');
/** Metres per degree of latitude. */
const DEGREE = 111_195;

function networks(data: string | undefined, quick: boolean, seed: number): NamedNetwork[] {
  const files = ['malta', 'andorra', 'liechtenstein'].map((name) => `${name}-latest.osm.pbf`);
  files.push('andorra.osm.pbf', 'london.osm.pbf', 'monaco.osm.pbf');
  const found = quick ? [] : files.flatMap((file) => extract(data, file, { profile: 'car' }) ?? []);
  return found.length > 0 ? found : [madeUpNetwork(seed)];
}

export const matching: Target = {
  name: '4',
  title: 'matching: traces of known routes come back, with noise; speed',
  async run(context) {
    const { data, quick, seed } = context;
    for (const { name, make } of networks(data, quick, seed)) {
      context.session.terminal.progress(name);
      const routing = await make();
      const matcher = createMatcher(routing);
      const routes = randomRoutes(routing, quick ? QUICK_ROUTES : ROUTES, seed);
      const traces = createTraces(routing, seed);
      for (const noise of NOISES) {
        for (const every of INTERVALS) {
          let [right, all] = [0, 0];
          for (const route of routes) {
            const found = matcher.match(traces(route, every, noise), { accuracy: noise });
            const metres = found.routes.reduce((sum, one) => sum + one.metres, 0);
            for (const one of found.routes) right += common(routing, route, one);
            all += Math.max(metres, route.metres);
          }
          const required = REQUIRED.find(([n, s]) => n === noise && s === every);
          const least = required?.[2] ?? 90;
          const what = `${name}: ${routes.length} routes, ${noise} m, a point per ${every} s`;
          const judged = result(what, (100 * right) / all, atLeast(least, '%'));
          context.add(required && !quick ? judged : forComparison(judged));
        }
      }
      const long = longTrace(routing, traces, seed);
      if (long.length === TRACE) {
        const what = `${name}: a trace of ${TRACE} points, 5 m, CPU time`;
        context.add(result(what, cpuTime(matcher, long), SPEED));
      }
    }
  },
};

function randomRoutes(routing: RoutingNetwork, count: number, seed: number): Route[] {
  const router = createRouter(routing);
  const points = randomPositions(routing, 3 * count, seed, true);
  const routes: Route[] = [];
  for (let i = 0; i + 1 < points.length && routes.length < count; i++) {
    const route = router.route([points[i], points[i + 1]]);
    if (route && route.metres > LEAST) routes.push(route);
  }
  router.destroy();
  return routes;
}

type Traces = (route: Route, every: number, noise: number) => TracePoint[];

/**
 * Makes traces: a place every `every` seconds, off by a normal deviation of `noise` metres on each
 * axis.
 */
function createTraces(routing: RoutingNetwork, seed: number): Traces {
  const next = randomNumbers(seed);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return (route, every, noise) => {
    const trace: TracePoint[] = [];
    const add = (from: Place, to: Place, f: number, time: number): void => {
      const [[lon0, lat0], [lon1, lat1]] = [from, to];
      const lat = lat0 + f * (lat1 - lat0) + (noise * normal()) / DEGREE;
      const stretch = DEGREE * Math.cos((lat * Math.PI) / 180);
      trace.push({ lon: lon0 + f * (lon1 - lon0) + (noise * normal()) / stretch, lat, time });
    };
    let before = 0;
    for (const leg of route.legs) {
      const { coordinates, seconds } = annotateLeg(routing, leg);
      seconds.forEach((length, i) => {
        const [from, to] = [coordinates[i], coordinates[i + 1]];
        const first = Math.ceil(before / every) * every;
        for (let t = first; t < before + length; t += every)
          add(from, to, (t - before) / length, t);
        before += length;
      });
      const last = coordinates.length - 1;
      if (leg === route.legs[route.legs.length - 1]) {
        add(coordinates[last - 1], coordinates[last], 1, before);
      }
    }
    return trace;
  };
}

/** Metres of a route that another one travels in the same direction, each counted once. */
function common({ network }: RoutingNetwork, route: Route, other: Route): number {
  const spans = new Map<number, [low: number, high: number][]>();
  for (const { road, against, from, to } of other.legs.flatMap(({ pieces }) => pieces)) {
    const code = 2 * road + Number(against);
    const span: [number, number] = [Math.min(from, to), Math.max(from, to)];
    spans.set(code, [...(spans.get(code) ?? []), span]);
  }
  let metres = 0;
  for (const { road, against, from, to } of route.legs.flatMap(({ pieces }) => pieces)) {
    let at = Math.min(from, to);
    const end = Math.max(from, to);
    const there = spans.get(2 * road + Number(against)) ?? [];
    for (const [low, high] of there.sort((a, b) => a[0] - b[0])) {
      const [first, last] = [Math.max(at, low), Math.min(end, high)];
      if (last <= first) continue;
      metres += (last - first) * network.roads.length[road];
      at = last;
    }
  }
  return metres;
}

/** A trace of 1,000 points of one route over random positions. */
function longTrace(routing: RoutingNetwork, traces: Traces, seed: number): TracePoint[] {
  const router = createRouter(routing);
  const points = randomPositions(routing, MOST_VIAS, seed, true);
  let trace: TracePoint[] = [];
  for (let count = 2; count <= points.length && trace.length < TRACE; count++) {
    const route = router.route(points.slice(0, count));
    if (route) trace = traces(route, 1, 5);
  }
  router.destroy();
  return trace.slice(0, TRACE);
}

/** Processor milliseconds of one matching: the median of 41 rounds. */
function cpuTime(matcher: Matcher, trace: readonly TracePoint[]): number {
  const times = Array.from({ length: 41 }, () => {
    const start = process.cpuUsage();
    matcher.match(trace, { accuracy: 5 });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[times.length >> 1];
}
