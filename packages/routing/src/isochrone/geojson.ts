import { isochroneRule, routingRule } from '../rules.ts';
import { type Part, shapeOf } from '../route/shape.ts';
import type { RoutingNetwork } from '../types.ts';
import type { Isochrone } from './isochrones.ts';
import type { Polygon } from './polygons.ts';

/** Polygons as a feature. */
export interface IsochroneFeature {
  readonly type: 'Feature';
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: readonly Polygon[] };
  readonly properties: { readonly limit: number };
}

/** The reached roads as a feature. */
export interface ReachedFeature {
  readonly type: 'Feature';
  readonly geometry: {
    readonly type: 'MultiLineString';
    readonly coordinates: [lon: number, lat: number][][];
  };
  readonly properties: { readonly limit: number };
}

/** The polygons of an isochrone as GeoJSON. */
export function isochroneArea(isochrone: Isochrone): IsochroneFeature {
  isochroneRule(isochrone, 'isochrone');
  const { limit, polygons } = isochrone;
  return {
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: polygons },
    properties: { limit },
  };
}

/** The reached parts of roads as GeoJSON, a line each. */
export function isochroneRoads(routing: RoutingNetwork, isochrone: Isochrone): ReachedFeature {
  routingRule(routing, 'routing');
  isochroneRule(isochrone, 'isochrone');
  const { whole, road, from, to } = isochrone.roads;
  const line = (part: Part): [number, number][] => {
    const { lonE7, latE7 } = shapeOf(routing.network, part);
    return lonE7.map((lon, i) => [lon / 1e7, latE7[i] / 1e7]);
  };
  const coordinates = Array.from(whole, (r) => line({ road: r, from: 0, to: 1 }));
  road.forEach((r, i) => coordinates.push(line({ road: r, from: from[i], to: to[i] })));
  return {
    type: 'Feature',
    geometry: { type: 'MultiLineString', coordinates },
    properties: { limit: isochrone.limit },
  };
}
