// The positions of a request's coordinates, by its general options.
import {
  type Avoid,
  type Directions,
  type NearestOptions,
  type RoadPoint,
  roadsToAvoid,
} from '@wayfield/routing';
import type { Context } from './context.ts';
import {
  detailsAt,
  type Excludable,
  isExcluded,
  isRoadClass,
  isRoadKind,
  nameOfRoad,
  parseExcludable,
} from './classes.ts';
import { readAreas } from './areas.ts';
import { fail } from './failure.ts';
import { checkCount, type OptionReader, parseNumber } from './options.ts';
import { greatCircle, type LonLat, roundPlace } from './places.ts';

/** The general options of a request: how its coordinates become positions on roads. */
export interface Snapping {
  readonly places: readonly LonLat[];
  readonly hints: readonly string[] | undefined;
  readonly radiuses: readonly (number | undefined)[] | undefined;
  readonly bearings: readonly (readonly [number, number] | undefined)[] | undefined;
  readonly approaches: readonly Approach[] | undefined;
  readonly exclude: readonly Excludable[] | undefined;
  /** Polygons of one ring each. */
  readonly areas: Avoid['areas'] | undefined;
  readonly generateHints: boolean;
  readonly skipWaypoints: boolean;
}

type Approach = 'curb' | 'opposite' | 'unrestricted';

/** A coordinate on a road, as answers have it. */
export interface Waypoint {
  readonly hint?: string;
  readonly distance: number;
  readonly name: string;
  readonly location: [lon: number, lat: number];
}

/** Reads the general options. */
export function readSnapping(places: readonly LonLat[], options: OptionReader): Snapping {
  const anything = (text: string): string => text;
  const snapping: Snapping = {
    places,
    hints: options.list('hints', anything),
    radiuses: options.list('radiuses', parseRadius)?.map((radius) => radius[0]),
    bearings: options.list('bearings', parseBearing)?.map((one) => one[0]),
    approaches: options.list('approaches', parseApproach),
    exclude: options.words('exclude')?.map(parseExcludable),
    areas: readAreas(options),
    generateHints: options.flag('generate_hints', true),
    skipWaypoints: options.flag('skip_waypoints', false),
  };
  options.word('snapping', ['default', 'any'], 'default');
  for (const name of ['hints', 'radiuses', 'bearings', 'approaches'] as const) {
    checkCount(name, snapping[name], places.length);
  }
  return snapping;
}

/** A radius in metres. `[undefined]`: no limit; undefined: the text is no radius of at least 0. */
export function parseRadius(text: string): [number | undefined] | undefined {
  if (text === '' || text === 'unlimited') return [undefined];
  const radius = parseNumber(text);
  return radius === undefined || radius < 0 ? undefined : [radius];
}

function parseBearing(text: string): [readonly [number, number] | undefined] | undefined {
  if (text === '') return [undefined];
  const [bearing, range, ...rest] = text.split(',').map(parseNumber);
  if (bearing === undefined || range === undefined || rest.length > 0) return undefined;
  if (bearing < 0 || bearing > 360 || range < 0 || range > 180) return undefined;
  return [[bearing, range]];
}

function parseApproach(text: string): Approach | undefined {
  if (text === '') return 'unrestricted';
  return text === 'curb' || text === 'opposite' || text === 'unrestricted' ? text : undefined;
}

/** What the routes of a request avoid. */
export function avoidOf({ exclude, areas }: Pick<Snapping, 'exclude' | 'areas'>): {
  avoid?: Avoid;
} {
  if (!exclude && !areas) return {};
  const [classes, kinds] = [exclude?.filter(isRoadClass), exclude?.filter(isRoadKind)];
  return {
    avoid: { ...(classes && { classes }), ...(kinds && { kinds }), ...(areas && { areas }) },
  };
}

/** One byte per road, 1 = in an avoided area; computed once per request. */
const inAreas = new WeakMap<Snapping, Uint8Array>();

/** Returns a test: is a road closed to the request? Undefined: the request may use all roads. */
function closedFor(
  { routing }: Context,
  snapping: Snapping,
): ((road: number) => boolean) | undefined {
  const { exclude, areas } = snapping;
  const excluded = exclude && isExcluded(routing, exclude);
  if (!areas) return excluded;
  let closed = inAreas.get(snapping);
  if (!closed) inAreas.set(snapping, (closed = roadsToAvoid(routing, { areas })));
  return (road) => closed[road] === 1 || excluded?.(road) === true;
}

/**
 * The lists of positions that routes and tables try, in this order: the nearest positions, those of
 * `snapAll`, those of `snapConnected`. A list on the same roads as the nearest positions is left
 * out. Throws `Failure` if a coordinate has no road.
 */
