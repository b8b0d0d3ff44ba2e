import {
  createDiffusion,
  createPursuers,
  type DiffusionMap,
  type PursuerOptions,
} from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { blobsGrid, random } from '@wayfield/graph/generators';
import { costMap } from './cost-map.ts';
import { type Runner, type Problem, type ProblemOptions, threads } from './problem.ts';

/** Steps of the scent before the first move, number of moves, and steps before each move. */
const FIRST_STEPS = { small: 60, medium: 150, large: 150 } as const;
const MOVES = { small: 12, medium: 30, large: 30 } as const;
const STEPS = 4;

interface Model {
  step(count: number): void | Promise<void>;
}

/** Spreads the scent and moves all pursuers up the scent. */
async function chase(
  size: ProblemOptions['size'],
  model: Model,
  move: () => unknown,
): Promise<void> {
  await model.step(FIRST_STEPS[size]);
  for (let i = 0; i < MOVES[size]; i++) {
    await model.step(STEPS);
    await move();
  }
}

/** With at most this many cells a software device takes seconds, not minutes. */
const SOFTWARE_CELLS = 5000;
const LOG = { precision: 'log' } as const;
/** A software device compiles kernels of few rows in half the time of the default ones. */
const SOFTWARE_TUNING = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 } as const;

/** The question to every backend. */
interface Chase {
  readonly size: ProblemOptions['size'];
  readonly software: boolean;
  readonly map: DiffusionMap;
  readonly goals: { readonly cell: readonly number[] };
  readonly crowd: PursuerOptions & { readonly cell: Uint32Array };
}

export function fieldProblem(options: ProblemOptions): Problem {
  const { size, count, seed, software, device } = options;
  const { width, height, cost, words } = costMap(options, 'islands', (across, down) =>
    blobsGrid(across, down, { seed, count: Math.round((across * down) / 700), radius: [3, 9] }),
  );
  const terrain = cost.map((value) => (value > 0 ? 1 : 0));
  const open = Array.from(terrain.keys()).filter((cell) => terrain[cell] > 0);
  const next = random(seed);
  const pick = (): number => open[next(open.length)];
  const asked: Chase = {
    size,
    software,
    map: { width, height, neighbours: 8, terrain },
    goals: { cell: Array.from({ length: 3 }, pick) },
    crowd: { cell: Uint32Array.from({ length: count }, pick), weights: { goal: 1 } },
  };
  const isTooSlow = software && width * height > SOFTWARE_CELLS;
  return {
    title: 'Fields',
    what: `Agents that climb the scent of three goals for ${MOVES[size]} steps: ${words}`,
    unit: 'agent',
    count,
    tolerance: 0,
    backends: [
      { kind: 'thread', title: 'Diffusion', prepare: () => onThread(asked) },
      { kind: 'pool', title: 'Diffusion', prepare: () => onPool(asked) },
      {
        kind: 'gpu',
        title: 'Diffusion',
        ...(isTooSlow && {
          missing: 'this GPU is only a program and would take minutes: choose a small map',
        }),
        prepare: async () => onGpu(asked, await device()),
      },
    ],
  };
}

function onThread({ size, map, goals, crowd }: Chase): Runner {
  const model = createDiffusion(map, LOG);
  model.setGoals('goal', goals);
  const pursuers = createPursuers(model, crowd);
  return {
    async run() {
      await chase(size, model, pursuers.move);
      return pursuers.cell.slice();
    },
    destroy: () => model.destroy(),
  };
}

async function onPool({ size, map, goals, crowd }: Chase): Promise<Runner> {
  const model = await createDiffusionPool(map, LOG);
  model.setGoals('goal', goals);
  const pursuers = await model.pursuers(crowd);
  return {
    async run() {
      await chase(size, model, pursuers.move);
      return pursuers.cell.slice();
    },
    note: model.fallback ?? threads(model.threads),
    destroy: () => model.destroy(),
  };
}

async function onGpu(
  { size, software, map, goals, crowd }: Chase,
  device: GPUDevice,
): Promise<Runner> {
  const { createGpuDiffusion } = await import('@wayfield/diffusion/gpu');
  const { readBuffer } = await import('@wayfield/gpu-core');
  const tuning = software ? { tuning: SOFTWARE_TUNING } : {};
  const model = await createGpuDiffusion(device, map, { ...LOG, ...tuning });
  model.setGoals('goal', goals);
  const pursuers = await model.pursuers(crowd);
  function submit(encode: (encoder: GPUCommandEncoder) => void): void {
    const encoder = device.createCommandEncoder({ label: 'compare: fields' });
    encode(encoder);
    device.queue.submit([encoder.finish()]);
  }
  return {
    async run() {
      // steps are submitted without waiting: only the last answer is read
      await chase(
        size,
        { step: (steps) => submit((encoder) => model.encode(encoder, steps)) },
        () => submit((encoder) => pursuers.encode(encoder)),
      );
      const cells = new Uint32Array(crowd.cell.length);
      await readBuffer(device, pursuers.position, cells);
      return cells;
    },
    destroy: () => model.destroy(),
  };
}
