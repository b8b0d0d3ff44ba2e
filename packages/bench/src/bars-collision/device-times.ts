// Bar 2: time on the device.
import { createCollisionSolver, type SolverOptions } from '@wayfield/collision';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import { notMeasured, result } from '../bars/bar.ts';
import { keepBusy } from '../bars-gpu/gpu-bar.ts';
import { measurePairsOnDevice } from '../collision/measure.ts';
import { testWorld, COLLISION_TESTS } from '../collision/tests.ts';
import {
  bodiesOf,
  type Circles,
  drawCrowd,
  placeBodies,
  type World,
  worldWithContacts,
} from '../collision/worlds.ts';
import { createStageTimes, type StageTimes } from '../gpu/stage-times.ts';
import { differingWords } from '../gpu/same-words.ts';
import { formatKernels } from '../report/collision-table.ts';
import { median } from '../report/statistics.ts';
import {
  type CollisionBar,
  type CollisionBarContext,
  inMs,
  tuningOf,
  withoutGpu,
} from './collision-bar.ts';

const REPEATS = 15;
/** From so many bodies on, the CPU's pairs would take too long to sort: their number is compared. */
const COUNT_ONLY = 5_000_000;

export const deviceTimes: CollisionBar = {
  name: '2',
  title: 'on the device: positions are there, pairs or lists stay there',
  async run(context) {
    const { device, quick } = context;
    if (!device?.features.has('timestamp-query')) {
      return withoutGpu(context, 'device times', 1, 'ms', 'less');
    }
    const stages = createStageTimes(device);
    try {
      const million = quick ? 300 : 1_000_000;
      const spheres = (count: number): World =>
        worldWithContacts({ name: 'spheres', dimensions: 3, count, radius: [1, 1] }, 6);
      const [t1] = COLLISION_TESTS;
      const t4 = COLLISION_TESTS.at(-1)!;
      const circles = testWorld(t1, million);
      const dense = worldWithContacts(
        { name: '', dimensions: 2, count: million, radius: [2, 2] },
        3,
      );
      const say = (count: number): string => count.toLocaleString('en-US');
      const pairs = (what: string, world: World, bar: number): Promise<number> =>
        pairsCase(context, device, stages, what, world, bar);
      await pairs(`${say(million)} spheres, 6 contacts each`, spheres(million), 1.5);
      const equal = await pairs(`${say(million)} circles of radius 2`, circles, 1);
      await pairs(`${say(million)} circles of radius 2, 3 contacts each`, dense, 1);
      const more = quick ? 500 : 10_000_000;
      await pairs(`${say(more)} spheres, 6 contacts each`, spheres(more), 12);
      await pairs(`${say(more)} circles of radius 2`, testWorld(t1, more), 12);
      await spread(context, device, stages, testWorld(t4, million), equal);
      // software drivers are slow where workgroups share seekers, which fewer bodies do not need
      const points = quick ? 200 : million;
      await candidatePass(context, device, stages, points);
      await neighbourLists(context, device, points);
    } finally {
      stages.destroy();
    }
  },
};

/** Ticks on the device; the pairs of one are compared with the CPU's. Returns the time of a tick. */
async function pairsCase(
  context: CollisionBarContext,
  device: GPUDevice,
  stages: StageTimes,
  what: string,
  world: World,
  bar: number,
): Promise<number> {
  const { session, seed, quick, add } = context;
  const tuning = tuningOf(context);
  session.terminal.progress(`bar 2: ${what}`);
  const [circles] = drawCrowd(world, seed);
  const pairs = await comparePairs(context, device, what, circles);
  const capacity = Math.ceil(pairs * 1.05) + 1024;
  const repeat = quick ? 2 : REPEATS;
  const on = await measurePairsOnDevice(device, stages, circles, { tuning, capacity, repeat });
  const ms = median(on.times);
  const least = inMs(Math.min(...on.times));
  const note = `at best ${least}; ${pairs.toLocaleString('en-US')} pairs, ${on.grid}; ${formatKernels(on.kernels)}`;
  add(result(what, ms, bar, 'ms', 'less', note));
  return ms;
}

/** Holds the GPU's pairs against the CPU's; returns how many there are. */
async function comparePairs(
  context: CollisionBarContext,
  device: GPUDevice,
  what: string,
  circles: Circles,
  options: SolverOptions = {},
): Promise<number> {
  const { session } = context;
  const bodies = bodiesOf(circles);
  const canonical = circles.count < COUNT_ONLY;
  const cpu = createCollisionSolver(bodies);
  const expected = cpu.pairs({ canonical });
  const gpu = await createGpuCollisionSolver(device, bodies, {
    tuning: tuningOf(context),
    ...options,
  });
  try {
    const found = await gpu.pairs({ canonical });
    const same = canonical
      ? differingWords(found.slots, expected.slots) === 0
      : found.total === expected.total && !found.overflow;
    session.addCheck(`bar 2: ${what}: ${canonical ? 'pairs' : 'number of pairs'}`, same);
    return expected.count;
  } finally {
    cpu.destroy();
    gpu.destroy();
  }
}

