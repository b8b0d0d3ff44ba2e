// Bar 3: the four kinds of map on which the libraries of JavaScript were measured, one thread.
import { type Grid } from '@wayfield/graph';
import {
  blobsGrid,
  mazeGrid,
  randomGrid,
  randomQueries,
  roomsGrid,
} from '@wayfield/graph/generators';
import { fastAstarMaster } from '../peers/fast-astar.ts';
import { pathfindingAstar, pathfindingJps } from '../peers/pathfinding.ts';
import { gridPeer } from '../peers/peer.ts';
import { type Problem, thinQueries } from '../problems/problem.ts';
import { packageVersion } from '../report/machine.ts';
import type { BarResult } from '../report/report.ts';
import { median } from '../report/statistics.ts';
import { plainAstar } from '../solvers/plain.ts';
import { wayfieldSolver } from '../solvers/wayfield.ts';
import { type Bar, type BarContext, notMeasured, result } from './bar.ts';
import { speedsInTurns } from './speeds-in-turns.ts';

const MAPS: readonly [name: string, make: (seed: number) => Grid][] = [
  ['random', (seed) => randomGrid(512, 512, { density: 0.2, seed })],
  ['maze', (seed) => mazeGrid(512, 512, { corridor: 8, seed })],
  ['rooms', (seed) => roomsGrid(512, 512, { size: 16, seed })],
  ['blobs', (seed) => blobsGrid(1024, 1024, { count: 260, seed })],
];

const QUERIES = 200;
/** Seconds per round for the queries of the slowest library: it gets the first of them. */
const PEER_SECONDS = 1.5;
/** But so many at least: fewer say nothing. */
const PEER_QUERIES = 12;

/** What is compared with what, and by which factor it must win. */
const RACES: readonly { own: string; rivals: readonly string[]; factor: number }[] = [
  { own: 'astar', rivals: ['fast-astar master', 'pathfinding astar'], factor: 3 },
  { own: 'astar', rivals: ['plain JS astar'], factor: 2 },
  { own: 'jps', rivals: ['pathfinding jps'], factor: 8 },
  { own: 'jps+', rivals: ['pathfinding jps'], factor: 20 },
];

export const mapKinds: Bar = {
  name: '3',
  title: 'queries per second against the libraries of JavaScript, one thread, every answer optimal',
  async run(context) {
    const results: BarResult[] = [];
    for (const [name, make] of MAPS) {
      const data = make(context.seed);
      const queries = randomQueries(data, QUERIES, { seed: context.seed });
      const problem = { name, description: 'bar 3', data, queries };
      results.push(...(await race(context, problem)));
    }
    return results;
  },
};

/** Solves the whole problem with Wayfield, then lets all take turns on the part that the peers can do. */
async function race(context: BarContext, problem: Problem): Promise<BarResult[]> {
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
    (what) => session.terminal.progress(`bar 3, ${problem.name}: ${what}`),
  );
  session.terminal.clear();

  return RACES.map(({ own: name, rivals: names, factor }) => {
    const what = `${problem.name}: ${name} / ${names.length > 1 ? 'fastest exact A* library' : names[0]}`;
    const able = names.filter((rival) => speeds.has(rival) && !inexact.has(rival));
    if (able.length === 0)
      return notMeasured(
        what,
        factor,
        'x',
        'more',
        `${names.join(', ')} not installed or not exact`,
      );
    const best = able.reduce((a, b) => (median(speeds.get(a)!) >= median(speeds.get(b)!) ? a : b));
    const mine = speeds.get(name)!,
      theirs = speeds.get(best)!;
    // paired within a round, so that what slows the machine slows both
    const ratio = median(mine.map((speed, round) => speed / theirs[round]));
    const note = `${Math.round(median(mine))} and ${Math.round(median(theirs))} queries/s (${best})`;
    const measured = result(what, ratio, factor, 'x', 'more', note);
    return inexact.has(name)
      ? { ...measured, outcome: 'fail', note: `${name} is not optimal` }
      : measured;
  });
}
