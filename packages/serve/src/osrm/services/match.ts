import type { Matching, TracePoint } from '@wayfield/routing/match';
import { readAreas } from '../areas.ts';
import { parseExcludable } from '../classes.ts';
import type { Context } from '../context.ts';
import { fail } from '../failure.ts';
import { checkCount, type OptionReader, parseNumber, readOptions } from '../options.ts';
import { type LonLat, shortWay } from '../places.ts';
import { type OsrmRequest, parsePlaces } from '../request.ts';
import {
  type OsrmRoute,
  readRouteForm,
  ROUTE_FORM,
  routeJson,
  waypointNumbers,
} from '../route-json.ts';
import { avoidOf, parseRadius, type Waypoint, waypointOf } from '../snapping.ts';

/** A point of the trace on a road, with the indices of its matching and of its waypoint there. */
export interface Tracepoint extends Waypoint {
  readonly matchings_index: number;
  /** Null where the point is no waypoint. */
  readonly waypoint_index: number | null;
  readonly alternatives_count: number;
}

/** A route that a part of the trace followed. */
export interface OsrmMatching extends OsrmRoute {
  /** 0 to 1, as `@wayfield/routing/match` computes it. */
  readonly confidence: number;
}

/**
 * The answer of `/match`. `tracepoints` has an entry per coordinate: null for outliers, and for
 * points that `tidy` joined to the point before.
 */
export interface MatchAnswer {
  readonly code: 'Ok';
  readonly matchings: OsrmMatching[];
  readonly tracepoints?: (Tracepoint | null)[];
}

const NAMES = [...ROUTE_FORM, 'avoid_areas', 'timestamps', 'gaps', 'tidy', 'waypoints'] as const;
/** Metres. The engine refuses accuracies outside this range: `radiuses` get its nearer end. */
const ACCURACY = { least: 0.5, most: 200 } as const;
/**
 * Metres: with `tidy`, a point no farther than this from the last point that was kept is left out.
 */
const TIDY = 2;

/** `/match/v1/{profile}/{coordinates}`: the roads that a trace followed. */
export function match(given: Context, request: OsrmRequest): MatchAnswer {
  const places = parsePlaces(request);
  const options = readOptions(request.options, NAMES);
  const form = readRouteForm(options, given);
  const { length } = places;
  if (length < 2) fail('InvalidOptions', 'Number of coordinates needs to be at least two.');
  const most = given.limits.match;
  if (length > most) {
    fail('TooBig', `Number of entries ${length} is higher than current maximum (${most})`);
  }
  for (const name of ['bearings', 'approaches', 'hints']) {
    if (options.text(name) !== undefined) fail('NotImplemented', `${name} of a trace`);
  }
  const exclude = options.words('exclude')?.map(parseExcludable);
  const context = given.without(avoidOf({ exclude, areas: readAreas(options) }).avoid);
  const gaps = options.word('gaps', ['split', 'ignore'], 'split');
  const numbers = waypointNumbers(options, length);
  const trace = traceOf(options, places);
  const kept = options.flag('tidy', false) ? tidied(trace) : trace.map((_, i) => i);
  const found = context.matcher.match(
    kept.map((i) => trace[i]),
    gaps === 'ignore' ? { gapSeconds: Infinity, gapMetres: Infinity } : {},
  );
  if (found.routes.length === 0) fail('NoMatch', 'Could not match the trace.');
  const generateHints = options.flag('generate_hints', true);
  const legs = numbers && legsAt(found, kept, numbers);
  const matchings = found.routes.map((route, i): OsrmMatching => {
    const stops = legs?.stops[i];
    return { confidence: route.confidence, ...routeJson(context, route, form, stops) };
  });
  const tracepoints = trace.map((): Tracepoint | null => null);
  found.points.forEach((point, k) => {
    if (!point) return;
    tracepoints[kept[k]] = {
      alternatives_count: 0,
      waypoint_index: legs ? (legs.waypoint.get(k) ?? null) : point.position,
      matchings_index: point.route,
      ...waypointOf(context, point.point, generateHints),
    };
  });
  return { code: 'Ok', matchings, ...(!options.flag('skip_waypoints', false) && { tracepoints }) };
}

function traceOf(options: OptionReader, places: readonly LonLat[]): TracePoint[] {
  const radiuses = options.list('radiuses', parseRadius)?.map(([radius]) => radius);
  const times = options.list('timestamps', parseNumber);
  checkCount('radiuses', radiuses, places.length);
  checkCount('timestamps', times, places.length);
  if (times?.some((time, i) => i > 0 && time < times[i - 1])) {
    fail('InvalidValue', 'Timestamps need to be monotonically increasing.');
  }
  return places.map(([lon, lat], i) => ({
    lon,
    lat,
    ...(times && { time: times[i] }),
    // the engine's own accuracy where a radius is 0 or not given
    ...(radiuses?.[i] && { accuracy: withinRange(radiuses[i]) }),
  }));
}

function withinRange(accuracy: number): number {
  return Math.min(ACCURACY.most, Math.max(ACCURACY.least, accuracy));
}

/** Indices of the first point, and of each point more than `TIDY` metres from the last one kept. */
function tidied(trace: readonly TracePoint[]): number[] {
  const kept = [0];
  const degrees = TIDY / 111_195;
  for (let i = 1; i < trace.length; i++) {
    const last = trace[kept[kept.length - 1]];
    const stretch = Math.cos((last.lat * Math.PI) / 180);
    const [dx, dy] = [shortWay(trace[i].lon - last.lon) * stretch, trace[i].lat - last.lat];
    if (dx * dx + dy * dy > degrees * degrees) kept.push(i);
  }
  return kept;
}

interface Legs {
  /** For each route the indices of its positions between which its legs lie, both ends included. */
  readonly stops: number[][];
  /** By the index of a point among the kept ones: the index of its waypoint in its route. */
  readonly waypoint: ReadonlyMap<number, number>;
}

/**
 * The legs of each route between the coordinates with the indices `numbers`. Throws `Failure`
 * unless the first and the last position of each route belong to these coordinates.
 */
function legsAt({ routes, points }: Matching, kept: readonly number[], numbers: number[]): Legs {
  const stops: number[][] = routes.map(() => []);
  const waypoint = new Map<number, number>();
  const wanted = new Set(numbers);
  points.forEach((point, k) => {
    if (!point || !wanted.has(kept[k])) return;
    waypoint.set(k, stops[point.route].length);
    stops[point.route].push(point.position);
  });
  routes.forEach((route, i) => {
    const last = route.points.length - 1;
    if (stops[i][0] !== 0 || stops[i].at(-1) !== last) {
      fail('NoMatch', 'Requested waypoints parameter could not be matched.');
    }
  });
  return { stops, waypoint };
}
