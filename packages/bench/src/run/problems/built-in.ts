import { fileURLToPath } from 'node:url';
import { checkOptions } from '@wayfield/check';
import { buildQueries, type Graph, type Grid, nodeCountOf } from '@wayfield/graph';
import {
  blobsGrid,
  mazeGrid,
  openGrid,
  randomGraph,
  randomGrid,
  randomQueries,
  roadGraph,
  roomsGrid,
  terrainGrid,
} from '@wayfield/graph/generators';
import { builtInOptions } from '../../arguments.ts';
import { anyPairs } from './any-pairs.ts';
import { readMovingAi } from './movingai.ts';
import { type Problem, thinQueries } from './problem.ts';

const MAPS = fileURLToPath(new URL('../../../maps/', import.meta.url));

/** The town of this package, drawn for it, with lengths by the slow reference. */
export function readTown(): Promise<Problem> {
  return readMovingAi(`${MAPS}town.map`, `${MAPS}town.scen`);
}

/** Name, description, and a function that makes the map or graph from a seed. */
type Recipe = readonly [name: string, description: string, make: (seed: number) => Graph | Grid];

const RECIPES: readonly Recipe[] = [
  ['open', 'no obstacles', () => openGrid(128, 128)],
  ['random', '20 % of the cells blocked', (seed) => randomGrid(256, 256, { density: 0.2, seed })],
  ['maze', 'corridors of 4', (seed) => mazeGrid(256, 256, { corridor: 4, seed })],
  [
    'rooms',
    'rooms of 16 with doors of one cell',
    (seed) => roomsGrid(256, 256, { size: 16, seed }),
  ],
  ['blobs', 'open, with round obstacles', (seed) => blobsGrid(384, 384, { seed })],
  [
    'streets',
    'moves to 4 sides',
    (seed) => randomGrid(192, 192, { density: 0.25, neighbours: 4, seed }),
  ],
  [
    'squeeze',
    'corners do not matter',
    (seed) => randomGrid(128, 128, { density: 0.35, corners: 'always', seed }),
  ],
  ['terrain', 'ground of five costs', (seed) => terrainGrid(192, 192, { seed })],
  [
    'terrain-4',
    'ground of five costs, moves to 4 sides',
    (seed) => terrainGrid(128, 128, { neighbours: 4, seed }),
  ],
  ['roads', 'a made-up road network', (seed) => roadGraph(160, 160, { seed })],
  [
    'tangle',
    'random arcs, zero weights, loops and parallel arcs',
    (seed) => randomGraph(3000, 9000, { seed }),
  ],
];

/** Options of `builtInProblems`. */
export interface BuiltInOptions {
  /** Queries per map. Default 60. */
  readonly queries?: number;
  /** Seed of maps and queries. Default 1. */
  readonly seed?: number;
}

/**
 * The town and one map or graph of every kind that can be generated. One query in ten is drawn from
 * all nodes, so some start in a wall or have no path.
 */
export function builtInProblems(options: BuiltInOptions = {}): AsyncGenerator<Problem> {
  checkOptions('builtInProblems', options, builtInOptions);
  return drawProblems(options);
}

async function* drawProblems(options: BuiltInOptions): AsyncGenerator<Problem> {
  const { queries: count = 60, seed = 1 } = options;
  // the town is the one map with published lengths: by default all of its 238 problems are asked
  yield thinQueries(await readTown(), 4 * count);
  for (const [name, description, make] of RECIPES) {
    const data = make(seed);
    const strays = Math.floor(count / 10);
    const joined = randomQueries(data, count - strays, { seed });
    const stray = anyPairs(nodeCountOf(data), strays, seed);
    const queries = buildQueries({
      source: [...joined.source, ...stray.source],
      target: [...joined.target, ...stray.target],
    });
    yield { name, description, data, queries };
  }
}
