import { callback, either, type OptionRules, type Rule, text, typed } from '@wayfield/check';
import { buildNetwork, checkRoadOptions } from './build-network.ts';
import { toE7 } from './elements.ts';
import { createIds } from './ids.ts';
import { hasAbsurdSpeed } from './profile.ts';
import { profileOf } from './profiles.ts';
import { record, roadOptions } from './rules.ts';
import type { RoadNetwork, RoadOptions } from './types.ts';
import { createPlaces, createWayList, PLACED } from './way-list.ts';

/** Options of `loadGeoJson`; turn restrictions it has none. */
export interface GeoJsonOptions extends Omit<RoadOptions, 'turnRestrictions'> {
  /** What the properties of a line are as tags of OpenStreetMap. Default: the properties themselves, as text. */
  readonly tags?: (
    properties: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, string>>;
}

type Json = Record<string, unknown>;

const { turnRestrictions: _, ...ROADS } = roadOptions;
const OPTIONS: OptionRules = { ...ROADS, tags: callback };
const DATA: Rule = either(text, typed(Uint8Array), record);

/**
 * The road network of the lines in a GeoJSON text, its bytes or its object: LineString and
 * MultiLineString, in features, collections or bare. Lines meet where they have the very same place, to 1e-7
 * degrees. `roads.wayId` is the number of the feature among all features, from 0, and `nodeId` the number
 * of the place; other geometries are passed over. In the report `ways` counts lines, `nodes` places.
 *
 * Throws SyntaxError for text that is no JSON, or no GeoJSON, with the number of the feature.
 */
export function loadGeoJson(
  data: string | Uint8Array | object,
  options: GeoJsonOptions,
): RoadNetwork {
  DATA(data, 'data');
  checkRoadOptions('loadGeoJson', options, OPTIONS);
  const profile = profileOf(options.profile);
  const list = createWayList(createIds());
  const lons: number[] = [];
  const lats: number[] = [];
  const nodeAt = createPlaceNumbers(lons, lats);
  const featureOf: number[] = [];
  let lineCount = 0;
  let invalidNodes = 0;
  let absurdSpeeds = 0;

  const addLine = (line: unknown, tags: Map<string, string>, feature: number): void => {
    lineCount++;
    const use = profile.way(tags);
    if (!use) return;
    if (hasAbsurdSpeed(tags)) absurdSpeeds++;
    if (!Array.isArray(line)) fail(feature, 'coordinates are no list');
    const refs: number[] = [];
    for (const place of line as unknown[]) {
      const [lon, lat] = Array.isArray(place) ? (place as unknown[]) : [];
      if (typeof lon !== 'number' || typeof lat !== 'number')
        fail(feature, 'a place is no pair of numbers');
      const [lonE7, latE7] = [toE7(lon as number, 180), toE7(lat as number, 90)];
      if (Number.isNaN(lonE7) || Number.isNaN(latE7)) {
        // a node of its own, which has no place
        invalidNodes++;
        refs.push(lons.push(NaN) - 1);
        lats.push(NaN);
      } else refs.push(nodeAt(lonE7, latE7));
    }
    list.add(featureOf.push(feature) - 1, refs, tags, use);
  };

  let feature = -1;
  // a stack of what is left, so that nesting cannot be too deep
  const left: unknown[] = [parse(data)];
  while (left.length > 0) {
    const value = left.pop() as Json | null;
    if (value === null || typeof value !== 'object') fail(feature, 'expected an object');
    const { type, features, geometry, geometries } = value as Json;
    if (type === 'FeatureCollection') pushReversed(left, features, feature);
    else if (type === 'GeometryCollection') {
      feature++;
      readGeometry(value as Json, {});
    } else if (type === 'Feature') {
      feature++;
      if (geometry !== null)
        readGeometry(geometry as Json, ((value as Json).properties ?? {}) as Json);
    } else if (
      typeof type === 'string' &&
      (geometries ?? (value as Json).coordinates) !== undefined
    ) {
      feature++;
      readGeometry(value as Json, {});
    } else fail(feature, `type is ${JSON.stringify(type)?.slice(0, 40)}, expected GeoJSON`);
  }

  const places = createPlaces(list.nodes.count);
  list.nodes.ids().forEach((number, node) => {
    if (Number.isNaN(lons[number])) return;
    places.lonE7[node] = lons[number];
    places.latE7[node] = lats[number];
    places.state[node] |= PLACED;
  });
  const counts = {
    nodes: lons.length,
    ways: lineCount,
    relations: 0,
    invalidNodes,
    duplicateNodes: 0,
    absurdSpeeds,
    restrictions: 0,
    restrictionsUnclear: 0,
    restrictionsAmbiguous: 0,
  };
  const network = buildNetwork(list, places, [], counts, options);
  network.roads.wayId.forEach((line, r, ids) => (ids[r] = BigInt(featureOf[Number(line)])));
  return network;

  function readGeometry(geometry: Json, properties: Json): void {
    let tags: Map<string, string> | undefined;
    const parts: unknown[] = [geometry];
    while (parts.length > 0) {
      const part = parts.pop() as Json | null;
      if (part === null || typeof part !== 'object') fail(feature, 'a geometry is no object');
      const { type, coordinates, geometries } = part as Json;
      if (type === 'GeometryCollection') pushReversed(parts, geometries, feature);
      else if (type === 'LineString' || type === 'MultiLineString') {
        tags ??= tagsOf(properties, options.tags);
        if (type === 'LineString') addLine(coordinates, tags, feature);
        else if (!Array.isArray(coordinates)) fail(feature, 'coordinates are no list');
        else for (const line of coordinates as unknown[]) addLine(line, tags, feature);
      }
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

function tagsOf(properties: Json, convert: GeoJsonOptions['tags']): Map<string, string> {
  if (convert) return new Map(Object.entries(convert(properties)));
  const tags = new Map<string, string>();
  for (const [key, value] of Object.entries(properties)) {
    if (value !== null && typeof value !== 'object') tags.set(key, String(value));
  }
  return tags;
}

/** Numbers places in the order in which they come; the same place gets the same number. */
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
