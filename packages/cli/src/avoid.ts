// Roads that routes do not use: by class, by kind, and in areas from files.
import { readFile } from 'node:fs/promises';
import { ROAD_CLASSES, ROAD_KINDS, type RoadClass, type RoadKind } from '@wayfield/osm';
import { type Avoid, roadsToAvoid, type RoutingNetwork, withoutRoads } from '@wayfield/routing';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError, reasonOf } from './input-error.ts';

/** What flags say about roads not to use. */
export interface AvoidFlags {
  readonly avoid?: NamedRoads;
  readonly avoidArea?: string;
}

interface NamedRoads {
  readonly classes: readonly RoadClass[];
  readonly kinds: readonly RoadKind[];
}

/** Adds the options that say which roads are not used. */
export function takesAvoid(command: Command): Command {
  return command
    .addOption(
      new Option('--avoid <roads>', 'roads not to use: classes and kinds, motorway,toll').argParser(
        parseRoads,
      ),
    )
    .option('--avoid-area <geojson>', 'a file with polygons whose roads are not used');
}

function parseRoads(text: string): NamedRoads {
  const names = text.split(',').map((name) => name.trim());
  const classes = ROAD_CLASSES.filter((one) => names.includes(one));
  const kinds = ROAD_KINDS.filter((one) => names.includes(one));
  const known: readonly string[] = [...classes, ...kinds];
  if (names.every((name) => known.includes(name))) return { classes, kinds };
  const all = `${ROAD_CLASSES.join(', ')}; kinds: ${ROAD_KINDS.join(', ')}`;
  throw new InvalidArgumentError(`Expected classes of roads: ${all}.`);
}

/** What the flags avoid; undefined: nothing. Throws InputError where the file cannot be read. */
export async function readAvoid({ avoid, avoidArea }: AvoidFlags): Promise<Avoid | undefined> {
  if (!avoid && avoidArea === undefined) return undefined;
  const areas = avoidArea === undefined ? undefined : await readAreas(avoidArea);
  return { ...avoid, ...(areas && { areas }) };
}

/** Throws InputError for kinds of roads that a file of an older version does not tell. */
export function checkKinds({ network }: RoutingNetwork, avoid: Avoid | undefined): void {
  if (!avoid?.kinds?.length || (network.roads.detail && network.details)) return;
  const kinds = avoid.kinds.join(',');
  throw new InputError(`--avoid ${kinds}: the file does not tell these roads, convert it again`);
}

/** A filter of places on roads: those that are not avoided. Undefined: all are used. */
export function filterOf(
  routing: RoutingNetwork,
  avoid: Avoid | undefined,
): ((road: number) => boolean) | undefined {
  const closed = avoid && roadsToAvoid(routing, avoid);
  return closed && ((road) => closed[road] === 0);
}

/** A network, and a filter of places on its roads; undefined: all are used. */
export interface OpenRoads {
  readonly routing: RoutingNetwork;
  readonly filter: ((road: number) => boolean) | undefined;
}

/** The network without the roads that flags avoid, for services that take no `avoid`. */
export async function openRoads(routing: RoutingNetwork, flags: AvoidFlags): Promise<OpenRoads> {
  const avoid = await readAvoid(flags);
  if (!avoid) return { routing, filter: undefined };
  checkKinds(routing, avoid);
  return { routing: withoutRoads(routing, avoid), filter: filterOf(routing, avoid) };
}

type Polygon = NonNullable<Avoid['areas']>[number];

interface GeoJson {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly features?: unknown;
  readonly geometries?: unknown;
}

/** The polygons of a GeoJSON file. Throws InputError where it has none. */
async function readAreas(file: string): Promise<Polygon[]> {
  let polygons: Polygon[];
  try {
    // collections that lie thousands deep in one another end with the error of the engine
    polygons = polygonsOf(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
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
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  // RFC 7946 allows empty coordinates: they are no polygon
  return (polygons as Polygon[]).filter((one) => Array.isArray(one) && one.length > 0);
}

/** Whether @wayfield/routing takes this as a longitude or latitude of a ring. */
function isDegrees(value: unknown): boolean {
  return Number.isFinite(value) && Math.abs(value as number) <= 1e9;
}

function isRing(ring: unknown): boolean {
  return (
    Array.isArray(ring) &&
    ring.length >= 3 &&
    ring.every(
      (place) => Array.isArray(place) && place.length >= 2 && place.slice(0, 2).every(isDegrees),
    )
  );
}
