// Places become nodes, or positions on roads: an R-tree over the nodes and one over the pieces of the roads' shapes.
import { callback, checkOptions, number, type OptionRules } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import Flatbush from 'flatbush';
import { createProjection, distanceE7 } from './projection.ts';
import { checkNetwork } from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** A place on a road, perhaps between its ends. */
export interface RoadPosition {
  readonly road: number;
  /** How much of the road lies before it, 0 to 1, in the direction of the way. */
  readonly share: number;
  /** The shape's last point before it, by its number among all points. */
  readonly point: number;
  /** Where it is, in units of 1e-7 degrees. */
  readonly lonE7: number;
  readonly latE7: number;
  /** Metres from the place asked for. */
  readonly distance: number;
}

/** Options of a search for what is nearest. */
export interface LocateOptions {
  /** Metres within which to look. Default: everywhere. */
  readonly within?: number;
  /** Which roads, or nodes, count; must not ask the locator itself. Default: all. */
  readonly filter?: (index: number) => boolean;
}

/** Finds what is nearest to a place. */
export interface Locator {
  /** The nearest node of the map to a place in degrees; NONE where there is none. */
  nearestNode(lon: number, lat: number, options?: LocateOptions): number;
  /** The nearest position on a road; undefined where there is none. */
  nearestRoad(lon: number, lat: number, options?: LocateOptions): RoadPosition | undefined;
}

const LONGITUDE = number(-180, 180);
const LATITUDE = number(-90, 90);
const OPTIONS: OptionRules = { within: number(0, Infinity), filter: callback };

/**
 * Indexes a network, which must not change, for searches by place. Exact on the map as it is
 * drawn, that is up to the stretch of the projection. Takes about 40 bytes per point of the network.
 */
export function createLocator(network: RoadNetwork): Locator {
  checkNetwork(network);
  const { roads, lonE7, latE7 } = network;
  const projection = createProjection(network.centre);
  const place = new Float64Array(3);
  const nodes = createNodeTree(network.baseCount);

  // per piece of a shape: its first point
  const pieceCount = roads.lonE7.length - roads.count;
  const pointOf = new Uint32Array(pieceCount);
  const x = new Float64Array(roads.lonE7.length);
  const y = new Float64Array(roads.lonE7.length);
  for (let i = 0; i < x.length; i++) {
    projection.project(roads.lonE7[i], roads.latE7[i], place);
    x[i] = place[0];
    y[i] = place[1];
  }
  const tree = pieceCount > 0 ? new Flatbush(pieceCount) : undefined;
  for (let r = 0, piece = 0; r < roads.count; r++) {
    for (let i = roads.firstPoint[r]; i < roads.firstPoint[r + 1] - 1; i++) {
      pointOf[piece++] = i;
      tree!.add(
        Math.min(x[i], x[i + 1]),
        Math.min(y[i], y[i + 1]),
        Math.max(x[i], x[i + 1]),
        Math.max(y[i], y[i + 1]),
      );
    }
  }
  tree?.finish();

  /** How far along the piece behind point `i` the nearest place to (px, py) lies, 0 to 1. */
  const along = (i: number, px: number, py: number): number => {
    const dx = x[i + 1] - x[i];
    const dy = y[i + 1] - y[i];
    const square = dx * dx + dy * dy;
    if (square === 0) return 0;
    return Math.min(1, Math.max(0, ((px - x[i]) * dx + (py - y[i]) * dy) / square));
  };
  const squareTo = (i: number, px: number, py: number): number => {
    const t = along(i, px, py);
    const dx = x[i] + t * (x[i + 1] - x[i]) - px;
    const dy = y[i] + t * (y[i + 1] - y[i]) - py;
    return dx * dx + dy * dy;
  };
  const roadAt = (point: number): number => {
    let low = 0;
    let high = roads.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (roads.firstPoint[middle] <= point) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const project = (lon: number, lat: number): [px: number, py: number] => {
    LONGITUDE(lon, 'lon');
    LATITUDE(lat, 'lat');
    projection.project(lon * 1e7, lat * 1e7, place);
    return [place[0], place[1]];
  };

  return {
    nearestNode(lon, lat, options) {
      checkOptions('nearestNode', options, OPTIONS);
      const { within = Infinity, filter } = options ?? {};
      const [px, py] = project(lon, lat);
      const accept = filter && ((node: number): boolean => filter(node));
      const node = nodes?.neighbors(px, py, 1, Infinity, accept)[0] ?? NONE;
      if (node === NONE) return NONE;
      return distanceE7(lon * 1e7, lat * 1e7, lonE7[node], latE7[node]) <= within ? node : NONE;
    },
    nearestRoad(lon, lat, options) {
      checkOptions('nearestRoad', options, OPTIONS);
      const { within = Infinity, filter } = options ?? {};
      const [px, py] = project(lon, lat);
      if (!tree) return undefined;
      const accept = filter && ((piece: number): boolean => filter(roadAt(pointOf[piece])));
      // boxes give a first bound; whatever beats it touches the square of its size
      let best = -1;
      let least = Infinity;
      const consider = (piece: number): void => {
        const i = pointOf[piece];
        const square = squareTo(i, px, py);
        if (square < least || (square === least && i < best)) {
          least = square;
          best = i;
        }
      };
      tree.neighbors(px, py, 4, Infinity, accept).forEach(consider);
      if (best < 0) return undefined;
      const reach = Math.sqrt(least);
      tree.search(px - reach, py - reach, px + reach, py + reach, accept).forEach(consider);
      const position = positionAt(network, roadAt(best), best, along(best, px, py));
      const distance = distanceE7(lon * 1e7, lat * 1e7, position.lonE7, position.latE7);
      return distance <= within ? { ...position, distance } : undefined;
    },
  };

  function createNodeTree(count: number): Flatbush | undefined {
    if (count === 0) return undefined;
    const flat = new Flatbush(count);
    for (let u = 0; u < count; u++) {
      projection.project(lonE7[u], latE7[u], place);
      flat.add(place[0], place[1], place[0], place[1]);
    }
    flat.finish();
    return flat;
  }
}

/** The position on a road `t` of the way from one point of its shape to the next. */
function positionAt(
  { roads }: RoadNetwork,
  road: number,
  point: number,
  t: number,
): Omit<RoadPosition, 'distance'> {
  const { firstPoint, lonE7, latE7 } = roads;
  const lon = Math.round(lonE7[point] + t * shortWay(lonE7[point + 1] - lonE7[point]));
  const lat = Math.round(latE7[point] + t * (latE7[point + 1] - latE7[point]));
  let before = 0;
  let all = 0;
  for (let i = firstPoint[road]; i < firstPoint[road + 1] - 1; i++) {
    const metres = distanceE7(lonE7[i], latE7[i], lonE7[i + 1], latE7[i + 1]);
    if (i < point) before += metres;
    else if (i === point) before += t * metres;
    all += metres;
  }
  return {
    road,
    share: all > 0 ? Math.min(1, before / all) : 0,
    point,
    lonE7: lon > 1.8e9 ? lon - 3.6e9 : lon < -1.8e9 ? lon + 3.6e9 : lon,
    latE7: lat,
  };
}

/** A difference of longitudes, not around the whole earth. */
function shortWay(difference: number): number {
  return difference > 1.8e9
    ? difference - 3.6e9
    : difference < -1.8e9
      ? difference + 3.6e9
      : difference;
}