/** Radii of 2 to 512 against equal ones. */
async function spread(
  context: CollisionBarContext,
  device: GPUDevice,
  stages: StageTimes,
  world: World,
  equalMs: number,
): Promise<void> {
  const { session, seed, quick, add } = context;
  const tuning = tuningOf(context);
  const what = 'radii 2 to 512 / radius 2, multi-level grid';
  session.terminal.progress(`bar 2: ${what}`);
  const [circles] = drawCrowd(world, seed);
  const pairs = await comparePairs(context, device, what, circles, { grid: 'multi' });
  const capacity = Math.ceil(pairs * 1.05) + 1024;
  const repeat = quick ? 2 : REPEATS;
  const multi = await measurePairsOnDevice(device, stages, circles, {
    tuning,
    grid: 'multi',
    capacity,
    repeat,
  });
  const single = await measurePairsOnDevice(device, stages, circles, {
    tuning,
    grid: 'single',
    capacity,
    repeat,
  });
  const ms = median(multi.times);
  const note = `${inMs(ms)} and ${inMs(equalMs)}; single grid ${inMs(median(single.times))}; ${formatKernels(multi.kernels)}`;
  add(result(what, ms / equalMs, 2.5, 'x', 'less', note));
}

/**
 * Each body looks at all in the 27 cells about it, of the edge of its sight: 204 of them, as in the model
 * that FLAME GPU 2 was timed with. Ours writes the lists of those within sight.
 */
async function candidatePass(
  { session, seed, quick, add }: CollisionBarContext,
  device: GPUDevice,
  stages: StageTimes,
  count: number,
): Promise<void> {
  const what = `${count.toLocaleString('en-US')} bodies, each against 204 candidates`;
  session.terminal.progress(`bar 2: ${what}`);
  const side = Math.cbrt((27 * count) / 204);
  const [circles] = drawCrowd({ name: '', dimensions: 3, count, radius: [0.1, 0.1], side }, seed);
  const bodies = bodiesOf(circles);
  const solver = await createGpuCollisionSolver(device, bodies);
  const cpu = createCollisionSolver(bodies);
  try {
    const { total } = cpu.neighbours({ radius: 1, capacity: 0 });
    const lists = await solver.neighbours({ radius: 1, capacity: 0 });
    session.addCheck(`bar 2: ${what}`, lists.total === total);
    const times = await stages.whole(
      (pass) => void solver.encodeNeighbours(pass, { radius: 1, capacity: total }),
      quick ? 2 : REPEATS,
    );
    const note = `${(total / count).toFixed(1)} neighbours each, counted and written`;
    add(result(what, median(times), 2.2, 'ms', 'less', note));
  } finally {
    solver.destroy();
    cpu.destroy();
  }
}

/** Neighbour lists from JavaScript arrays to JavaScript arrays. */
async function neighbourLists(
  { session, seed, quick, rounds, add }: CollisionBarContext,
  device: GPUDevice,
  count: number,
): Promise<void> {
  const what = `neighbour lists of ${count.toLocaleString('en-US')} points, upload and read-back included`;
  session.terminal.progress(`bar 2: ${what}`);
  const radius = 1;
  // 16 others within the radius
  const side = Math.cbrt((count * (4 / 3) * Math.PI * radius ** 3) / 16);
  const states = drawCrowd({ name: '', dimensions: 3, count, radius: [0.1, 0.1], side }, seed);
  const bodies = bodiesOf(states[0]);
  const solver = await createGpuCollisionSolver(device, bodies);
  const cpu = createCollisionSolver(bodies);
  try {
    const expected = cpu.neighbours({ radius, canonical: true });
    const found = await solver.neighbours({ radius, canonical: true });
    const same =
      differingWords(found.first, expected.first) === 0 &&
      differingWords(found.slots, expected.slots) === 0;
    session.addCheck(`bar 2: ${what}`, same);
    const mean = expected.total / count;
    const times: number[] = [];
    const repeat = quick ? 1 : Math.max(15, 3 * rounds);
    // the clock of a GPU that was idle is slow
    if (!quick) await keepBusy(() => solver.neighbours({ radius }), 300);
    for (let k = 0; k < repeat + 2; k++) {
      placeBodies(bodies, states[k % 2]);
      const start = performance.now();
      const taken = solver.update(['x', 'y', 'z']);
      await solver.neighbours({ radius });
      await taken;
      if (k >= 2) times.push(performance.now() - start);
    }
    const note = `at best ${inMs(Math.min(...times))}; ${mean.toFixed(1)} neighbours each`;
    add(result(what, median(times), 3.5, 'ms', 'less', note));
  } catch (error) {
    // so long lists may not fit into one buffer of a small device: a defect, not a figure
    add(notMeasured(what, 3.5, 'ms', 'less', (error as Error).message));
    session.addCheck(`bar 2: ${what}: ${(error as Error).message}`, false);
  } finally {
    solver.destroy();
    cpu.destroy();
  }
}
