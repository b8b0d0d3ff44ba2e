// Target 1: every row of every public scenario by four algorithms, against the published lengths.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Algorithm } from '@wayfield/cpu-wasm';
import { isGrid } from '@wayfield/graph';
import { judge } from '@wayfield/bench/internal/run/check/judge';
import { createOracle } from '@wayfield/bench/internal/run/check/oracle';
import { builtInProblems } from '@wayfield/bench/internal/run/problems/built-in';
import { mapName, readMap, readMovingAi } from '@wayfield/bench/internal/run/problems/movingai';
import { type Problem, sliceProblem } from '@wayfield/bench/internal/run/problems/problem';
import { formatNumber, formatSeconds } from '@wayfield/bench/internal/report/numbers';
import {
  atLeast,
  result,
  type Target,
  type TargetContext,
  type TargetResult,
} from '../run/target.ts';
import type { BenchSolver, BuiltSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { wayfieldSolver } from '@wayfield/bench/internal/run/solvers/wayfield';

const ALGORITHMS: readonly Algorithm[] = ['dijkstra', 'astar', 'jps', 'jps+'];
/** Rows per batch: small enough that progress moves and the paths of a batch fit in memory. */
const ROWS = 250;

export const publicLengths: Target = {
  name: '1',
  title: 'every row of every scenario: the published lengths, by dijkstra, astar, jps and jps+',
  async run(context) {
    const { data } = context;
    const folder = data === undefined ? undefined : join(data, 'grid');
    const found = folder !== undefined && existsSync(folder) ? listScenarios(folder) : [];
    const tally = new Map(ALGORITHMS.map((a) => [a, { rows: 0, right: 0, noPath: 0, ms: 0 }]));
    const maps = new Set<string>();
    if (found.length === 0) {
      context.session.terminal.print(
        '  no data set: the built-in maps run (--data DIR or WAYFIELD_DATA names the folder)\n',
      );
      for await (const problem of builtInProblems({ queries: 200, seed: context.seed })) {
        if (!isGrid(problem.data) || wayfieldSolver('jps').refuse(problem) !== undefined) continue;
        maps.add(problem.name);
        await solveAll(context, problem, tally, { done: 0, total: 0 });
      }
    }
    const work = await estimate(found);
    for (const { map, scenarios } of found) {
      for (const scenario of scenarios) {
        const problem = await readMovingAi(map, scenario);
        maps.add(map);
        await solveAll(context, problem, tally, work);
      }
    }
    return ALGORITHMS.map((algorithm) => toResult(algorithm, tally.get(algorithm)!, maps.size));
  },
};

/** The rows of one algorithm so far, and the milliseconds that they took. */
interface Tally {
  rows: number;
  right: number;
  noPath: number;
  ms: number;
}
/** Estimated work: rows times open cells. */
interface Work {
  done: number;
  total: number;
}

function toResult(
  algorithm: Algorithm,
  { rows, right, noPath, ms }: Tally,
  maps: number,
): TargetResult {
  const note = `${maps} maps, ${noPath} rows without a path, ${formatSeconds(ms / 1000)}`;
  return result(`${algorithm}: rows that agree`, right, atLeast(rows, 'rows'), note);
}

async function solveAll(
  context: TargetContext,
  problem: Problem,
  tally: ReadonlyMap<Algorithm, Tally>,
  work: Work,
): Promise<void> {
  const built: [BenchSolver, BuiltSolver, Tally][] = [];
  try {
    for (const algorithm of ALGORITHMS) {
      const solver = wayfieldSolver(algorithm, context.threads);
      built.push([solver, await solver.build(problem), tally.get(algorithm)!]);
    }
    await answerParts(context, problem, built, work);
  } finally {
    for (const [, solver] of built) await solver.destroy();
  }
}

/** Answers the rows of a problem part by part with all solvers, and judges the answers. */
async function answerParts(
  { session }: TargetContext,
  problem: Problem,
  built: readonly [BenchSolver, BuiltSolver, Tally][],
  work: Work,
): Promise<void> {
  const { count } = problem.queries;
  const share = rowWork(problem);
  for (let from = 0; from < count; from += ROWS) {
    const part = sliceProblem(problem, from, Math.min(from + ROWS, count));
    const rows = part.queries.count;
    // the first solver's answers are what the others must agree with
    const oracle = createOracle(part);
    for (const [solver, { batch }, sum] of built) {
      if (!batch) throw new Error(`${solver.name} answers no batches`);
      const start = performance.now();
      const routes = await batch(part.queries);
      sum.ms += performance.now() - start;
      const answers = { count: rows, routes, singles: undefined, spentMs: 0 };
      const { differences } = judge(part, oracle, solver, answers);
      oracle.learnAnswers(solver.name, routes);
      sum.rows += rows;
      sum.right += rows - differences.length;
      sum.noPath += routes.cost.reduce((n, cost) => n + (cost === Infinity ? 1 : 0), 0);
      session.addAnswers(
        problem,
        rows,
        differences.map((d) => ({ ...d, query: d.query + from })),
      );
    }
    work.done += share * rows;
    const what =
      `target 1: ${problem.name} (${formatNumber(from + rows)} of ${formatNumber(count)} ` +
      'rows)';
    session.terminal.progress(what, work.done, work.total, 'target 1');
  }
}

/** Estimated work of a row: Dijkstra's search dominates, and settles a share of the open cells. */
function rowWork({ data }: Problem): number {
  return isGrid(data) ? data.cost.reduce((open, c) => open + (c > 0 ? 1 : 0), 0) : data.nodeCount;
}

interface MapScenarios {
  readonly map: string;
  readonly scenarios: string[];
}

/** Every scenario below a folder, with the map that lies beside it. */
function listScenarios(folder: string): MapScenarios[] {
  const found = new Map<string, MapScenarios>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const there = new Set(files);
  for (const file of files) {
    const match = /^(.*)\.scen(\.gz)?$/.exec(file);
    if (!match) continue;
    // `x.map.scen` belongs to `x.map`, `x-random-1.scen` of the multi-agent sets too
    const stem = basename(match[1])
      .replace(/\.map$/, '')
      .replace(/-(random|even)-\d+$/, '');
    const map = [`${stem}.map`, `${stem}.map.gz`]
      .map((name) => join(dirname(file), name))
      .find((name) => there.has(name));
    if (map === undefined) continue;
    const path = join(folder, map);
    if (!found.has(path)) found.set(path, { map: path, scenarios: [] });
    found.get(path)!.scenarios.push(join(folder, file));
  }
  return [...found.values()];
}

/** The whole work, which the time left is estimated from. */
async function estimate(found: readonly MapScenarios[]): Promise<Work> {
  let total = 0;
  for (const { map, scenarios } of found) {
    const grid = await readMap(map);
    for (const scenario of scenarios) {
      const { queries } = await readMovingAi(map, scenario);
      total +=
        queries.count * rowWork({ name: mapName(map), description: '', data: grid, queries });
    }
  }
  return { done: 0, total };
}
