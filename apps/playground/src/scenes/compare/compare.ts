// The same questions to every backend: how long each takes, what goes to the GPU and back, and whether all agree.
import { download } from '../../shell/files.ts';
import { SEED, type Control, type Value } from '../../shell/settings.ts';
import { connect } from '../../worker/rpc.ts';
import { beginWith } from '../dropped.ts';
import { endsIn, GRID_FILES, ROAD_FILES } from '../maps/file-kinds.ts';
import { creditOf } from '../maps/credit.ts';
import type { Credit, Scene, SceneHost, SceneKind } from '../scene.ts';
import type { compareFunctions, Outcome } from './compare-functions.ts';
import { FILES, type MapFile, type ProblemName, PROBLEMS, type ProblemOptions } from './problem.ts';
import { createCompareTable } from './table.ts';

const COUNTS = [20, 100, 300, 1000, 3000, 10_000, 30_000];

const controls: readonly Control[] = [
  {
    kind: 'choice',
    name: 'what',
    label: 'Compare',
    value: 'all',
    options: [
      ['all', 'All'],
      ['grids', 'Grids'],
      ['roads', 'Roads'],
      ['fields', 'Fields'],
      ['meshes', 'Meshes'],
    ],
    again: true,
  },
  {
    kind: 'choice',
    name: 'size',
    label: 'Maps',
    value: 'medium',
    inline: true,
    options: [
      ['small', 'Small'],
      ['medium', 'Medium'],
      ['large', 'Large'],
    ],
    again: true,
  },
  {
    kind: 'range',
    name: 'count',
    label: 'Questions',
    value: 1000,
    min: COUNTS[0],
    max: COUNTS[COUNTS.length - 1],
    steps: COUNTS,
    again: true,
  },
  {
    kind: 'toggle',
    name: 'wrong',
    label: 'Add a wrong backend',
    value: false,
    hint: 'One that gives a wrong answer now and then: it must be found out.',
    again: true,
  },
  SEED,
  { kind: 'press', name: 'csv', label: 'Save the table (CSV)' },
];

/** A map that was dropped: it stays until maps of another size are chosen, or problems that it is not for. */
let dropped: (MapFile & { readonly size: string; readonly credit: Credit | undefined }) | undefined;

/** The problems that were chosen, and of these those that take the file. */
function namesFor(chosen: ProblemName | 'all', file?: string): readonly ProblemName[] {
  const names = chosen === 'all' ? PROBLEMS : [chosen];
  return file === undefined ? names : names.filter((name) => endsIn(file, FILES[name]));
}

