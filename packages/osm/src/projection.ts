// Lengths on the earth, and the flat map: the stereographic projection of a sphere around the
// middle of the nodes. The projection keeps angles, and lengths to 0.2 % within 500 km (Snyder, Map
// Projections: A Working Manual, 1987, p. 157).

/** Mean radius of the earth in metres (IUGG). */
export const EARTH_RADIUS = 6371008.8;
const TO_RADIANS = Math.PI / 180;
const E7_TO_RADIANS = TO_RADIANS * 1e-7;

/**
 * The great-circle distance in metres between places given in units of 1e-7 degrees (haversine).
 * The sphere differs from the ellipsoid WGS 84: distances are up to 0.56 % too long (north to south
 * at the equator) and up to 0.45 % too short (at the poles).
 */
export function distanceE7(lon0: number, lat0: number, lon1: number, lat1: number): number {
  const sinLat = Math.sin(((lat1 - lat0) * E7_TO_RADIANS) / 2);
  const sinLon = Math.sin(((lon1 - lon0) * E7_TO_RADIANS) / 2);
  const h =
    sinLat * sinLat +
    Math.cos(lat0 * E7_TO_RADIANS) * Math.cos(lat1 * E7_TO_RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Radius at the equator, and the square of the eccentricity, of the ellipsoid WGS 84. */
const EQUATOR_RADIUS = 6378137;
const ECCENTRICITY_2 = 0.00669437999014;
/** Units of 1e-7 degrees around the earth. */
const ROUND_E7 = 3.6e9;

/**
 * The distance in metres on the plane that touches the ellipsoid WGS 84 at the middle latitude of
 * two places, in units of 1e-7 degrees: the ruler with which OSRM measures. Right to 1e-5 up to 30
 * km between 60 degrees south and north. It is for segments of roads and not for oceans.
 */
export function ellipsoidE7(lon0: number, lat0: number, lon1: number, lat1: number): number {
  const cos = Math.cos(((lat0 + lat1) / 2) * E7_TO_RADIANS);
  const bulge = 1 / (1 - ECCENTRICITY_2 * (1 - cos * cos));
  const acrossRadius = EQUATOR_RADIUS * Math.sqrt(bulge);
  const alongRadius = acrossRadius * bulge * (1 - ECCENTRICITY_2);
  const dLon = lon1 - lon0 - ROUND_E7 * Math.round((lon1 - lon0) / ROUND_E7);
  const east = dLon * E7_TO_RADIANS * acrossRadius * cos;
  const north = (lat1 - lat0) * E7_TO_RADIANS * alongRadius;
  return Math.sqrt(east * east + north * north);
}

/** A difference of longitudes in units of 1e-7 degrees, the short way around the earth. */
export function shortWay(difference: number): number {
  if (difference > ROUND_E7 / 2) return difference - ROUND_E7;
  return difference < -ROUND_E7 / 2 ? difference + ROUND_E7 : difference;
}

/** The metres between two places, in units of 1e-7 degrees. */
export type Measure = typeof distanceE7;

/** How lengths of roads are measured, by the option `lengths`. */
export const MEASURES: Readonly<Record<'sphere' | 'ellipsoid', Measure>> = {
  sphere: distanceE7,
  ellipsoid: ellipsoidE7,
};

/**
 * The largest ratio of a distance on the sphere to that on the ellipsoid: the mean radius divided
 * by the smallest radius of curvature of the ellipsoid, that from north to south at the equator.
 */
export const SPHERE_EXCESS: number = EARTH_RADIUS / (EQUATOR_RADIUS * (1 - ECCENTRICITY_2));

/** Maps degrees to metres on a flat map. */
export interface Projection {
  /** The centre of the map, in degrees. */
  readonly centre: readonly [lon: number, lat: number];
  /**
   * Writes x (east) and y (north) in metres from the centre, and to `out[2]` the factor by which
   * the map stretches lengths at this place.
   */
  project(lonE7: number, latE7: number, out: Float64Array): void;
}

/** The projection around a place. */
export function createProjection(centre: readonly [lon: number, lat: number]): Projection {
  const lon0 = centre[0] * TO_RADIANS;
  const sin0 = Math.sin(centre[1] * TO_RADIANS);
  const cos0 = Math.cos(centre[1] * TO_RADIANS);
  return {
    centre,
    project(lonE7, latE7, out) {
      const lon = lonE7 * E7_TO_RADIANS - lon0;
      const sin = Math.sin(latE7 * E7_TO_RADIANS);
      const cos = Math.cos(latE7 * E7_TO_RADIANS);
      const towards = cos * Math.cos(lon);
      // The antipode of the centre would be at infinity. The bound on k keeps x and y within 2,000
      // earth radii of the centre. Places 13 km (0.002 radians) from the antipode lie farthest out.
      // Nearer to the antipode x and y fall to 0.
      const k = 2 / Math.max(1 + sin0 * sin + cos0 * towards, 2e-6);
      out[0] = EARTH_RADIUS * k * cos * Math.sin(lon);
      out[1] = EARTH_RADIUS * k * (cos0 * sin - sin0 * towards);
      out[2] = k;
    },
  };
}

/**
 * The middle of places, on the sphere, so that a map across the date line has one too; rounded to
 * 1e-7 degrees.
 */
export function centreOf(lonE7: ArrayLike<number>, latE7: ArrayLike<number>): [number, number] {
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < lonE7.length; i++) {
    const lon = lonE7[i] * E7_TO_RADIANS;
    const lat = latE7[i] * E7_TO_RADIANS;
    x += Math.cos(lat) * Math.cos(lon);
    y += Math.cos(lat) * Math.sin(lon);
    z += Math.sin(lat);
  }
  const round = (radians: number): number => Math.round(radians / E7_TO_RADIANS) / 1e7 + 0;
  return [round(Math.atan2(y, x)), round(Math.atan2(z, Math.hypot(x, y)))];
}
