import type { Avoid, RoadPoint, Route } from '@wayfield/routing';
import type { Context } from '../context.ts';
import { fail } from '../failure.ts';
import { type FoundRoute, isOnGround, routeOverGround } from '../ground.ts';
import { type OptionReader, parseIndex, readOptions } from '../options.ts';
import { type OsrmRequest, parsePlaces } from '../request.ts';
import {
  type OsrmRoute,
  readRouteForm,
  ROUTE_FORM,
  routeJson,
  waypointNumbers,
} from '../route-json.ts';
import { avoidOf, readSnapping, candidates, type Waypoint, waypointOf } from '../snapping.ts';
import { cheapestChoice, tiesOf } from '../ties.ts';

/** The answer of `/route`. */
export interface RouteAnswer {
  readonly code: 'Ok';
  readonly routes: OsrmRoute[];
  readonly waypoints?: Waypoint[];
}

const NAMES = [
  ...ROUTE_FORM,
  'alternatives',
  'avoid_areas',
  'continue_straight',
  'waypoints',
] as const;

/** `/route/v1/{profile}/{coordinates}`: the best route over all coordinates, and alternatives. */
export function route(given: Context, request: OsrmRequest): RouteAnswer {
  const places = parsePlaces(request);
  const options = readOptions(request.options, NAMES);
  if (places.length < 2) fail('InvalidOptions', 'Number of coordinates needs to be at least two.');
  checkRouteSize(given, places.length);
  const snapping = readSnapping(places, options);
  const form = readRouteForm(options, given);
  const count = alternativesOf(given, options, places.length);
  const { avoid } = avoidOf(snapping);
  // `Alternatives` takes no avoided roads: it searches a network without them
  const context = count > 1 ? given.without(avoid) : given;
  const turnAtVias = options.word('continue_straight', ['default', 'true', 'false'], 'default');
  const stops = waypointNumbers(options, places.length);
  const search = {
    turnAtVias: turnAtVias === 'false',
    ...(avoid && context === given && { avoid }),
  };
  const find = (points: RoadPoint[]): Route[] => routesOf(context, points, { ...search, count });
  let points: RoadPoint[] = [];
  let routes: FoundRoute[] = [];
  for (const snapped of candidates(context, snapping)) {
    const ties = tiesOf(context, snapping, snapped);
    if (ties.some(isOnGround)) {
      const over = (some: RoadPoint[]): Route | undefined => context.router.route(some, search);
      const found = routeOverGround(context, ties, { find: over, avoid: search.avoid });
      points = ties.map(([point]) => point);
      routes = found ? [found] : [];
    } else {
      const apart = legByLeg(context, ties, search);
      points = apart ? [...apart.points] : (bestOfTies(context, ties, search) ?? snapped);
      routes = apart ? [apart] : find(points);
    }
    if (routes.length > 0) break;
  }
  if (routes.length === 0) fail('NoRoute', 'Impossible route between points');
  const told = stops ? stops.map((i) => points[i]) : points;
  return {
    code: 'Ok',
    routes: routes.map((one) => routeJson(context, one, form, stops)),
    ...(!snapping.skipWaypoints && {
      waypoints: told.map((point) => waypointOf(context, point, snapping.generateHints)),
    }),
  };
}

type RouteSearch = NonNullable<Parameters<Context['router']['route']>[1]>;

/**
 * The route with `continue_straight=false`, if a coordinate between the ends is a junction. Since
 * the route may turn round there, each leg is searched by itself, over the cheapest roads at both
 * its ends. Undefined: the request is not of this sort, or a leg has no route.
 */
function legByLeg(
  { router }: Context,
  ties: readonly (readonly RoadPoint[])[],
  search: RouteSearch,
): Route | undefined {
  if (!search.turnAtVias || ties.slice(1, -1).every((list) => list.length === 1)) return undefined;
  const parts: Route[] = [];
  for (let i = 0; i + 1 < ties.length; i++) {
    const ends = cheapestChoice([ties[i], ties[i + 1]], (some) => router.route(some, search)?.cost);
    const part = ends && router.route(ends, search);
    if (!part) return undefined;
    parts.push(part);
  }
  const sum = (of: 'cost' | 'seconds' | 'metres'): number =>
    parts.reduce((all, part) => all + part[of], 0);
  return {
    cost: sum('cost'),
    seconds: sum('seconds'),
    metres: sum('metres'),
    legs: parts.flatMap(({ legs }) => legs),
    points: [parts[0].points[0], ...parts.map(({ points }) => points[1])],
  };
}

/** One position per coordinate, those of the cheapest route; undefined: no choice has a route. */
function bestOfTies(
  context: Context,
  ties: readonly (readonly RoadPoint[])[],
  search: RouteSearch,
): RoadPoint[] | undefined {
  if (ties.every((list) => list.length === 1)) return ties.map(([point]) => point);
  return cheapestChoice(ties, (some) => context.router.route(some, search)?.cost);
}

function checkRouteSize({ limits }: Context, count: number): void {
  if (count <= limits.route) return;
  fail('TooBig', `Number of entries ${count} is higher than current maximum (${limits.route})`);
}

/** The best route and the alternatives wanted; 1 for more than two coordinates. */
function alternativesOf({ limits }: Context, options: OptionReader, places: number): number {
  const text = options.text('alternatives') ?? 'false';
  const number = parseIndex(text);
  const wanted = text === 'true' ? 1 : text === 'false' ? 0 : number;
  if (wanted === undefined) {
    return fail('InvalidQuery', `alternatives=${text}: expected true, false or a number`);
  }
  if (wanted > limits.alternatives) {
    const most = limits.alternatives;
    fail('TooBig', `Requested number of alternatives is higher than current maximum (${most})`);
  }
  return places === 2 ? 1 + wanted : 1;
}

interface Search {
  readonly count: number;
  readonly turnAtVias: boolean;
  readonly avoid?: Avoid;
}

function routesOf(
  { router, alternatives }: Context,
  points: RoadPoint[],
  { count, ...search }: Search,
): Route[] {
  if (count > 1) return alternatives.routes(points[0], points[1], { count });
  const found = router.route(points, search);
  return found ? [found] : [];
}
