import {
  list,
  number,
  object,
  optional,
  checkOptions,
  type OptionRules,
  refuse,
} from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import { nearMetres } from '../bearing.ts';
import { NO_ROUTE } from '../network/ticks.ts';
import { routingRule } from '../rules.ts';
import type { RoutingNetwork } from '../types.ts';
import { addConfidence } from './confidence.ts';
import { routeOf } from './result.ts';
import { createLayerSearch, searchArcs } from './search.ts';
import { createSegments } from './segments.ts';
import type { MatchedPoint, MatchedRoute, Matching, MatchOptions, TracePoint } from './types.ts';
import { createCandidates, type Observation } from './candidates.ts';
import { createViterbi, type Viterbi } from './viterbi.ts';

/** Matches traces to roads. */
export interface Matcher {
  /** The most probable routes of a trace; none for an empty trace or one without roads near. */
  match(trace: readonly TracePoint[], options?: MatchOptions): Matching;
}

const ACCURACY = number(0.5, 200);
const OPTIONS: OptionRules = {
  accuracy: ACCURACY,
  gapSeconds: number(0, Infinity),
  gapMetres: number(0, Infinity),
};
const POINT = object(
  {
    lon: number(-180, 180),
    lat: number(-90, 90),
    time: optional(number()),
    accuracy: optional(ACCURACY),
  },
  'a TracePoint',
);
const DEFAULTS = { accuracy: 5, gapSeconds: 60, gapMetres: 2000 } as const;
/** The most points in a row without a reached candidate; one more ends the match. */
const MOST_UNREACHED = 5;

/**
 * A matcher of GPS traces to the roads of a routing network: a hidden Markov model whose states are
 * arcs near each point (Newson and Krumm 2009). A point costs half the square of its distance from
 * the road in standard deviations. A path costs its effort beyond the straight line. The effort of
 * a path is half the length of its roads, plus half the distance covered at the mean speed of the
 * network in the time of its roads and waits. One search per point finds the best path to every
 * state. Keeps 20 bytes per arc, 120 per node and 40 per point of the roads.
 *
 * @example
 * const matcher = createMatcher(routing);
 * const { routes, points } = matcher.match(trace, { accuracy: 10 });
 * console.log(Math.round(routes[0].metres), points.length); // 258 4
 */
export function createMatcher(routing: RoutingNetwork): Matcher {
  routingRule(routing, 'routing');
  const roads = withEffort(routing);
  const [ahead, back] = searchArcs(roads);
  const segments = createSegments(roads);
  const tools = {
    candidates: createCandidates(roads, segments),
    search: createLayerSearch(roads, ahead, false),
    backward: createLayerSearch(roads, back, true),
  };

  function match(trace: readonly TracePoint[], options: Required<MatchOptions>): Matching {
    const model = modelOf(options.accuracy);
    const routes: MatchedRoute[] = [];
    const points: (MatchedPoint | undefined)[] = trace.map(() => undefined);
    const times = timesOf(trace);
    for (let i = 0; i < trace.length;) {
      const viterbi = createViterbi(roads, tools, model);
      const next = follow(viterbi, { trace, times }, i, options);
      if (viterbi.layers.length > 0) {
        const confidence = addConfidence(roads, viterbi, tools, model);
        const found = routeOf(roads, viterbi, segments, { trace, confidence });
        if (found.points.length < 2) {
          i = next;
          continue;
        }
        found.points.forEach(({ index, ...point }, position) => {
          points[index] = { ...point, route: routes.length, position };
        });
        routes.push(found.route);
      }
      i = next;
    }
    return { routes, points };
  }

  return {
    match(trace, options = {}) {
      checkTrace(trace);
      checkOptions('match', options, OPTIONS);
      const {
        accuracy = DEFAULTS.accuracy,
        gapSeconds = DEFAULTS.gapSeconds,
        gapMetres = DEFAULTS.gapMetres,
      } = options;
      return match(trace, { accuracy, gapSeconds, gapMetres });
    },
  };
}

/** The share of a road's time in its effort; its length has the rest. Chosen. */
const TIME = 0.5;

