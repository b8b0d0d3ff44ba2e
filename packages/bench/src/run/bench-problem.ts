import { checkOptions } from '@wayfield/check';
import { isGrid } from '@wayfield/graph';
import { benchProblemOptions, problemRule, solversRule } from '../arguments.ts';
import { judge, type Verdict } from './check/judge.ts';
import { createOracle, type Oracle } from './check/oracle.ts';
import { askReference } from './check/reference.ts';
import { type Problem, sliceProblem } from './problems/problem.ts';
import { ruleName } from './peers/rule.ts';
import type { Against, Difference, ProblemReport, SolverReport } from '../report/report.ts';
import { summarise } from './statistics/summary.ts';
import { type Answers, answersOf } from './solvers/answers.ts';
import { contestantOf } from './solvers/contestant.ts';
import type { BenchSolver, BuiltSolver } from './solvers/solver.ts';
import { compareFigures, measureInTurns } from './statistics/measure-in-turns.ts';
import { ratioOfRounds } from './statistics/ratio-of.ts';

/** Options of `benchProblem`. */
export interface BenchProblemOptions {
  /**
   * Rounds in which every solver answers every query, in turns; a peer only those queries that it
   * had time for. Per query the fastest round counts, and figures such as the median are over
   * queries. Default 3.
   */
  readonly repeat?: number;
  /**
   * Queries that the slow reference answers too, evenly spread. Default: as many as four seconds
   * allow.
   */
  readonly reference?: number;
  /**
   * Seconds for the first answers of one peer; the peer is asked as many queries as it answers in
   * this time. Timing asks these queries again, in every round. Default 3.
   */
  readonly peerSeconds?: number;
  /** Queries that a peer answers however long they take. Default 5. */
  readonly peerQueries?: number;
  /** Receives what is being measured, with `done` of `total` where these are known. */
  readonly onProgress?: (what: string, done?: number, total?: number) => void;
}

