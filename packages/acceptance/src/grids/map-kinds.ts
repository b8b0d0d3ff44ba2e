// Target 3: the four kinds of map on which JavaScript libraries were measured, one thread.
import type { Grid } from '@wayfield/graph';
import {
  blobsGrid,
  mazeGrid,
  randomGrid,
  randomQueries,
  roomsGrid,
} from '@wayfield/graph/generators';
import { fastAstarMaster } from '@wayfield/bench/internal/grids/peers/fast-astar';
import { pathfindingAstar, pathfindingJps } from '@wayfield/bench/internal/grids/peers/pathfinding';
import { gridPeer } from '@wayfield/bench/internal/run/peers/peer';
import { type Problem, thinQueries } from '@wayfield/bench/internal/run/problems/problem';
import { packageVersion } from '@wayfield/bench/internal/report/machine';
import { describeRounds } from '../run/parts.ts';
import {
  atLeast,
  inMs,
  notMeasured,
  result,
  type Target,
  type TargetContext,
  type TargetResult,
} from '../run/target.ts';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { plainAstar } from '@wayfield/bench/internal/run/solvers/plain';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';
import { speedsInTurns } from '../run/speeds-in-turns.ts';

const MAPS: readonly [name: string, make: (seed: number) => Grid][] = [
  ['random', (seed) => randomGrid(512, 512, { density: 0.2, seed })],
  ['maze', (seed) => mazeGrid(512, 512, { corridor: 8, seed })],
  ['rooms', (seed) => roomsGrid(512, 512, { size: 16, seed })],
  ['blobs', (seed) => blobsGrid(1024, 1024, { count: 260, seed })],
];

/** Queries of each map. */
const QUERIES = 200;
/**
 * Seconds per round for the slowest library; it is asked as many queries as it answers in this
 * time.
 */
const PEER_SECONDS = 1.5;
/** The least number of queries for a library: fewer say nothing. */
const PEER_QUERIES = 12;

/** One comparison, and the least ratio. */
const RACES: readonly { own: string; rivals: readonly string[]; factor: number }[] = [
  { own: 'astar', rivals: ['fast-astar master', 'pathfinding astar'], factor: 3 },
  { own: 'astar', rivals: ['plain JS astar'], factor: 2 },
  { own: 'jps', rivals: ['pathfinding jps'], factor: 8 },
  { own: 'jps+', rivals: ['pathfinding jps'], factor: 20 },
];

export const mapKinds: Target = {
  name: '3',
  title: 'queries per second against the libraries of JavaScript, one thread, every answer optimal',
  async run(context) {
    const results: TargetResult[] = [];
    for (const [name, make] of MAPS) {
      const data = make(context.seed);
      const queries = randomQueries(data, QUERIES, { seed: context.seed });
      const problem = { name, description: 'target 3', data, queries };
      results.push(...(await race(context, problem)));
    }
    return results;
  },
};

/**
 * Solves the whole problem with Wayfield, then lets all programs take turns on the queries that the
 * peers can answer in time.
 */
async function race(context: TargetContext, problem: Problem): Promise<TargetResult[]> {
  const { session, rounds } = context;
  const own = (['dijkstra', 'astar', 'jps', 'jps+'] as const).map((a) => wayfieldSolver(a));
  const rivals = [plainAstar, ...[fastAstarMaster, pathfindingAstar, pathfindingJps].map(gridPeer)];
  const absent = rivals.filter((r) =>
    r.packages?.some((name) => packageVersion(name) === undefined),
  );
  const present = rivals.filter((rival) => !absent.includes(rival));
  const { report } = await session.bench(problem, [...own, ...present], {
    repeat: 1,
    reference: 0,
    peerSeconds: PEER_SECONDS,
    peerQueries: PEER_QUERIES,
  });
  const count = Math.min(...report.solvers.map((solver) => solver.queries));
  const inexact = new Set(report.solvers.filter((s) => s.optimal < s.queries).map((s) => s.name));
  const speeds = await speedsInTurns(
    thinQueries(problem, count),
    [...own.slice(1), ...present],
    rounds,
    (what) => session.terminal.progress(`target 3, ${problem.name}: ${what}`),
  );
  session.terminal.clear();

  return RACES.map(({ own: name, rivals: names, factor }) => {
    const what =
      `${problem.name}: ${name} / ` + `${names.length > 1 ? 'fastest exact A* library' : names[0]}`;
    const able = names.filter((rival) => speeds.has(rival) && !inexact.has(rival));
    if (able.length === 0)
      return notMeasured(
        what,
        atLeast(factor, 'x'),
        `${names.join(', ')} not installed or not exact`,
      );
    const best = able.reduce((a, b) => (median(speeds.get(a)!) >= median(speeds.get(b)!) ? a : b));
    const mine = speeds.get(name)!,
      theirs = speeds.get(best)!;
    // each ratio is within a round, so what slows the machine slows both
    const ratios = mine.map((speed, round) => speed / theirs[round]);
    const ready = report.solvers.find((solver) => solver.name === name)!.buildMs;
    const note =
      `${Math.round(median(mine))} and ${Math.round(median(theirs))} queries/s ` +
      `(${best}); ${describeRounds(ratios, 'x')}; ${name} is ready in ${inMs(ready)}`;
    const measured = result(what, median(ratios), atLeast(factor, 'x'), note);
    return inexact.has(name)
      ? { ...measured, outcome: 'fail', note: `${name} is not optimal` }
      : measured;
  });
}
