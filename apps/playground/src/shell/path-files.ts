// Paths and places as files for other programs. There may be millions of places: files are made in
// several tasks, so that the page stays responsive.
import type { ScenePath, ScenePaths } from '../scenes/scene.ts';
import { breathe } from '../common/breathe.ts';

/** Milliseconds of one task. */
const TURN = 8;

/**
 * GeoJSON (RFC 7946). Coordinates may be other than degrees: `properties.unit` names their unit.
 */
export function* toGeoJson({ unit, paths, attribution }: ScenePaths): Generator<string> {
  const source = attribution ? `"attribution":${JSON.stringify(attribution)},` : '';
  yield `{"type":"FeatureCollection",${source}"features":[`;
  for (const [i, { name, kind, coordinates, properties }] of paths.entries()) {
    const type = kind === 'line' ? 'LineString' : 'MultiPoint';
    const known = JSON.stringify({ name, unit, ...properties });
    yield `${i > 0 ? ',' : ''}{"type":"Feature","properties":${known},`;
    yield `"geometry":{"type":"${type}","coordinates":[`;
    let comma = '';
    for (const place of coordinates) {
      yield comma + JSON.stringify(place);
      comma = ',';
    }
    yield ']}}';
  }
  yield ']}';
}

/**
 * CSV (RFC 4180), a line per place: name of the path, number of the place on it, x, y, properties
 * of the path.
 */
export function* toCsv({ paths }: ScenePaths): Generator<string> {
  const more = [...new Set(paths.flatMap(({ properties = {} }) => Object.keys(properties)))];
  yield `${['path', 'place', 'x', 'y', ...more].map(field).join(',')}\r\n`;
  for (const path of paths) yield* rowsOf(path, more);
}

function* rowsOf(
  { name, coordinates, properties = {} }: ScenePath,
  more: readonly string[],
): Generator<string> {
  const first = field(name);
  const rest = more.map((key) => `,${field(properties[key] ?? '')}`).join('');
  let i = 0;
  for (const [x, y] of coordinates) yield `${first},${i++},${x},${y}${rest}\r\n`;
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Joins pieces of text into a file. */
export async function fileOf(pieces: Iterable<string>, type: string): Promise<Blob> {
  // a Blob per task, so that each task encodes only its own text
  const parts: Blob[] = [];
  let part = '';
  let began = performance.now();
  for (const piece of pieces) {
    part += piece;
    if (performance.now() - began < TURN) continue;
    parts.push(new Blob([part]));
    part = '';
    await breathe();
    began = performance.now();
  }
  return new Blob([...parts, part], { type });
}
