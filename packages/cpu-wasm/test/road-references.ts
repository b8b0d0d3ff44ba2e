import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildGraph, buildQueries, type Graph, type Queries } from '@wayfield/graph';
import { parseDimacsCoordinates, parseDimacsGraph } from '@wayfield/graph/formats';

/** A public road graph and the distances between some of its nodes. */
export interface RoadReference {
  readonly graph: Graph;
  readonly queries: Queries;
  /** One per query; `Infinity` = cannot be reached. */
  readonly distance: Float32Array;
}

/** Reads `name` of the folder of road graphs, with its coordinates where it has a file of them. */
export function readRoadReference(
  folder: string,
  name: string,
  coordinates = false,
): RoadReference {
  const read = (file: string): Buffer => gunzipSync(readFileSync(join(folder, file)));
  const arcs = parseDimacsGraph(read(`${name}.gr.gz`));
  const places = coordinates ? parseDimacsCoordinates(read(`${name}.co.gz`), arcs) : {};
  const graph = buildGraph({ ...arcs, ...places });
  const rows = readFileSync(join(folder, `${name}.ref.tsv`), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split('\t').map(Number));
  return {
    graph,
    queries: buildQueries(rows.map(([s, t]) => [s - arcs.base, t - arcs.base] as const)),
    distance: Float32Array.from(rows, ([, , d]) => (d < 0 ? Infinity : d)),
  };
}
