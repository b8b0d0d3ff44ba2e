// Bar 3: all cores against the GPU, from positions in JavaScript arrays to pairs in JavaScript arrays.
import { result, skipped } from '../bars/bar.ts';
import { takeTurns } from '../bars/take-turns.ts';
import { type Finder, gpuFinder, poolFinder, wasmFinder } from '../collision/finders.ts';
import { findTruePairs, isRight, judgePairs, sayFaults } from '../collision/judge-pairs.ts';
import { type Circles, drawCrowd, type World, worldWithContacts } from '../collision/worlds.ts';
import { COLLISION_TESTS, testWorld } from '../collision/tests.ts';
import { keepBusy } from '../bars-gpu/gpu-bar.ts';
import { median } from '../report/statistics.ts';
import {
  type CollisionBar,
  type CollisionBarContext,
  inMs,
  tuningOf,
  withoutGpu,
} from './collision-bar.ts';

const FACTOR = 15;
const EVEN = 5000;
/** Where the break-even is looked for. */
const SIZES = [250, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const QUICK = [50, 100];
/** Milliseconds of work before all turns and before each one of a large number of bodies: a GPU's clock comes up slowly. */
const WARM_UP = { all: 1500, turn: 40, large: 250 };
const LARGE = 200_000;

export const race: CollisionBar = {
  name: '3',
  title: 'wall time of the CPU / of the GPU, upload of positions and read-back of pairs included',
  async run(context) {
    const { device, quick, add } = context;
    if (!device) return withoutGpu(context, '1,000,000 bodies', FACTOR, 'x', 'more');
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
      add(result(what, ratio, FACTOR, 'x', 'more', note));
    }
    let even = Infinity;
    const notes: string[] = [];
    for (const size of [...(quick ? QUICK : SIZES)].reverse()) {
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
    const one = result(what, even, EVEN, 'bodies', 'less', notes.join(', '));
    add(quick ? skipped(one, '--quick: no measurement') : one);
  },
};

/** All in turns on the same two states; all pairs are checked. The CPU may use one thread or all, as is quicker. */
async function raceOnce(
  context: CollisionBarContext,
  device: GPUDevice,
  what: string,
  world: World,
  rounds: number,
): Promise<{ ratio: number; note: string }> {
  const { session, threads, seed } = context;
  session.terminal.progress(`bar 3: ${what}`);
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
    const ratio = median(best.ms.map((ms, k) => ms / gpu.ms[k]));
    const note = [gpu, ...others].map(({ name, ms }) => `${name} ${inMs(median(ms))}`).join(', ');
    return { ratio, note };
  } finally {
    for (const finder of finders) await finder.destroy();
  }
}

async function checkAll(
  session: CollisionBarContext['session'],
  what: string,
  state: Circles,
  finders: readonly Finder[],
): Promise<void> {
  const truth = findTruePairs(state);
  for (const finder of finders) {
    finder.load(state);
    const faults = judgePairs(truth, await finder.find());
    session.addCheck(`bar 3: ${what}: ${finder.name}: ${sayFaults(faults)}`, isRight(faults));
  }
}
