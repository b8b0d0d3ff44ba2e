import { createCollisionSolver } from '@wayfield/collision';
import { choosePeers } from '../../collision/peers.ts';
import {
  type FinderMaker,
  gpuFinder,
  plainFinder,
  poolFinder,
  wasmFinder,
} from '../../collision/finders.ts';
import { findTruePairs } from '../../collision/judge-pairs.ts';
import { type CollisionCase, measureFinder } from '../../collision/measure.ts';
import { COLLISION_TESTS, type CollisionTest, testWorld } from '../../collision/tests.ts';
import { bodiesOf, type Circles, drawCrowd } from '../../collision/worlds.ts';
import { type Measurement, measurementOf } from '../../statistics/measurement.ts';
import { sampleInTurns } from '../../statistics/sample-in-turns.ts';
import {
  type Effort,
  noGpuTime,
  SAMPLING,
  type StudyContext,
  type StudyUnit,
  type Value,
} from '../study.ts';
import { FEW_SIZES, SPREADS, STUDY_SIZES } from './tables.ts';

/** Steps of each program, at least, and milliseconds of them. */
const EFFORT: Readonly<Record<Effort, { repeat: number; ms: number }>> = {
  tiny: { repeat: 1, ms: 0 },
  quick: { repeat: 3, ms: 20 },
  full: { repeat: 6, ms: 120 },
};
const paceOf = (effort: Effort) => ({
  ...EFFORT[effort],
  sampleMs: SAMPLING[effort].sampleMs ?? 0,
});
const MOST: readonly (readonly [number, Effort])[] = [
  [50, 'tiny'],
  [10_000, 'quick'],
  [Infinity, 'full'],
];
const SOFTWARE_BODIES = 500;
/** From here on a tree is asked as often as it takes to judge it, and timed once. */
const MANY = 200_000;
/** Only these are held against a tree beyond that: it takes seconds for a step. */
const TREE_TESTS: readonly string[] = [
  'T1, 1,500,000 bodies',
  'T4-1, 1,000,000 bodies',
  'T4-256, 1,000,000 bodies',
];
/** Slower libraries only take part where they do not take minutes. */
const SLOW: Readonly<Record<string, number>> = {
  kdbush: 100_000,
  rbush: 100_000,
  check2d: 1000,
  rapier: 1000,
};
const TREES = ['kdbush', 'flatbush'];
/** In quick runs of so few bodies the GPU would do without its grid: it must not. */
const GRID = { tuning: { direct: 0 } };

/** Figures by number of bodies and their tests. */
const FIGURES: readonly (readonly [figure: string, test: string, sizes: readonly number[]])[] = [
  ['Figure 7.1', 'T1', STUDY_SIZES],
  ['Figure 7.2', 'T2', FEW_SIZES],
  ['Figure 7.3', 'T3', FEW_SIZES],
  ['Figure 7.3 (text)', 'T3b', FEW_SIZES],
];

/** A unit per test and number of bodies, and per spread of a million. */
export function testUnits(): StudyUnit[] {
  const units = FIGURES.flatMap(([figure, test, sizes]) =>
    sizes.map((size): StudyUnit => ({
      key: `${test} ${size} bodies`,
      rows: [[figure, String(size)]],
      from: MOST.find(([most]) => size <= most)![1],
      seconds: 0.3 + size / 100_000,
      run: (context) => direct(context, figure, testOf(test), size),
    })),
  );
  const spreads = SPREADS.map(([test, spread]): StudyUnit => ({
    key: `T4 spread ${spread}`,
    rows: [
      ['Figure 7.4', String(spread)],
      ...(spread === 256 ? [['Section 8.1', '2 to 512'] as const] : []),
    ],
    from: 'quick',
    seconds: 2,
    run: (context) => unequal(context, testOf(test), spread),
  }));
  return [...units, ...spreads];
}

const testOf = (name: string): CollisionTest => COLLISION_TESTS.find((test) => test.name === name)!;

interface Times {
  readonly wasm: Measurement;
  readonly pool: Measurement | undefined;
  readonly gpu: Measurement | undefined;
  readonly gpuRan: boolean;
  readonly tree: Measurement | undefined;
  readonly treeName: string;
  /** Of the fastest of ours that is no software driver. */
  readonly best: Measurement;
  readonly bestName: string;
}

