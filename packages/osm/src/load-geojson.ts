// `loadGeoJson`: lines of GeoJSON as ways of a `WayList`, and from there on as `readOsm`. Every
// place is a node; ways meet where they have the same place.
import { callback, either, refuseKind, type Rule, text, typed } from '@wayfield/check';
import { buildNetwork, checkRoadOptions, type ReadCounts } from './build-network.ts';
import { toE7 } from './elements.ts';
import { createIds } from './ids.ts';
import { createUseReader, hasAbsurdSpeed, type Profile } from './profile.ts';
import { profileOf } from './profiles.ts';
import { record, roadOptions } from './rules.ts';
import type { RoadNetwork, RoadOptions } from './types.ts';
import { createPlaces, createWayList, type NodePlaces, PLACED, type WayList } from './way-list.ts';

/** Options of `loadGeoJson`; GeoJSON has no turn restrictions, and no tags at nodes. */
export interface GeoJsonOptions extends Omit<RoadOptions, 'turnRestrictions' | 'delays'> {
  /**
   * Turns the properties of a line into tags of OpenStreetMap. Default: the properties themselves,
   * as text.
   */
  readonly tags?: (
    properties: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, string>>;
}

type Json = Record<string, unknown>;

const { turnRestrictions: _, delays: __, ...ROADS } = roadOptions;
const OPTIONS: Readonly<Record<keyof GeoJsonOptions, Rule>> = { ...ROADS, tags: callback };
const DATA: Rule = either(text, typed(Uint8Array), record);

/**
 * The road network of the lines in a GeoJSON text, its bytes or its object: LineString and
 * MultiLineString, in features, collections or bare. Lines meet where they have the same place, to
 * 1e-7 degrees. `roads.wayId` is the number of the feature among all features, from 0, and `nodeId`
 * the number of the place. Other geometries are ignored. In the report `ways` counts all lines, and
 * `nodes` the places of those that the profile uses.
 *
 * Throws SyntaxError for text that is not JSON or not GeoJSON, with the number of the feature, and
 * TypeError where `tags` gives a value that is no string.
 *
 * @example
 * const line = { type: 'LineString', coordinates: [[13.4, 52.5], [13.42, 52.5]] };
 * const network = loadGeoJson(line, { profile: 'all-ways' });
 * console.log(network.graph.nodeCount, network.graph.arcCount); // 2 2
 */
export function loadGeoJson(
  data: string | Uint8Array | object,
  options: GeoJsonOptions,
): RoadNetwork {
  DATA(data, 'data');
  checkRoadOptions('loadGeoJson', options, OPTIONS);
  const lines = createLines(profileOf(options.profile), options.endsOnly ?? false);
  readFeatures(parse(data), (feature, geometry, properties) => {
    let tags: Map<string, string> | undefined;
    forEachLine(feature, geometry, (line) => {
      tags ??= tagsOf(feature, properties, options.tags);
      lines.add(feature, line, tags);
    });
  });

  const { list, featureOf } = lines;
  const network = buildNetwork(list, lines.places(), [], lines.counts(), options);
  network.roads.wayId.forEach((line, r, ids) => (ids[r] = BigInt(featureOf[Number(line)])));
  return network;
}

/** The lines of a text as ways, and their places as nodes. */
interface Lines {
  readonly list: WayList;
  /** By way: the number of its feature. */
  readonly featureOf: readonly number[];
  add(feature: number, line: unknown, tags: Map<string, string>): void;
  places(): NodePlaces;
  counts(): ReadCounts;
}

function createLines(profile: Profile, endsOnly: boolean): Lines {
  const useOf = createUseReader(profile, endsOnly);
  const list = createWayList(createIds());
  const lons: number[] = [];
  const lats: number[] = [];
  const nodeAt = createPlaceNumbers(lons, lats);
  const featureOf: number[] = [];
  let ways = 0;
  let invalidNodes = 0;
  let absurdSpeeds = 0;

  /** The number of a place. A place out of range gets a number of its own, and no coordinates. */
  function numberOf(feature: number, place: unknown): number {
    const [lon, lat] = Array.isArray(place) ? (place as unknown[]) : [];
    if (typeof lon !== 'number' || typeof lat !== 'number') {
      fail(feature, 'a place is no pair of numbers');
    }
    const [lonE7, latE7] = [toE7(lon as number, 180), toE7(lat as number, 90)];
    if (!Number.isNaN(lonE7) && !Number.isNaN(latE7)) return nodeAt(lonE7, latE7);
    invalidNodes++;
    lats.push(NaN);
    return lons.push(NaN) - 1;
  }

  return {
    list,
    featureOf,
    add(feature, line, tags) {
      ways++;
      const use = useOf(tags);
      if (!use) return;
      if (hasAbsurdSpeed(tags)) absurdSpeeds++;
      if (!Array.isArray(line)) fail(feature, 'coordinates are no list');
      const refs = (line as unknown[]).map((place) => numberOf(feature, place));
      list.add(featureOf.push(feature) - 1, refs, tags, use);
    },
    places() {
      const places = createPlaces(list.nodes.count);
      list.nodes.ids().forEach((number, node) => {
        if (Number.isNaN(lons[number])) return;
        places.lonE7[node] = lons[number];
        places.latE7[node] = lats[number];
        places.state[node] |= PLACED;
      });
      return places;
    },
    counts: () => ({
      nodes: lons.length,
      ways,
      relations: 0,
      invalidNodes,
      duplicateNodes: 0,
      absurdSpeeds,
      restrictions: 0,
      restrictionsUnclear: 0,
      restrictionsAmbiguous: 0,
    }),
  };
}

/**
 * Visits the geometries of all features, with the number of the feature. A stack of what is left
 * instead of recursion, so that no nesting is too deep.
 */
function readFeatures(
  data: unknown,
  visit: (feature: number, geometry: Json, properties: Json) => void,
): void {
  let feature = -1;
  const left: unknown[] = [data];
  while (left.length > 0) {
    const value = left.pop() as Json | null;
    if (value === null || typeof value !== 'object') fail(feature, 'expected an object');
    const { type, features, geometry, geometries, coordinates, properties } = value as Json;
    const isBare = typeof type === 'string' && (geometries ?? coordinates) !== undefined;
    if (type === 'FeatureCollection') pushReversed(left, features, feature);
    else if (type === 'Feature') {
      feature++;
      if (geometry !== null) visit(feature, geometry as Json, (properties ?? {}) as Json);
    } else if (type === 'GeometryCollection' || isBare) {
      feature++;
      visit(feature, value as Json, {});
    } else fail(feature, `type is ${JSON.stringify(type)?.slice(0, 40)}, expected GeoJSON`);
  }
}

/** Visits the coordinates of each line of a geometry. */
function forEachLine(feature: number, geometry: Json, visit: (line: unknown) => void): void {
  const parts: unknown[] = [geometry];
  while (parts.length > 0) {
    const part = parts.pop() as Json | null;
    if (part === null || typeof part !== 'object') fail(feature, 'a geometry is no object');
    const { type, coordinates, geometries } = part as Json;
    if (type === 'GeometryCollection') pushReversed(parts, geometries, feature);
    else if (type === 'LineString') visit(coordinates);
    else if (type === 'MultiLineString') {
      if (!Array.isArray(coordinates)) fail(feature, 'coordinates are no list');
      for (const line of coordinates as unknown[]) visit(line);
    }
  }
}

function fail(feature: number, what: string): never {
  throw new SyntaxError(feature < 0 ? `GeoJSON: ${what}` : `GeoJSON, feature ${feature}: ${what}`);
}

function parse(data: string | Uint8Array | object): unknown {
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return data;
  try {
    return JSON.parse(typeof data === 'string' ? data : new TextDecoder().decode(data));
  } catch (cause) {
    throw new SyntaxError(`GeoJSON: ${(cause as Error).message}`, { cause });
  }
}

function pushReversed(stack: unknown[], values: unknown, feature: number): void {
  if (!Array.isArray(values)) fail(feature, 'a collection without a list');
  for (let i = (values as unknown[]).length - 1; i >= 0; i--) stack.push((values as unknown[])[i]);
}

function tagsOf(
  feature: number,
  properties: Json,
  convert: GeoJsonOptions['tags'],
): Map<string, string> {
  const tags = new Map<string, string>();
  if (convert) {
    const told = convert(properties);
    record(told, `tags of feature ${feature}`);
    for (const [key, value] of Object.entries(told)) {
      if (typeof value !== 'string') {
        refuseKind(`tags of feature ${feature}: ${key}`, value, 'a string');
      }
      tags.set(key, value);
    }
    return tags;
  }
  for (const [key, value] of Object.entries(properties)) {
    if (value !== null && typeof value !== 'object') tags.set(key, String(value));
  }
  return tags;
}

/** Numbers places in their order; the same place gets the same number. */
function createPlaceNumbers(
  lons: number[],
  lats: number[],
): (lonE7: number, latE7: number) => number {
  const columns = new Map<number, Map<number, number>>();
  return (lonE7, latE7) => {
    let column = columns.get(lonE7);
    if (!column) columns.set(lonE7, (column = new Map()));
    let number = column.get(latE7);
    if (number === undefined) {
      number = lons.push(lonE7) - 1;
      lats.push(latE7);
      column.set(latE7, number);
    }
    return number;
  };
}
