// The road networks on which the services are judged.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import type { Graph } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { loadGeoJson, type OsmOptions, type RoadNetwork } from '@wayfield/osm';
import { readOsmFile } from '@wayfield/osm/node';
import {
  buildRouting,
  createRoadIndex,
  type RoadPoint,
  type RoutingNetwork,
} from '@wayfield/routing';
import { randomNumbers } from '../movement/random-numbers.ts';
import type { TargetContext } from '../run/target.ts';

/** A routing network by its name; made when its turn comes. */
export interface NamedNetwork {
  readonly name: string;
  make(): Promise<RoutingNetwork>;
}

/** The extracts of the data sets, the small ones first. */
const EXTRACTS = [
  'one_way_dead_end.osm.pbf',
  'test-restrictions.osm.pbf',
  'test_simple_pturn.osm.xml',
  'test_simple_turncosts.osm.xml',
  'whitelion_bristol_uk.osm.pbf',
  'melborne.osm.pbf',
  'planet_10.068_48.135_10.071_48.137.osm',
  'sydney.osm.pbf',
  'aguascalientes.osm.pbf',
  'bayfront_singapore.osm.pbf',
  'aberdeen-uk.osm.gz',
  'bautzen.osm',
  'West-Oakland-2016.osm.bz2',
  'berlin-siegessaeule.osm.gz',
  'monaco.osm.pbf',
  'moscow-nw.osm.gz',
  'campo-grande.osm.pbf',
  'harrisburg.osm.pbf',
  'london.osm.pbf',
  'andorra.osm.pbf',
  'liechtenstein-latest.osm.pbf',
  'malta-latest.osm.pbf',
] as const;
const PROFILES = ['car', 'bicycle', 'foot'] as const;

/** Metres per degree of latitude. */
const DEGREE = 111_195;
/** Longitude and latitude of the origin of maps without a place on earth. */
const CENTRE = [12.5, 41.9] as const;

/** A network of a graph with coordinates in metres: every pair of neighbours a straight road. */
export function networkOfGraph({ nodeCount, firstOut, head, x, y }: Graph): RoadNetwork {
  if (!x || !y) throw new RangeError('the graph has no coordinates');
  const stretch = Math.cos((CENTRE[1] * Math.PI) / 180);
  const placeOf = (u: number): [number, number] => [
    CENTRE[0] + x[u] / (DEGREE * stretch),
    CENTRE[1] + y[u] / DEGREE,
  ];
  const coordinates: [number, number][][] = [];
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
      if (u < head[a]) coordinates.push([placeOf(u), placeOf(head[a])]);
    }
  }
  return loadGeoJson(
    { type: 'MultiLineString', coordinates },
    { profile: 'car', weight: 'seconds', tags: () => ({ highway: 'residential' }) },
  );
}

/** A made-up network, for machines without data sets. */
export function madeUpNetwork(seed: number): NamedNetwork {
  return {
    name: 'made-up roads',
    make: async () => buildRouting(networkOfGraph(roadGraph(16, 16, { seed }))),
  };
}

/** Rome of the road graphs; undefined where it is absent. */
export function rome(data: string | undefined): NamedNetwork | undefined {
  const path = data && join(data, 'road', 'rome.gr.gz');
  if (!path || !existsSync(path)) return undefined;
  const places = join(data, 'road', 'rome.co.gz');
  return {
    name: 'rome',
    make: async () => buildRouting(networkOfGraph((await readDimacs(path, places)).graph)),
  };
}

/** An extract read in one way; undefined where it is absent. */
export function extract(
  data: string | undefined,
  file: string,
  options: OsmOptions,
): NamedNetwork | undefined {
  const path = data && join(data, 'osm', file);
  if (!path || !existsSync(path)) return undefined;
  const { profile, turnRestrictions, uTurns } = options;
  const how = [
    file.split('.')[0],
    String(profile),
    ...(turnRestrictions ? ['restrictions'] : []),
    ...(uTurns === false ? ['no U-turns'] : []),
  ];
  return {
    name: how.join(', '),
    make: async () => buildRouting(await readOsmFile(path, { ...options, weight: 'seconds' })),
  };
}

/** Every extract with every profile, with turn restrictions and without. */
export function allExtracts(data: string | undefined): NamedNetwork[] {
  const networks: NamedNetwork[] = [];
  for (const file of EXTRACTS) {
    for (const profile of PROFILES) {
      for (const turnRestrictions of [false, true]) {
        const options = { profile, turnRestrictions, uTurns: !turnRestrictions };
        const network = extract(data, file, options);
        if (network) networks.push(network);
      }
    }
  }
  return networks;
}

/** The networks of a target: made-up roads in a quick run and without data. */
export function networksOf(
  context: TargetContext,
  all: (data: string) => NamedNetwork[],
): NamedNetwork[] {
  const { data, quick, seed } = context;
  const found = data === undefined || quick ? [] : all(data);
  return found.length > 0 ? found : [madeUpNetwork(seed)];
}

/**
 * Random positions: the nearest place of a road to a random shape point that is moved by up to 1e-4
 * degrees. Roads with more shape points are drawn more often. `connected`: only roads of the
 * largest strong component. Fewer than `count` where too few tries find a road.
 */
export function randomPositions(
  routing: RoutingNetwork,
  count: number,
  seed: number,
  connected = false,
): RoadPoint[] {
  const { roads } = routing.network;
  const index = createRoadIndex(routing);
  const next = randomNumbers(seed);
  const points: RoadPoint[] = [];
  for (let tries = 0; points.length < count && tries < 100 * count; tries++) {
    const p = Math.floor(next() * roads.lonE7.length);
    const shift = (): number => 2000 * (next() - 0.5);
    const [lon, lat] = [(roads.lonE7[p] + shift()) / 1e7, (roads.latE7[p] + shift()) / 1e7];
    if (Math.abs(lon) > 180 || Math.abs(lat) > 90) continue;
    const point = index.snap(lon, lat, { connected });
    if (point) points.push(point);
  }
  return points;
}
