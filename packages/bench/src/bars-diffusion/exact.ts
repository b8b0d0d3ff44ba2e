// Bar 4: the exact goal field and a crowd on the GPU.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createDiffusion } from '@wayfield/diffusion';
import type { Tree } from '@wayfield/graph';
import { notMeasured, result } from '../bars/bar.ts';
import { takeTurns } from '../bars/take-turns.ts';
import { inMs } from '../bars-gpu/gpu-bar.ts';
import { backendMaker, type Model } from '../diffusion/backends.ts';
import { compareFields, describeDifference } from '../diffusion/compare-fields.ts';
import { diffusionProblem, generateMap } from '../diffusion/problem.ts';
import { createMeter } from '../gpu/meter.ts';
import { median } from '../report/statistics.ts';
import { climbTicks } from './crowd.ts';
import type { DiffusionBar, DiffusionBarContext } from './diffusion-bar.ts';

const TIMES = 20;
const TICK_MS = 1;
/** Fields on the GPU, one after another, of which the last half counts: while others have their turn its clock goes down. */
const FIELDS = 24;

export const exact: DiffusionBar = {
  name: '4',
  title: 'exact goal field with 20 % obstacles: GPU against one thread; a crowd that climbs',
  async run(context) {
    await goalField(context);
    await crowd(context);
  },
};

async function goalField(context: DiffusionBarContext): Promise<void> {
  const { device, noDevice, quick, rounds, seed, session, add } = context;
  const n = quick ? 40 : 2048;
  const what = `${n} x ${n}, 20 % obstacles: Dijkstra on one thread / GPU`;
  const { map, grid, goals } = diffusionProblem('', generateMap('random', n, seed), 8);
  const make = backendMaker('gpu', context);
  let gpu: Model;
  try {
    if (make === undefined) throw new Error(noDevice);
    gpu = await make(map, { method: 'distance' });
  } catch (error) {
    return add(notMeasured(what, TIMES, 'x', 'more', (error as Error).message));
  }
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
      { onRound: (round) => session.terminal.progress('bar 4, goal field', round, rounds + 1) },
    );
    const difference = compareFields(cpu.field('goal'), await gpu.field('goal'));
    session.addCheck(`${what}: ${describeDifference(difference)}`, difference.differing === 0);
    // the first round warms up
    const ms = (name: string): number => median(times.get(name)!.subarray(1));
    const [field, oneTree] = [ms('field'), ms('tree')];
    const [wall, kernels] = [median(walls.slice(1)), median(devices.slice(1))];
    const note =
      `field ${inMs(field)}, tree of cpu-wasm ${inMs(oneTree)}; ` +
      `GPU ${inMs(kernels)} device, ${inMs(wall)} wall; ${describeDifference(difference)}`;
    const fastest = Math.min(field, oneTree);
    add(result(`${what}, device`, fastest / kernels, TIMES, 'x', 'more', note));
    add(result(`${what}, wall`, fastest / wall, TIMES, 'x', 'more'));
  } finally {
    cpu.destroy();
    dijkstra.destroy();
    await gpu.destroy();
  }
}

async function crowd(context: DiffusionBarContext): Promise<void> {
  const { quick, add } = context;
  const count = quick ? 500 : 1_000_000;
  const what = `${count.toLocaleString('en-US')} pursuers on a settled field: one tick, device`;
  const measured = await climbTicks(context, quick ? 40 : 2048, count);
  if (typeof measured === 'string') {
    return add(notMeasured(what, TICK_MS, 'ms', 'less', measured));
  }
  context.session.addCheck(`${what}: cells as on the CPU`, measured.same);
  const note = `${measured.moved} still moving after ${measured.ticks} ticks, cells as on the CPU`;
  add(result(what, measured.tickMs, TICK_MS, 'ms', 'less', measured.same ? note : 'other cells'));
}
