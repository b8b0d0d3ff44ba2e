// Places on earth: how they are written in answers, and the directions and distances between them.

/** Longitude and latitude in degrees. */
export type LonLat = readonly [lon: number, lat: number];

/** Degrees around the earth, in units of 1e-7. */
export const ROUND = 3.6e9;

const RADIANS = Math.PI / 180;
/** Mean radius of the earth in metres (IUGG). */
const RADIUS = 6_371_008.8;

/** Degrees with six decimal places, as OSRM's answers have them. */
export function roundPlace([lon, lat]: LonLat): [number, number] {
  return [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
}

/** Seconds and metres with one decimal place. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A number with some decimal places. */
export function withDecimals(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/**
 * A difference of longitudes, the short way around the earth. `around`: units around the earth.
 */
export function shortWay(difference: number, around = 360): number {
  return difference - around * Math.round(difference / around);
}

/** Degrees clockwise from north, 0 to below 360, from one place to another nearby. */
export function bearing([lon0, lat0]: LonLat, [lon1, lat1]: LonLat): number {
  const east = shortWay(lon1 - lon0) * Math.cos(((lat0 + lat1) / 2) * RADIANS);
  const degrees = Math.atan2(east, lat1 - lat0) / RADIANS;
  return degrees < 0 ? degrees + 360 : degrees;
}

/** A bearing as a whole number of degrees, 0 to 359. */
export function wholeBearing(degrees: number): number {
  return Math.round(degrees) % 360;
}

/** Metres along the great circle. */
export function greatCircle([lon0, lat0]: LonLat, [lon1, lat1]: LonLat): number {
  const [a, b] = [lat0 * RADIANS, lat1 * RADIANS];
  const h =
    Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(((lon1 - lon0) * RADIANS) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Radius at the equator, and the square of the eccentricity, of the ellipsoid WGS 84. */
const EQUATOR_RADIUS = 6_378_137;
const ECCENTRICITY_2 = 0.00669437999014;

/**
 * Metres on the plane that touches the ellipsoid WGS 84 between two places, as OSRM measures: for
 * networks whose roads are measured so.
 */
export function onEllipsoid([lon0, lat0]: LonLat, [lon1, lat1]: LonLat): number {
  const cos = Math.cos(((lat0 + lat1) / 2) * RADIANS);
  const bulge = 1 / (1 - ECCENTRICITY_2 * (1 - cos * cos));
  const across = EQUATOR_RADIUS * Math.sqrt(bulge);
  const north = (lat1 - lat0) * RADIANS * across * bulge * (1 - ECCENTRICITY_2);
  return Math.hypot(shortWay(lon1 - lon0) * RADIANS * across * cos, north);
}
