import { createCollisionSolver } from '@wayfield/collision';
import { choosePeers } from '../peers/peers.ts';
import {
  type FinderMaker,
  gpuFinder,
  plainFinder,
  poolFinder,
  wasmFinder,
} from '../measure/finders.ts';
import { findTruePairs } from '../measure/judge-pairs.ts';
import {
  type CollisionCase,
  finderContestant,
  measureFinders,
  type PreparedFinder,
  prepareFinder,
} from '../measure/measure.ts';
import { COLLISION_TESTS, type CollisionTest, testWorld } from '../measure/tests.ts';
import { bodiesOf, type Circles, drawCrowd } from '../measure/worlds.ts';
import {
  compareFigures,
  measureInTurns,
  type Sampling,
} from '../../run/statistics/measure-in-turns.ts';
import type { Measurement } from '../../run/statistics/measurement.ts';
import {
  type Effort,
  noGpuTime,
  RIVAL_SAMPLING,
  type StudyContext,
  type StudyUnit,
  type Value,
} from '../../run/study/study.ts';
import { ownChecks, studyChecks } from './detail-checks.ts';
import { FEW_SIZES, SPREADS, STUDY_SIZES } from './tables.ts';

/** The least steps of each program, and their least milliseconds. */
const EFFORT: Readonly<Record<Effort, { repeat: number; ms: number }>> = {
  tiny: { repeat: 1, ms: 0 },
  quick: { repeat: 3, ms: 20 },
  full: { repeat: 6, ms: 120 },
};
/** The effort where a step takes seconds: both states are judged first, and each is timed once. */
const FEW: Sampling = { warmUp: 0, least: 2, most: 2, always: 2, budgetMs: 0 };
/** The most bodies by effort. */
const MOST: readonly (readonly [number, Effort])[] = [
  [50, 'tiny'],
  [10_000, 'quick'],
  [Infinity, 'full'],
];
/** The most bodies on a software driver. */
const SOFTWARE_BODIES = 500;
/** From this number of bodies on a step of another program takes seconds. */
const MANY = 200_000;
/** The only tests with a tree above that number: a tree takes seconds for a step. */
const TREE_TESTS: readonly string[] = [
  'T1, 1,500,000 bodies',
  'T4-1, 1,000,000 bodies',
  'T4-256, 1,000,000 bodies',
];
/** The most bodies of slower libraries, so that none takes minutes. */
const SLOW: Readonly<Record<string, number>> = {
  kdbush: 100_000,
  rbush: 100_000,
  quadtree: 100_000,
  check2d: 1000,
  rapier: 1000,
};
const TREES = ['kdbush', 'flatbush', 'quadtree'];
/** Tuning of quick runs, which have so few bodies that the GPU would skip its grid. */
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
  /** The fastest of our programs without software drivers, from the race of all of ours. */
  readonly best: Measurement;
  readonly bestName: string;
  /** The fastest tree in turns with the fastest of ours; undefined where no tree was asked. */
  readonly tree:
    | { readonly name: string; readonly time: Measurement; readonly ours: Measurement }
    | undefined;
}

/**
 * One crowd: our programs in one race, then each other program in a race with our fastest. All
 * pairs of ours are judged.
 */
async function measureAll(
  context: StudyContext,
  test: CollisionTest,
  size: number,
): Promise<Times> {
  const { sampling, seed, check, device, software, threads, meter, session } = context;
  const world = testWorld(test, size);
  const name = `${test.name}, ${size.toLocaleString('en-US')} bodies`;
  session.terminal.progress(`${name}: drawing`);
  const states = drawCrowd(world, seed);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const task: CollisionCase = { test: test.name, world, states, truths };
  const pairs = truths[0].keys.length + truths[1].keys.length;
  const ours = new Map<string, PreparedFinder>();
  try {
    const prepare = async (program: string, make: FinderMaker): Promise<void> => {
      session.terminal.progress(`${name}: ${program}`);
      const one = await prepareFinder(task, make);
      ours.set(program, one);
      const { missed, duplicates, wrong } = one.faults;
      const faults = missed + duplicates + wrong;
      const first = `${missed} missed, ${duplicates} twice, ${wrong} wrong`;
      check.count(`${name}: ${program}`, truths[0].by, Math.max(1, pairs), faults, first);
    };
    const onPool = `pool of ${threads}`;
    await prepare('one thread', (one) => wasmFinder(one));
    if (threads > 1) await prepare(onPool, (one) => poolFinder(one, threads));
    const uses = device && (!software || size <= SOFTWARE_BODIES) ? device : undefined;
    if (uses) {
      await prepare('GPU', (one: Circles) => gpuFinder(uses, one, software ? GRID : {}, meter));
    }
    const race = await measureInTurns(
      [...ours].map(([program, one]) => finderContestant(program, task, one)),
      'whole',
      sampling,
    );
    const timed = race.figures.filter((one) => one.name !== 'GPU' || !software);
    const best = timed.reduce((a, b) => (b.time.median < a.time.median ? b : a));
    const timeOf = (program: string): Measurement | undefined =>
      timed.find((one) => one.name === program)?.time;
    const tree = await raceRivals(context, task, name, best.name, ours.get(best.name)!);
    return {
      wasm: timeOf('one thread')!,
      pool: timeOf(onPool),
      gpu: timeOf('GPU'),
      gpuRan: uses !== undefined,
      best: best.time,
      bestName: best.name,
      tree,
    };
  } finally {
    for (const { finder } of ours.values()) await finder.destroy();
  }
}