/**
 * The network with the effort of each arc in place of its metres: half its length, plus half the
 * distance covered in its time at the mean speed of the network. The time of an arc without a road
 * is its wait. Of two roads with the same length, drivers take the faster one. Closed arcs, which
 * last 2^60 s, get an infinite effort: candidates and searches leave them out. They do not count
 * for the mean, which would be almost 0. Waits do not count either: most of them are turns that few
 * routes take.
 */
function withEffort(routing: RoutingNetwork): RoutingNetwork {
  const { network, metres, seconds } = routing;
  let [length, time] = [0, 0];
  for (let a = 0; a < metres.length; a++) {
    if (seconds[a] >= NO_ROUTE || network.roadOf[a] === NONE) continue;
    length += metres[a];
    time += seconds[a];
  }
  const speed = length / (time || 1);
  const effort = metres.map((one, a) =>
    seconds[a] < NO_ROUTE ? (1 - TIME) * one + TIME * speed * seconds[a] : Infinity,
  );
  return { ...routing, metres: effort };
}

/**
 * `perMetre` is 1 / beta of Newson and Krumm, where beta is the accuracy plus 4 m. `beam` drops
 * states that are less probable than the best candidate by a factor of e^12. Both are chosen.
 */
function modelOf(accuracy: number): { perMetre: number; beam: number } {
  return { perMetre: 1 / (4 + accuracy), beam: 12 };
}

/**
 * Adds the layers of one match, which begins at point `start`; returns the point at which the next
 * match begins. Layers at the end of the match whose candidates were not reached are removed.
 * Without a road near point `start` there is no layer.
 */
function follow(
  viterbi: Viterbi,
  { trace, times }: { readonly trace: readonly TracePoint[]; readonly times: Float64Array },
  start: number,
  { accuracy, gapSeconds, gapMetres }: Required<MatchOptions>,
): number {
  const observe = (index: number): Observation => {
    const { lon, lat, accuracy: sigma = accuracy } = trace[index];
    return { index, lon, lat, sigma };
  };
  if (!viterbi.start(observe(start))) return start + 1;
  // How many points just before point i had no reached candidate.
  let unreached = 0;
  for (let i = start + 1; i < trace.length; i++) {
    const last = i - 1 - unreached;
    const before = trace[last];
    // NaN if one of the times is unknown, which is no gap
    const seconds = times[i] - times[last];
    const metres = nearMetres(
      before.lon * 1e7,
      before.lat * 1e7,
      trace[i].lon * 1e7,
      trace[i].lat * 1e7,
    );
    const gap = seconds > gapSeconds || metres > gapMetres;
    // In a trace of two points, skipping the second costs as much as gapMetres of effort beyond the
    // straight line.
    const isPair = start === 0 && trace.length === 2;
    const skipCost = isPair ? modelOf(accuracy).perMetre * gapMetres : undefined;
    unreached = !gap && viterbi.step(observe(i), skipCost) ? 0 : unreached + 1;
    if (!gap && unreached <= MOST_UNREACHED) continue;
    // The next match begins with the first of the points counted by `unreached`. After a gap, point
    // i is counted too but has no layer.
    const first = i + 1 - unreached;
    viterbi.layers.length -= gap ? unreached - 1 : unreached;
    return first;
  }
  viterbi.layers.length -= unreached;
  return trace.length;
}

/**
 * The times of all points: a point without a time between two with times gets its share of the
 * seconds between both, all steps being equally long. NaN before the first known time and after the
 * last one.
 */
function timesOf(trace: readonly TracePoint[]): Float64Array {
  const times = Float64Array.from(trace, ({ time = NaN }) => time);
  let known = -1;
  trace.forEach(({ time }, i) => {
    if (time === undefined) return;
    if (known >= 0) {
      const step = (time - times[known]) / (i - known);
      for (let k = known + 1; k < i; k++) times[k] = times[known] + (k - known) * step;
    }
    known = i;
  });
  return times;
}

function checkTrace(trace: readonly TracePoint[]): void {
  list(trace, 'trace');
  let latest = -Infinity;
  trace.forEach((point, i) => {
    POINT(point, `trace[${i}]`);
    const { time = latest } = point;
    if (time < latest) refuse(`trace[${i}].time`, time, `at least ${latest}`);
    latest = time;
  });
}
