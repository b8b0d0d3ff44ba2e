// Roads and paths as GeoJSON (RFC 7946), for maps of all kinds.
import { either, list, type Rule } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import { arcBetween } from './arc-between.ts';
import type { PositionRoute } from './position-routes.ts';
import { type Measure, MEASURES } from './projection.ts';
import { ROAD_CLASSES } from './road-class.ts';
import {
  checkNetwork,
  checkNumbers,
  checkPositionRoute,
  positionRouteRule,
  record,
} from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** A line on the map with what is known about it. */
export interface LineFeature {
  readonly type: 'Feature';
  readonly id?: number;
  readonly geometry: {
    readonly type: 'LineString';
    /** Degrees. */
    readonly coordinates: [lon: number, lat: number][];
  };
  readonly properties: Record<string, string | number | boolean | null>;
}

/** Lines on the map. */
export interface LineCollection {
  readonly type: 'FeatureCollection';
  readonly features: LineFeature[];
}

const PATH: Rule = either(list, positionRouteRule);

/**
 * The roads of a network one by one, so that a large one need not be in memory as text: `way` (its
 * OSM id; as a string from 2^53 on), `class`, `name`, `metres`, `oneway`, `forward` and `backward`
 * (weights, null where there is no arc). The feature's id is the number of the road.
 */
export function roadFeatures(network: RoadNetwork): Generator<LineFeature, void, undefined> {
  checkNetwork(network);
  return featuresOf(network);
}

function* featuresOf(network: RoadNetwork): Generator<LineFeature, void, undefined> {
  const { roads, names, roadOf, graph, baseCount } = network;
  const weights = new Float64Array(2 * roads.count).fill(NaN);
  // only arcs from nodes of the map, because turns may reduce the weights of arcs from copies
  const arcs = graph.firstOut[baseCount];
  for (let a = 0; a < arcs; a++) if (roadOf[a] !== NONE) weights[roadOf[a]] = graph.weight[a];
  const orNull = (weight: number): number | null => (Number.isNaN(weight) ? null : weight);
  for (let r = 0; r < roads.count; r++) {
    const coordinates: [number, number][] = [];
    addPoints(coordinates, network, r, false);
    const id = roads.wayId[r];
    const [forward, backward] = [orNull(weights[2 * r]), orNull(weights[2 * r + 1])];
    yield {
      type: 'Feature',
      id: r,
      geometry: { type: 'LineString', coordinates },
      properties: {
        way: Number.isSafeInteger(Number(id)) ? Number(id) : String(id),
        class: ROAD_CLASSES[roads.roadClass[r]],
        name: names[roads.name[r]],
        metres: roads.length[r],
        oneway: forward === null || backward === null,
        forward,
        backward,
      },
    };
  }
}

/** All roads of a network as one collection. */
export function networkToGeoJson(network: RoadNetwork): LineCollection {
  return { type: 'FeatureCollection', features: [...roadFeatures(network)] };
}

/**
 * A path of nodes, or a route between positions, as a line along the shapes of its roads.
 * Properties: `cost` (in the network's weight), `metres`, `names` (of its roads in turn, separated
 * by ' · '), and those given. Throws RangeError where no arc leads from a node to the next, and for
 * positions that are on no road of the network.
 */