/** Lets every other program take turns with the fastest of ours; returns the fastest tree. */
async function raceRivals(
  context: StudyContext,
  task: CollisionCase,
  name: string,
  bestName: string,
  best: PreparedFinder,
): Promise<Times['tree']> {
  const { effort, session } = context;
  const size = task.world.count;
  const asked = task.test === 'T1' ? (true as const) : TREES;
  const { peers } = choosePeers(effort === 'tiny' ? ['flatbush'] : asked);
  const rivals = [
    { name: 'plain grid', make: () => plainFinder() },
    ...peers.filter(
      (peer) =>
        size <= (SLOW[peer.name] ?? Infinity) && (size <= MANY || TREE_TESTS.includes(name)),
    ),
  ];
  let tree: Times['tree'];
  for (const rival of rivals) {
    session.terminal.progress(`${name}: ${rival.name}`);
    const theirs = await prepareFinder(task, rival.make);
    try {
      const race = await measureInTurns(
        [finderContestant('ours', task, best), finderContestant('theirs', task, theirs)],
        'whole',
        size > MANY && effort !== 'tiny' ? FEW : RIVAL_SAMPLING[effort],
      );
      const comparison = compareFigures(race.figure('ours'), race.figure('theirs'));
      context.rival({
        task: name,
        rival: rival.name,
        program: `fastest of ours: ${bestName}`,
        unit: 'ms',
        comparison,
        preparation: { ours: best.createMs, theirs: theirs.createMs },
      });
      const time = comparison.theirs;
      if (TREES.includes(rival.name) && !(tree && tree.time.median <= time.median)) {
        tree = { name: rival.name, time, ours: comparison.ours };
      }
    } finally {
      await theirs.finder.destroy();
    }
  }
  return tree;
}

/** The columns that all figures begin with. */
function commonCells(context: StudyContext, times: Times): Record<string, Value> {
  const { wasm, pool, gpu, gpuRan, tree, bestName } = times;
  return {
    'one thread': wasm,
    pool: pool ?? { value: null, note: 'one thread' },
    GPU: gpu ?? { value: null, note: noGpuTime(context, gpuRan) },
    'fastest tree': tree
      ? { value: tree.time, by: tree.name }
      : { value: null, note: 'no tree was asked' },
    'times as fast as the fastest tree': tree
      ? { value: tree.time.median / tree.ours.median, by: bestName }
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
      gpu && tree
        ? tree.time.median / gpu.median
        : { value: null, note: noGpuTime(context, gpuRan) },
    ...(figure === 'Figure 7.2' && { 'time / T1': await againstT1(context, size, best) }),
  });
}

/**
 * The median of our fastest program over that of T1 with as many bodies, by the program that is
 * fastest there. The two medians are of two races.
 */
async function againstT1(context: StudyContext, size: number, best: Measurement): Promise<Value> {
  const { effort, seed, threads, device, software, meter } = context;
  const world = testWorld(testOf('T1'), size);
  const states = drawCrowd(world, seed);
  const truths = [findTruePairs(states[0]), findTruePairs(states[1])] as const;
  const makers: FinderMaker[] = [(one) => wasmFinder(one)];
  if (threads > 1) makers.push((one) => poolFinder(one, threads));
  if (device && !software) makers.push((one) => gpuFinder(device, one, {}, meter));
  const task: CollisionCase = { test: 'T1', world, states, truths };
  const runs = await measureFinders(task, makers, EFFORT[effort]);
  return best.median / Math.min(...runs.map(({ stepMs }) => stepMs.median));
}

/** Levels of the study's rule: powers of two of a spread of 256. */
const LEVELS = 9;
/** Circles of the spread tests; in a quick run the fewest that make sense. */
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
  const grids = await measureInTurns(
    [
      { name: 'one', run: () => void one.run() },
      { name: 'levels', run: () => void levels.run() },
    ],
    'whole',
    sampling,
  );
  const saves = grids.time('one').median / grids.time('levels').median;
  one.solver.destroy();
  levels.solver.destroy();
  const cells = commonCells(context, times);
  put('Figure 7.4', String(spread), {
    ...cells,
    'times as fast as the fastest tree': times.tree
      ? { value: times.tree.time.median / times.tree.ours.median, by: times.bestName, ...note }
      : { value: null, note: 'no tree was asked' },
    'one grid / levels, one thread': saves,
  });
  if (spread !== 256) return;
  const savedBy = (all: number, fewer: number): number => 100 * (1 - fewer / all);
  put('Section 8.1', '2 to 512', {
    'time saved': { value: 100 * (1 - 1 / saves), by: 'one thread', ...note },
    'detail checks saved': {
      value: savedBy(ownChecks(circles, false), ownChecks(circles, true)),
      by: 'grids in levels',
      ...note,
    },
    'detail checks saved, the study’s rule': {
      value: savedBy(studyChecks(circles, 1), studyChecks(circles, LEVELS)),
      by: 'its rule, written again',
      ...note,
    },
  });
}
