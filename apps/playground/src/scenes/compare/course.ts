// The course of the comparison. For each problem, its backends are opened one after the other,
// until each is warm. Then they take turns while any of them wants another turn.
import type { Calls } from '../../common/rpc.ts';
import type { compareFunctions, Measured, Outcome, PlannedProblem } from './compare-functions.ts';
import { type CompareTable, createCompareTable } from './table.ts';

type PlannedBackend = PlannedProblem['backends'][number];

/** A backend with the number of its problem and its number in that problem. */
export type CourseRow = PlannedBackend & { readonly problem: number; readonly row: number };

export interface Course {
  readonly table: CompareTable;
  readonly rows: readonly CourseRow[];
  /** An outcome per opened row. */
  readonly outcomes: readonly Outcome[];
  /** Backends that have had all their turns. */
  readonly done: number;
  readonly counts: { readonly compared: number; readonly differing: number };
  /** Opens a backend or gives one a turn; returns milliseconds of a run; undefined at the end. */
  goOn(): Promise<number | undefined>;
}

/** A round in which the backends of a problem take turns. */
interface Round {
  readonly problem: number;
  row: number;
  /** Whether a backend of this round wants another one. */
  wanted: boolean;
}

interface Counts {
  compared: number;
  differing: number;
  failed: number;
}

/**
 * Counts an outcome. The first backend of a problem is not compared: its answers are the right
 * ones.
 */
function addTo(counts: Counts, outcome: Outcome, isFirst: boolean): void {
  if (outcome.kind === 'failed') counts.failed++;
  if (outcome.kind !== 'measured') return;
  const { compared, differing } = outcome.measured;
  if (!isFirst) counts.compared += compared;
  counts.differing += differing;
}

const withTurn = (measured: Measured, ms: number): Measured => ({
  ...measured,
  turns: [...measured.turns, ms],
});

/** Moves to the next backend, in a circle; false if none wants a turn. */
function hasNext(round: Round, backends: number): boolean {
  round.row++;
  if (round.row < backends) return true;
  const { wanted } = round;
  round.row = 0;
  round.wanted = false;
  return wanted;
}

export function createCourse(
  plan: readonly PlannedProblem[],
  calls: Calls<typeof compareFunctions>,
): Course {
  const rows = plan.flatMap(({ backends }, problem) =>
    backends.map((backend, row) => ({ ...backend, problem, row })),
  );
  const table = createCompareTable(plan);
  const outcomes: Outcome[] = [];
  const counts: Counts = { compared: 0, differing: 0, failed: 0 };
  let next = 0;
  let done = 0;
  let round: Round | undefined;

  async function open(): Promise<void> {
    const { problem, row } = rows[next];
    table.begun(problem, row);
    const outcome = await calls.open(problem, row);
    outcomes[next] = outcome;
    table.show(problem, row, outcome);
    addTo(counts, outcome, row === 0);
    next++;
    if (rows[next]?.problem !== problem) round = { problem, row: 0, wanted: false };
  }

  async function turn(now: Round): Promise<number> {
    const { problem, row } = now;
    const at = rows.findIndex((one) => one.problem === problem && one.row === row);
    const outcome = outcomes[at];
    if (outcome?.kind !== 'measured') return 0;
    const ms = await calls.turn(row);
    if (ms === undefined) return 0;
    const isFailed = typeof ms === 'object';
    outcomes[at] = isFailed
      ? { kind: 'failed', reason: ms.failed }
      : { kind: 'measured', measured: withTurn(outcome.measured, ms) };
    if (isFailed) counts.failed++;
    else now.wanted = true;
    table.show(problem, row, outcomes[at]);
    return isFailed ? 0 : ms;
  }

  /** After the last backend of a round comes the first one again, or the next problem. */
  async function advance(now: Round): Promise<void> {
    if (hasNext(now, plan[now.problem].backends.length)) return;
    round = undefined;
    done = next;
    await calls.close();
  }

  function say(): void {
    const where = { next, done, count: rows.length, isTurning: round !== undefined };
    table.say(inWords(where, counts), counts.differing + counts.failed > 0);
  }
  say();

  return {
    table,
    rows,
    outcomes,
    get done() {
      return done;
    },
    counts,
    async goOn() {
      let ms = 0;
      if (round) {
        const now = round;
        ms = await turn(now);
        await advance(now);
      } else if (next < rows.length) await open();
      else return undefined;
      say();
      return ms;
    },
  };
}

/** How far the course is and what was found, for people who look and for screen readers. */
function inWords(
  {
    next,
    done,
    count,
    isTurning,
  }: {
    readonly next: number;
    readonly done: number;
    readonly count: number;
    readonly isTurning: boolean;
  },
  { differing, failed }: { readonly differing: number; readonly failed: number },
): string {
  if (next === 0) return 'Nothing is measured yet: play, or go step by step.';
  const problems = [
    differing > 0 ? `${differing.toLocaleString('en')} answers differ` : 'all answers agree',
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
  if (done === count) return `${done} backends measured, ${problems}.`;
  const turns = isTurning ? ', others take turns' : '';
  return `${done} of ${count} backends measured${turns}; ${problems} so far.`;
}
