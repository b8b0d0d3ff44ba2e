// The scene "Compare": every backend answers the same questions. It shows times, bytes to and from
// the GPU, and whether all answers agree.
import { download } from '../../common/download.ts';
import { type Control, SEED, type Settings, type Value } from '../../common/settings.ts';
import { connect } from '../../common/rpc.ts';
import { beginWith } from '../dropped.ts';
import { endsIn, GRID_FILES, ROAD_FILES } from '../maps/file-kinds.ts';
import { creditOf } from '../maps/credit.ts';
import type { Credit, Scene, SceneHost, SceneKind } from '../scene.ts';
import type { compareFunctions, PlannedProblem } from './compare-functions.ts';
import { type Course, createCourse } from './course.ts';
import { FILES, type MapFile, type ProblemName, PROBLEMS, type ProblemOptions } from './problem.ts';

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

/**
 * A dropped map. It stays until another size of maps is chosen, or problems that cannot take it.
 */
let dropped: (MapFile & { readonly size: string; readonly credit: Credit | undefined }) | undefined;

/** The chosen problems; with a file, only those that take it. */
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
  const course = createCourse(plan, calls);
  return sceneOf({ settings, chosen, plan, course, end });
}

/** The parts of the scene. */
interface CompareParts {
  readonly settings: Settings;
  readonly chosen: ProblemName | 'all';
  readonly plan: readonly PlannedProblem[];
  readonly course: Course;
  end(): void;
}

function sceneOf({ settings, chosen, plan, course, end }: CompareParts): Scene {
  const { table, rows, outcomes } = course;
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
      const ms = await course.goOn();
      return ms === undefined ? { ticks: 0, ms: 0 } : { ticks: 1, ms };
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
      ['Measured', `${course.done} of ${rows.length}`],
      ['Answers compared', course.counts.compared.toLocaleString('en')],
      ['Differing', course.counts.differing.toLocaleString('en')],
      ['Shared memory', crossOriginIsolated ? 'yes' : 'no: the pools have one thread'],
    ],
    work: () => null,
    async state() {
      return {
        done: course.done === rows.length,
        compared: course.counts.compared,
        differing: course.counts.differing,
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
    'The same questions to every backend that this browser has: how long each takes, what is ' +
    'sent ' +
    'to the GPU and back, and whether the answers agree. Each is warmed up; then they take ' +
    'turns, ' +
    'and medians are shown, with the spread. Drop a .map or a map of roads to ask on that.',
  controls,
  rate: 20,
  files: [...GRID_FILES, ...ROAD_FILES],
  create,
};
