import { isGrid } from '@wayfield/graph';
import { judge } from './check/judge.ts';
import { createOracle, type Oracle } from './check/oracle.ts';
import { askReference } from './check/reference.ts';
import type { Problem } from './problems/problem.ts';
import { ruleName } from './peers/rule.ts';
import type { Difference, ProblemReport, SolverReport } from './report/report.ts';
import { summarise } from './report/statistics.ts';
import { measure, type Measured } from './solvers/measure.ts';
import type { BenchSolver } from './solvers/solver.ts';

/** Options of `benchProblem`. */
export interface BenchProblemOptions {
  /** Runs of every query; the fastest counts. Default 3. */
  readonly repeat?: number;
  /** Queries that the plain reference answers too, evenly spread. Default: what four seconds allow. */
  readonly reference?: number;
  /** Seconds for the queries of one peer. Default 3. */
  readonly peerSeconds?: number;
  /** Queries that a peer answers however long they take. Default 5. */
  readonly peerQueries?: number;
  readonly onProgress?: (what: string, done?: number, total?: number) => void;
}

/** A problem's figures, and every answer that was wrong. */
export interface ProblemResult {
  readonly report: ProblemReport;
  /** Answers that were checked. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

const REFERENCE_MS = 4000;

/** Runs every solver on one problem, checks all answers and times them. Solvers that refuse are reported. */
export async function benchProblem(
  problem: Problem,
  solvers: readonly BenchSolver[],
  options: BenchProblemOptions = {},
): Promise<ProblemResult> {
  const { data, queries, published } = problem;
  const { reference, onProgress } = options;
  const oracle = createOracle(problem);
  askReference(problem, oracle, {
    ...(reference === undefined ? { budgetMs: REFERENCE_MS } : { count: reference }),
    onProgress: (done, total) => onProgress?.(`${problem.name}: reference`, done, total),
  });

  const reports: SolverReport[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const differences: Difference[] = [];
  let compared = 0;
  const kind = isGrid(data) ? 'grid' : 'graph';
  for (const solver of solvers) {
    if (solver.kind !== undefined && solver.kind !== kind) continue;
    const reason = solver.refuse(problem);
    if (reason !== undefined) {
      skipped.push({ name: solver.name, reason });
      continue;
    }
    onProgress?.(`${problem.name}: ${solver.name}`);
    const { report, measured, wrong } = await benchSolver(problem, oracle, solver, options).catch(
      (cause: Error) => {
        throw new Error(`${solver.name} on ${problem.name}: ${cause.message}`, { cause });
      },
    );
    reports.push(report);
    differences.push(...wrong);
    if (solver.group !== 'peer') compared += measured.count;
  }

  const lengths = Array.from({ length: queries.count }, (_, i) => oracle.least(i));
  const paths = lengths.filter((length) => length < Infinity);
  return {
    compared,
    differences,
    report: {
      name: problem.name,
      description: problem.description,
      ...(isGrid(data)
        ? {
            kind: 'grid',
            nodeCount: data.width * data.height,
            width: data.width,
            height: data.height,
            neighbours: data.neighbours,
            corners: data.corners,
          }
        : { kind: 'graph', nodeCount: data.nodeCount, arcCount: data.arcCount }),
      queries: queries.count,
      found: paths.length,
      longest: paths.reduce((most, length) => Math.max(most, length), 0),
      referenced: oracle.referenced,
      published: published ? published.length.filter((length) => !Number.isNaN(length)).length : 0,
      solvers: reports,
      skipped,
    },
  };
}

async function benchSolver(
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  options: BenchProblemOptions,
): Promise<{ report: SolverReport; measured: Measured; wrong: Difference[] }> {
  const { repeat = 3, peerSeconds = 3, peerQueries = 5, onProgress } = options;
  const peer = solver.group === 'peer';
  const start = performance.now();
  const built = await solver.build(problem);
  const buildMs = performance.now() - start;
  try {
    const measured = await measure(built, problem.queries, {
      repeat,
      ...(peer && { budget: { ms: peerSeconds * 1000, atLeast: peerQueries } }),
      onProgress: (done, total) => onProgress?.(`${problem.name}: ${solver.name}`, done, total),
    });
    const { memoryBytes, sharedBytes } = built;
    const { count, routes, queryMs, batchMs, prepareMs } = measured;
    const verdict = judge(problem, oracle, solver, measured);
    if (solver.group === 'wayfield' && solver.exact && !solver.rounded)
      oracle.learnAnswers(solver.name, routes);
    return {
      measured,
      wrong: verdict.differences,
      report: {
        name: solver.name,
        group: solver.group,
        ...(solver.rule && { rule: ruleName(solver.rule) }),
        threads: solver.threads,
        buildMs,
        queries: count,
        queryMs: queryMs ? summarise(queryMs) : null,
        queriesPerSecond: (1000 * count) / batchMs,
        settled: routes.settled ? routes.settled.reduce((sum, n) => sum + n, 0) / count : null,
        memoryBytes,
        sharedBytes,
        optimal: verdict.optimal,
        worstRatio: verdict.worstRatio,
        ...(prepareMs !== undefined && { prepareMs }),
        ...(peer && { missed: verdict.missed }),
      },
    };
  } finally {
    await built.destroy();
  }
}
