// What arguments of public functions must be: rules of @wayfield/check that several services share.
import {
  flag,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  refuse,
  type Rule,
  typed,
  whole,
} from '@wayfield/check';
import { METRICS } from './network/ticks.ts';
import type { Piece, RoadPoint, RouteLeg, RoutingNetwork } from './types.ts';

export const metricRule: Rule = oneOf(...METRICS);
const words: Rule = typed(Uint32Array);
const floats: Rule = typed(Float32Array);
const places: Rule = typed(Int32Array);

/** A road network. Arrays are checked by their type, not entry by entry. */
export const roadNetworkRule: Rule = object(
  {
    graph: object({ nodeCount: whole(), firstOut: words, head: words, weight: floats }),
    weight: oneOf('metres', 'seconds'),
    baseCount: whole(),
    roadOf: words,
    roads: object({
      count: whole(),
      name: words,
      roadClass: typed(Uint8Array),
      length: floats,
      firstPoint: words,
      lonE7: places,
      latE7: places,
    }),
    names: list,
    baseOf: words,
    endOf: words,
  },
  'a RoadNetwork',
);

/** A routing network. Arrays are checked by their type, not entry by entry. */
export const routingRule: Rule = object(
  {
    network: roadNetworkRule,
    metric: metricRule,
    tick: number(Number.MIN_VALUE),
    graph: object({ nodeCount: whole(), firstOut: words, head: words, weight: floats }),
    hierarchy: object({ nodeCount: whole(), rank: words, node: words, levelStart: words }),
    seconds: floats,
    metres: floats,
    tail: words,
    firstArc: words,
    arcs: words,
    connected: typed(Uint8Array),
  },
  'a RoutingNetwork',
);

const e7: Rule = whole(-1_800_000_000, 1_800_000_000);
export const DIRECTIONS: Rule = oneOf('both', 'along', 'against');

const groundRule: Rule = object(
  { area: whole(), lonE7: e7, latE7: e7, metres: number(0), seconds: number(0) },
  'a GroundWalk',
);

const pointRule: Rule = object(
  {
    road: whole(),
    share: number(0, 1),
    point: whole(),
    lonE7: e7,
    latE7: e7,
    distance: number(0),
    directions: optional(DIRECTIONS),
    ground: optional(groundRule),
  },
  'a RoadPoint',
);

/**
 * Throws unless the argument is a point on a road of this network. Whether share and place belong
 * together is not checked.
 */
export function checkPoint(value: RoadPoint, { network }: RoutingNetwork, name: string): void {
  pointRule(value, name);
  const { count, firstPoint } = network.roads;
  if (value.road >= count) refuse(`${name}.road`, value.road, `below ${count}`);
  const [first, end] = [firstPoint[value.road], firstPoint[value.road + 1] - 1];
  if (value.point < first || value.point >= end) {
    refuse(`${name}.point`, value.point, `from ${first} to ${end - 1}`);
  }
}

/** Throws unless the argument is a list of at least `least` points on roads of this network. */
export function checkPoints(
  points: readonly RoadPoint[],
  routing: RoutingNetwork,
  name: string,
  least: number,
): void {
  list(points, name);
  if (points.length < least) refuse(`${name}.length`, points.length, `at least ${least}`);
  points.forEach((point, i) => checkPoint(point, routing, `${name}[${i}]`));
}

const pieceRule: Rule = object(
  {
    arc: whole(),
    road: whole(),
    against: flag,
    from: number(0, 1),
    to: number(0, 1),
    wait: optional(number(0)),
    waitCost: optional(number(0)),
  },
  'a Piece',
);

const slowLegRule: Rule = object(
  { seconds: number(0), metres: number(0), cost: number(0), pieces: listOf(pieceRule) },
  'a RouteLeg',
);

const isShare = (value: unknown): boolean => (value as number) >= 0 && (value as number) <= 1;
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether a value is a piece, in a tenth of the time of `pieceRule`, which names what is wrong. */
function isPiece(value: Piece): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { arc, road, against, from, to, wait = 0, waitCost = 0 } = value;
  if (typeof wait !== 'number' || !(wait >= 0)) return false;
  if (typeof waitCost !== 'number' || !(waitCost >= 0)) return false;
  if (typeof from !== 'number' || typeof to !== 'number') return false;
  return (
    isWhole(arc) && isWhole(road) && typeof against === 'boolean' && isShare(from) && isShare(to)
  );
}

/**
 * A leg of a route. A leg has hundreds of pieces, and `pieceRule` on each would take longer than
 * the call; so the slow rule runs only if the fast test fails, for its message. Numbers of arcs and
 * roads are not compared with a network: a leg of another network is not recognised.
 */
export const legRule: Rule = Object.assign(
  (value: unknown, name: string): void => {
    const leg = value as RouteLeg | undefined;
    const right =
      typeof leg === 'object' &&
      leg !== null &&
      Number.isFinite(leg.seconds) &&
      Number.isFinite(leg.metres) &&
      Number.isFinite(leg.cost) &&
      leg.seconds >= 0 &&
      leg.metres >= 0 &&
      leg.cost >= 0 &&
      Array.isArray(leg.pieces) &&
      leg.pieces.every(isPiece);
    if (!right) slowLegRule(value, name);
  },
  { expected: 'a RouteLeg' },
);

/** A route. */
export const routeRule: Rule = object(
  { cost: number(0), seconds: number(0), metres: number(0), legs: listOf(legRule), points: list },
  'a Route',
);

/** What is reached within a limit. */
export const isochroneRule: Rule = object(
  {
    limit: number(Number.MIN_VALUE),
    roads: object({
      whole: words,
      road: words,
      from: typed(Float64Array),
      to: typed(Float64Array),
    }),
    polygons: listOf(list),
  },
  'an Isochrone',
);
