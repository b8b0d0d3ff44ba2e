// Target 2: time on the device.
import { createCollisionSolver, type SolverOptions } from '@wayfield/collision';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import {
  atMost,
  inMs,
  keepBusy,
  notMeasured,
  result,
  type Target,
  type TargetContext,
  whyNoDeviceTimes,
} from '../run/target.ts';
import { tuningOf } from './tuning.ts';
import { measurePairsOnDevice } from '@wayfield/bench/internal/bodies/measure/measure';
import { COLLISION_TESTS, testWorld } from '@wayfield/bench/internal/bodies/measure/tests';
import {
  bodiesOf,
  type Circles,
  drawCrowd,
  placeBodies,
  type World,
  worldWithContacts,
} from '@wayfield/bench/internal/bodies/measure/worlds';
import {
  createStageTimes,
  type StageTimes,
} from '@wayfield/bench/internal/gpu/measure/stage-times';
import { differingWords } from '@wayfield/bench/internal/gpu/measure/same-words';
import { formatKernels } from '@wayfield/bench/internal/bodies/tables/collision-table';
import { median } from '@wayfield/bench/internal/run/statistics/summary';

/** Timed passes of each case. */
const REPEATS = 15;
/**
 * From this number of bodies on, sorting the CPU's pairs would take too long: only the number of
 * pairs is compared.
 */
const COUNT_ONLY = 5_000_000;

export const deviceTimes: Target = {
  name: '2',
  title: 'on the device: positions are there, pairs or lists stay there',
  async run(context) {
    const { device, quick, add } = context;
    const why = whyNoDeviceTimes(context);
    if (device === undefined || why !== undefined) {
      return add(notMeasured('device times', atMost(1, 'ms'), why!));
    }
    const stages = createStageTimes(device);
    const on = { context, device, stages };
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
      const pairs = (what: string, world: World, target: number): Promise<number> =>
        pairsCase(on, what, world, target);
      await pairs(`${say(million)} spheres, 6 contacts each`, spheres(million), 1.5);
      const equal = await pairs(`${say(million)} circles of radius 2`, circles, 1);
      await pairs(`${say(million)} circles of radius 2, 3 contacts each`, dense, 1);
      const more = quick ? 500 : 10_000_000;
      await pairs(`${say(more)} spheres, 6 contacts each`, spheres(more), 12);
      await pairs(`${say(more)} circles of radius 2`, testWorld(t1, more), 12);
      await spread(on, testWorld(t4, million), equal);
      // software drivers are slow in the kernel in which workgroups share seekers; few bodies avoid
      // it
      const points = quick ? 200 : million;
      await candidatePass(on, points);
      await neighbourLists(on, points);
    } finally {
      stages.destroy();
    }
  },
};

/** What every measurement here needs. */
interface OnDevice {
  readonly context: TargetContext;
  readonly device: GPUDevice;
  readonly stages: StageTimes;
}

/**
 * Times whole ticks on the device and compares the pairs of one tick with the CPU's. Returns the
 * median time of a tick.
 */
async function pairsCase(
  on: OnDevice,
  what: string,
  world: World,
  target: number,
): Promise<number> {
  const { context, device, stages } = on;
  const { session, seed, quick, add } = context;
  const tuning = tuningOf(context);
  session.terminal.progress(`target 2: ${what}`);
  const [circles] = drawCrowd(world, seed);
  const pairs = await comparePairs(on, what, circles);
  const capacity = Math.ceil(pairs * 1.05) + 1024;
  const repeat = quick ? 2 : REPEATS;
  const timed = await measurePairsOnDevice(device, stages, circles, { tuning, capacity, repeat });
  const ms = median(timed.times);
  const least = inMs(Math.min(...timed.times));
  const note =
    `at best ${least}; ${pairs.toLocaleString('en-US')} pairs, ${timed.grid}; ` +
    `${formatKernels(timed.kernels)}`;
  add(result(what, ms, atMost(target, 'ms'), note));
  return ms;
}

