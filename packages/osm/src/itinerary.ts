// A route described for a person: along which roads, how far on each, and where to turn.
import { NONE } from '@wayfield/graph';
import { arcBetween } from './arc-between.ts';
import type { PositionRoute } from './position-routes.ts';
import { shortWay } from './projection.ts';
import { ROAD_CLASSES, type RoadClass } from './road-class.ts';
import { checkNetwork, checkPositionRoute } from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** How a leg begins: the turn from the leg before. */
export type Turn =
  | 'start'
  | 'straight'
  | 'slight left'
  | 'left'
  | 'sharp left'
  | 'slight right'
  | 'right'
  | 'sharp right'
  | 'round';

/**
 * The part of a route on roads of one name, and on roads without a name that follow straight on or
 * with a slight turn. A ferry, and turning back, begin a new leg.
 */
export interface Leg {
  /** '' where the roads have none. */
  readonly name: string;
  /** The class of the first road. */
  readonly roadClass: RoadClass;
  readonly turn: Turn;
  readonly metres: number;
  /** Where the leg begins, in degrees. */
  readonly lon: number;
  readonly lat: number;
}

/** A piece of a route: a part of a road that is travelled in one direction. */
interface Piece {
  readonly road: number;
  readonly metres: number;
  /**
   * Points of the road's shape, two each, in the direction of travel: the ends of the first and of
   * the last straight segment of the piece.
   */
  readonly first: readonly [number, number];
  readonly last: readonly [number, number];
  /** Where the piece begins, in units of 1e-7 degrees. */
  readonly lonE7: number;
  readonly latE7: number;
}

/**
 * Degrees from which on a turn counts as slight, ordinary, sharp and back. Below SLIGHT it is
 * straight on.
 */
const SLIGHT = 25;
const ORDINARY = 60;
const SHARP = 125;
const ROUND = 165;

/**
 * The legs of a route between positions. Empty if there is no route, or if the route is shorter
 * than a metre. Throws RangeError for a route that is not on roads of the network.
 */
export function describeRoute(network: RoadNetwork, route: PositionRoute): Leg[] {
  checkNetwork(network);
  checkPositionRoute(network, route);
  const { roads, names } = network;
  const legs: { -readonly [K in keyof Leg]: Leg[K] }[] = [];
  let before: Piece | undefined;
  let length = 0;
  for (const piece of piecesOf(network, route)) {
    length += piece.metres;
    const name = names[roads.name[piece.road]];
    const roadClass = ROAD_CLASSES[roads.roadClass[piece.road]];
    const leg = legs[legs.length - 1];
    const turn = before
      ? turnOf(headingOf(network, before.last), headingOf(network, piece.first))
      : 'start';
    before = piece;
    if (leg && goesOn(leg, name, roadClass, turn)) {
      leg.metres += piece.metres;
      continue;
    }
    const [lon, lat] = [piece.lonE7 / 1e7, piece.latE7 / 1e7];
    legs.push({ name, roadClass, turn, metres: piece.metres, lon, lat });
  }
  return length < 1 ? [] : legs;
}

/**
 * Whether a road belongs to the leg before it, so that no new leg is announced. It does if it has
 * the same name, or no name and a turn that is slight at most, as the arms of junctions and the
 * pieces of roundabouts. Roads and ferries never share a leg.
 */
function goesOn(leg: Leg, name: string, roadClass: RoadClass, turn: Turn): boolean {
  if (turn === 'round' || (leg.roadClass === 'ferry') !== (roadClass === 'ferry')) return false;
  if (name !== '') return name === leg.name;
  return turn === 'straight' || turn.startsWith('slight');
}

function* piecesOf(network: RoadNetwork, route: PositionRoute): Generator<Piece> {
  const { from, to, nodes, fromAgainst, toAgainst } = route;
  const { roads, roadOf } = network;
  const { firstPoint } = roads;
  if (route.cost === Infinity) return;
  const ends = (road: number): [number, number] => [firstPoint[road], firstPoint[road + 1] - 1];
  /**
   * A piece of a road, in the direction of travel. It runs from the place `at`, next to or at point
   * `start`, up to point `stop` or just before. `share`: its part of the road's length.
   */
  const piece = (
    road: number,
    against: boolean,
    [start, stop]: readonly [number, number],
    share: number,
    at: { readonly lonE7: number; readonly latE7: number },
  ): Piece => ({
    road,
    metres: share * roads.length[road],
    first: against ? [start, start - 1] : [start, start + 1],
    last: against ? [stop + 1, stop] : [stop - 1, stop],
    lonE7: at.lonE7,
    latE7: at.latE7,
  });
  if (nodes.length === 0) {
    const share = Math.abs(to.share - from.share);
    const [start, stop] = fromAgainst ? [from.point + 1, to.point] : [from.point, to.point + 1];
    yield piece(from.road, fromAgainst, [start, stop], share, from);
    return;
  }
  const [first, last] = ends(from.road);
  const left = fromAgainst ? from.share : 1 - from.share;
  if (left > 0) {
    const start = fromAgainst ? from.point + 1 : from.point;
    yield piece(from.road, fromAgainst, [start, fromAgainst ? first : last], left, from);
  }
  for (let i = 0; i + 1 < nodes.length; i++) {
    const arc = arcBetween(network, nodes[i], nodes[i + 1], i);
    if (roadOf[arc] === NONE) continue;
    const road = roadOf[arc] >>> 1;
    const against = (roadOf[arc] & 1) === 1;
    const [low, high] = ends(road);
    const [start, stop] = against ? [high, low] : [low, high];
    const at = { lonE7: roads.lonE7[start], latE7: roads.latE7[start] };
    yield piece(road, against, [start, stop], 1, at);
  }
  const [low, high] = ends(to.road);
  const done = toAgainst ? 1 - to.share : to.share;
  if (done > 0) {
    const start = toAgainst ? high : low;
    const at = { lonE7: roads.lonE7[start], latE7: roads.latE7[start] };
    const stop = toAgainst ? to.point : to.point + 1;
    yield piece(to.road, toAgainst, [start, stop], done, at);
  }
}

/** The bearing from a point of a shape to another: degrees clockwise from north. */
function headingOf({ roads }: RoadNetwork, [a, b]: readonly [number, number]): number {
  const { lonE7, latE7 } = roads;
  const shrink = Math.cos((latE7[a] * 1e-7 * Math.PI) / 180);
  const east = shortWay(lonE7[b] - lonE7[a]) * shrink;
  return (Math.atan2(east, latE7[b] - latE7[a]) * 180) / Math.PI;
}

function turnOf(before: number, after: number): Turn {
  const angle = ((after - before + 540) % 360) - 180;
  const size = Math.abs(angle);
  if (size < SLIGHT) return 'straight';
  if (size >= ROUND) return 'round';
  const side = angle < 0 ? 'left' : 'right';
  if (size < ORDINARY) return `slight ${side}`;
  return size < SHARP ? side : `sharp ${side}`;
}
