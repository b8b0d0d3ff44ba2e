// Requests by POST. The body is a JSON object with coordinates and options, so that there may be
// more coordinates than an address holds. `targetOfPost` makes the address that asks for the same.
import { fail } from './failure.ts';
import { isService, SERVICES } from './request.ts';

/** Options whose entries are separated by commas; entries of all others by semicolons. */
const COMMAS: ReadonlySet<string> = new Set(['annotations', 'exclude']);

/**
 * The address that asks for the same as a body sent to a path such as `/route/v1/driving`. The
 * query of the path is ignored. Throws `Failure` for another path, a service that `SERVICES` says
 * is not asked by POST, and a body that is no JSON object with a list `coordinates`.
 */
export function targetOfPost(path: string, body: string): string {
  const [, name, version, profile, ...rest] = path.split('?')[0].split('/');
  if (!profile || rest.some((part) => part !== '')) {
    fail(
      'InvalidUrl',
      `URL string malformed close to position ${path.length}: "${path.slice(-3)}"`,
    );
  }
  if (!isService(name)) return fail('InvalidService', `Service ${name} not found!`);
  if (version !== 'v1') fail('InvalidVersion', `Version ${version} of ${name} not found!`);
  if (!SERVICES[name].post) fail('NotImplemented', `Service ${name} is asked by GET only`);
  const { coordinates, format = 'json', ...options } = objectOf(body);
  if (format !== 'json' && format !== 'flatbuffers') {
    fail('InvalidOptions', 'format: expected json or flatbuffers');
  }
  if (!Array.isArray(coordinates)) fail('InvalidQuery', 'coordinates: expected a list');
  const query = Object.entries(options).map(([key, value]) => {
    const text = listed(value, COMMAS.has(key) ? ',' : ';');
    return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  });
  return `/${name}/v1/${profile}/${listed(coordinates, ';')}.${format}?${query.join('&')}`;
}

function objectOf(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return fail('InvalidQuery', 'The body is no JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  return fail('InvalidQuery', 'The body is no JSON object');
}

/** Most lists within one another: addresses have two levels, `;` and `,`. */
const MOST_DEPTH = 4;

/** A value as addresses have it: lists with separators, null as an empty entry. */
function listed(value: unknown, separator: ';' | ',', depth = 0): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    if (depth === MOST_DEPTH) fail('InvalidQuery', `Lists are nested deeper than ${MOST_DEPTH}`);
    return value.map((one) => listed(one, ',', depth + 1)).join(separator);
  }
  if (typeof value === 'object') fail('InvalidQuery', 'Options have no objects');
  return typeof value === 'number' ? plain(value) : String(value);
}

/** A number without an exponent, which coordinates in addresses do not have. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(20) : text;
}
