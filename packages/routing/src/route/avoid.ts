// Which roads an `avoid` closes: by number, class, kind and area. closures.ts and without-roads.ts
// make routes and networks without them.
import { listOf, object, oneOf, optional, refuse, type Rule, rule, whole } from '@wayfield/check';
import {
  ROAD_CLASSES,
  ROAD_KINDS,
  type RoadClass,
  type RoadKind,
  type RoadNetwork,
} from '@wayfield/osm';
import { ROUND_E7, shortWay } from '../bearing.ts';
import { routingRule } from '../rules.ts';
import type { RoutingNetwork } from '../types.ts';

/** A ring of places in degrees, closed or not. */
export type Ring = readonly (readonly [lon: number, lat: number])[];

/** Roads that routes must not use, not even in part. */
export interface Avoid {
  /** By their numbers in `network.roads`. */
  readonly roads?: readonly number[];
  readonly classes?: readonly RoadClass[];
  /** Kinds of roads, such as toll roads. */
  readonly kinds?: readonly RoadKind[];
  /**
   * Polygons, the outer ring first, then its holes, as in GeoJSON. A road is closed if any part of
   * it lies inside or on a ring. Edges are straight lines in the given longitudes and latitudes. So
   * a polygon across 180 degrees has longitudes such as 179 to 181, or is cut at 180 degrees.
   */
  readonly areas?: readonly (readonly Ring[])[];
}

/**
 * The largest longitude or latitude of a ring; chosen. Without a bound, products of them could
 * overflow.
 */
const MOST_DEGREES = 1e9;
const place: Rule = rule<ArrayLike<unknown>>(
  'a place [longitude, latitude] in degrees',
  (value) =>
    Array.isArray(value) &&
    value.length >= 2 &&
    value.slice(0, 2).every((one) => Number.isFinite(one) && Math.abs(one) <= MOST_DEGREES),
);

/** The rule for an `Avoid`. */
export const AVOID: Rule = object(
  {
    roads: optional(listOf(whole())),
    classes: optional(listOf(oneOf(...ROAD_CLASSES))),
    kinds: optional(listOf(oneOf(...ROAD_KINDS))),
    areas: optional(listOf(listOf(listOf(place)))),
  },
  'an object with roads, classes, kinds or areas',
);
export const avoidRule: Rule = optional(AVOID);

/** One byte per road: 1 = closed by `avoid`, which the caller has checked by `AVOID`. */
export function closedRoads(network: RoadNetwork, avoid: Avoid): Uint8Array {
  const { roads, details } = network;
  const closed = new Uint8Array(roads.count);
  avoid.roads?.forEach((road, i) => {
    if (road >= roads.count) refuse(`avoid.roads[${i}]`, road, `below ${roads.count}`);
    closed[road] = 1;
  });
  const classes = new Set(avoid.classes?.map((name) => ROAD_CLASSES.indexOf(name)));
  if (classes.size > 0) {
    for (let r = 0; r < roads.count; r++) if (classes.has(roads.roadClass[r])) closed[r] = 1;
  }
  if (avoid.kinds?.length && roads.detail && details) {
    const isClosed = details.map(({ kinds }) => kinds?.some((one) => avoid.kinds!.includes(one)));
    for (let r = 0; r < roads.count; r++) if (isClosed[roads.detail[r]]) closed[r] = 1;
  }
  for (const rings of avoid.areas ?? []) closeArea(roads, rings, closed);
  return closed;
}

/**
 * The roads that `avoid` closes: one byte per road, 1 = closed. For filters of `RoadIndex`, so that
 * positions lie on roads that a route may use.
 *
 * @example
 * const ring = [[13.405, 52.5], [13.409, 52.5], [13.409, 52.504], [13.405, 52.5]] as const;
 * const avoid = { areas: [[ring]] }; // a polygon without holes
 * const closed = roadsToAvoid(routing, avoid);
 * const start = index.snap(lon, lat, { filter: (road) => closed[road] === 0 });
 * const route = start && router.route([start, work], { avoid });
 * console.log(Math.round(route!.seconds)); // 250
 */
export function roadsToAvoid(routing: RoutingNetwork, avoid: Avoid): Uint8Array {
  routingRule(routing, 'routing');
  AVOID(avoid, 'avoid');
  return closedRoads(routing.network, avoid);
}

/**
 * Closes the roads that lie in a polygon in part. A segment is compared at its longitudes, and at
 * 360 degrees less and more.
 */
function closeArea(roads: RoadNetwork['roads'], rings: readonly Ring[], closed: Uint8Array): void {
  const flat = rings.map((ring) => ring.map(([lon, lat]) => [lon * 1e7, lat * 1e7] as const));
  const lons = flat.flatMap((ring) => ring.map(([x]) => x));
  const lats = flat.flatMap((ring) => ring.map(([, y]) => y));
  const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const [left, right, low, high] = [least(lons), most(lons), least(lats), most(lats)];
  const { firstPoint, lonE7, latE7 } = roads;
  for (let r = 0; r < roads.count; r++) {
    for (let p = firstPoint[r]; p < firstPoint[r + 1] - 1 && closed[r] === 0; p++) {
      const [ay, by] = [latE7[p], latE7[p + 1]];
      if (Math.max(ay, by) < low || Math.min(ay, by) > high) continue;
      const dx = shortWay(lonE7[p + 1] - lonE7[p]);
      for (let turn = -1; turn <= 1; turn++) {
        const ax = lonE7[p] + turn * ROUND_E7;
        if (Math.max(ax, ax + dx) < left || Math.min(ax, ax + dx) > right) continue;
        if (touches(flat, [ax, ay], [ax + dx, by])) closed[r] = 1;
      }
    }
  }
}

type Place = readonly [x: number, y: number];

/** Whether a part of a segment lies in a polygon: the segment begins inside or meets a ring. */
function touches(rings: readonly (readonly Place[])[], a: Place, b: Place): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const p = ring[i];
      const q = ring[(i + 1) % ring.length];
      if (crosses(a, b, p, q)) return true;
      if (p[1] > a[1] === q[1] > a[1]) continue;
      const x = p[0] + ((a[1] - p[1]) / (q[1] - p[1])) * (q[0] - p[0]);
      if (a[0] < x) inside = !inside;
    }
  }
  return inside;
}

/** Whether two segments have a point in common. */
function crosses(a: Place, b: Place, p: Place, q: Place): boolean {
  const turn = (o: Place, u: Place, v: Place): number =>
    Math.sign((u[0] - o[0]) * (v[1] - o[1]) - (u[1] - o[1]) * (v[0] - o[0]));
  const between = (o: Place, u: Place, v: Place): boolean =>
    Math.min(o[0], u[0]) <= v[0] &&
    v[0] <= Math.max(o[0], u[0]) &&
    Math.min(o[1], u[1]) <= v[1] &&
    v[1] <= Math.max(o[1], u[1]);
  const [abp, abq, pqa, pqb] = [turn(a, b, p), turn(a, b, q), turn(p, q, a), turn(p, q, b)];
  if (abp !== abq && pqa !== pqb) return true;
  if (abp === 0 && between(a, b, p)) return true;
  if (abq === 0 && between(a, b, q)) return true;
  return (pqa === 0 && between(p, q, a)) || (pqb === 0 && between(p, q, b));
}
