// Target 2: batches of A* on public maps.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildQueries, type Queries } from '@wayfield/graph';
import { random, randomGrid, randomQueries } from '@wayfield/graph/generators';
import {
  atLeast,
  NO_DATA,
  notMeasured,
  result,
  type GpuTarget,
  type GpuContext,
} from '../run/target.ts';
import { readMovingAi } from '@wayfield/bench/internal/run/problems/movingai';
import type { Problem } from '@wayfield/bench/internal/run/problems/problem';
import { raceBatch } from './race.ts';

/** Queries of each map. */
const QUERIES = 100_000;
/** The number to reach: how many times as fast as the pool the GPU is. */
const FACTOR = 3;
const MAPS = ['dao/brc202d', 'dao/den520d', 'cities/Berlin_1_256', 'dao/orz900d'];

export const maps: GpuTarget = {
  name: '2',
  title: '100,000 A* queries on public maps: wall time of all cores / of the GPU',
  async run(context) {
    const { data, quick, rounds, add } = context;
    for (const name of quick ? ['made-up'] : MAPS) {
      const problem = quick ? madeUp(context) : await load(data, name, context.seed);
      if (!problem) {
        add(notMeasured(name, atLeast(FACTOR, 'x'), NO_DATA));
        continue;
      }
      const race = await raceBatch(context, problem, 'astar', rounds);
      add(result(problem.name, race.reused, atLeast(FACTOR, 'x'), race.note));
      if (!quick) add(result(`${problem.name}, new arrays`, race.fresh, atLeast(FACTOR, 'x')));
    }
  },
};

function madeUp({ seed }: GpuContext): Problem {
  const data = randomGrid(24, 24, { seed });
  const rows = randomQueries(data, 20, { seed });
  return { name: 'made-up', description: '', data, queries: repeatRows(rows, 50, seed) };
}

async function load(
  folder: string | undefined,
  name: string,
  seed: number,
): Promise<Problem | undefined> {
  const map = join(folder ?? '', 'grid', `${name}.map.gz`);
  if (folder === undefined || !existsSync(map)) return undefined;
  const { published: _, ...problem } = await readMovingAi(
    map,
    join(folder, 'grid', `${name}.map.scen.gz`),
  );
  return { ...problem, queries: repeatRows(problem.queries, QUERIES, seed) };
}

/** The rows of a scenario, then the same rows again and again with shuffled targets. */
export function repeatRows(
  { count, source, target }: Queries,
  queries: number,
  seed: number,
): Queries {
  const next = random(seed);
  const shuffled = target.slice();
  const pairs = { source: new Uint32Array(queries), target: new Uint32Array(queries) };
  for (let i = 0; i < queries; i++) {
    const row = i % count;
    // Fisher-Yates, one row at a time: rows before the current one are shuffled already
    if (i >= count) {
      const other = row + Math.floor(next() * (count - row));
      [shuffled[row], shuffled[other]] = [shuffled[other], shuffled[row]];
    }
    pairs.source[i] = source[row];
    pairs.target[i] = shuffled[row];
  }
  return buildQueries(pairs);
}
