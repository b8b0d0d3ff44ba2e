// Lines in the form that a request asks for.
import { encodeLine, type Line } from './line.ts';
import { roundPlace } from './places.ts';
import { simplify } from './simplify.ts';

/** The forms of lines. */
export const GEOMETRIES = ['polyline', 'polyline6', 'geojson'] as const;
/** How exact the line of a whole route is. */
export const OVERVIEWS = ['simplified', 'full', 'false'] as const;

/** One of `GEOMETRIES`, and one of `OVERVIEWS`. */
export type Geometries = (typeof GEOMETRIES)[number];
export type Overview = (typeof OVERVIEWS)[number];

/** A line as GeoJSON or as an encoded polyline. */
export type Geometry =
  | string
  | { readonly type: 'LineString'; readonly coordinates: [lon: number, lat: number][] };

/** A line in a form. */
export function lineIn(form: Geometries, line: Line): Geometry {
  if (form !== 'geojson') return encodeLine(line, form === 'polyline' ? 5 : 6);
  const { lonE7, latE7 } = line;
  const coordinates = lonE7.map((lon, i) => roundPlace([lon / 1e7, latE7[i] / 1e7]));
  return { type: 'LineString', coordinates };
}

/** The line of a whole route in the exactness that is wanted. */
export function overviewOf(form: Geometries, overview: Overview, line: Line): Geometry {
  return lineIn(form, overview === 'full' ? line : simplify(line));
}
