// Lines of routes as two lists of whole numbers, which take half the time of lists of [lon, lat].
import { type Piece, type RoadPoint, routeLine, type RoutingNetwork } from '@wayfield/routing';
import { endsOf, type FoundRoute } from './ground.ts';
import { ROUND, shortWay } from './places.ts';

/** Places in units of 1e-7 degrees. */
export interface Line {
  readonly lonE7: number[];
  readonly latE7: number[];
}

/** The line of a whole route. Places that repeat are left out; a line has at least two places. */
export function lineOf(routing: RoutingNetwork, route: FoundRoute): Line {
  const line: Line = { lonE7: [], latE7: [] };
  route.legs.forEach((leg, i) => {
    const [from, to] = endsOf(route, i);
    if (from.ground) add(line, from.ground.lonE7, from.ground.latE7);
    const pieces = leg.straight ? [] : leg.pieces;
    pieces.forEach((piece, k) => {
      const { road, against } = piece;
      const start = k === 0 && isOn(from, road, piece.from) ? from : undefined;
      const ends = k === pieces.length - 1;
      const goal = ends && isOn(to, road, piece.to) ? to : undefined;
      const begun = start !== undefined || piece.from === (against ? 1 : 0);
      const ended = goal !== undefined || piece.to === (against ? 0 : 1);
      if (begun && ended) addPart(line, routing.network.roads, { road, against, start, goal });
      else addCut(line, routing, piece);
      if (k > 0 && areOnGround(routing, pieces[k - 1], piece)) dropInLine(line);
    });
    if (to.ground) add(line, to.ground.lonE7, to.ground.latE7);
  });
  if (line.lonE7.length === 1) {
    line.lonE7.push(line.lonE7[0]);
    line.latE7.push(line.latE7[0]);
  }
  return line;
}

/** Lines across open ground have ids below this: see `RoadOptions.openAreas`. */
const ACROSS = -(2n ** 51n);

const isAcross = ({ network: { roads } }: RoutingNetwork, { road }: Piece): boolean =>
  roads.wayId[road] < ACROSS;

/** Whether one of two pieces crosses open ground, and the second is a single segment. */
function areOnGround(routing: RoutingNetwork, before: Piece, piece: Piece): boolean {
  const { firstPoint } = routing.network.roads;
  if (firstPoint[piece.road + 1] - firstPoint[piece.road] !== 2) return false;
  return isAcross(routing, before) || isAcross(routing, piece);
}

/** Removes the last place but one, a corner of open ground, if the line goes straight on there. */
function dropInLine({ lonE7, latE7 }: Line): void {
  const last = lonE7.length - 1;
  if (last < 2) return;
  const east = (i: number): number => shortWay(lonE7[i] - lonE7[i - 1], ROUND);
  const [x, y] = [east(last - 1), latE7[last - 1] - latE7[last - 2]];
  const [dx, dy] = [east(last), latE7[last] - latE7[last - 1]];
  if (x * dy !== y * dx || x * dx + y * dy <= 0) return;
  lonE7.splice(last - 1, 1);
  latE7.splice(last - 1, 1);
}

function isOn(point: RoadPoint, road: number, share: number): boolean {
  return point.road === road && point.share === share;
}

interface Part {
  readonly road: number;
  readonly against: boolean;
  /** Where the part begins and ends; undefined: at the end of the road. */
  readonly start: RoadPoint | undefined;
  readonly goal: RoadPoint | undefined;
}

function addPart(
  line: Line,
  { firstPoint, lonE7, latE7 }: RoutingNetwork['network']['roads'],
  { road, against, start, goal }: Part,
): void {
  if (start) add(line, start.lonE7, start.latE7);
  const [low, high] = [firstPoint[road], firstPoint[road + 1] - 1];
  if (against) {
    const last = goal ? goal.point + 1 : low;
    for (let p = start ? start.point : high; p >= last; p--) add(line, lonE7[p], latE7[p]);
  } else {
    const last = goal ? goal.point : high;
    for (let p = start ? start.point + 1 : low; p <= last; p++) add(line, lonE7[p], latE7[p]);
  }
  if (goal) add(line, goal.lonE7, goal.latE7);
}

/**
 * Adds a piece that is cut at a place within a leg, where `joined` of route-json.ts joined two
 * legs.
 */
function addCut(line: Line, routing: RoutingNetwork, piece: Piece): void {
  const none = { cost: 0, seconds: 0, metres: 0 };
  const leg = { ...none, pieces: [piece] };
  const { coordinates } = routeLine(routing, { ...none, legs: [leg], points: [] }).geometry;
  for (const [lon, lat] of coordinates) add(line, Math.round(lon * 1e7), Math.round(lat * 1e7));
}

function add({ lonE7, latE7 }: Line, lon: number, lat: number): void {
  const last = lonE7.length - 1;
  if (last >= 0 && lonE7[last] === lon && latE7[last] === lat) return;
  lonE7.push(lon);
  latE7.push(lat);
}

let signs = new Uint8Array(1 << 12);
const ascii = /* @__PURE__ */ new TextDecoder();

/** A line as an encoded polyline with 5 or 6 decimal places. */
export function encodeLine({ lonE7, latE7 }: Line, precision: 5 | 6): string {
  const count = lonE7.length;
  // a difference takes at most 7 signs
  if (signs.length < 14 * count) signs = new Uint8Array(28 * count);
  const unit = precision === 5 ? 100 : 10;
  let [at, lon, lat] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [nextLon, nextLat] = [Math.round(lonE7[i] / unit), Math.round(latE7[i] / unit)];
    at = encodeNumber(nextLat - lat, at);
    at = encodeNumber(nextLon - lon, at);
    [lon, lat] = [nextLon, nextLat];
  }
  return ascii.decode(signs.subarray(0, at));
}

/** Groups of five bits, the lowest first; the sign is the lowest bit. */
function encodeNumber(value: number, at: number): number {
  // below 2^30 for differences of longitudes with six decimal places
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let next = at;
  for (; rest >= 32; rest >>>= 5) signs[next++] = (rest & 31) + 95;
  signs[next++] = rest + 63;
  return next;
}
