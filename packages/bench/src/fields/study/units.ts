import {
  MCMILLAN_PARALLEL,
  MCMILLAN_SEQUENTIAL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_1,
  MCMILLAN_TABLE_5_3,
  mcmillanOpenMap,
} from '@wayfield/diffusion/study';
import type { DiffusionMap } from '@wayfield/diffusion';
import { openGrid } from '@wayfield/graph/generators';
import { backendMaker } from '../measure/backends.ts';
import { doubleStep, scriptStep, scriptSteps } from '../measure/script-steps.ts';
import {
  type Effort,
  noGpuTime,
  type StudyContext,
  type StudyUnit,
} from '../../run/study/study.ts';
import { measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import type { Measurement } from '../../run/statistics/measurement.ts';
import { agentUnit } from './agent-units.ts';
import { mapUnit } from './map-units.ts';
import { frontierDijkstra, type GoalTree, sequentialDijkstra } from '../peers/plain-dijkstra.ts';
import { rivalUnits } from './rivals.ts';
import { AGENTS, SIDES, STRENGTHS } from './tables.ts';
import { type FieldTimes, timeFields, timeTrees } from './timed-fields.ts';

/** Largest maps by effort. */
const MOST: readonly (readonly [number, Effort])[] = [
  [32, 'tiny'],
  [512, 'quick'],
  [Infinity, 'full'],
];
/** Steps that are timed in place of all steps of the sequential program. */
const SCRIPT_STEPS = 16;
/**
 * The side whose printed parallel count differs from ours; the settings that give all other counts
 * give 71,021.
 */
const DIFFERENT = 2048;
/** What a page can start in place of streams is timed by a program of its own. */
const NO_STREAMS = 'WebGPU has no streams; small dispatches: bench/gpu-mcmillan.ts';

/** A unit per side of the first set, per map of the second set, and the rivals. */
export function diffusionUnits(): StudyUnit[] {
  return [
    ...SIDES.map(sideUnit),
    ...MCMILLAN_TABLE_5_3.map(({ map }) => mapUnit(map)),
    ...AGENTS.map(agentUnit),
    ...rivalUnits(),
  ];
}

function sideUnit(n: number): StudyUnit {
  const side = String(n);
  return {
    key: `${n} x ${n}`,
    rows: [
      ...[
        'Table 5.1',
        'Table 5.2',
        'Figure 5.1',
        'Figure 5.3',
        'Figures 5.4-5.5',
        'Figure 5.6',
        'Figure 5.7',
      ].map((table) => [table, side] as const),
      ...STRENGTHS.map(([goal]) => ['Figure 5.2', `${side}, ${goal}`] as const),
    ],
    from: MOST.find(([most]) => n <= most)![1],
    seconds: 0.5 + (n / 256) ** 3,
    run: (context) => oneSide(context, n),
  };
}

/** A map of the study, n x n open cells. */
interface Side {
  readonly n: number;
  /** The row's name. */
  readonly side: string;
  readonly map: DiffusionMap;
  /** The goal of all tables except Figure 5.3. */
  readonly corner: number;
  /** The study's counts of iterations. */
  readonly printed: { readonly sequential: number; readonly parallel: number };
}

async function oneSide(context: StudyContext, n: number): Promise<void> {
  const say = (what: string): void => context.session.terminal.progress(`${n} x ${n}: ${what}`);
  const printed = MCMILLAN_TABLE_5_1.find((row) => row.n === n)!;
  const side: Side = { n, side: String(n), map: mcmillanOpenMap(n), corner: n * n - 1, printed };
  say('sequential iterations');
  const counted = await countSteps(context, n, printed.sequential);
  const log = await logFields(context, side);
  const parallel = await goalValues(context, side, say);
  iterations(context, side, counted, parallel.steps, log);
  say('the sequential program');
  sequentialProgram(context, side, parallel);
  say('goal in the centre');
  await goalInCentre(context, side, parallel);
  say('Dijkstra');
  await trees(context, n, { median: parallel.time.median });
}

/** The field in log form, which does not underflow, by every backend. */
async function logFields(
  context: StudyContext,
  { side, n, map, corner }: Side,
): Promise<FieldTimes> {
  const { check } = context;
  const log = await timeFields(context, { map, options: {}, goal: corner });
  const [[before, first], ...others] = log.fields;
  for (const [by, field] of others)
    check.cells(`${side}: field in log form, ${by}`, before, field, first);
  check.fact(`${side}: steps in log form`, 'cells between', log.report.steps === n - 1);
  return log;
}

/** The time of the parallel program with the study's strength of the goal. */
interface Parallel {
  readonly time: Measurement;
  readonly by: string;
  readonly steps: number;
}

/** Figure 5.2: strengths of the goal, by the study's step. */
async function goalValues(
  context: StudyContext,
  { side, map, corner }: Side,
  say: (what: string) => void,
): Promise<Parallel> {
  const { put, check } = context;
  let parallel: Parallel | undefined;
  for (const [goal, strength] of STRENGTHS) {
    say(`goal ${goal}`);
    const task = { map, options: MCMILLAN_PARALLEL, goal: corner, strength };
    const { time, by, report, reports } = await timeFields(context, task);
    const { steps } = report;
    for (const [backend, { steps: own }] of reports) {
      const what = `${side}, goal ${goal}: steps, ${backend}`;
      check.fact(what, 'the other backends', own === steps, `${own} and ${steps}`);
    }
    if (strength === MCMILLAN_STRENGTH) parallel = { time, by, steps };
    put('Figure 5.2', `${side}, ${goal}`, { time: { value: time, by }, steps });
  }
  return parallel!;
}

/** Table 5.1: iterations of both programs. */
function iterations(
  { put, check }: StudyContext,
  { n, side, printed }: Side,
  counted: number,
  parallel: number,
  log: FieldTimes,
): void {
  const { sequential } = printed;
  check.fact(`${side}: iterations, sequential`, 'Table 5.1', counted === sequential, `${counted}`);
  if (n !== DIFFERENT) {
    const first = `${parallel}, printed ${printed.parallel}`;
    const same = parallel === printed.parallel;
    check.fact(`${side}: iterations, parallel`, 'Table 5.1', same, first);
  }
  put('Table 5.1', side, {
    sequential: counted,
    parallel,
    'without underflow': { value: log.report.steps, by: log.by },
  });
}

/** Figure 5.1: the study's sequential program in JavaScript, of which a few steps are timed. */
function sequentialProgram(
  { put }: StudyContext,
  { side, map, printed }: Side,
  parallel: Parallel,
): void {
  const script = scriptSteps(map, scriptStep, SCRIPT_STEPS);
  const double = scriptSteps(map, doubleStep, SCRIPT_STEPS);
  script.run();
  double.run();
  const perStep = Math.min(script.run(), double.run(), script.run(), double.run()) / SCRIPT_STEPS;
  const alone = perStep * printed.sequential;
  put('Figure 5.1', side, {
    sequential: { value: alone, by: 'JavaScript' },
    parallel: { value: parallel.time, by: parallel.by },
    'times as fast': alone / parallel.time.median,
  });
}

/** Figure 5.3: the goal in the centre instead of the corner. */
async function goalInCentre(
  context: StudyContext,
  { n, side, map }: Side,
  corner: Parallel,
): Promise<void> {
  const { time, by } = await timeFields(context, {
    map,
    options: MCMILLAN_PARALLEL,
    goal: (n / 2) * n + n / 2,
    strength: MCMILLAN_STRENGTH,
  });
  context.put('Figure 5.3', side, {
    corner: { value: corner.time, by: corner.by },
    centre: { value: time, by },
    saved: 100 * (1 - time.median / corner.time.median),
  });
}

/** Tables and figures about Dijkstra. */
async function trees(
  context: StudyContext,
  n: number,
  diffusion: { readonly median: number },
): Promise<void> {
  const { put, check } = context;
  const side = String(n);
  const map = mcmillanOpenMap(n);
  const grid = openGrid(n, n);
  const goal = n * n - 1;
  let one = sequentialDijkstra(grid, goal);
  // after the same warm-up as ours: the first call meets code that is not compiled
  const sequential = await measureInTurns(
    [{ name: 'sequential', run: () => void (one = sequentialDijkstra(grid, goal)) }],
    'whole',
    context.sampling,
  );
  const alone = sequential.time('sequential');
  const many = frontierDijkstra(grid, goal);
  const timed = await timeTrees(context, map, goal);
  check.cells(`${side}: parallel Dijkstra`, 'sequential Dijkstra', many.dist, one.dist);
  if (timed.straight) {
    check.cells(
      `${side}: rule mcmillan, GPU`,
      'sequential Dijkstra',
      timed.straight.dist,
      f32(one),
    );
    check.fact(`${side}: iterations, GPU`, 'Table 5.2', timed.iterations === n);
  }
  check.fact(
    `${side}: iterations, Dijkstra`,
    'Table 5.2',
    one.iterations === n * n && many.iterations === n,
  );
  put('Table 5.2', side, { sequential: one.iterations, parallel: many.iterations });
  put('Figure 5.6', side, {
    sequential: { value: alone, by: 'JavaScript' },
    parallel: { value: timed.time, by: timed.by },
    'times as fast': alone.median / timed.time.median,
  });
  put('Figure 5.7', side, {
    'diffusion / Dijkstra': diffusion.median / timed.time.median,
  });
  const note = noGpuTime(context, timed.straight !== undefined);
  const [tiled, rule] = [timed.rules.get('tiled'), timed.rules.get('mcmillan')];
  put('Figures 5.4-5.5', side, {
    streams: { value: null, note: note || NO_STREAMS },
    'tiles in workgroup memory':
      tiled && rule ? tiled.median / rule.median : { value: null, note: note || 'not measured' },
  });
}

const f32 = ({ dist }: GoalTree): Float32Array => Float32Array.from(dist);

/** Counts the iterations of the study's sequential program, on a pool where that is faster. */
async function countSteps(
  { threads, session }: StudyContext,
  n: number,
  expected: number,
): Promise<number> {
  const make = backendMaker(threads > 1 && n >= 512 ? 'pool' : 'wasm', {
    device: undefined,
    threads,
  })!;
  const model = await make(mcmillanOpenMap(n), MCMILLAN_SEQUENTIAL);
  try {
    model.setGoals('goal', { cell: [n * n - 1], strength: MCMILLAN_STRENGTH });
    const { steps } = await model.settle({
      onProgress: (done) =>
        session.terminal.progress(`${n} x ${n}: sequential iterations`, done, expected),
    });
    return steps;
  } finally {
    await model.destroy();
  }
}
