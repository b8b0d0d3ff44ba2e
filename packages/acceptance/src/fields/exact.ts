// Target 4: the exact goal field and a crowd on the GPU.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createDiffusion } from '@wayfield/diffusion';
import type { Tree } from '@wayfield/graph';
import {
  atLeast,
  atMost,
  inMs,
  notMeasured,
  ofDeviceTimes,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';
import { takeTurns } from '../run/take-turns.ts';
import { backendMaker, type Model } from '@wayfield/bench/internal/fields/measure/backends';
import {
  compareFields,
  describeDifference,
} from '@wayfield/bench/internal/fields/measure/compare-fields';
import { diffusionProblem, generateMap } from '@wayfield/bench/internal/fields/measure/problem';
import { createMeter } from '@wayfield/bench/internal/gpu/measure/meter';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { climbTicks } from './crowd.ts';

/** The number to reach: how many times as fast as one thread the GPU is. */
const TIMES = 20;
/** The number to reach: the most milliseconds of a tick of the crowd on the device. */
const TICK_MS = 1;
/**
 * Fields that the GPU makes one after another, of which the last half counts: while others take
 * their turn, the clock of the device falls.
 */
const FIELDS = 24;

export const exact: Target = {
  name: '4',
  title: 'exact goal field with 20 % obstacles: GPU against one thread; a crowd that climbs',
  async run(context) {
    await goalField(context);
    await crowd(context);
  },
};

async function goalField(context: TargetContext): Promise<void> {
  const { device, noDevice, quick, rounds, seed, session, add } = context;
  const n = quick ? 40 : 2048;
  const what = `${n} x ${n}, 20 % obstacles: Dijkstra on one thread / GPU`;
  const { map, grid, goals } = diffusionProblem('', generateMap('random', n, seed), 8);
  const make = backendMaker('gpu', context);
  if (make === undefined) return add(notMeasured(what, atLeast(TIMES, 'x'), noDevice));
  const gpu = await make(map, { method: 'distance' });
  const meter = createMeter(device!);
  const cpu = createDiffusion(map, { method: 'distance' });
  const dijkstra = createWasmSolver(grid, { algorithm: 'dijkstra' });
  let tree: Tree | undefined;
  const fresh = (model: Model): void => {
    model.reset();
    model.setGoals('goal', { cell: goals });
  };
  const fields = quick ? 2 : FIELDS;
  const walls: number[] = [];
  const devices: number[] = [];
  try {
    const times = await takeTurns(
      [
        {
          name: 'field',
          run: () => {
            fresh(cpu);
            cpu.settle();
          },
        },
        {
          name: 'tree',
          run: () => void (tree = dijkstra.tree(goals[0], tree && { reuse: tree })),
        },
        {
          name: 'gpu',
          run: async () => {
            const wall: number[] = [];
            const kernels: number[] = [];
            for (let run = 0; run < fields; run++) {
              const start = performance.now();
              fresh(gpu);
              await gpu.settle();
              wall.push(performance.now() - start);
              fresh(gpu);
              kernels.push((await meter.measure(async () => gpu.settle())).times.device);
            }
            walls.push(median(wall.slice(fields / 2)));
            devices.push(median(kernels.slice(fields / 2)));
          },
        },
      ],
      rounds + 1,
      { onRound: (round) => session.terminal.progress('target 4, goal field', round, rounds + 1) },
    );
    const difference = compareFields(cpu.field('goal'), await gpu.field('goal'));
    session.addCheck(`${what}: ${describeDifference(difference)}`, difference.differing === 0);
    // the first round is a warm-up
    const ms = (name: string): number => median(times.get(name)!.subarray(1));
    const [field, oneTree] = [ms('field'), ms('tree')];
    const [wall, kernels] = [median(walls.slice(1)), median(devices.slice(1))];
    const note =
      `field ${inMs(field)}, tree of cpu-wasm ${inMs(oneTree)}; ` +
      `GPU ${inMs(kernels)} device, ${inMs(wall)} wall; ${describeDifference(difference)}`;
    const fastest = Math.min(field, oneTree);
    const number = atLeast(TIMES, 'x');
    add(ofDeviceTimes(context, result(`${what}, device`, fastest / kernels, number, note)));
    add(result(`${what}, wall`, fastest / wall, number));
  } finally {
    cpu.destroy();
    dijkstra.destroy();
    await gpu.destroy();
  }
}

async function crowd(context: TargetContext): Promise<void> {
  const { quick, add } = context;
  const count = quick ? 500 : 1_000_000;
  const what = `${count.toLocaleString('en-US')} pursuers on a settled field: one tick, device`;
  const measured = await climbTicks(context, quick ? 40 : 2048, count);
  if (typeof measured === 'string') {
    return add(notMeasured(what, atMost(TICK_MS, 'ms'), measured));
  }
  context.session.addCheck(`${what}: cells as on the CPU`, measured.same);
  const note = `${measured.moved} still moving after ${measured.ticks} ticks, cells as on the CPU`;
  add(result(what, measured.tickMs, atMost(TICK_MS, 'ms'), measured.same ? note : 'other cells'));
}
