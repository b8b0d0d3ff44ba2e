// The inputs of bench/sssp.ts: public road networks with seeded random weights, and grids.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGraph, type Graph, type Grid } from '@wayfield/graph';
import { gunzip, parseDimacsGraph } from '@wayfield/graph/formats';
import { mazeGrid, openGrid, random, randomGrid, roadGraph } from '@wayfield/graph/generators';

/** One input, made when it is wanted; undefined where its file is not there. */
export interface TreeCase {
  readonly name: string;
  readonly source: number;
  load(): Promise<Graph | Grid | undefined>;
}

/** Both directions of an edge cost the same: whole numbers from 1 to 1000. */
async function pace(folder: string, name: string, seed: number): Promise<Graph | undefined> {
  const file = join(folder, `${name}.pace.gr.gz`);
  if (!existsSync(file)) return undefined;
  const { nodeCount, tail, head } = parseDimacsGraph(await gunzip(readFileSync(file)), {
    undirected: false,
  });
  const next = random(seed);
  const weight = Float32Array.from(tail, () => 1 + Math.floor(1000 * next()));
  return buildGraph({ nodeCount, tail, head, weight }, { undirected: true });
}

async function dimacs(folder: string, name: string): Promise<Graph | undefined> {
  const file = join(folder, `${name}.gr.gz`);
  if (!existsSync(file)) return undefined;
  return buildGraph(parseDimacsGraph(await gunzip(readFileSync(file))));
}

/** `roads`: the folder with the road networks. */
export function treeCases(roads: string): TreeCase[] {
  const size = 2048;
  const middle = (size / 2) * size + size / 2;
  return [
    { name: 'NY', source: 12345, load: () => pace(roads, 'NY', 1) },
    { name: 'FLA', source: 12345, load: () => pace(roads, 'FLA', 2) },
    { name: 'rome', source: 12345, load: () => dimacs(roads, 'rome') },
    { name: 'amsterdam', source: 12345, load: () => dimacs(roads, 'amsterdam') },
    { name: 'grid', source: 0, load: async () => openGrid(size, size) },
    { name: 'grid-middle', source: middle, load: async () => openGrid(size, size) },
    {
      name: 'grid-20',
      source: middle,
      load: async () => {
        const grid = randomGrid(size, size, { density: 0.2, seed: 3 });
        grid.cost[middle] = 1;
        return grid;
      },
    },
    {
      name: 'grid-weighted',
      source: 0,
      load: async () => {
        const next = random(4);
        const grid = openGrid(size, size);
        for (let v = 0; v < size * size; v++) grid.cost[v] = 1 + 3 * next();
        return grid;
      },
    },
    { name: 'maze', source: 0, load: async () => mazeGrid(1025, 1025, { seed: 5 }) },
    // small ones, for the software driver
    { name: 'road-small', source: 0, load: async () => roadGraph(40, 40, { seed: 6 }) },
    { name: 'grid-small', source: 0, load: async () => openGrid(64, 64) },
  ];
}
