import type { Place } from './mode.ts';

/** A place of a trace, with its time in seconds since 1970 if the file has one. */
export interface TracePlace {
  readonly place: Place;
  readonly time: number | undefined;
}

/** The points of a trace in GPX or GeoJSON; empty where there is none. */
export function readTrace(text: string): TracePlace[] {
  return text.trimStart().startsWith('<') ? readGpx(text) : readGeoJson(text);
}

function readGpx(text: string): TracePlace[] {
  const page = new DOMParser().parseFromString(text, 'application/xml');
  const tracks = page.getElementsByTagName('trkpt');
  const points = tracks.length > 0 ? tracks : page.getElementsByTagName('rtept');
  return Array.from(points, (point) => {
    const place: Place = [Number(point.getAttribute('lon')), Number(point.getAttribute('lat'))];
    const stamp = point.getElementsByTagName('time')[0]?.textContent;
    const seconds = stamp ? Math.round(Date.parse(stamp) / 1000) : NaN;
    return { place, time: Number.isFinite(seconds) ? seconds : undefined };
  });
}

interface Json {
  readonly type?: string;
  readonly features?: readonly Json[];
  readonly geometry?: Json;
  readonly coordinates?: unknown;
}

function readGeoJson(text: string): TracePlace[] {
  const found: TracePlace[] = [];
  const add = (json: Json): void => {
    json.features?.forEach(add);
    if (json.geometry) add(json.geometry);
    if (json.type !== 'LineString') return;
    for (const [lon, lat] of json.coordinates as [number, number][]) {
      found.push({ place: [lon, lat], time: undefined });
    }
  };
  try {
    add(JSON.parse(text) as Json);
  } catch {
    return [];
  }
  return found;
}
