import {
  list,
  number,
  object,
  optional,
  checkOptions,
  type OptionRules,
  refuse,
} from '@wayfield/check';
import { nearMetres } from '../bearing.ts';
import { routingRule } from '../rules.ts';
import type { RoadPoint, Route, RoutingNetwork } from '../types.ts';
import { addConfidence } from './confidence.ts';
import { routeOf } from './result.ts';
import { createLayerSearch, searchArcs } from './search.ts';
import { createSegments } from './segments.ts';
import { createChains, createStates } from './states.ts';
import { createCandidates, createViterbi, type Observation, type Viterbi } from './viterbi.ts';

/** A place of a trace. */
export interface TracePoint {
  /** Degrees. */
  readonly lon: number;
  readonly lat: number;
  /** Seconds from any moment on, not descending. */
  readonly time?: number;
  /** Standard deviation of the place in each direction, metres. Default: that of the trace. */
  readonly accuracy?: number;
}

/** Options of a matching. */
export interface MatchOptions {
  /** Metres: the standard deviation of places in each direction, 0.5 to 200. Default 5. */
  readonly accuracy?: number;
  /** Seconds between two points from which on they belong to two routes. Default 60. */
  readonly gapSeconds?: number;
  /** Metres between two points from which on they belong to two routes. Default 2000. */
  readonly gapMetres?: number;
}

/** Where a point of a trace was. */
export interface MatchedPoint {
  /** On the route, in the order of travel. `distance` is that from the point of the trace. */
  readonly point: RoadPoint;
  /** Which of the routes, and which of the route's positions. */
  readonly route: number;
  readonly position: number;
  /** 0 to 1: how probable this road is beside the others that the point may have been on. */
  readonly confidence: number;
}

/** A route that a trace followed: over all its matched points. */
export interface MatchedRoute extends Route {
  /** 0 to 1: the mean of its points. */
  readonly confidence: number;
}

/** What a trace followed. */
export interface Matching {
  /** In the order of travel: more than one where the trace has gaps. */
  readonly routes: readonly MatchedRoute[];
  /** One per point of the trace; undefined for outliers. */
  readonly points: readonly (MatchedPoint | undefined)[];
}

/** Matches traces to roads. */
export interface Matcher {
  /** The most probable routes of a trace. */
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
/** Outliers in a row after which a new route begins. */
const MOST_SKIPPED = 5;

/** A part of a trace without a gap: its layers. */
export type Stretch = Pick<Viterbi, 'states' | 'layers'>;

/**
 * A matcher of GPS traces to the roads of a routing network: a hidden Markov model whose states are
 * arcs near each point (Newson and Krumm 2009). A point costs the square of its distance from the
 * road, a path the length of its roads; one search per point finds the best path to every state.
 * Keeps 40 bytes per arc and node and 40 per point of the roads.
 *
 * @example
 * const matcher = createMatcher(routing);
 * const { routes, points } = matcher.match(trace, { accuracy: 10 });
 * console.log(routes[0].metres, points[0]?.confidence);
 */
export function createMatcher(routing: RoutingNetwork): Matcher {
  routingRule(routing, 'routing');
  const [ahead, back] = searchArcs(routing);
  const tools = {
    segments: createSegments(routing),
    search: createLayerSearch(routing, ahead, false),
    backward: createLayerSearch(routing, back, true),
    byTail: createChains(routing.graph.nodeCount),
    byArc: createChains(routing.graph.arcCount),
    candidates: createCandidates(),
  };

  function match(trace: readonly TracePoint[], options: Required<MatchOptions>): Matching {
    const model = modelOf(options.accuracy);
    const routes: MatchedRoute[] = [];
    const points: (MatchedPoint | undefined)[] = trace.map(() => undefined);
    for (let i = 0; i < trace.length;) {
      const viterbi = createViterbi(routing, tools, { states: createStates(), model });
      const next = follow(viterbi, trace, i, options);
      if (viterbi.layers.length > 0) {
        const confidence = addConfidence(routing, viterbi, tools, model);
        const found = routeOf(routing, viterbi, tools.segments, { trace, confidence });
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
      return match(trace, { ...DEFAULTS, ...options });
    },
  };
}

/** What a metre of road costs: a path that is this much longer must explain points better. */
function modelOf(accuracy: number): { perMetre: number; beam: number } {
  return { perMetre: 1 / (4 + accuracy), beam: 12 };
}

/** Adds layers from a point on, up to a gap; returns the point after the last one. */
function follow(
  viterbi: Viterbi,
  trace: readonly TracePoint[],
  start: number,
  { accuracy, gapSeconds, gapMetres }: Required<MatchOptions>,
): number {
  const observe = (index: number): Observation => {
    const { lon, lat, accuracy: sigma = accuracy } = trace[index];
    return { index, lon, lat, sigma };
  };
  if (!viterbi.start(observe(start))) return start + 1;
  let skipped = 0;
  for (let i = start + 1; i < trace.length; i++) {
    const before = trace[i - 1 - skipped];
    const seconds = (trace[i].time ?? 0) - (before.time ?? 0);
    const metres = nearMetres(
      before.lon * 1e7,
      before.lat * 1e7,
      trace[i].lon * 1e7,
      trace[i].lat * 1e7,
    );
    const gap = seconds > gapSeconds || metres > gapMetres;
    skipped = !gap && viterbi.step(observe(i)) ? 0 : skipped + 1;
    if (!gap && skipped <= MOST_SKIPPED) continue;
    // points that were skipped last belong to what follows
    const first = i + 1 - skipped;
    viterbi.cut(gap ? viterbi.layers.length + 1 - skipped : viterbi.layers.length - skipped);
    return first;
  }
  viterbi.cut(viterbi.layers.length - skipped);
  return trace.length;
}

function checkTrace(trace: readonly TracePoint[]): void {
  list(trace, 'trace');
  trace.forEach((point, i) => {
    POINT(point, `trace[${i}]`);
    const before = i > 0 ? trace[i - 1].time : undefined;
    if (before !== undefined && point.time !== undefined && point.time < before) {
      refuse(`trace[${i}].time`, point.time, `at least ${before}`);
    }
  });
}
