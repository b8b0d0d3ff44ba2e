// The parts of an OSRM address: /{service}/v1/{profile}/{coordinates}[.json]?{options}
import { fail } from './failure.ts';
import type { LonLat } from './places.ts';
import { placesOfPolyline } from './polyline.ts';

/** A request before its options are understood. */
export interface OsrmRequest {
  readonly service: Service;
  /** As the address has it; answers do not depend on it. */
  readonly profile: string;
  /** The part behind the profile, decoded. */
  readonly subject: string;
  readonly options: ReadonlyMap<string, string>;
}

/** The services by their names in addresses. */
export const SERVICES = [
  'route',
  'table',
  'nearest',
  'match',
  'trip',
  'isochrone',
  'tile',
] as const;

/** One of `SERVICES`. */
export type Service = (typeof SERVICES)[number];

/** The service that an address names; undefined: none. */
export function serviceOf(target: string): Service | undefined {
  const name = target.slice(1, target.indexOf('/', 1));
  return SERVICES.find((service) => service === name);
}

/** Takes the path and query of an address apart. Throws `Failure`. */
export function parseTarget(target: string): OsrmRequest {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const [before, service, version, profile, ...rest] = path.split('/');
  if (before !== '' || rest.length === 0 || !profile) {
    fail('InvalidUrl', 'Expected /{service}/v1/{profile}/{coordinates}');
  }
  const found = serviceOf(target);
  if (found === undefined) fail('InvalidService', `Service ${service} not found!`);
  if (version !== 'v1') fail('InvalidVersion', `Version ${version} of ${service} not found!`);
  return {
    service: found,
    profile,
    subject: decoded(rest.join('/'), 'InvalidUrl'),
    options: query < 0 ? new Map() : parseQuery(target.slice(query + 1)),
  };
}

function decoded(text: string, code: 'InvalidUrl' | 'InvalidQuery'): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return fail(code, `A sign % without two hexadecimal digits in ${text.slice(0, 60)}`);
  }
}

function parseQuery(query: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    if (equals < 1) fail('InvalidQuery', `Expected name=value, not ${part.slice(0, 60)}`);
    options.set(part.slice(0, equals), decoded(part.slice(equals + 1), 'InvalidQuery'));
  }
  return options;
}

const PLACE = /^(-?\d+(?:\.\d*)?),(-?\d+(?:\.\d*)?)$/;

/** The coordinates of a request, as `lon,lat;lon,lat`, `polyline(…)` or `polyline6(…)`. */
export function parsePlaces(subject: string): LonLat[] {
  const text = subject.endsWith('.json') ? subject.slice(0, -5) : subject;
  if (text.endsWith('.flatbuffers')) fail('NotImplemented', 'Answers are JSON only');
  const line = /^polyline(6?)\((.*)\)$/.exec(text);
  const places = line ? placesOfPolyline(line[2], line[1] === '6' ? 6 : 5) : listed(text);
  for (const [lon, lat] of places) {
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) {
      fail('InvalidValue', `Invalid coordinate value: ${lon},${lat}`);
    }
  }
  return places;
}

function listed(text: string): LonLat[] {
  return text.split(';').map((pair, i) => {
    const found = PLACE.exec(pair);
    if (!found) {
      return fail('InvalidUrl', `Coordinate ${i} is not lon,lat: ${pair.slice(0, 40)}`);
    }
    return [Number(found[1]), Number(found[2])];
  });
}
