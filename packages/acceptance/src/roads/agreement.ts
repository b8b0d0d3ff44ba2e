// Target 3: every solver for road graphs answers random queries as Dijkstra does, and the tables of
// reference distances exactly.
import { join } from 'node:path';
import { isGrid, type Routes } from '@wayfield/graph';
import { listTables } from '../grids/road-distances.ts';
import {
  atLeast,
  notMeasured,
  noTarget,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { judge } from '@wayfield/bench/internal/run/check/judge';
import { createOracle, type Oracle } from '@wayfield/bench/internal/run/check/oracle';
import { askReference } from '@wayfield/bench/internal/run/check/reference';
import { isSoftwareAdapter } from '@wayfield/gpu-core';
import { compareAgents } from '@wayfield/bench/internal/roads/measure/compare-agents';
import { anyPairs } from '@wayfield/bench/internal/run/problems/any-pairs';
import { readDimacsReference } from '@wayfield/bench/internal/run/problems/dimacs';
import { type Problem, sliceQueries } from '@wayfield/bench/internal/run/problems/problem';
import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import type { Difference } from '@wayfield/bench/internal/report/report';
import { roadSolvers } from '@wayfield/bench/internal/roads/measure/road-solvers';
import type { BenchSolver } from '@wayfield/bench/internal/run/solvers/solver';
import { madeUpRoads, oddGraphs, publicRoads } from './road-maps.ts';

/** Milliseconds in which the slow reference, in TypeScript, answers queries too. */
const REFERENCE_MS = 2000;
/** Software drivers take minutes for larger graphs. */
const SOFTWARE_NODES = 2500;
const SOFTWARE_QUERIES = 32;

export const agreement: Target = {
  name: '3',
  title: 'answers of all solvers that are those of Dijkstra, and reference distances, exactly',
  async run(context) {
    const { data, queries, seed, quick, session } = context;
    const maps = data === undefined || quick ? madeUpRoads(seed) : publicRoads(data);
    for (const { name, graph } of [...oddGraphs(seed), ...maps]) {
      session.terminal.progress(name);
      const road = await graph();
      const description = `random queries, seed ${seed}`;
      const asked = anyPairs(road.nodeCount, quick ? 50 : queries, seed);
      await compare(context, { name, description, data: road, queries: asked });
    }
    const tables = data === undefined || quick ? [] : listTables(join(data, 'road'));
    for (const { graph, coordinates, table } of tables) {
      const problem = await readDimacsReference(graph, coordinates, table);
      await compare(context, { ...problem, name: problem.description });
    }
  },
};

/**
 * All solvers on one problem. Dijkstra runs first and is compared with the slow reference and
 * published distances.
 */
async function compare(context: TargetContext, problem: Problem): Promise<void> {
  const { session, device, noDevice, threads, solvers, add } = context;
  const { name, queries } = problem;
  const oracle = createOracle(problem);
  askReference(problem, oracle, {
    budgetMs: REFERENCE_MS,
    onProgress: (done, total) => session.terminal.progress(`${name}: reference`, done, total),
  });
  const [dijkstra, ...others] = roadSolvers(threads, device);
  const asked = others.filter((solver) => solvers?.includes(solver.name) ?? true);
  let first: Routes | undefined;
  for (const solver of [dijkstra, ...asked]) {
    const what = `${name}: ${solver.name}`;
    const reason = solver.refuse(problem) ?? tooLarge(context, solver, problem);
    if (reason !== undefined) {
      add(notMeasured(what, atLeast(queries.count, 'answers'), reason));
      continue;
    }
    session.terminal.progress(what);
    session.addPackages(solver.packages ?? []);
    const count = onSoftware(context, solver)
      ? Math.min(SOFTWARE_QUERIES, queries.count)
      : queries.count;
    const { routes, wrong, ms, buildMs } = await answer(solver, problem, oracle, count, first);
    first ??= routes;
    session.addAnswers(problem, count, wrong);
    const note =
      `${formatNumber((1000 * ms) / count)} us each, made in ${formatNumber(buildMs)} ` + 'ms';
    add(result(what, count - wrong.length, atLeast(count, 'answers'), note));
  }
  if (!device && !solvers) add(notMeasured(`${name}: gpu`, noTarget('answers'), noDevice));
}

/**
 * Judges the first `count` answers of one solver. Answers of the first solver, and all answers
 * where distances are published, are judged by everything that is known. The paths of the other
 * solvers are walked and compared with those of the first solver. Where the first solver found no
 * path, the validator has proved that there is none.
 */
async function answer(
  solver: BenchSolver,
  problem: Problem,
  oracle: Oracle,
  count: number,
  first: Routes | undefined,
): Promise<{ routes: Routes; wrong: readonly Difference[]; ms: number; buildMs: number }> {
  const { data, name, published } = problem;
  const begun = performance.now();
  const built = await solver.build(problem);
  try {
    if (!built.batch) throw new Error(`${solver.name} answers no batches`);
    const queries = sliceQueries(problem.queries, 0, count);
    const start = performance.now();
    const routes = await built.batch(queries);
    const ms = performance.now() - start;
    const times = { ms, buildMs: start - begun };
    if (first && !published && !isGrid(data)) {
      const names = { problem: name, solver: solver.name, second: 'dijkstra' };
      const exact = solver.rounded !== true;
      const wrong = compareAgents({ ...names, graph: data, exact }, queries, routes, first);
      return { routes, wrong, ...times };
    }
    const answers = { count, routes, singles: undefined, spentMs: ms };
    const { differences } = judge(problem, oracle, solver, answers);
    oracle.learnAnswers(solver.name, routes);
    return { routes, wrong: differences, ...times };
  } finally {
    await built.destroy();
  }
}

function onSoftware({ device }: TargetContext, { name }: BenchSolver): boolean {
  return device !== undefined && name.startsWith('gpu') && isSoftwareAdapter(device);
}

function tooLarge(
  context: TargetContext,
  solver: BenchSolver,
  { data }: Problem,
): string | undefined {
  if (!onSoftware(context, solver) || !('nodeCount' in data)) return undefined;
  if (data.nodeCount <= SOFTWARE_NODES) return undefined;
  return 'too large for a driver that is a program';
}
