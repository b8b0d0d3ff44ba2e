// Places on the command line, and in files.
import { readFile } from 'node:fs/promises';
import type { RoadIndex, RoadPoint } from '@wayfield/routing';
import { InvalidArgumentError, Option } from 'commander';
import { InputError, reasonOf } from '../input-error.ts';
import { formatMetres } from '../numbers.ts';

/** Degrees. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** A place as `LAT,LON`. Throws what commander prints. */
export function parsePlace(text: string): Place {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!match) throw new InvalidArgumentError('Expected degrees: LAT,LON, such as 43.7384,7.4246.');
  return checkPlace({ lat: Number(match[1]), lon: Number(match[2]) });
}

/** The place itself. Throws what commander prints where there is no such place on earth. */
export function checkPlace(place: Place): Place {
  const { lat, lon } = place;
  if (Math.abs(lat) > 90) {
    throw new InvalidArgumentError(`The latitude, ${lat}, is not in -90 .. 90.`);
  }
  if (Math.abs(lon) > 180) {
    throw new InvalidArgumentError(`The longitude, ${lon}, is not in -180 .. 180.`);
  }
  return place;
}

/** One more place of an option that is given several times. */
export function addPlace(text: string, before: readonly Place[] = []): Place[] {
  return [...before, parsePlace(text)];
}

/** A distance above 0. Throws what commander prints. */
export function parseMetres(text: string): number {
  const value = Number(text);
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text) && value > 0 && value < Infinity) return value;
  throw new InvalidArgumentError('Expected metres above 0, such as 250.');
}

/** A whole number in a range. Throws what commander prints. */
export function parseWhole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

/** The option that says how far from a place its road may be. */
export function withinOption(): Option {
  return new Option('--within <metres>', 'how far the next road may be')
    .argParser(parseMetres)
    .default(1000);
}

/** The lines `LAT,LON` of a file; empty lines and those that begin with # are left out. */
export async function readPlaces(file: string): Promise<Place[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
  const places: Place[] = [];
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    try {
      places.push(parsePlace(line));
    } catch (cause) {
      throw new InputError(`${file}, line ${i + 1}: ${reasonOf(cause)}`, { cause });
    }
  });
  if (places.length === 0) throw new InputError(`${file}: no places in it`);
  return places;
}

/** A place as it was asked for. */
export function say({ lat, lon }: Place): string {
  return `${lat},${lon}`;
}

/**
 * The positions of places on the largest part of the network in which all reach all. Throws
 * InputError where there is no road near a place. `filter` tells roads that may be used.
 */
export function snapPlaces(
  index: RoadIndex,
  places: readonly Place[],
  within: number,
  filter?: (road: number) => boolean,
): RoadPoint[] {
  return places.map((place) => {
    const found = index.snap(place.lon, place.lat, {
      within,
      connected: true,
      ...(filter && { filter }),
    });
    if (found) return found;
    throw new InputError(`no road within ${formatMetres(within)} of ${say(place)}`);
  });
}