export function* candidates(context: Context, snapping: Snapping): Generator<RoadPoint[]> {
  const nearest = snapping.places.map(
    (_, i) => snapOne(context, snapping, i, false) ?? noSegment(i),
  );
  yield nearest;
  const isNew = (points: readonly RoadPoint[]): boolean =>
    points.some(({ road }, i) => road !== nearest[i].road);
  const moved = snapAll(context, snapping);
  if (isNew(moved)) yield moved;
  const connected = snapConnected(context, snapping);
  if (connected && isNew(connected)) yield connected;
}

/**
 * The positions of all coordinates. If some nearest roads are `connected` (see `RoutingNetwork`)
 * and others are not, the others are replaced, as in OSRM: by the nearest position on a connected
 * road. If no connected road is in its radius, a coordinate keeps its position. Throws `Failure` if
 * a coordinate has no road.
 */
export function snapAll(context: Context, snapping: Snapping): RoadPoint[] {
  const { connected } = context.routing;
  const points = snapping.places.map(
    (_, i) => snapOne(context, snapping, i, false) ?? noSegment(i),
  );
  if (!points.some(({ road }) => connected[road] === 1)) return points;
  return points.map((point, i) =>
    connected[point.road] === 1 ? point : (snapOne(context, snapping, i, true) ?? point),
  );
}

/** The positions on connected roads; undefined: a coordinate has none. */
export function snapConnected(context: Context, snapping: Snapping): RoadPoint[] | undefined {
  const points = snapping.places.map((_, i) => snapOne(context, snapping, i, true));
  return points.every((point) => point !== undefined) ? points : undefined;
}

/** Options of a search for one coordinate: its radius and bearing, and the roads to avoid. */
export function searchOptions(context: Context, snapping: Snapping, i: number): NearestOptions {
  const { radiuses, bearings } = snapping;
  const [within, bearing] = [radiuses?.[i], bearings?.[i]];
  const excluded = closedFor(context, snapping);
  return {
    ...(within !== undefined && { within }),
    ...(bearing && { bearing: bearing[0], bearingRange: bearing[1] }),
    ...(excluded && { filter: (road: number) => !excluded(road) }),
  };
}

/** The position of the hint for a coordinate; undefined: it has none, or one that is not valid. */
export function hintedPosition(
  { hints }: Context,
  snapping: Snapping,
  i: number,
): RoadPoint | undefined {
  const hint = snapping.hints?.[i];
  return hint ? hints.read(hint) : undefined;
}

/**
 * The position of one coordinate; undefined: no road meets its options. A valid hint is the
 * position, whatever the radius, bearing, approach and avoided roads of the coordinate. With
 * `connected` the position lies on a connected road, and the hint is ignored.
 */
function snapOne(
  context: Context,
  snapping: Snapping,
  i: number,
  connected: boolean,
): RoadPoint | undefined {
  const [lon, lat] = snapping.places[i];
  const known = connected ? undefined : hintedPosition(context, snapping, i);
  if (known) return { ...known, distance: greatCircle([lon, lat], placeOf(known)) };
  const options = searchOptions(context, snapping, i);
  const found = context.index.snap(lon, lat, { ...options, ...(connected && { connected }) });
  const approach = snapping.approaches?.[i];
  return found && approach && approach !== 'unrestricted'
    ? { ...found, directions: approached(context, found, approach) }
    : found;
}

/**
 * The direction of travel in which a place lies on the wanted side of the vehicle. One-way roads,
 * places on the line of a road, and positions that a bearing restricts to one direction keep their
 * directions.
 */
function approached(
  { routing, drivingSide }: Context,
  { road, side, directions = 'both' }: RoadPoint,
  approach: 'curb' | 'opposite',
): Directions {
  const { firstArc } = routing;
  const [first, middle, end] = firstArc.subarray(2 * road, 2 * road + 3);
  if (directions !== 'both' || side === 'on' || first === middle || middle === end) {
    return directions;
  }
  const driven = detailsAt(routing, road).drivingSide ?? drivingSide;
  return (side === driven) === (approach === 'curb') ? 'along' : 'against';
}

function noSegment(i: number): never {
  return fail('NoSegment', `Could not find a matching segment for coordinate ${i}`);
}

/** The place of a position, in degrees. */
export function placeOf({ ground, ...road }: RoadPoint): LonLat {
  const { lonE7, latE7 } = ground ?? road;
  return [lonE7 / 1e7, latE7 / 1e7];
}

/** A position as answers have it. */
export function waypointOf(
  { routing, hints }: Context,
  point: RoadPoint,
  generateHints: boolean,
): Waypoint {
  return {
    // a hint holds a position on a road, never one on open ground
    ...(generateHints && !point.ground && { hint: hints.write(point) }),
    distance: point.distance,
    name: nameOfRoad(routing, point.road),
    location: roundPlace(placeOf(point)),
  };
}
