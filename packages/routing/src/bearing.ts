// Directions on the ground between places in units of 1e-7 degrees.
import type { RoadNetwork } from '@wayfield/osm';

export const E7_TO_RADIANS: number = (Math.PI / 180) * 1e-7;
/** Degrees around the earth, in units of 1e-7. */
export const ROUND_E7 = 3.6e9;

/**
 * A difference of longitudes in units of 1e-7 degrees, the short way around the earth. Also brings
 * a longitude that is up to 180 degrees out of range into -180 to 180 degrees.
 */
export function shortWay(difference: number): number {
  if (difference > ROUND_E7 / 2) return difference - ROUND_E7;
  return difference < -ROUND_E7 / 2 ? difference + ROUND_E7 : difference;
}

/** Degrees clockwise from north, 0 to below 360, from one place to another nearby. */
export function bearingE7(lon0: number, lat0: number, lon1: number, lat1: number): number {
  const east = shortWay(lon1 - lon0) * Math.cos(((lat0 + lat1) / 2) * E7_TO_RADIANS);
  const degrees = (Math.atan2(east, lat1 - lat0) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

/** Degrees between two bearings, 0 to 180. */
export function angleBetween(a: number, b: number): number {
  const difference = Math.abs(a - b) % 360;
  return difference > 180 ? 360 - difference : difference;
}

/** Metres per 1e-7 degrees of latitude, by the mean radius of the earth (IUGG). */
export const METRES_PER_E7: number = (6371008.8 * Math.PI) / 180e7;

/**
 * Metres between two places at most a few kilometres apart, on the plane that touches the sphere
 * between them.
 */
export function nearMetres(lon0: number, lat0: number, lon1: number, lat1: number): number {
  const east = shortWay(lon1 - lon0) * Math.cos(((lat0 + lat1) / 2) * E7_TO_RADIANS);
  const north = lat1 - lat0;
  return METRES_PER_E7 * Math.sqrt(east * east + north * north);
}

/** Radius at the equator, and the square of the eccentricity, of the ellipsoid WGS 84. */
const EQUATOR_RADIUS = 6378137;
const ECCENTRICITY_2 = 0.00669437999014;

/**
 * Metres per 1e-7 degrees to the east and to the north at a latitude, on the sphere or on the
 * ellipsoid, as the lengths of a road network are measured.
 */
export function metresPerE7(
  { lengths }: Pick<RoadNetwork, 'lengths'>,
  latE7: number,
): { readonly east: number; readonly north: number } {
  const cos = Math.cos(latE7 * E7_TO_RADIANS);
  if (lengths !== 'ellipsoid') return { east: METRES_PER_E7 * cos, north: METRES_PER_E7 };
  const bulge = 1 / (1 - ECCENTRICITY_2 * (1 - cos * cos));
  const across = EQUATOR_RADIUS * Math.sqrt(bulge) * E7_TO_RADIANS;
  return { east: across * cos, north: across * bulge * (1 - ECCENTRICITY_2) };
}

/** How the metres between two places of a road are measured; see `nearMetres`. */
export function measureOf({ lengths }: Pick<RoadNetwork, 'lengths'>): typeof nearMetres {
  if (lengths !== 'ellipsoid') return nearMetres;
  return (lon0, lat0, lon1, lat1) => {
    const { east, north } = metresPerE7({ lengths }, (lat0 + lat1) / 2);
    const [dx, dy] = [shortWay(lon1 - lon0) * east, (lat1 - lat0) * north];
    return Math.sqrt(dx * dx + dy * dy);
  };
}