/** Compares the GPU's pairs with the CPU's; returns the number of pairs. */
async function comparePairs(
  { context, device }: OnDevice,
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
    session.addCheck(`target 2: ${what}: ${canonical ? 'pairs' : 'number of pairs'}`, same);
    return expected.count;
  } finally {
    cpu.destroy();
    gpu.destroy();
  }
}

/** Divides the time of a tick with radii of 2 to 512 by `equalMs`, that of equal radii. */
async function spread(on: OnDevice, world: World, equalMs: number): Promise<void> {
  const { context, device, stages } = on;
  const { session, seed, quick, add } = context;
  const tuning = tuningOf(context);
  const what = 'radii 2 to 512 / radius 2, multi-level grid';
  session.terminal.progress(`target 2: ${what}`);
  const [circles] = drawCrowd(world, seed);
  const pairs = await comparePairs(on, what, circles, { grid: 'multi' });
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
  const note =
    `${inMs(ms)} and ${inMs(equalMs)}; single grid ${inMs(median(single.times))}; ` +
    `${formatKernels(multi.kernels)}`;
  add(result(what, ms / equalMs, atMost(2.5, 'x'), note));
}

/**
 * A pass in which each body looks at all bodies of the 27 cells around it, whose edge is the range
 * of sight: 204 candidates, as in the model that FLAME GPU 2 was timed with. Wayfield also writes
 * the lists of those within sight.
 */
async function candidatePass({ context, device, stages }: OnDevice, count: number): Promise<void> {
  const { session, seed, quick, add } = context;
  const what = `${count.toLocaleString('en-US')} bodies, each against 204 candidates`;
  session.terminal.progress(`target 2: ${what}`);
  const side = Math.cbrt((27 * count) / 204);
  const [circles] = drawCrowd({ name: '', dimensions: 3, count, radius: [0.1, 0.1], side }, seed);
  const bodies = bodiesOf(circles);
  const solver = await createGpuCollisionSolver(device, bodies);
  const cpu = createCollisionSolver(bodies);
  try {
    const { total } = cpu.neighbours({ radius: 1, capacity: 0 });
    const lists = await solver.neighbours({ radius: 1, capacity: 0 });
    session.addCheck(`target 2: ${what}`, lists.total === total);
    const measure = (repeat: number): Promise<ArrayLike<number>> =>
      stages.whole(
        (pass) => void solver.encodeNeighbours(pass, { radius: 1, capacity: total }),
        repeat,
      );
    // while the CPU counted, the clock of the GPU fell: work raises it
    if (!quick) await keepBusy(() => measure(5), 500);
    const times = await measure(quick ? 2 : REPEATS);
    const note = `${(total / count).toFixed(1)} neighbours each, counted and written`;
    add(result(what, median(times), atMost(2.2, 'ms'), note));
  } finally {
    solver.destroy();
    cpu.destroy();
  }
}

/** Times neighbour lists from JavaScript arrays to JavaScript arrays. */
async function neighbourLists({ context, device }: OnDevice, count: number): Promise<void> {
  const { session, seed, quick, rounds, add } = context;
  const what =
    `neighbour lists of ${count.toLocaleString('en-US')} points, upload and read-back ` +
    'included';
  session.terminal.progress(`target 2: ${what}`);
  const radius = 1;
  // the world is so large that 16 other bodies lie within the radius
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
    session.addCheck(`target 2: ${what}`, same);
    const mean = expected.total / count;
    const times: number[] = [];
    const repeat = quick ? 1 : Math.max(15, 3 * rounds);
    // after a pause the clock of a GPU is slow: work raises it
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
    add(result(what, median(times), atMost(3.5, 'ms'), note));
  } catch (error) {
    // lists of this length may not fit into one buffer of a small device: a defect, not a figure
    add(notMeasured(what, atMost(3.5, 'ms'), (error as Error).message));
    session.addCheck(`target 2: ${what}: ${(error as Error).message}`, false);
  } finally {
    solver.destroy();
    cpu.destroy();
  }
}
