import { open, readFile } from 'node:fs/promises';
import {
  callback,
  checkOptions,
  flag,
  list,
  listOf,
  object,
  oneOf,
  type Rule,
  text,
  whole,
} from '@wayfield/check';
import {
  loadGeoJson,
  type OsmProgress,
  PROFILES,
  type ProfileName,
  readRoadNetwork,
  type RoadNetwork,
  type RoadOptions,
  type SideArea,
} from '@wayfield/osm';
import { readOsmFile } from '@wayfield/osm/node';
import { metricRule } from '../osrm/rules.ts';
import { loadConditions } from './conditions.ts';
import { buildRouting, type Metric, readRouting, type RoutingNetwork } from '@wayfield/routing';

/**
 * Options of `readRoutingFile`. A file of a routing network keeps what it was built with: all
 * options are ignored. For a file of a road network only `metric`, `smallComponentSize` and
 * `onProgress` count. GeoJSON has no turn restrictions, no signals, no ids of nodes and no open
 * ground: `turnRestrictions`, `delays`, `segmentSpeeds`, `turnPenalties` and `openAreas` are
 * ignored.
 */
export interface ReadRoutingOptions extends Pick<RoadOptions, 'segmentSpeeds' | 'turnPenalties'> {
  /** Who travels. Default 'car'. */
  readonly profile?: ProfileName;
  /** What routes minimise. Default 'cost' for a network with costs, otherwise 'seconds'. */
  readonly metric?: Metric;
  /** Obey turn restrictions. Default true. */
  readonly turnRestrictions?: boolean;
  /** Turning round on a road, other than at a dead end. Default false. */
  readonly uTurns?: boolean;
  /** Private roads and roads for destinations only at the ends of routes. Default false. */
  readonly endsOnly?: boolean;
  /** Wait at traffic signals. Default false. */
  readonly delays?: boolean;
  /** Let turns take time, as the profile says. Default false. */
  readonly turnCosts?: boolean;
  /** Traffic drives on the left. Default false. */
  readonly leftHand?: boolean;
  /** Areas where traffic drives on one side: see `readSideAreas` of `@wayfield/osm`. */
  readonly sides?: readonly SideArea[];
  /** Cross open ground such as squares, where the profile may. Default false. */
  readonly openAreas?: boolean;
  /** How roads are measured; 'ellipsoid': as in OSRM. Default 'sphere'. */
  readonly lengths?: 'sphere' | 'ellipsoid';
  /**
   * Keep conditional tags for departure times: see `conditions` of `startServer`. Needs the package
   * `opening_hours`. Default false: they count as absent.
   */
  readonly conditions?: boolean;
  /** As in OSRM, see `BuildRoutingOptions`. Default: all parts are small but the largest. */
  readonly smallComponentSize?: number;
  /** Round seconds and costs as OSRM does: see `RoadOptions`. Default: nothing is rounded. */
  readonly decimals?: number;
  /** Of ways that lie on one another: see `RoadOptions`. OSRM: 'cheapest'. Default 'all'. */
  readonly parallel?: 'all' | 'cheapest';
  /** Called with what is being done, in words, and how much of that is done, 0 to 1. */
  readonly onProgress?: (what: string, share: number) => void;
}

const OPTIONS: Readonly<Record<keyof ReadRoutingOptions, Rule>> = {
  profile: oneOf(...Object.keys(PROFILES)),
  metric: metricRule,
  turnRestrictions: flag,
  uTurns: flag,
  endsOnly: flag,
  delays: flag,
  turnCosts: flag,
  leftHand: flag,
  sides: listOf(object({ side: oneOf('left', 'right'), rings: list }, 'a SideArea')),
  openAreas: flag,
  lengths: oneOf('sphere', 'ellipsoid'),
  smallComponentSize: whole(1, 0xffff_ffff),
  decimals: whole(0, 6),
  parallel: oneOf('all', 'cheapest'),
  conditions: flag,
  // `readOsmFile` checks the entries of these two lists
  segmentSpeeds: list,
  turnPenalties: list,
  onProgress: callback,
};
/** Options that GeoJSON ignores; `loadGeoJson` would refuse the first two. */
const NOT_OF_LINES: ReadonlySet<string> = new Set<keyof RoadOptions>([
  'turnRestrictions',
  'delays',
  'segmentSpeeds',
  'turnPenalties',
  'openAreas',
]);
const ROUTING_MARK = 'WAYN';
const NETWORK_MARK = 'WAYR';

/**
 * The routing network of a file: one that `writeRouting` made, a road network that
 * `writeRoadNetwork` or `wayfield osm convert` made, or a map (OpenStreetMap as XML or PBF, plain
 * or compressed; GeoJSON lines). Its first bytes say which of these it is. By default maps are read
 * with turn restrictions and without turning round on roads.
 *
 * @example
 * const server = await startServer(await readRoutingFile('town.osm')); // or .osm.pbf
 * console.log((await fetch(`${server.url}/health`)).status); // 200
 * await server.close();
 */
export async function readRoutingFile(
  path: string,
  options: ReadRoutingOptions = {},
): Promise<RoutingNetwork> {
  text(path, 'path');
  checkOptions('readRoutingFile', options, OPTIONS);
  const { metric, smallComponentSize, onProgress = () => undefined } = options;
  const start = await firstBytes(path);
  if (start.startsWith(ROUTING_MARK)) return readRouting(await alignedFile(path));
  const network = await readNetwork(path, start, options);
  return buildRouting(network, {
    ...(metric && { metric }),
    ...(smallComponentSize !== undefined && { smallComponentSize }),
    onProgress: (done, count) => onProgress('building the hierarchy', done / count),
  });
}

/** The first bytes of a file as Latin-1, without a byte order mark and blanks before them. */
async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(4096);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      const some = buffer.toString('latin1', 0, bytesRead);
      const start = some.replace(/^\u00EF\u00BB\u00BF/, '').trimStart();
      if (start !== '' || bytesRead === 0) return start;
    }
  } finally {
    await file.close();
  }
}

/**
 * The bytes of a file at the start of a buffer of their own, where all arrays in it are aligned.
 */
async function alignedFile(path: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(path));
}

async function readNetwork(
  path: string,
  start: string,
  options: ReadRoutingOptions,
): Promise<RoadNetwork> {
  const { profile: name = 'car', metric: _, smallComponentSize: __, ...rest } = options;
  const { conditions = false, onProgress = () => undefined, ...given } = rest;
  const profile = conditions ? (await loadConditions()).profileAnyTime(name) : name;
  const usual = { profile, weight: 'seconds', turnRestrictions: true, uTurns: false } as const;
  const told = Object.entries(given).filter(([, value]) => value !== undefined);
  const roads: RoadOptions = { ...usual, ...(Object.fromEntries(told) as typeof given) };
  const forLines = Object.entries(roads).filter(([option]) => !NOT_OF_LINES.has(option));
  // `loadGeoJson` gets bytes: in a text, a byte order mark before the JSON would be an error
  if (start.startsWith('{')) {
    return loadGeoJson(await readFile(path), Object.fromEntries(forLines) as typeof roads);
  }
  if (start.startsWith(NETWORK_MARK)) return readRoadNetwork(await alignedFile(path));
  return readOsmFile(path, {
    ...roads,
    onProgress: ({ phase, bytes, byteLength }: OsmProgress) =>
      onProgress(`reading ${phase}`, byteLength > 0 ? Math.min(1, bytes / byteLength) : 1),
  });
}
