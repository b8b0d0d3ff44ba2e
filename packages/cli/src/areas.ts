// Areas that routes avoid, from files.
import { readFile } from 'node:fs/promises';
import type { Avoid } from '@wayfield/routing';
import { InputError, reasonOf } from './input-error.ts';

type Polygon = NonNullable<Avoid['areas']>[number];

interface GeoJson {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly features?: unknown;
  readonly geometries?: unknown;
}

/** The polygons of a GeoJSON file. Throws InputError where it has none. */
export async function readAreas(file: string): Promise<Polygon[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
  const polygons = polygonsOf(value);
  if (polygons.length === 0) throw new InputError(`${file}: no polygon in it`);
  for (const ring of polygons.flat()) {
    if (isRing(ring)) continue;
    throw new InputError(`${file}: a ring is no list of at least 3 places [longitude, latitude]`);
  }
  return polygons;
}

function polygonsOf(value: unknown): Polygon[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, coordinates, geometry, features, geometries } = value as GeoJson;
  if (type === 'Feature') return polygonsOf(geometry);
  const parts = type === 'FeatureCollection' ? features : geometries;
  if (Array.isArray(parts)) return parts.flatMap(polygonsOf);
  if (!Array.isArray(coordinates)) return [];
  if (type === 'Polygon') return [coordinates as Polygon];
  return type === 'MultiPolygon' ? (coordinates as Polygon[]).filter(Array.isArray) : [];
}

function isRing(ring: unknown): boolean {
  return (
    Array.isArray(ring) &&
    ring.length >= 3 &&
    ring.every(
      (place) =>
        Array.isArray(place) && place.length >= 2 && place.slice(0, 2).every(Number.isFinite),
    )
  );
}
