// Target 3: shortest paths on grids by hub labels of subgoals, against JPS+ in turns.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildSubgoalHierarchy, createSubgoalSolver } from '@wayfield/cpu-wasm/subgoals';
import type { Grid, Queries, Routes } from '@wayfield/graph';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { validateRoutes } from '@wayfield/graph/validate';
import { readMovingAi } from '@wayfield/bench/internal/run/problems/movingai';
import { sliceQueries } from '@wayfield/bench/internal/run/problems/problem';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import { describeRounds, timesOfParts } from '../run/parts.ts';
import {
  atLeast,
  atMost,
  attempt,
  NO_DATA,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';

/** The most microseconds of a path on Aurora: N-level subgoal graphs in C++ take 54 us. */
const AURORA_US = 45;
/** The least ratio on a random map of which 35 % are blocked, like random512-35 of MovingAI. */
const RANDOM_FACTOR = 2;
const RANDOM_SIDE = 512;
const RANDOM_DENSITY = 0.35;

export const gridPaths: Target = {
  name: '3',
  title: 'shortest paths on grids by hub labels of subgoals, equal to those of jps+',
  async run(context) {
    const { data, quick, seed, queries: count, add } = context;
    const side = quick ? 48 : RANDOM_SIDE;
    const grid = randomGrid(side, side, { density: RANDOM_DENSITY, seed });
    const queries = randomQueries(grid, quick ? 200 : Math.min(2000, count), { seed });
    const what = `random ${side} x ${side}, 35 % blocked: subgoals / jps+`;
    await attempt(context, what, async () => {
      const { ratio, note } = await race(context, 'random map', grid, queries);
      add(result(what, ratio, atLeast(RANDOM_FACTOR, 'x'), note));
    });

    const mean = 'sc1/Aurora, all rows: mean with the path';
    const map = join(data ?? '', 'grid', 'sc1', 'Aurora.map.gz');
    if (quick || data === undefined || !existsSync(map)) {
      add(notMeasured(mean, atMost(AURORA_US, 'us'), quick ? 'left out by --quick' : NO_DATA));
      return;
    }
    const problem = await readMovingAi(map, join(data, 'grid', 'sc1', 'Aurora.map.scen.gz'));
    const aurora = await race(context, 'Aurora', problem.data as Grid, problem.queries);
    add(result(mean, aurora.us, atMost(AURORA_US, 'us'), aurora.note));
  },
};

interface Race {
  /** Mean microseconds of a query by labels, each part in its best round. */
  readonly us: number;
  /** The time of jps+ divided by ours, in the median round. */
  readonly ratio: number;
  readonly note: string;
}

/** Checks all answers, then lets both solvers take turns on parts of the queries. */
async function race(
  { session, rounds }: TargetContext,
  name: string,
  grid: Grid,
  queries: Queries,
): Promise<Race> {
  session.terminal.progress(`${name}: labelled`, 0, 1);
  const start = performance.now();
  const hierarchy = buildSubgoalHierarchy(grid);
  const labels = buildHubLabels(hierarchy);
  const seconds = (performance.now() - start) / 1000;
  const labelled = createSubgoalSolver(grid, hierarchy, labels);
  const jumping = createWasmSolver(grid, { algorithm: 'jps+' });
  try {
    const fault = faultOf(grid, queries, labelled.run(queries), jumping.run(queries));
    session.addCheck(`${name}: ${fault}`, fault === undefined);
    const programs = [labelled, jumping].map(
      (solver) => (from: number, end: number) => solver.run(sliceQueries(queries, from, end)),
    );
    const [own, other] = await timesOfParts(queries.count, programs, rounds, (round) =>
      session.terminal.progress(name, round, rounds),
    );
    session.terminal.clear();
    const inUs = (ms: readonly number[]): string => describeRounds(ms.map((one) => 1000 * one));
    const note =
      `jps+ ${formatNumber(1000 * other.least)} us, ${inUs(other.rounds)}; ` +
      `${hierarchy.nodeCount} subgoals, ` +
      `${formatNumber(labels.entryCount / hierarchy.nodeCount)} entries each, built in ` +
      `${formatNumber(seconds)} s, ${formatNumber(labelled.memoryBytes / 1e6)} MB; each ` +
      `part in its best round; of the rounds ${inUs(own.rounds)}`;
    const ratio = median(other.rounds.map((ms, round) => ms / own.rounds[round]));
    return { us: 1000 * own.least, ratio, note };
  } finally {
    labelled.destroy();
    jumping.destroy();
  }
}

/** The first fault of routes whose costs must be the expected ones, bit for bit. */
export function faultOf(
  grid: Grid,
  queries: Queries,
  actual: Routes,
  expected: Routes,
): string | undefined {
  try {
    validateRoutes(grid, queries, actual);
  } catch (error) {
    return (error as Error).message;
  }
  for (let i = 0; i < expected.count; i++) {
    if (actual.status[i] === expected.status[i] && actual.cost[i] === expected.cost[i]) continue;
    return `query ${i}: cost ${actual.cost[i]}, that of jps+ is ${expected.cost[i]}`;
  }
  return undefined;
}
