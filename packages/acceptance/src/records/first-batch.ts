// Target 6: the first batch of a process beside its tenth, on small maps, where the engine is still
// compiling. Each measurement is a process of its own. Work that a solver does before its first
// batch counts as creating the solver; the note shows this time.
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { childFile, runChild } from '../run/run-child.ts';
import {
  atLeast,
  forComparison,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/** Batches of one process. */
export const BATCHES = 10;
/** The least quotient of the tenth batch's time and the first's. */
const RATIO = 0.8;
const ALGORITHMS = ['astar', 'dijkstra', 'jps'] as const;
/** Cells along a side of the maps, 20 % of them blocked: S5 and S9 of the study. */
const SIDES = [12, 30];
const DENSITY = 0.2;
const AGENTS = 1000;
/** Milliseconds of a warm-up: none, the default, and what a user may choose instead. */
const WARM_UPS = [0, undefined, 8];
/** Milliseconds after which a process is killed. */
const MOST_MS = 20_000;

/** What first-batch-child.js prints. */
export interface FirstBatches {
  readonly createMs: number;
  readonly batchMs: readonly number[];
  /** Whether all batches had the same answers. */
  readonly same: boolean;
}

export const firstBatch: Target = {
  name: '6',
  title: 'the first batch of a process beside its tenth, on small maps',
  async run(context) {
    for (const side of context.quick ? SIDES.slice(0, 1) : SIDES) {
      for (const algorithm of ALGORITHMS) {
        for (const warmUp of WARM_UPS) await measure(context, algorithm, side, warmUp);
      }
    }
  },
};

async function measure(
  { session, seed, rounds, quick, add }: TargetContext,
  algorithm: string,
  side: number,
  warmUp: number | undefined,
): Promise<void> {
  const warm = warmUp === undefined ? '' : `, warmUp ${warmUp}`;
  const what = `${side} x ${side}, ${AGENTS} agents, ${algorithm}${warm}: tenth batch / first`;
  const runs: FirstBatches[] = [];
  const processes = quick ? 1 : 3 * rounds;
  const args = [algorithm, side, DENSITY, AGENTS, seed, ...(warm ? [warmUp] : [])].map(String);
  for (let i = 0; i < processes; i++) {
    session.terminal.progress(what, i, processes);
    const run = await runChild<FirstBatches>(
      childFile('records/first-batch-child.js'),
      args,
      MOST_MS,
    );
    if (!('batchMs' in run) || !run.same) {
      session.terminal.clear();
      const why = 'batchMs' in run ? 'the batches differ' : run.threw;
      add(result(what, NaN, atLeast(RATIO, 'x'), why));
      return;
    }
    runs.push(run);
  }
  session.terminal.clear();
  const of = (pick: (run: FirstBatches) => number): number => median(runs.map(pick));
  const first = of((run) => run.batchMs[0]);
  const tenth = of((run) => run.batchMs[BATCHES - 1]);
  const create = of((run) => run.createMs);
  const both = of((run) => run.createMs + run.batchMs[0]);
  const ratio = of((run) => run.batchMs[BATCHES - 1] / run.batchMs[0]);
  const note =
    `${tenth.toFixed(2)} and ${first.toFixed(2)} ms; ` +
    `to create the solver ${create.toFixed(2)}, with the first batch ${both.toFixed(2)} ms`;
  if (quick) add(notMeasured(what, atLeast(RATIO, 'x'), note));
  else {
    const measured = result(what, ratio, atLeast(RATIO, 'x'), note);
    // the target is for the default warm-up
    add(warm ? forComparison(measured) : measured);
  }
}
