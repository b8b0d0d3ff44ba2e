// Ways and places as files that other programs read.
import type { ScenePath, ScenePaths } from '../scenes/scene.ts';

/** GeoJSON (RFC 7946); where coordinates are not degrees, `properties.unit` says what they are. */
export function toGeoJson({ unit, paths }: ScenePaths): string {
  const features = paths.map(({ name, kind, coordinates, properties }) => ({
    type: 'Feature',
    properties: { name, unit, ...properties },
    geometry: {
      type: kind === 'line' ? 'LineString' : 'MultiPoint',
      coordinates,
    },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** A line per place (RFC 4180): name of the path, number of the place on it, x, y; then its properties. */
export function toCsv({ paths }: ScenePaths): string {
  const more = [...new Set(paths.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const rows = [['path', 'place', 'x', 'y', ...more].map(field).join(',')];
  for (const path of paths) addRows(path, more, rows);
  return `${rows.join('\r\n')}\r\n`;
}

function addRows(
  { name, coordinates, properties = {} }: ScenePath,
  more: readonly string[],
  rows: string[],
): void {
  const first = field(name);
  const rest = more.map((key) => `,${field(properties[key] ?? '')}`).join('');
  for (const [i, [x, y]] of coordinates.entries()) rows.push(`${first},${i},${x},${y}${rest}`);
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
