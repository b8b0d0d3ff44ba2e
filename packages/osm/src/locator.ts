// Finds the node, or the position on a road, nearest to a place. Nodes are in an R-tree. Pieces,
// the straight lines between neighbouring points of roads, are in a grid (for the nearest road) and
// in an R-tree (for several roads).
import { callback, checkOptions, number, type OptionRules, whole } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import Flatbush from 'flatbush';
import { createPieceGrid, type PieceGrid } from './piece-grid.ts';
import { createProjection, distanceE7, MEASURES, shortWay } from './projection.ts';
import { LIVE } from './road-costs.ts';
import { checkNetwork } from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** A place on a road, perhaps between its ends. */
export interface RoadPosition {
  readonly road: number;
  /** The part of the road's length before the position, 0 to 1, in the direction of the way. */
  readonly share: number;
  /**
   * The first point of the piece of the road's shape on which the position lies, as an index into
   * `roads.lonE7`; never the last point of the road.
   */
  readonly point: number;
  /** The position, in units of 1e-7 degrees. */
  readonly lonE7: number;
  readonly latE7: number;
  /** Metres from the place asked for, along the great circle. */
  readonly distance: number;
}

/** Options of a search for what is nearest. */
export interface LocateOptions {
  /** What is farther away, in metres along the great circle, does not count. Default: Infinity. */
  readonly within?: number;
  /** Which roads, or nodes, count; must not ask the locator itself. Default: all. */
  readonly filter?: (index: number) => boolean;
}

/** Options of a search for several roads. */
export interface LocateManyOptions extends LocateOptions {
  /** How many roads at most, 1 to 1000. */
  readonly count?: number;
}

/** Finds what is nearest to a place. */
export interface Locator {
  /** The nearest node of the map to a place in degrees; NONE where there is none. */
  nearestNode(lon: number, lat: number, options?: LocateOptions): number;
  /**
   * The nearest position on a road; undefined where there is none. Roads with the bit of value 8 in
   * `Roads.live` do not count, here and in `nearestRoads`.
   */
  nearestRoad(lon: number, lat: number, options?: LocateOptions): RoadPosition | undefined;
  /** The nearest position on each of the `count` nearest roads, the nearest first. Default 1. */
  nearestRoads(lon: number, lat: number, options?: LocateManyOptions): RoadPosition[];
}

const LONGITUDE = number(-180, 180);
const LATITUDE = number(-90, 90);
const OPTIONS: OptionRules = { within: number(0, Infinity), filter: callback };
const MANY_OPTIONS: OptionRules = { ...OPTIONS, count: whole(1, 1000) };

/**
 * Indexes a network for searches by place. Places must not change; weights may. The nearest one is
 * chosen on the flat map, in f64, so the stretch of its projection and the rounding of squared
 * distances may decide between almost equal ones. The distance returned, and the one that `within`
 * limits, is that of the great circle.
 *
 * Takes 39 bytes per node (the R-tree of nodes) and up to about 85 per point of the roads: 16 for
 * its place on the flat map, 25 for the grid (nearest road) and 43 for the R-tree (several roads).
 * The first search that needs the grid, or the R-tree of roads, makes it.
 *
 * @example
 * const locator = createLocator(network);
 * const position = locator.nearestRoad(13.401, 52.5001, { within: 200 }); // metres
 * console.log(Math.round(position!.distance)); // 11
 */
