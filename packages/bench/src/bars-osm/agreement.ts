// Bar 3: every solver for road graphs answers random queries as Dijkstra does, and the tables of reference
// distances exactly.
import { join } from 'node:path';
import { isGrid, type Routes } from '@wayfield/graph';
import { listTables } from '../bars/road-distances.ts';
import { notMeasured, result } from '../bars/bar.ts';
import { judge } from '../check/judge.ts';
import { createOracle, type Oracle } from '../check/oracle.ts';
import { askReference } from '../check/reference.ts';
import { isSoftware } from '../gpu/device.ts';
import { compareAgents } from '../osm/compare-agents.ts';
import { anyPairs } from '../problems/any-pairs.ts';
import { readDimacsReference } from '../problems/dimacs.ts';
import { type Problem, sliceQueries } from '../problems/problem.ts';
import { formatNumber } from '../report/numbers.ts';
import type { Difference } from '../report/report.ts';
import { roadSolvers } from '../solvers/road-solvers.ts';
import type { BenchSolver } from '../solvers/solver.ts';
import type { OsmBar, OsmBarContext } from './osm-bar.ts';
import { madeUpRoads, oddGraphs, publicRoads } from './road-maps.ts';

/** So long the plain reference, in TypeScript, answers queries as well. */
const REFERENCE_MS = 2000;
/** Programs that pose as a GPU take minutes for what is larger. */
const SOFTWARE_NODES = 2500;
const SOFTWARE_QUERIES = 32;

export const agreement: OsmBar = {
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

/** All solvers on one problem. Dijkstra comes first and is held against the plain reference and published distances. */
async function compare(context: OsmBarContext, problem: Problem): Promise<void> {
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
      add(notMeasured(what, queries.count, 'answers', 'more', reason));
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
    const note = `${formatNumber((1000 * ms) / count)} us each, made in ${formatNumber(buildMs)} ms`;
    add(result(what, count - wrong.length, count, 'answers', 'more', note));
  }
  if (!device && !solvers) add(notMeasured(`${name}: gpu`, 0, 'answers', 'more', noDevice));
}

/**
 * The first `count` answers of one solver, every one judged: those of the first solver, and where distances are
 * published, by all that is known; the others' paths are walked and held against the first solver's, whose word
 * that there is no path was proved.
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

function onSoftware({ device }: OsmBarContext, { name }: BenchSolver): boolean {
  return device !== undefined && name.startsWith('gpu') && isSoftware(device.adapterInfo);
}

function tooLarge(
  context: OsmBarContext,
  solver: BenchSolver,
  { data }: Problem,
): string | undefined {
  if (!onSoftware(context, solver) || !('nodeCount' in data)) return undefined;
  if (data.nodeCount <= SOFTWARE_NODES) return undefined;
  return 'too large for a driver that is a program';
}
