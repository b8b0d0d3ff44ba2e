import {
  MCMILLAN_PARALLEL,
  MCMILLAN_SEQUENTIAL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_1,
  MCMILLAN_TABLE_5_3,
  mcmillanOpenMap,
} from '@wayfield/diffusion';
import { openGrid } from '@wayfield/graph/generators';
import { backendMaker } from '../../diffusion/backends.ts';
import { doubleStep, scriptStep, scriptSteps } from '../../diffusion/script-steps.ts';
import { type Effort, noGpuTime, type StudyContext, type StudyUnit } from '../study.ts';
import { mapUnit } from './map-units.ts';
import { frontierDijkstra, type GoalTree, sequentialDijkstra } from './plain-dijkstra.ts';
import { rivalUnits } from './rivals.ts';
import { SIDES, STRENGTHS } from './tables.ts';
import { timeFields, timeTrees } from './timed-fields.ts';

/** Largest maps by effort. */
const MOST: readonly (readonly [number, Effort])[] = [
  [32, 'tiny'],
  [512, 'quick'],
  [Infinity, 'full'],
];
/** Steps whose time stands for all of the sequential program. */
const SCRIPT_STEPS = 16;
/** The study's parallel count of this size differs from ours; the settings that give all its other counts give 71,021. */
const DIFFERENT = 2048;

/** A unit per side of the first set, per map of the second set, and the rivals. */
export function diffusionUnits(): StudyUnit[] {
  return [
    ...SIDES.map(sideUnit),
    ...MCMILLAN_TABLE_5_3.map(({ map }) => mapUnit(map)),
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

async function oneSide(context: StudyContext, n: number): Promise<void> {
  const { put, check, session } = context;
  const side = String(n);
  const map = mcmillanOpenMap(n);
  const [corner, centre] = [n * n - 1, (n / 2) * n + n / 2];
  const say = (what: string): void => session.terminal.progress(`${n} x ${n}: ${what}`);
  const { sequential, parallel } = MCMILLAN_TABLE_5_1.find((row) => row.n === n)!;

  // table 5.1: the two programs, and the field that does not underflow
  say('sequential iterations');
  const counted = await countSteps(context, n, sequential);
  check.fact(`${side}: iterations, sequential`, 'Table 5.1', counted === sequential, `${counted}`);
  const log = await timeFields(context, { map, options: {}, goal: corner });
  const [first, ...others] = log.fields.values();
  others.forEach((field, i) => {
    const [before, by] = [[...log.fields.keys()][0], [...log.fields.keys()][i + 1]];
    check.cells(`${side}: field in log form, ${by}`, before, field, first);
  });
  check.fact(`${side}: steps in log form`, 'cells between', log.report.steps === n - 1);

  // figure 5.2: values of the goal, by the study's step
  const steps: number[] = [];
  let parallelTime = log.time;
  let parallelBy = '';
  for (const [goal, strength] of STRENGTHS) {
    say(`goal ${goal}`);
    const task = { map, options: MCMILLAN_PARALLEL, goal: corner, strength };
    const timed = await timeFields(context, task);
    steps.push(timed.report.steps);
    for (const [backend, { steps: own }] of timed.reports) {
      check.fact(
        `${side}, goal ${goal}: steps, ${backend}`,
        'the other backends',
        own === timed.report.steps,
        `${own} and ${timed.report.steps}`,
      );
    }
    if (strength === MCMILLAN_STRENGTH) [parallelTime, parallelBy] = [timed.time, timed.by];
    put('Figure 5.2', `${side}, ${goal}`, {
      time: { value: timed.time, by: timed.by },
      steps: timed.report.steps,
    });
  }
  if (n !== DIFFERENT) {
    check.fact(
      `${side}: iterations, parallel`,
      'Table 5.1',
      steps[0] === parallel,
      `${steps[0]}, printed ${parallel}`,
    );
  }
  put('Table 5.1', side, {
    sequential: counted,
    parallel: steps[0],
    'without underflow': { value: log.report.steps, by: log.by },
  });

  // figure 5.1: the study's program in JavaScript, a few steps of it
  say('the sequential program');
  const script = scriptSteps(map, scriptStep, SCRIPT_STEPS);
  const double = scriptSteps(map, doubleStep, SCRIPT_STEPS);
  script.run();
  double.run();
  const perStep = Math.min(script.run(), double.run(), script.run(), double.run()) / SCRIPT_STEPS;
  const alone = perStep * sequential;
  put('Figure 5.1', side, {
    sequential: { value: alone, by: 'JavaScript' },
    parallel: { value: parallelTime, by: parallelBy },
    'times as fast': alone / parallelTime.median,
  });

  // figure 5.3
  say('goal in the centre');
  const strength = MCMILLAN_STRENGTH;
  const middle = await timeFields(context, {
    map,
    options: MCMILLAN_PARALLEL,
    goal: centre,
    strength,
  });
  put('Figure 5.3', side, {
    corner: { value: parallelTime, by: parallelBy },
    centre: { value: middle.time, by: middle.by },
    saved: 100 * (1 - middle.time.median / parallelTime.median),
  });

  say('Dijkstra');
  await trees(context, n, { median: parallelTime.median });
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
  const begun = performance.now();
  const one = sequentialDijkstra(grid, goal);
  const alone = performance.now() - begun;
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
    'times as fast': alone / timed.time.median,
  });
  put('Figure 5.7', side, {
    'diffusion / Dijkstra': diffusion.median / timed.time.median,
  });
  const note = noGpuTime(context, timed.straight !== undefined);
  const [tiled, rule] = [timed.rules.get('tiled'), timed.rules.get('mcmillan')];
  put('Figures 5.4-5.5', side, {
    streams: { value: null, note: note || 'WebGPU has no streams' },
    'tiles in workgroup memory':
      tiled && rule ? tiled.median / rule.median : { value: null, note: note || 'not measured' },
  });
}

const f32 = ({ dist }: GoalTree): Float32Array => Float32Array.from(dist);

/** The iterations of the study's sequential program, by as many threads as pay. */
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