export function createLocator(network: RoadNetwork): Locator {
  checkNetwork(network);
  const { lonE7, latE7 } = network;
  const project = createPlane(network);
  const nodes = createNodeTree(network, project);
  const pieces = createPieces(network, project);
  const { live } = network.roads;

  function roadsNear(lon: number, lat: number, options: LocateManyOptions): RoadPosition[] {
    const { within = Infinity, filter, count = 1 } = options;
    const place = placeOf(project, lon, lat);
    if (pieces === undefined) return [];
    const isFound = (road: number): boolean =>
      (live![road] & LIVE.hidden) === 0 && (filter === undefined || filter(road));
    return pieces
      .nearest(place, live ? isFound : filter, count)
      .map((point): RoadPosition => {
        const fraction = pieces.fraction(point, place);
        const position = positionAt(network, roadAt(network, point), point, fraction);
        const distance = distanceE7(lon * 1e7, lat * 1e7, position.lonE7, position.latE7);
        return { ...position, distance };
      })
      .filter(({ distance }) => distance <= within);
  }

  return {
    nearestNode(lon, lat, options) {
      checkOptions('nearestNode', options, OPTIONS);
      const { within = Infinity, filter } = options ?? {};
      const place = placeOf(project, lon, lat);
      const accept = filter && ((node: number): boolean => filter(node));
      const node = nodes?.neighbors(...place, 1, Infinity, accept)[0] ?? NONE;
      if (node === NONE) return NONE;
      return distanceE7(lon * 1e7, lat * 1e7, lonE7[node], latE7[node]) <= within ? node : NONE;
    },
    nearestRoad(lon, lat, options) {
      checkOptions('nearestRoad', options, OPTIONS);
      return roadsNear(lon, lat, options ?? {})[0];
    },
    nearestRoads(lon, lat, options) {
      checkOptions('nearestRoads', options, MANY_OPTIONS);
      return roadsNear(lon, lat, options ?? {});
    },
  };
}

/** A place on the flat map, in metres. */
type Plane = readonly [x: number, y: number];
type Project = (lonE7: number, latE7: number) => Plane;

function createPlane({ centre }: RoadNetwork): Project {
  const projection = createProjection(centre);
  const place = new Float64Array(3);
  return (lonE7, latE7) => {
    projection.project(lonE7, latE7, place);
    return [place[0], place[1]];
  };
}

function placeOf(project: Project, lon: number, lat: number): Plane {
  LONGITUDE(lon, 'lon');
  LATITUDE(lat, 'lat');
  return project(lon * 1e7, lat * 1e7);
}

function createNodeTree(
  { baseCount, lonE7, latE7 }: RoadNetwork,
  project: Project,
): Flatbush | undefined {
  if (baseCount === 0) return undefined;
  const tree = new Flatbush(baseCount);
  for (let u = 0; u < baseCount; u++) {
    const [x, y] = project(lonE7[u], latE7[u]);
    tree.add(x, y, x, y);
  }
  tree.finish();
  return tree;
}

/** Four units in the last place of an f64, relative. */
const ROUNDING = 2 ** -50;

/** A piece by its first point, and the square of its distance on the flat map. */
interface Near {
  readonly point: number;
  readonly square: number;
}

function isNearer(a: Near, b: Near): boolean {
  return a.square < b.square || (a.square === b.square && a.point < b.point);
}

/** The pieces of the roads' shapes: a piece is named by its first point. */
interface Pieces {
  /**
   * The nearest piece of each of the `count` roads nearest to a place, of those that `accept` lets
   * through, the nearest first.
   */
  nearest(place: Plane, accept: ((road: number) => boolean) | undefined, count: number): number[];
  /** The fraction of a piece, 0 to 1, that lies before its point nearest to a place. */
  fraction(point: number, place: Plane): number;
}

