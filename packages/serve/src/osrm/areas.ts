// Areas that the routes of a request avoid.
import type { Avoid } from '@wayfield/routing';
import { fail } from './failure.ts';
import { type OptionReader, parseNumber } from './options.ts';

/**
 * Most corners of all areas of a request. The time grows with corners times segments near. Chosen.
 */
const MOST_CORNERS = 200;

/**
 * The option `avoid_areas`: rings of coordinates `lon,lat,lon,lat,lon,lat`, with `;` between rings.
 * Undefined: not given. Throws `Failure`.
 */
export function readAreas(options: OptionReader): Avoid['areas'] | undefined {
  const rings = options.list('avoid_areas', parseRing);
  const corners = rings?.reduce((sum, ring) => sum + ring.length, 0) ?? 0;
  if (corners > MOST_CORNERS) {
    fail('TooBig', `${corners} corners of areas are more than the maximum (${MOST_CORNERS})`);
  }
  return rings?.map((ring) => [ring]);
}

function parseRing(text: string): [lon: number, lat: number][] | undefined {
  const numbers = text.split(',').map(parseNumber);
  if (numbers.length < 6 || numbers.length % 2 === 1) return undefined;
  const ring: [number, number][] = [];
  for (let i = 0; i < numbers.length; i += 2) {
    const [lon, lat] = [numbers[i], numbers[i + 1]];
    if (lon === undefined || lat === undefined) return undefined;
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) return undefined;
    ring.push([lon, lat]);
  }
  return ring;
}
