// Target 3: the CPU, on one thread or on all cores, against the GPU, from positions in JavaScript
// arrays to pairs in JavaScript arrays.
import {
  atLeast,
  atMost,
  inMs,
  keepBusy,
  QUICK,
  result,
  skipped,
  type Target,
  type TargetContext,
  withoutGpu,
} from '../run/target.ts';
import { describeRounds } from '../run/parts.ts';
import { tuningOf } from './tuning.ts';
import { takeTurns } from '../run/take-turns.ts';
import {
  type Finder,
  gpuFinder,
  poolFinder,
  wasmFinder,
} from '@wayfield/bench/internal/bodies/measure/finders';
import {
  findTruePairs,
  isRight,
  judgePairs,
  sayFaults,
} from '@wayfield/bench/internal/bodies/measure/judge-pairs';
import {
  type Circles,
  drawCrowd,
  type World,
  worldWithContacts,
} from '@wayfield/bench/internal/bodies/measure/worlds';
import { COLLISION_TESTS, testWorld } from '@wayfield/bench/internal/bodies/measure/tests';
import { median } from '@wayfield/bench/internal/run/statistics/summary';

/** The number to reach: the time of the CPU, on one thread or on all, divided by the GPU's. */
const FACTOR = 15;
/**
 * The number to reach: the largest break-even, in bodies. From the break-even on the GPU is faster.
 */
const EVEN = 5000;
/** Numbers of bodies among which the break-even is searched. */
const SIZES = [250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const TINY = [50, 100];
/**
 * Milliseconds of work, because the clock of a GPU rises slowly: before the first turn, before each
 * turn, and before each turn with LARGE bodies or more.
 */
const WARM_UP = { all: 1500, turn: 40, large: 250 };
const LARGE = 200_000;

export const race: Target = {
  name: '3',
  title: 'wall time of the CPU / of the GPU, upload of positions and read-back of pairs included',
  async run(context) {
    const { device, quick, add } = context;
    if (!device) return withoutGpu(context, '1,000,000 bodies', atLeast(FACTOR, 'x'));
    const count = quick ? 300 : 1_000_000;
    const say = count.toLocaleString('en-US');
    const worlds: readonly (readonly [string, World])[] = [
      [`${say} circles of radius 2, 15 % touch`, testWorld(COLLISION_TESTS[0], count)],
      [
        `${say} circles, 3 contacts each`,
        worldWithContacts({ name: '', dimensions: 2, count, radius: [0.35, 0.65] }, 3),
      ],
      [
        `${say} spheres, 6 contacts each`,
        worldWithContacts({ name: '', dimensions: 3, count, radius: [1, 1] }, 6),
      ],
    ];
    for (const [what, world] of worlds) {
      const { ratio, note } = await raceOnce(context, device, what, world, context.rounds);
      add(result(what, ratio, atLeast(FACTOR, 'x'), note));
    }
    let even = Infinity;
    const notes: string[] = [];
    for (const size of [...(quick ? TINY : SIZES)].reverse()) {
      const world = worldWithContacts(
        { name: '', dimensions: 2, count: size, radius: [0.35, 0.65] },
        3,
      );
      const rounds = quick ? 2 : 10 * context.rounds;
      const what = `break-even: ${size.toLocaleString('en-US')} circles`;
      const { ratio, note } = await raceOnce(context, device, what, world, rounds);
      notes.unshift(`${size.toLocaleString('en-US')}: ${Number(ratio.toPrecision(3))} (${note})`);
      if (ratio < 1) break;
      even = size;
    }
    const what = 'break-even, circles with 3 contacts each';
    const one = result(what, even, atMost(EVEN, 'bodies'), notes.join(', '));
    add(quick ? skipped(one, QUICK) : one);
  },
};

/**
 * Lets all programs take turns on the same two states and checks all pairs. The CPU uses one thread
 * or all, whichever is faster.
 */
async function raceOnce(
  context: TargetContext,
  device: GPUDevice,
  what: string,
  world: World,
  rounds: number,
): Promise<{ ratio: number; note: string }> {
  const { session, threads, seed } = context;
  session.terminal.progress(`target 3: ${what}`);
  const states = drawCrowd(world, seed);
  const finders = [
    await gpuFinder(device, states[0], { tuning: tuningOf(context) }),
    wasmFinder(states[0]),
    ...(threads > 1 ? [await poolFinder(states[0], threads)] : []),
  ];
  try {
    for (const state of states) await checkAll(session, what, state, finders);
    let step = 0;
    const large = states[0].x.length >= LARGE;
    await keepBusy(async () => finders[0].find(), context.quick ? 0 : WARM_UP.all);
    const turn = (finder: Finder) => ({
      name: finder.name,
      run: async () => void (await finder.find()),
      before: () => finder.load(states[step++ % 2]),
    });
    const busyMs = context.quick ? 0 : large ? WARM_UP.large : WARM_UP.turn;
    const times = await takeTurns(finders.map(turn), rounds + 1, { busyMs });
    const [gpu, ...others] = finders.map(({ name, threads: own }) => ({
      name: own > 1 ? `${own} threads` : name,
      ms: times.get(name)!.subarray(1),
    }));
    const best = others.reduce((a, b) => (median(b.ms) < median(a.ms) ? b : a));
    const ratios = best.ms.map((ms, k) => ms / gpu.ms[k]);
    const each = [gpu, ...others].map(({ name, ms }) => `${name} ${inMs(median(ms))}`).join(', ');
    return { ratio: median(ratios), note: `${each}; ${describeRounds(ratios, 'x')}` };
  } finally {
    for (const finder of finders) await finder.destroy();
  }
}

async function checkAll(
  session: TargetContext['session'],
  what: string,
  state: Circles,
  finders: readonly Finder[],
): Promise<void> {
  const truth = findTruePairs(state);
  for (const finder of finders) {
    finder.load(state);
    const faults = judgePairs(truth, await finder.find());
    session.addCheck(`target 3: ${what}: ${finder.name}: ${sayFaults(faults)}`, isRight(faults));
  }
}
