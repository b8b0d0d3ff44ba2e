import type { RoadPoint, Route } from '@wayfield/routing';
import { planTrip } from '@wayfield/routing/trip';
import type { Context } from '../context.ts';
import { costsBetween, costsOfTies } from '../costs.ts';
import { fail } from '../failure.ts';
import { cornersOf, type FoundRoute, isOnGround, routeOverGround } from '../ground.ts';
import { type OptionReader, readOptions } from '../options.ts';
import { type OsrmRequest, parsePlaces } from '../request.ts';
import { type OsrmRoute, readRouteForm, ROUTE_FORM, routeJson } from '../route-json.ts';
import { avoidOf, readSnapping, snapAll, type Waypoint, waypointOf } from '../snapping.ts';

/** A stop; `waypoint_index` is its place in the trip. There is one trip, 0. */
export interface TripWaypoint extends Waypoint {
  readonly trips_index: number;
  readonly waypoint_index: number;
}

/** The answer of `/trip`. Waypoints are in the order of the request. */
export interface TripAnswer {
  readonly code: 'Ok';
  readonly trips: OsrmRoute[];
  readonly waypoints?: TripWaypoint[];
}

const NAMES = [...ROUTE_FORM, 'avoid_areas', 'roundtrip', 'source', 'destination'] as const;

/** `/trip/v1/{profile}/{coordinates}`: the best order of all coordinates, and the route. */
export function trip(context: Context, request: OsrmRequest): TripAnswer {
  const places = parsePlaces(request);
  const options = readOptions(request.options, NAMES);
  const snapping = readSnapping(places, options);
  const form = readRouteForm(options, context);
  const kind = kindOf(options);
  if (places.length < 2) fail('InvalidOptions', 'Number of coordinates needs to be at least two.');
  const most = context.limits.trip;
  if (places.length > most) {
    fail('TooBig', `Number of entries ${places.length} is higher than current maximum (${most})`);
  }
  const lists = snapAll(context, snapping).map((point, i) => {
    const corners = cornersOf(context, snapping, i);
    return corners.length > 0 ? corners : [point];
  });
  const points = lists.map(([point]) => point);
  const avoid = avoidOf(snapping);
  const all = lists.flat();
  const costs = costsBetween(context, all, all, { metres: false, ...avoid });
  const { seconds } = costsOfTies(context, costs, lists, lists);
  const order = orderOf(seconds, points.length, kind);
  const stops = order.map((i) => lists[i]);
  if (kind === 'round' && order.length > 0) stops.push(lists[order[0]]);
  const find = (some: RoadPoint[]): Route | undefined => context.router.route(some, avoid);
  const route = (): FoundRoute | undefined =>
    lists.some(isOnGround)
      ? routeOverGround(context, stops, { find, avoid: avoid.avoid })
      : find(stops.map(([point]) => point));
  const found = order.length > 0 && route();
  if (!found) return fail('NoTrips', 'No trip visiting all destinations possible.');
  return {
    code: 'Ok',
    trips: [routeJson(context, found, form)],
    ...(!snapping.skipWaypoints && {
      waypoints: points.map((point, i) => ({
        waypoint_index: order.indexOf(i),
        trips_index: 0,
        ...waypointOf(context, point, snapping.generateHints),
      })),
    }),
  };
}

type Kind = 'round' | 'from first' | 'to last' | 'both';

function kindOf(options: OptionReader): Kind {
  const round = options.flag('roundtrip', true);
  const first = options.word('source', ['any', 'first'], 'any') === 'first';
  const last = options.word('destination', ['any', 'last'], 'any') === 'last';
  if (round && first && last) {
    fail('NotImplemented', 'A round trip has one fixed end: source=first or destination=last');
  }
  if (round) return 'round';
  if (first && last) return 'both';
  if (!first && !last) {
    fail('NotImplemented', 'roundtrip=false needs source=first or destination=last');
  }
  return first ? 'from first' : 'to last';
}

/** The order of stops; empty: there is none. */
function orderOf(costs: ArrayLike<number>, count: number, kind: Kind): number[] {
  if (kind === 'both') return planTrip(costs, { round: false, endAtLast: true }).order;
  if (kind !== 'to last') return planTrip(costs, { round: kind === 'round' }).order;
  // `planTrip` begins at stop 0: transpose the costs, and number the stops from the last one
  const turned = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      turned[(count - 1 - j) * count + (count - 1 - i)] = costs[i * count + j];
    }
  }
  const { order } = planTrip(turned, { round: false });
  return order.map((i) => count - 1 - i).reverse();
}
