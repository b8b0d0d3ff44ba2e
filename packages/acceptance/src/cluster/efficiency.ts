// Target 3: workers of one thread each against one pool of as many threads, the same queries in
// turns.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNoServer } from '@wayfield/cluster/server';
import { writeGraph } from '@wayfield/graph';
import {
  atLeast,
  forComparison,
  NO_DATA,
  notMeasured,
  QUICK,
  result,
  skipped,
  type Target,
} from '../run/target.ts';
import { runBench } from './bench-program.ts';
import { type ClusterMap, clusterMap } from './road-map.ts';

/** A requirement, at 16 workers. */
const EFFICIENCY = atLeast(0.9, 'of the pool');
/** Counts of workers. */
const COUNTS = [1, 2, 4, 8, 16];
/** The count of workers that the requirement is for. */
const JUDGED = 16;
/** Seconds of work of each thread. */
const SECONDS = 12;
const QUICK_SECONDS = 0.2;
/** Milliseconds after which the program that measures is killed. */
const MOST_MS = 900_000;

export const efficiency: Target = {
  name: '3',
  title: 'workers of one thread each against a pool of as many threads',
  async run(context) {
    const { quick, add, rounds, session } = context;
    const what = `${JUDGED} workers`;
    const noServer = whyNoServer();
    if (noServer !== undefined) return add(notMeasured(what, EFFICIENCY, noServer));
    const map = await clusterMap(context);
    if (map === undefined) return add(notMeasured(what, EFFICIENCY, NO_DATA));
    session.terminal.progress('workers and pools in turns');
    const counts = quick ? [2] : COUNTS;
    const seconds = quick ? QUICK_SECONDS : SECONDS;
    const ratios = await measure(map, counts, seconds, quick ? 1 : Math.min(3, rounds));
    for (const count of counts) {
      const name = `${map.name}: ${count} workers`;
      const ratio = ratios[count];
      if (ratio === undefined) {
        const note = `this machine has ${availableParallelism()} threads`;
        add(notMeasured(name, EFFICIENCY, note));
        continue;
      }
      const found = result(name, ratio, EFFICIENCY);
      if (quick) add(skipped(found, QUICK));
      else add(count === JUDGED ? found : forComparison(found));
    }
  },
};

/** The efficiency of each count of workers that this machine has threads for. */
async function measure(
  { graph }: ClusterMap,
  counts: readonly number[],
  seconds: number,
  rounds: number,
): Promise<Readonly<Record<number, number>>> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-scaling-'));
  try {
    const file = join(folder, 'map');
    await writeFile(file, writeGraph(graph));
    const args = ['--map', file, '--workers', counts.join(','), '--seconds', String(seconds)];
    const found = await runBench<{ readonly efficiency: Readonly<Record<number, number>> }>(
      'scaling',
      [...args, '--rounds', String(rounds)],
      MOST_MS,
    );
    return found.efficiency;
  } finally {
    await rm(folder, { recursive: true });
  }
}
