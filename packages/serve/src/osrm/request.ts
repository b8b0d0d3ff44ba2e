// The parts of an OSRM address: /{service}/v1/{profile}/{coordinates}[.{format}]?{options}
import { fail } from './failure.ts';
import type { LonLat } from './places.ts';
import { placesOfPolyline } from './polyline.ts';

/** A request before its options are understood. */
export interface OsrmRequest {
  readonly service: Service;
  /** As in the address. Answers do not depend on the profile: a network has only one. */
  readonly profile: string;
  /** The path behind the profile, percent-decoded, without `.json` or `.flatbuffers` at its end. */
  readonly subject: string;
  /** Characters of the address before `subject`. */
  readonly subjectAt: number;
  readonly options: ReadonlyMap<string, string>;
  readonly format: Format;
}

/** The forms of answers, as the ending of an address names them. */
export type Format = 'json' | 'flatbuffers';

/** How a service is asked and answers. */
interface ServiceForm {
  /** OSRM answers it by POST too. */
  readonly post: boolean;
  /** OSRM's schema of FlatBuffers has its answers. */
  readonly flatbuffers: boolean;
  /** Its requests may take long: a thread that has one has no other. */
  readonly long: boolean;
}

/** The services, as addresses name them. */
export type Service = 'route' | 'table' | 'nearest' | 'match' | 'trip' | 'isochrone' | 'tile';

/** What each service takes and answers. */
export const SERVICES: Readonly<Record<Service, ServiceForm>> = {
  route: { post: true, flatbuffers: true, long: false },
  table: { post: true, flatbuffers: true, long: true },
  nearest: { post: false, flatbuffers: true, long: false },
  match: { post: true, flatbuffers: true, long: true },
  trip: { post: false, flatbuffers: true, long: true },
  isochrone: { post: false, flatbuffers: false, long: true },
  tile: { post: false, flatbuffers: false, long: false },
};

/** Whether a text is the name of a service. */
export const isService = (name: string | undefined): name is Service =>
  name !== undefined && Object.hasOwn(SERVICES, name);

/** The service that an address names in its first part; undefined: that part names none. */
export function serviceOf(target: string): Service | undefined {
  const [before, name] = target.split('/', 2);
  return before === '' && isService(name) ? name : undefined;
}

/** Whether an address asks a service whose requests may take long. */
export function isLongRequest(target: string): boolean {
  const service = serviceOf(target);
  return service !== undefined && SERVICES[service].long;
}

/** Takes the path and query of an address apart. Throws `Failure`. */
export function parseTarget(target: string): OsrmRequest {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const [before, service, version, profile, ...rest] = path.split('/');
  if (before !== '' || rest.length === 0 || !profile || rest.join('/') === '') {
    fail('InvalidUrl', malformedUrl(path));
  }
  const found = serviceOf(target);
  if (found === undefined) fail('InvalidService', `Service ${service} not found!`);
  if (version !== 'v1') fail('InvalidVersion', `Version ${version} of ${service} not found!`);
  const ending = /\.(json|flatbuffers)$/.exec(path)?.[0] ?? '';
  const format = ending === '.flatbuffers' ? 'flatbuffers' : 'json';
  if (format === 'flatbuffers' && !SERVICES[found].flatbuffers) {
    fail('NotImplemented', `${found} is not answered as FlatBuffers`);
  }
  const subject = rest.join('/');
  return {
    service: found,
    profile,
    subjectAt: path.length - subject.length,
    subject: decoded(subject.slice(0, subject.length - ending.length), 'InvalidUrl'),
    options: query < 0 ? new Map() : parseQuery(target.slice(query + 1)),
    format,
  };
}

/** OSRM's words for a path that is no address; the last three characters are quoted. */
const malformedUrl = (path: string): string =>
  `URL string malformed close to position ${path.length}: "${path.slice(-3)}"`;

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

/** A coordinate. `PART_OF_PLACE`: what OSRM reads of a malformed coordinate before it stops. */
const PLACE = /^(-?\d+(?:\.\d*)?),(-?\d+(?:\.\d*)?)/;
const PART_OF_PLACE = /^-?\d+(?:\.\d*)?,?/;
/**
 * Degrees up to which OSRM reads a coordinate. A coordinate beyond is `InvalidQuery`; one that is
 * read but is no place on earth is `InvalidValue`.
 */
const MOST_DEGREES = 2147;

/**
 * The coordinates of a request, as `lon,lat;lon,lat`, `polyline(…)` or `polyline6(…)`. Empty for an
 * empty polyline only. Throws `Failure`.
 */
export function parsePlaces({
  subject,
  subjectAt,
}: Pick<OsrmRequest, 'subject' | 'subjectAt'>): LonLat[] {
  const line = /^polyline(6?)\((.*)\)$/.exec(subject);
  const places = line
    ? placesOfPolyline(line[2], line[1] === '6' ? 6 : 5)
    : listed(subject, subjectAt);
  for (const [lon, lat] of places) {
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) {
      fail('InvalidValue', 'Invalid coordinate value.');
    }
  }
  return places;
}

/** Reads `lon,lat;lon,lat`. `start`: characters of the address before the text, for the message. */
function listed(text: string, start: number): LonLat[] {
  const places: LonLat[] = [];
  const stop = (at: number): never =>
    fail('InvalidQuery', `Query string malformed close to position ${start + at}`);
  for (let at = 0; ; at++) {
    const rest = text.slice(at);
    const found = PLACE.exec(rest);
    // 0: the text does not begin with a number
    const begun = PART_OF_PLACE.exec(rest)?.[0].length ?? 0;
    if (!found) return stop(begun > 0 ? at + begun : Math.max(0, at - 1));
    const [lon, lat] = [Number(found[1]), Number(found[2])];
    if (Math.max(Math.abs(lon), Math.abs(lat)) > MOST_DEGREES) stop(Math.max(0, at - 1));
    places.push([lon, lat]);
    at += found[0].length;
    if (at === text.length) return places;
    if (text[at] !== ';') return stop(at);
  }
}
