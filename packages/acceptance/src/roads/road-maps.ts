// The road graphs on which every solver must agree with Dijkstra. Each is made when its turn comes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Graph } from '@wayfield/graph';
import { randomGraph, roadGraph } from '@wayfield/graph/generators';
import type { OsmOptions } from '@wayfield/osm';
import { readOsmFile } from '@wayfield/osm/node';
import { readDimacs } from '@wayfield/bench/internal/run/problems/dimacs';
import { naming } from '@wayfield/bench/internal/run/problems/read-file';

/** A road graph by its name. */
export interface RoadMap {
  readonly name: string;
  graph(): Graph | Promise<Graph>;
}

const EXTRACTS: readonly (readonly [file: string, label: string, options: OsmOptions])[] = [
  ['malta-latest.osm.pbf', 'malta', { profile: 'car' }],
  // turn restrictions add arcs without cost
  [
    'malta-latest.osm.pbf',
    'malta, seconds and turns',
    { profile: 'car', weight: 'seconds', turnRestrictions: true },
  ],
  ['andorra.osm.pbf', 'andorra', { profile: 'car' }],
  ['liechtenstein-latest.osm.pbf', 'liechtenstein', { profile: 'car', weight: 'seconds' }],
];
const ROADS: readonly (readonly [stem: string, coordinates: boolean])[] = [
  ['rome', true],
  ['amsterdam', true],
  ['bremen_dist', false],
  ['bremen_time', false],
  ['south_seattle_car', false],
  ['graph_ballard', false],
];

/** Random arcs with weights of 0, self-loops, parallel arcs and unreachable nodes. */
export function oddGraphs(seed: number): RoadMap[] {
  return [0.1, 0.6].map((zeros) => ({
    name: `random arcs, ${zeros * 100} % of weight 0`,
    graph: () =>
      randomGraph(2000, 5000, { seed, zeros, loops: 0.1, parallel: 0.2, maxWeight: 1000 }),
  }));
}

/** A made-up road network, for machines without data sets. */
export function madeUpRoads(seed: number): RoadMap[] {
  return [{ name: 'made-up roads', graph: () => roadGraph(24, 24, { seed }) }];
}

/** The maps of `osm/` and `road/` that are present. */
export function publicRoads(data: string): RoadMap[] {
  const maps: RoadMap[] = [];
  for (const [file, name, options] of EXTRACTS) {
    const path = join(data, 'osm', file);
    if (!existsSync(path)) continue;
    maps.push({
      name,
      graph: () => naming(path, async () => (await readOsmFile(path, options)).graph),
    });
  }
  for (const [name, coordinates] of ROADS) {
    const path = join(data, 'road', `${name}.gr.gz`);
    if (!existsSync(path)) continue;
    const places = coordinates ? join(data, 'road', `${name}.co.gz`) : undefined;
    maps.push({ name, graph: async () => (await readDimacs(path, places)).graph });
  }
  return maps;
}
