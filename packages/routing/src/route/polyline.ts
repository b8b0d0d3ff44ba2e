// Places as encoded polylines, the text format of Google's maps and OSRM.
import { list, number, oneOf, text as anyText } from '@wayfield/check';
import type { Place } from './geometry.ts';

const PRECISION = oneOf(5, 6);
/** A longitude or latitude. Longitudes of a line across 180 degrees may exceed 180. */
const DEGREES = number(-540, 540);

/**
 * Places as text: the encoded polyline of Google's maps, with 5 decimal places, or with 6
 * (`polyline6`). Latitude comes first in it, as in OSRM. Throws RangeError for a place without two
 * numbers from -540 to 540.
 *
 * @example
 * console.log(encodePolyline([[-120.2, 38.5], [-120.95, 40.7]])); // _p~iF~ps|U_ulLnnqC
 */
export function encodePolyline(
  coordinates: readonly (readonly [number, number])[],
  precision: 5 | 6 = 5,
): string {
  list(coordinates, 'coordinates');
  PRECISION(precision, 'precision');
  const factor = 10 ** precision;
  let text = '';
  let before = [0, 0];
  coordinates.forEach((place, i) => {
    list(place, `coordinates[${i}]`);
    const now = [place[1], place[0]].map((degrees, k) => {
      DEGREES(degrees, `coordinates[${i}][${1 - k}]`);
      return Math.round(degrees * factor);
    });
    text += encodeNumber(now[0] - before[0]) + encodeNumber(now[1] - before[1]);
    before = now;
  });
  return text;
}

/** A whole number in groups of five bits, the lowest first; its sign is the lowest bit. */
function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = '';
  for (; rest >= 32; rest = Math.floor(rest / 32)) {
    text += String.fromCharCode((rest % 32) + 32 + 63);
  }
  return text + String.fromCharCode(rest + 63);
}

/**
 * The most groups of 5 bits of a number. A difference of longitudes from -540 to 540 degrees, with
 * 6 decimal places, has at most 31 bits and a sign.
 */
const MOST_SIGNS = 7;

/**
 * The places of an encoded polyline, longitude first, as `encodePolyline` wrote them, rounded to
 * the precision. Throws RangeError, with the index in the text, for text that is cut off, has other
 * characters, or has a number of more than 35 bits.
 *
 * @example
 * const places = decodePolyline('_p~iF~ps|U_ulLnnqC');
 * console.log(JSON.stringify(places)); // [[-120.2,38.5],[-120.95,40.7]]
 */
export function decodePolyline(text: string, precision: 5 | 6 = 5): Place[] {
  anyText(text, 'text');
  PRECISION(precision, 'precision');
  const factor = 10 ** precision;
  const places: Place[] = [];
  let at = 0;
  const next = (): number => {
    let [value, scale] = [0, 1];
    for (let signs = 0; ; signs++) {
      const bits = text.charCodeAt(at++) - 63;
      if (!(bits >= 0 && bits < 64) || signs === MOST_SIGNS) {
        throw new RangeError(`text is no polyline at its sign ${at - 1}, of ${text.length}`);
      }
      value += (bits % 32) * scale;
      scale *= 32;
      if (bits < 32) break;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  };
  let [lat, lon] = [0, 0];
  while (at < text.length) {
    lat += next();
    lon += next();
    places.push([lon / factor, lat / factor]);
  }
  return places;
}
