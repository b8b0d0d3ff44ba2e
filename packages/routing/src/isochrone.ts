export { createIsochrones } from './isochrone/isochrones.ts';
export type {
  Isochrone,
  Isochrones,
  IsochronesOptions,
  ReachOptions,
} from './isochrone/isochrones.ts';
export { isochroneArea, isochroneRoads } from './isochrone/geojson.ts';
export type { IsochroneFeature, ReachedFeature } from './isochrone/geojson.ts';
export type { Polygon } from './isochrone/polygons.ts';
export type { ReachedRoads } from './isochrone/reached.ts';