function createPieces(network: RoadNetwork, project: Project): Pieces | undefined {
  const { roads } = network;
  const pieceCount = roads.lonE7.length - roads.count;
  if (pieceCount === 0) return undefined;
  const x = new Float64Array(roads.lonE7.length);
  const y = new Float64Array(roads.lonE7.length);
  for (let i = 0; i < x.length; i++) [x[i], y[i]] = project(roads.lonE7[i], roads.latE7[i]);
  /** The first point of each piece of the tree. */
  const pointOf = new Uint32Array(pieceCount);
  for (let r = 0, piece = 0; r < roads.count; r++) {
    for (let i = roads.firstPoint[r]; i < roads.firstPoint[r + 1] - 1; i++) pointOf[piece++] = i;
  }
  // R-tree: for several roads, or if the grid is crowded; grid: for one road. Each is made by the
  // first search that needs it.
  let tree: Flatbush | undefined;
  let grid: PieceGrid | undefined;

  const fraction = (i: number, [px, py]: Plane): number => {
    const dx = x[i + 1] - x[i];
    const dy = y[i + 1] - y[i];
    const square = dx * dx + dy * dy;
    if (square === 0) return 0;
    return Math.min(1, Math.max(0, ((px - x[i]) * dx + (py - y[i]) * dy) / square));
  };
  const squareTo = (i: number, place: Plane): number => {
    const t = fraction(i, place);
    const dx = x[i] + t * (x[i + 1] - x[i]) - place[0];
    const dy = y[i] + t * (y[i + 1] - y[i]) - place[1];
    return dx * dx + dy * dy;
  };

  return {
    fraction,
    nearest(place, accept, count) {
      if (count === 1 && !(grid ??= createPieceGrid({ x, y, pointOf })).isCrowded) {
        const isOpen = accept && ((point: number): boolean => accept(roadAt(network, point)));
        const found = grid.nearest(place[0], place[1], (i) => squareTo(i, place), isOpen);
        return found < 0 ? [] : [found];
      }
      tree ??= createPieceTree(x, y, pointOf);
      const filter =
        accept && ((piece: number): boolean => accept(roadAt(network, pointOf[piece])));
      const best = new Map<number, Near>();
      const consider = (piece: number): void => {
        const point = pointOf[piece];
        const near = { point, square: squareTo(point, place) };
        const road = roadAt(network, point);
        const old = best.get(road);
        if (old === undefined || isNearer(near, old)) best.set(road, near);
      };
      const [px, py] = place;
      // The nearest boxes give an upper bound on the distance of the farthest road wanted. Every
      // nearer piece has a box within this bound.
      let boxes = 4 * count;
      for (; ; boxes *= 4) {
        const found = tree.neighbors(px, py, boxes, Infinity, filter);
        found.forEach(consider);
        if (best.size >= count || found.length < boxes) break;
      }
      const ranked = (): Near[] => [...best.values()].sort((a, b) => (isNearer(a, b) ? -1 : 1));
      if (best.size >= count) {
        // the upper bound plus more than its rounding, so that equally near pieces are found too
        const bound = Math.sqrt(ranked()[count - 1].square);
        const reach = bound + ROUNDING * (bound + Math.abs(px) + Math.abs(py));
        tree.search(px - reach, py - reach, px + reach, py + reach, filter).forEach(consider);
      }
      return ranked()
        .slice(0, count)
        .map(({ point }) => point);
    },
  };
}

/** The boxes of the pieces. */
function createPieceTree(x: Float64Array, y: Float64Array, pointOf: Uint32Array): Flatbush {
  const tree = new Flatbush(pointOf.length);
  for (const i of pointOf) {
    const [left, right] = [Math.min(x[i], x[i + 1]), Math.max(x[i], x[i + 1])];
    const [low, high] = [Math.min(y[i], y[i + 1]), Math.max(y[i], y[i + 1])];
    tree.add(left, low, right, high);
  }
  tree.finish();
  return tree;
}

/** The road that has a point. */
function roadAt({ roads }: RoadNetwork, point: number): number {
  let low = 0;
  let high = roads.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (roads.firstPoint[middle] <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The position on a road at a fraction `t` of the piece from one point of its shape to the next.
 */
function positionAt(
  { roads, lengths }: RoadNetwork,
  road: number,
  point: number,
  t: number,
): Omit<RoadPosition, 'distance'> {
  const { firstPoint, lonE7, latE7 } = roads;
  const measure = MEASURES[lengths ?? 'sphere'];
  const lon = Math.round(lonE7[point] + t * shortWay(lonE7[point + 1] - lonE7[point]));
  const lat = Math.round(latE7[point] + t * (latE7[point + 1] - latE7[point]));
  let before = 0;
  let all = 0;
  for (let i = firstPoint[road]; i < firstPoint[road + 1] - 1; i++) {
    const metres = measure(lonE7[i], latE7[i], lonE7[i + 1], latE7[i + 1]);
    if (i < point) before += metres;
    else if (i === point) before += t * metres;
    all += metres;
  }
  // a place that rounds to an end of the road is this end, whatever the projection rounds to
  const isAt = (i: number): boolean => lonE7[i] === lon && latE7[i] === lat;
  const end = firstPoint[road + 1] - 1;
  let share = all > 0 ? Math.min(1, before / all) : 0;
  if (point === firstPoint[road] && isAt(point)) share = 0;
  else if (point + 1 === end && isAt(end)) share = 1;
  return {
    road,
    share,
    point,
    lonE7: shortWay(lon),
    latE7: lat,
  };
}
