import { fail } from './failure.ts';
import type { LonLat } from './places.ts';

/**
 * The places of an encoded polyline, latitude first in the text. Throws `Failure` for text that is
 * cut off or holds other signs.
 */
export function decodePolyline(text: string, precision: 5 | 6): LonLat[] {
  const factor = 10 ** precision;
  const places: LonLat[] = [];
  let at = 0;
  const next = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const bits = text.charCodeAt(at++) - 63;
      // a difference of longitudes with six decimal places has 30 bits
      if (!(bits >= 0 && bits < 64) || scale > 2 ** 35) {
        fail('InvalidUrl', `The polyline is malformed close to its sign ${at - 1}`);
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