export function pathToGeoJson(
  network: RoadNetwork,
  path: ArrayLike<number> | PositionRoute,
  properties: LineFeature['properties'] = {},
): LineFeature {
  checkNetwork(network);
  PATH(path, 'path');
  record(properties, 'properties');
  if (!('nodes' in path)) checkNumbers(path, network.graph.nodeCount, 'path', 'nodes');
  const route = 'nodes' in path ? path : undefined;
  if (route) checkPositionRoute(network, route);
  const nodes = 'nodes' in path ? path.nodes : path;
  const { graph, roadOf, roads, names } = network;
  const coordinates: [number, number][] = [];
  const titles: string[] = [];
  const addTitle = (road: number): void => {
    const title = names[roads.name[road]];
    if (title !== '' && title !== titles[titles.length - 1]) titles.push(title);
  };
  let cost = 0;
  if (route) {
    const { from } = route;
    addPoint(coordinates, from.lonE7, from.latE7);
    addTitle(from.road);
    if (nodes.length > 0) addPart(coordinates, network, from, route.fromAgainst, false);
  } else if (nodes.length > 0) {
    const u = network.baseOf[nodes[0]];
    addPoint(coordinates, network.lonE7[u], network.latE7[u]);
  }
  for (let i = 0; i + 1 < nodes.length; i++) {
    const a = arcBetween(network, nodes[i], nodes[i + 1], i);
    cost += graph.weight[a];
    if (roadOf[a] === NONE) continue;
    addPoints(coordinates, network, roadOf[a] >>> 1, (roadOf[a] & 1) === 1);
    addTitle(roadOf[a] >>> 1);
  }
  if (route) {
    const { to } = route;
    if (nodes.length > 0) addPart(coordinates, network, to, route.toAgainst, true);
    else addBetween(coordinates, network, route);
    addTitle(to.road);
    addPoint(coordinates, to.lonE7, to.latE7);
    cost = route.cost;
  }
  // GeoJSON lines have at least two points, so a path of one place has it twice
  if (coordinates.length === 1) coordinates.push([...coordinates[0]]);
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: {
      cost,
      metres: metresOf(coordinates, MEASURES[network.lengths ?? 'sphere']),
      names: titles.join(' · '),
      ...properties,
    },
  };
}

function addPoint(line: [number, number][], lonE7: number, latE7: number): void {
  const last = line[line.length - 1];
  const [lon, lat] = [lonE7 / 1e7, latE7 / 1e7];
  if (!last || last[0] !== lon || last[1] !== lat) line.push([lon, lat]);
}

/** The points of a whole road, its end nodes among them. */
function addPoints(
  line: [number, number][],
  { roads }: RoadNetwork,
  road: number,
  against: boolean,
): void {
  const [from, to] = [roads.firstPoint[road], roads.firstPoint[road + 1]];
  for (let i = from; i < to; i++) {
    const point = against ? to - 1 - (i - from) : i;
    addPoint(line, roads.lonE7[point], roads.latE7[point]);
  }
}

/**
 * The points of a road between a position and one end of the road. With `into` the route comes from
 * the end to the position, else it goes from the position to the end. `against`: the route runs
 * against the direction of the road.
 */
function addPart(
  line: [number, number][],
  { roads }: RoadNetwork,
  { road, point }: PositionRoute['from'],
  against: boolean,
  into: boolean,
): void {
  const [first, last] = [roads.firstPoint[road], roads.firstPoint[road + 1] - 1];
  // The points after the position are used if the route leaves the position in the direction of
  // the road, or comes to it against that direction. Else the points up to it are.
  const [low, high] = against === into ? [point + 1, last] : [first, point];
  for (let i = low; i <= high; i++) {
    const p = against ? high - (i - low) : i;
    addPoint(line, roads.lonE7[p], roads.latE7[p]);
  }
}

/** The points between two positions on one road. */
function addBetween(
  line: [number, number][],
  { roads }: RoadNetwork,
  { from, to }: PositionRoute,
): void {
  const step = from.share <= to.share ? 1 : -1;
  const [start, stop] = step > 0 ? [from.point + 1, to.point] : [from.point, to.point + 1];
  for (let p = start; step > 0 ? p <= stop : p >= stop; p += step) {
    addPoint(line, roads.lonE7[p], roads.latE7[p]);
  }
}

function metresOf(line: readonly [number, number][], measure: Measure): number {
  let metres = 0;
  for (let i = 1; i < line.length; i++) {
    const [[lon0, lat0], [lon1, lat1]] = [line[i - 1], line[i]];
    metres += measure(lon0 * 1e7, lat0 * 1e7, lon1 * 1e7, lat1 * 1e7);
  }
  return metres;
}
