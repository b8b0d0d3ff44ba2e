import { readFile } from 'node:fs/promises';
import type { TracePoint } from '@wayfield/routing/match';
import { InvalidArgumentError } from 'commander';
import { SaxesParser } from 'saxes';
import { checkPlace, parsePlace } from './commands/places.ts';
import { InputError, reasonOf } from './input-error.ts';

/**
 * The trace in a file: GPX (its track points, else its route points), GeoJSON (a line), or lines
 * `LAT,LON` or `LAT,LON,SECONDS`; an empty third field is an unknown time. Throws InputError where
 * it holds none, or what is no place or no number of seconds.
 */
export async function readTrace(file: string): Promise<TracePoint[]> {
  let trace: TracePoint[];
  try {
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').trimStart();
    if (text.startsWith('<')) trace = readGpx(text);
    else trace = text.startsWith('{') ? readGeoJson(text) : readLines(text);
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
  if (trace.length < 2) throw new InputError(`${file}: no trace of at least two points in it`);
  checkTimes(trace, file);
  return trace;
}

/** Throws InputError where a time lies before that of an earlier point. */
function checkTimes(trace: readonly TracePoint[], file: string): void {
  let latest = -Infinity;
  trace.forEach(({ time = latest }, i) => {
    if (time < latest) {
      const point = `the time of point ${i + 1} is ${time} s`;
      throw new InputError(`${file}: ${point}, before ${latest} s of an earlier point`);
    }
    latest = time;
  });
}

function readGpx(text: string): TracePoint[] {
  const parser = new SaxesParser();
  const found: Record<'trkpt' | 'rtept', TracePoint[]> = { trkpt: [], rtept: [] };
  let place: { lat: number; lon: number } | undefined;
  let time: string | undefined;
  let isTime = false;
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'trkpt' || name === 'rtept') {
      place = parsePlace(`${String(attributes['lat'])},${String(attributes['lon'])}`);
      time = undefined;
    }
    isTime = name === 'time' && place !== undefined;
    if (isTime) time = '';
  });
  parser.on('text', (part) => {
    if (isTime) time += part;
  });
  parser.on('closetag', ({ name }) => {
    isTime = false;
    if ((name !== 'trkpt' && name !== 'rtept') || !place) return;
    const seconds = time === undefined ? NaN : Date.parse(time.trim()) / 1000;
    found[name].push({ ...place, ...(Number.isFinite(seconds) && { time: seconds }) });
    place = undefined;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return found.trkpt.length > 0 ? found.trkpt : found.rtept;
}

interface Json {
  readonly type?: string;
  readonly features?: readonly Json[];
  readonly geometry?: Json;
  readonly coordinates?: unknown;
}

/** The places of all lines of GeoJSON. */
function readGeoJson(text: string): TracePoint[] {
  const places: TracePoint[] = [];
  const add = (json: Json | undefined): void => {
    json?.features?.forEach(add);
    if (json?.geometry) add(json.geometry);
    const lines = json?.type === 'MultiLineString' ? json.coordinates : [json?.coordinates];
    if (!json?.type?.endsWith('LineString')) return;
    for (const [lon, lat] of (lines as [number, number][][]).flat()) {
      // a number's text may have an exponent, which `parsePlace` refuses
      const isPlace = typeof lat === 'number' && typeof lon === 'number';
      places.push(isPlace ? checkPlace({ lat, lon }) : parsePlace(`${lat},${lon}`));
    }
  };
  add(JSON.parse(text) as Json);
  return places;
}

function readLines(text: string): TracePoint[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [lat, lon, time] = line.split(',');
    const place = parsePlace(`${lat},${lon}`);
    const seconds = time?.trim();
    if (!seconds) return place;
    // `Number` also reads '0x10'
    if (/^[-+]?\d+(?:\.\d*)?(?:e[-+]?\d{1,2})?$/i.test(seconds))
      return { ...place, time: Number(seconds) };
    throw new InvalidArgumentError(`The time is ${JSON.stringify(seconds)}, expected seconds.`);
  });
}
