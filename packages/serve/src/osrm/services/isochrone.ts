import {
  isochroneArea,
  type IsochroneFeature,
  isochroneRoads,
  type ReachedFeature,
} from '@wayfield/routing/isochrone';
import type { Context } from '../context.ts';
import { fail } from '../failure.ts';
import { type OptionReader, parseNumber, readOptions } from '../options.ts';
import { type OsrmRequest, parsePlaces } from '../request.ts';
import { avoidOf, readSnapping, snapAll, type Waypoint, waypointOf } from '../snapping.ts';

/** The answer of `/isochrone`: GeoJSON, a feature per limit, with a code and the position. */
export interface IsochroneAnswer {
  readonly code: 'Ok';
  readonly type: 'FeatureCollection';
  readonly features: (IsochroneFeature | ReachedFeature)[];
  readonly waypoints?: Waypoint[];
}

const UNITS = { contours_minutes: 60, contours_seconds: 1, contours_meters: 1 } as const;
const NAMES = [...Object.keys(UNITS), 'avoid_areas', 'polygons'];

/**
 * `/isochrone/v1/{profile}/{lon},{lat}?contours_minutes=5,10`: polygons around what is reached, or
 * with `polygons=false` the reached parts of roads.
 */
export function isochrone(given: Context, request: OsrmRequest): IsochroneAnswer {
  const places = parsePlaces(request);
  const options = readOptions(request.options, NAMES);
  if (places.length !== 1) fail('InvalidOptions', 'Only one input coordinate is supported');
  const snapping = readSnapping(places, options);
  const polygons = options.flag('polygons', true);
  const limits = limitsOf(given, options);
  const context = given.without(avoidOf(snapping).avoid);
  const [point] = snapAll(context, snapping);
  const found = context.isochrones.reach(point, limits, { polygons });
  return {
    code: 'Ok',
    type: 'FeatureCollection',
    features: found.map((one) =>
      polygons ? isochroneArea(one) : isochroneRoads(context.routing, one),
    ),
    ...(!snapping.skipWaypoints && {
      waypoints: [waypointOf(context, point, snapping.generateHints)],
    }),
  };
}

/** The limits, in the metric of the network. */
function limitsOf({ routing, limits }: Context, options: OptionReader): number[] {
  const given = Object.keys(UNITS).filter((name) => options.text(name) !== undefined);
  if (given.length !== 1) {
    fail('InvalidOptions', `Expected one of ${Object.keys(UNITS).join(', ')}`);
  }
  const name = given[0] as keyof typeof UNITS;
  // limits must be in the metric of the network; no option has limits of costs
  if (routing.metric !== (name === 'contours_meters' ? 'metres' : 'seconds')) {
    fail('NotImplemented', `${name}: routes on this network minimise ${routing.metric}`);
  }
  const values = options.words(name)!.map((text) => {
    const value = parseNumber(text);
    if (value !== undefined && value > 0) return value * UNITS[name];
    return fail('InvalidQuery', `${name}: expected numbers above 0, not ${text.slice(0, 40)}`);
  });
  if (values.length > limits.contours) {
    fail('TooBig', `Number of contours ${values.length} is higher than ${limits.contours}`);
  }
  if (Math.max(...values) > limits.reach) {
    fail('TooBig', `${name}: higher than current maximum (${limits.reach / UNITS[name]})`);
  }
  return values;
}