/** A problem's figures, and every answer that was wrong. */
export interface ProblemResult {
  readonly report: ProblemReport;
  /** Answers that were checked. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** Milliseconds for the answers of the reference where `reference` is not given. */
const REFERENCE_MS = 4000;

/**
 * Milliseconds of warm-up of every solver. The budget of a race is four times that of all solvers
 * together, because a warm-up ends after a quarter of the budget.
 */
const WARM_UP_MS = 40;
/**
 * Budget in milliseconds, per round of `repeat`, of the race between a peer and one of our solvers
 * on the peer's queries. `repeat` rounds run even if a slow peer needs longer for them.
 */
const PEER_MS = 100;

/**
 * Runs every solver on one problem, checks all answers, then times all solvers in turns. Solvers
 * that refuse are reported.
 */
export async function benchProblem(
  problem: Problem,
  solvers: readonly BenchSolver[],
  options: BenchProblemOptions = {},
): Promise<ProblemResult> {
  problemRule(problem, 'problem');
  solversRule(solvers, 'solvers');
  checkOptions('benchProblem', options, benchProblemOptions);
  const { data, queries, published } = problem;
  const { reference, onProgress } = options;
  const oracle = createOracle(problem);
  askReference(problem, oracle, {
    ...(reference === undefined ? { budgetMs: REFERENCE_MS } : { count: reference }),
    onProgress: (done, total) => onProgress?.(`${problem.name}: reference`, done, total),
  });

  const entries: Entry[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const kind = isGrid(data) ? 'grid' : 'graph';
  let reports: SolverReport[];
  try {
    for (const solver of solvers) {
      if (solver.kind !== undefined && solver.kind !== kind) continue;
      const reason = solver.refuse(problem);
      if (reason !== undefined) {
        skipped.push({ name: solver.name, reason });
        continue;
      }
      onProgress?.(`${problem.name}: ${solver.name}`);
      await enter(entries, problem, oracle, solver, options).catch((cause: Error) => {
        throw new Error(`${solver.name} on ${problem.name}: ${cause.message}`, { cause });
      });
    }
    reports = await timeEntries(entries, problem, options);
  } finally {
    for (const { built } of entries) await built.destroy();
  }
  const differences = entries.flatMap(({ verdict }) => verdict.differences);
  const compared = entries.reduce(
    (sum, { solver, answers }) => sum + (solver.group === 'peer' ? 0 : answers.count),
    0,
  );

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

/** A solver whose answers were judged, and that will be timed. */
interface Entry {
  readonly solver: BenchSolver;
  readonly built: BuiltSolver;
  readonly buildMs: number;
  readonly answers: Answers;
  readonly verdict: Verdict;
}

/**
 * Builds a solver, judges its answers and appends it to `entries`. Destroys it if asking throws.
 */
async function enter(
  entries: Entry[],
  problem: Problem,
  oracle: Oracle,
  solver: BenchSolver,
  { peerSeconds = 3, peerQueries = 5, onProgress }: BenchProblemOptions,
): Promise<void> {
  const start = performance.now();
  const built = await solver.build(problem);
  const buildMs = performance.now() - start;
  try {
    const answers = await answersOf(built, problem.queries, {
      ...(solver.group === 'peer' && { budget: { ms: 1000 * peerSeconds, atLeast: peerQueries } }),
      onProgress: (share) => onProgress?.(`${problem.name}: ${solver.name}`, share, 1),
    });
    const verdict = judge(problem, oracle, solver, answers);
    if (solver.group === 'wayfield' && solver.exact && !solver.rounded) {
      oracle.learnAnswers(solver.name, answers.routes);
    }
    entries.push({ solver, built, buildMs, answers, verdict });
  } catch (cause) {
    await built.destroy();
    throw cause;
  }
}

/**
 * Times all solvers in turns: queries one by one, then in one call; then each peer against one of
 * ours on the peer's queries.
 */
async function timeEntries(
  entries: readonly Entry[],
  problem: Problem,
  options: BenchProblemOptions,
): Promise<SolverReport[]> {
  const { repeat = 3, onProgress } = options;
  // no warm-up where the first answers of each solver took at least WARM_UP_MS
  const isWarm = entries.every(({ answers }) => answers.spentMs >= WARM_UP_MS);
  const turns = (what: string) => ({
    warmUp: 0,
    warmUpMs: isWarm ? 0 : WARM_UP_MS,
    budgetMs: 4 * WARM_UP_MS * entries.length,
    least: repeat,
    most: repeat,
    always: repeat,
    onRound: (round: number) => onProgress?.(`${problem.name}: ${what}`, round, repeat),
  });
  const queryMs = entries.map(({ answers }) => new Float64Array(answers.count).fill(Infinity));
  const partOf = ({ answers }: Entry): Problem => sliceProblem(problem, 0, answers.count);
  const singles = await measureInTurns(
    entries.flatMap((one, e) =>
      one.built.ask
        ? [
            contestantOf(String(e), one.built, partOf(one).queries, 'single', (i, ms) => {
              queryMs[e][i] = Math.min(queryMs[e][i], ms);
            }),
          ]
        : [],
    ),
    'single',
    turns('one by one'),
  );
  const batches = await measureInTurns(
    entries.map((one, e) => contestantOf(String(e), one.built, partOf(one).queries, 'batch')),
    'batch',
    turns('one batch'),
  );
  const exact = entries.filter(
    ({ solver, built }) => solver.group === 'wayfield' && solver.exact && built.ask,
  );
  const ours = exact.find(({ solver }) => solver.name === 'astar') ?? exact[0];
  const reports: SolverReport[] = [];
  for (const [e, entry] of entries.entries()) {
    const { solver, built, buildMs, answers, verdict } = entry;
    const { count, routes } = answers;
    const asked = singles.figures.some(({ name }) => name === String(e));
    const isPeer = solver.group === 'peer';
    reports.push({
      name: solver.name,
      group: solver.group,
      ...(solver.rule && { rule: ruleName(solver.rule) }),
      threads: solver.threads,
      buildMs,
      queries: count,
      queryMs: asked && count > 0 ? summarise(queryMs[e]) : null,
      queriesPerSecond: (1000 * count) / Math.min(...batches.time(String(e)).samples),
      settled: routes.settled ? routes.settled.reduce((sum, n) => sum + n, 0) / count : null,
      memoryBytes: built.memoryBytes,
      sharedBytes: built.sharedBytes,
      optimal: verdict.optimal,
      worstRatio: verdict.worstRatio,
      ...(built.prepareMs !== undefined && { prepareMs: built.prepareMs }),
      ...(isPeer && { missed: verdict.missed }),
      ...(isPeer && ours && { against: await raceAgainst(ours, entry, partOf(entry), options) }),
    });
  }
  return reports;
}

/**
 * Lets one of our solvers and a peer take turns on the queries that the peer had time for: `repeat`
 * to `10 * repeat` rounds, as the budget allows.
 */
async function raceAgainst(
  ours: Entry,
  peer: Entry,
  { name, queries }: Problem,
  { repeat = 3, onProgress }: BenchProblemOptions,
): Promise<Against> {
  onProgress?.(`${name}: ${ours.solver.name} and ${peer.solver.name} in turns`);
  const ratio = async (calls: 'single' | 'batch') => {
    const race = await measureInTurns(
      [
        contestantOf('ours', ours.built, queries, calls),
        contestantOf('theirs', peer.built, queries, calls),
      ],
      calls,
      {
        warmUp: 0,
        warmUpMs: WARM_UP_MS,
        least: repeat,
        always: repeat,
        most: 10 * repeat,
        budgetMs: PEER_MS * repeat,
      },
    );
    const both = compareFigures(race.figure('ours'), race.figure('theirs'));
    return ratioOfRounds(both.theirs.samples, both.ours.samples);
  };
  return { ours: ours.solver.name, single: await ratio('single'), batch: await ratio('batch') };
}
