import { decodePolyline } from '@wayfield/routing';
import { fail } from './failure.ts';
import type { LonLat } from './places.ts';

/** The places of an encoded polyline. Throws `Failure` for text that is none. */
export function placesOfPolyline(text: string, precision: 5 | 6): LonLat[] {
  try {
    return decodePolyline(text, precision);
  } catch (cause) {
    return fail('InvalidUrl', `Malformed polyline: ${(cause as Error).message}`);
  }
}