async function create(host: SceneHost): Promise<Scene> {
  const { settings } = host;
  const chosen = settings['what'] as ProblemName | 'all';
  if (dropped && (dropped.size !== settings['size'] || namesFor(chosen, dropped.name).length === 0))
    dropped = undefined;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { calls, end } = connect<typeof compareFunctions>(worker);
  const begin = (file?: MapFile) =>
    calls.begin({
      names: namesFor(chosen, file?.name),
      size: settings['size'] as ProblemOptions['size'],
      count: Number(settings['count']),
      seed: Number(settings['seed']),
      gpu: navigator.gpu !== undefined,
      wrong: settings['wrong'] === true,
      ...(file && { file: { name: file.name, bytes: file.bytes } }),
    });

  const forget = (): void => {
    dropped = undefined;
  };

  let plan: Awaited<ReturnType<typeof begin>>;
  try {
    plan = await beginWith(host, dropped, forget, begin);
  } catch (error) {
    end();
    throw error;
  }
  const rows = plan.flatMap(({ backends }, problem) =>
    backends.map((backend, row) => ({ ...backend, problem, row })),
  );
  const outcomes: Outcome[] = [];
  const table = createCompareTable(plan);
  let differing = 0;
  let compared = 0;
  let failed = 0;
  /** Backends that have had all their turns. */
  let done = 0;

  /** How far it is, and what was found, where a screen reader hears it. */
  function say(): void {
    const problems = [
      differing > 0 ? `${differing.toLocaleString('en')} answers differ` : 'all answers agree',
      ...(failed > 0 ? [`${failed} failed`] : []),
    ].join(', ');
    const text =
      next === 0
        ? 'Nothing is measured yet: play, or go step by step.'
        : done < rows.length
          ? `${done} of ${rows.length} backends measured${turning ? ', others take turns' : ''}; ${problems} so far.`
          : `${done} backends measured, ${problems}.`;
    table.say(text, differing + failed > 0);
  }

  /** What comes next: backends of a problem begin one after the other, and then take turns as long as one wants to. */
  let next = 0;
  let turning: { readonly problem: number; row: number; wanted: boolean } | undefined;

  function take(outcome: Outcome): void {
    const { problem, row } = rows[next];
    outcomes[next] = outcome;
    table.show(problem, row, outcome);
    if (outcome.kind === 'failed') failed++;
    if (outcome.kind !== 'measured') return;
    const { measured } = outcome;
    if (row > 0) compared += measured.compared;
    differing += measured.differing;
  }

  /** A backend answers until it is warm. */
  async function open(): Promise<void> {
    const { problem, row } = rows[next];
    table.begun(problem, row);
    take(await calls.open(problem, row));
    next++;
    if (rows[next]?.problem !== problem) turning = { problem, row: 0, wanted: false };
  }

  /** A backend has a turn; milliseconds of a run. */
  async function turn({ problem, row }: { problem: number; row: number }): Promise<number> {
    const at = rows.findIndex((one) => one.problem === problem && one.row === row);
    const outcome = outcomes[at];
    if (outcome?.kind !== 'measured') return 0;
    const ms = await calls.turn(row);
    if (ms === undefined) return 0;
    if (typeof ms === 'object') {
      failed++;
      outcomes[at] = { kind: 'failed', reason: ms.failed };
    } else {
      turning!.wanted = true;
      const measured = { ...outcome.measured, turns: [...outcome.measured.turns, ms] };
      outcomes[at] = { kind: 'measured', measured };
    }
    table.show(problem, row, outcomes[at]);
    return typeof ms === 'object' ? 0 : ms;
  }

  /** After the last backend of a round the first one comes again, or the next problem. */
  async function nextTurn(now: NonNullable<typeof turning>): Promise<void> {
    now.row++;
    if (now.row < plan[now.problem].backends.length) return;
    if (now.wanted) {
      now.row = 0;
      now.wanted = false;
      return;
    }
    turning = undefined;
    done = next;
    await calls.close();
  }
  say();

  return {
    view: table.root,
    ...(dropped && { file: dropped.name }),
    ...(dropped?.credit && { credit: dropped.credit }),
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    backend: 'all of them, in a worker',
    set(name: string, _value: Value) {
      if (name === 'csv')
        download('wayfield-compare.csv', new Blob([table.csv()], { type: 'text/csv' }));
    },
    async tick() {
      let ms = 0;
      if (turning) {
        ms = await turn(turning);
        await nextTurn(turning);
      } else if (next < rows.length) await open();
      else return { ticks: 0, ms: 0 };
      say();
      return { ticks: 1, ms };
    },
    draw() {},
    pointer: () => false,
    async open(file) {
      if (namesFor(chosen, file.name).length === 0) {
        throw new Error('what is compared takes no such map: choose Grids, Roads or All');
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const credit = endsIn(file.name, ROAD_FILES) ? await creditOf(file.name, file) : undefined;
      dropped = { name: file.name, bytes, size: String(settings['size']), credit };
    },
    facts: () => [
      ['Map', dropped?.name ?? 'made up'],
      ['Measured', `${done} of ${rows.length}`],
      ['Answers compared', compared.toLocaleString('en')],
      ['Differing', differing.toLocaleString('en')],
      ['Shared memory', crossOriginIsolated ? 'yes' : 'no: the pools have one thread'],
    ],
    work: () => null,
    async state() {
      return {
        done: done === rows.length,
        compared,
        differing,
        file: dropped?.name,
        rows: outcomes.map((outcome, i) => ({
          problem: plan[rows[i].problem].name,
          backend: rows[i].kind,
          title: rows[i].title,
          kind: outcome.kind,
          ...(outcome.kind === 'measured' ? outcome.measured : { reason: outcome.reason }),
        })),
      };
    },
    destroy: end,
  };
}

export const COMPARE: SceneKind = {
  summary:
    'The same questions to every backend that this browser has: how long each takes, what is sent to the GPU and back, and whether the answers agree. Each is warmed up; then they take turns, and medians are shown, with the spread. Drop a .map or a map of roads to ask on that.',
  controls,
  rate: 20,
  files: [...GRID_FILES, ...ROAD_FILES],
  create,
};