/** One crowd by every program. Pairs of ours are all judged. */
async function measureAll(
  context: StudyContext,
  test: CollisionTest,
  size: number,
): Promise<Times> {
  const { effort, seed, check, device, software, threads, meter, session } = context;
  const world = testWorld(test, size);
  const name = `${test.name}, ${size.toLocaleString('en-US')} bodies`;
  session.terminal.progress(`${name}: drawing`);
  const states = drawCrowd(world, seed);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const task: CollisionCase = { test: test.name, world, states, truths };
  const pairs = truths[0].keys.length + truths[1].keys.length;
  const run = async (program: string, make: FinderMaker, few = false): Promise<Measurement> => {
    session.terminal.progress(`${name}: ${program}`);
    const samples: number[] = [];
    const pace = few ? { repeat: 1, ms: 0 } : paceOf(effort);
    const report = await measureFinder(task, make, {
      ...pace,
      onSample: (ms) => void samples.push(ms),
    });
    const { group, missed, duplicates, wrong, against } = report;
    if (group === 'wayfield') {
      const faults = missed + duplicates + wrong;
      const first = `${missed} missed, ${duplicates} twice, ${wrong} wrong`;
      check.count(`${name}: ${program}`, against, Math.max(1, pairs), faults, first);
    }
    return measurementOf(samples);
  };
  const wasm = await run('one thread', (one) => wasmFinder(one));
  const pool = threads > 1 ? await run('pool', (one) => poolFinder(one, threads)) : undefined;
  const uses = device && (!software || size <= SOFTWARE_BODIES) ? device : undefined;
  const onGpu =
    uses && (await run('GPU', (one: Circles) => gpuFinder(uses, one, software ? GRID : {}, meter)));
  const gpu = software ? undefined : onGpu;
  const ours: [string, Measurement][] = [['one thread', wasm]];
  if (pool) ours.push([`pool of ${threads}`, pool]);
  if (gpu) ours.push(['GPU', gpu]);
  const [bestName, best] = ours.reduce((a, b) => (b[1].median < a[1].median ? b : a));
  let tree: Measurement | undefined;
  let treeName = '';
  const asked = test.name === 'T1' ? (true as const) : TREES;
  const { peers } = choosePeers(effort === 'tiny' ? ['flatbush'] : asked);
  const rivals: [string, Measurement][] = [
    ['plain grid', await run('plain grid', () => plainFinder(), size > MANY)],
  ];
  for (const peer of peers) {
    if (size > (SLOW[peer.name] ?? Infinity)) continue;
    if (size > MANY && !TREE_TESTS.includes(name)) continue;
    const time = await run(peer.name, peer.make, size > MANY);
    rivals.push([peer.name, time]);
    if (TREES.includes(peer.name) && !(tree && tree.median <= time.median)) {
      [tree, treeName] = [time, peer.name];
    }
  }
  for (const [rival, theirs] of rivals) {
    context.rival({
      task: name,
      rival,
      program: 'fastest of ours',
      unit: 'ms',
      ours: best,
      theirs,
    });
  }
  return { wasm, pool, gpu, gpuRan: onGpu !== undefined, tree, treeName, best, bestName };
}

/** The columns that all figures begin with. */
function commonCells(context: StudyContext, times: Times): Record<string, Value> {
  const { wasm, pool, gpu, gpuRan, tree, treeName, best, bestName } = times;
  return {
    'one thread': wasm,
    pool: pool ?? { value: null, note: 'one thread' },
    GPU: gpu ?? { value: null, note: noGpuTime(context, gpuRan) },
    'fastest tree': tree
      ? { value: tree, by: treeName }
      : { value: null, note: 'no tree was asked' },
    'times as fast as the fastest tree': tree
      ? { value: tree.median / best.median, by: bestName }
      : { value: null, note: 'no tree was asked' },
  };
}

async function direct(
  context: StudyContext,
  figure: string,
  test: CollisionTest,
  size: number,
): Promise<void> {
  const times = await measureAll(context, test, size);
  const { gpu, gpuRan, tree, best } = times;
  context.put(figure, String(size), {
    ...commonCells(context, times),
    'GPU / fastest tree':
      gpu && tree ? tree.median / gpu.median : { value: null, note: noGpuTime(context, gpuRan) },
    ...(figure === 'Figure 7.2' && { 'time / T1': await againstT1(context, size, best) }),
  });
}

/** T1 with as many bodies, by the same backend, as one thread measures both. */
async function againstT1(context: StudyContext, size: number, best: Measurement): Promise<Value> {
  const { effort, seed, threads, device, software, meter } = context;
  const world = testWorld(testOf('T1'), size);
  const states = drawCrowd(world, seed);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const times: number[][] = [];
  const makers: FinderMaker[] = [(one) => wasmFinder(one)];
  if (threads > 1) makers.push((one) => poolFinder(one, threads));
  if (device && !software) makers.push((one) => gpuFinder(device, one, {}, meter));
  for (const make of makers) {
    const samples: number[] = [];
    const onSample = (ms: number): void => void samples.push(ms);
    await measureFinder({ test: 'T1', world, states, truths }, make, {
      ...paceOf(effort),
      onSample,
    });
    times.push(samples);
  }
  return best.median / Math.min(...times.map((samples) => measurementOf(samples).median));
}

/** A million circles; in a quick run as few as make sense. */
const SPREAD_SIZE: Readonly<Record<Effort, number>> = { tiny: 50, quick: 10_000, full: 1_000_000 };

async function unequal(context: StudyContext, test: CollisionTest, spread: number): Promise<void> {
  const { effort, put, seed, check, sampling } = context;
  const size = SPREAD_SIZE[effort];
  const times = await measureAll(context, test, size);
  const [circles] = drawCrowd(testWorld(test, size), seed);
  const note = size === 1_000_000 ? {} : { note: `${size.toLocaleString('en-US')} bodies` };
  const [one, levels] = (['single', 'multi'] as const).map((grid) => {
    const solver = createCollisionSolver(bodiesOf(circles), { grid, motion: 'all' });
    return {
      solver,
      run() {
        solver.update();
        return solver.pairs().count;
      },
    };
  });
  check.fact(`T4, spread ${spread}: pairs in levels`, 'one grid', one.run() === levels.run());
  const grids = await sampleInTurns(
    [
      { name: 'one', run: () => void one.run() },
      { name: 'levels', run: () => void levels.run() },
    ],
    sampling,
  );
  const saves = grids.get('one')!.median / grids.get('levels')!.median;
  one.solver.destroy();
  levels.solver.destroy();
  const cells = commonCells(context, times);
  put('Figure 7.4', String(spread), {
    ...cells,
    'times as fast as the fastest tree': times.tree
      ? { value: times.tree.median / times.best.median, by: times.bestName, ...note }
      : { value: null, note: 'no tree was asked' },
    'one grid / levels, one thread': saves,
  });
  if (spread !== 256) return;
  put('Section 8.1', '2 to 512', {
    'time saved': { value: 100 * (1 - 1 / saves), by: 'one thread', ...note },
    'detail checks saved': { value: null, note: 'both decide each pair in one pass' },
  });
}
