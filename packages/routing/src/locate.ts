import { callback, checkOptions, flag, number, type OptionRules, whole } from '@wayfield/check';
import { createLocator, type RoadNetwork, type RoadPosition } from '@wayfield/osm';
import { angleBetween, bearingE7, nearMetres, shortWay } from './bearing.ts';
import { routingRule } from './rules.ts';
import type { Directions, RoadPoint, RoutingNetwork } from './types.ts';

/** Options of a search for road points. */
export interface NearestOptions {
  /** The most points to find, each on a road of its own, 1 to 100. Default 1. */
  readonly count?: number;
  /** Metres along the great circle within which to look. Default: everywhere. */
  readonly within?: number;
  /** Degrees clockwise from north in which the traveller moves. Default: any. */
  readonly bearing?: number;
  /** Degrees, 0 to 180, by which the direction of a road may differ from `bearing`. Default 45. */
  readonly bearingRange?: number;
  /** Only roads with `RoutingNetwork.connected`: not those of small islands. Default false. */
  readonly connected?: boolean;
  /** Which roads count; must not call the index that runs it. Default: all. */
  readonly filter?: (road: number) => boolean;
}

/** Finds points on roads. */
export interface RoadIndex {
  /**
   * The nearest points on roads that the profile may use, the nearest on the flat map first. Roads
   * with the value 8 in `Roads.live` are not found: their way is closed between two junctions, or
   * no route may begin or end on it.
   */
  nearest(lon: number, lat: number, options?: NearestOptions): RoadPoint[];
  /** The first of `nearest`; undefined: there is none. `count` is ignored. */
  snap(lon: number, lat: number, options?: NearestOptions): RoadPoint | undefined;
}

/** At most this many of the nearest roads are compared with a bearing. Chosen, not measured. */
const MOST = 1000;
const OPTIONS: OptionRules = {
  count: whole(1, 100),
  within: number(0, Infinity),
  bearing: number(0, 360),
  bearingRange: number(0, 180),
  connected: flag,
  filter: callback,
};
/** The bit of `Roads.live` for roads on which no position is found. */
const HIDDEN = 8;
/** Degrees to either side of `bearing`. */
const DEFAULT_RANGE = 45;
/** Metres from the line of a road within which a place is on the road. */
const ON = 0.01;

/**
 * Indexes the roads of a routing network by place: an index over the segments of their shapes, 85
 * bytes per point.
 *
 * With a bearing, a point has only the directions of travel within the range, and a route leaves
 * and reaches it in these. Only the 1,000 roads nearest to a place are compared with the bearing.
 *
 * @example
 * const index = createRoadIndex(routing);
 * const home = index.snap(13.403, 52.5005, { within: 200, connected: true });
 * console.log(Math.round(home!.distance)); // 56
 */
export function createRoadIndex(routing: RoutingNetwork): RoadIndex {
  routingRule(routing, 'routing');
  const { network, firstArc, connected } = routing;
  const locator = createLocator(network);
  const { live } = network.roads;
  const isOpen = (code: number): boolean => firstArc[code + 1] > firstArc[code];

  /** The open directions of a road within the range of the bearing; undefined: none. */
  function directionsOf(
    road: number,
    alongRoad: number,
    options: NearestOptions,
  ): Directions | undefined {
    const { bearing, bearingRange = DEFAULT_RANGE } = options;
    if (bearing === undefined) return 'both';
    const along = isOpen(2 * road) && angleBetween(alongRoad, bearing) <= bearingRange;
    const against = isOpen(2 * road + 1) && angleBetween(alongRoad + 180, bearing) <= bearingRange;
    if (along && against) return 'both';
    if (along) return 'along';
    return against ? 'against' : undefined;
  }

  function nearest(lon: number, lat: number, options: NearestOptions): RoadPoint[] {
    const { count = 1, within = Infinity, filter } = options;
    const accept = (road: number): boolean =>
      (!options.connected || connected[road] === 1) &&
      !(live && (live[road] & HIDDEN) !== 0) &&
      (filter?.(road) ?? true);
    const all = filter === undefined && !options.connected && !live;
    for (let asked = count; ; asked = Math.min(MOST, asked * 8)) {
      const found = locator.nearestRoads(lon, lat, {
        count: asked,
        within,
        ...(!all && { filter: accept }),
      });
      const points: RoadPoint[] = [];
      for (const position of found) {
        const bearing = bearingAt(network, position.road, position.point);
        const directions = directionsOf(position.road, bearing, options);
        if (directions === undefined) continue;
        const side = sideOf(network, position, lon * 1e7, lat * 1e7);
        points.push({ ...position, side, bearing, directions });
      }
      if (points.length >= count) return points.slice(0, count);
      if (found.length < asked || asked === MOST) return points;
    }
  }

  return {
    nearest(lon, lat, options) {
      checkOptions('nearest', options, OPTIONS);
      return nearest(lon, lat, options ?? {});
    },
    snap(lon, lat, options) {
      checkOptions('snap', options, OPTIONS);
      return nearest(lon, lat, { ...options, count: 1 })[0];
    },
  };
}

/**
 * The direction of a way from a point of a road's shape to the next. If both points are the same
 * place, the direction from the first to the last point of the road.
 */
export function bearingAt({ roads }: RoadNetwork, road: number, point: number): number {
  const { lonE7, latE7, firstPoint } = roads;
  const same = lonE7[point] === lonE7[point + 1] && latE7[point] === latE7[point + 1];
  const [a, b] = same ? [firstPoint[road], firstPoint[road + 1] - 1] : [point, point + 1];
  return bearingE7(lonE7[a], latE7[a], lonE7[b], latE7[b]);
}

/** On which side of a road a place lies, by the line of the segment that is nearest to it. */
export function sideOf(
  { roads }: RoadNetwork,
  { point, lonE7, latE7 }: RoadPosition,
  lon: number,
  lat: number,
): RoadPoint['side'] {
  if (nearMetres(lonE7, latE7, lon, lat) <= ON) return 'on';
  // both differences of longitude shrink alike, so the sign needs no projection
  const dx = shortWay(roads.lonE7[point + 1] - roads.lonE7[point]);
  const dy = roads.latE7[point + 1] - roads.latE7[point];
  const cross = dx * (lat - roads.latE7[point]) - dy * shortWay(lon - roads.lonE7[point]);
  if (cross === 0) return 'on';
  return cross > 0 ? 'left' : 'right';
}
