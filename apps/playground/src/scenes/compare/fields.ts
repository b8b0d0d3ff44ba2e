import { createDiffusion, createPursuers } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { blobsGrid, random } from '@wayfield/graph/generators';
import { costMap } from './cost-map.ts';
import { type Problem, type ProblemOptions, threads } from './problem.ts';

/** Steps of the scent before anybody moves, moves, and steps before each. */
const FIRST_STEPS = { small: 60, medium: 150, large: 150 } as const;
const MOVES = { small: 12, medium: 30, large: 30 } as const;
const STEPS = 4;

interface Model {
  step(count: number): void | Promise<void>;
}

/** Scent spreads, and everybody climbs it. */
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

/** Cells on which a GPU that is a program takes seconds, not minutes. */
const SOFTWARE_CELLS = 5000;

export function fieldProblem(options: ProblemOptions): Problem {
  const { size, count, seed, software, device } = options;
  const { width, height, cost, words } = costMap(options, 'islands', (across, down) =>
    blobsGrid(across, down, { seed, count: Math.round((across * down) / 700), radius: [3, 9] }),
  );
  const terrain = cost.map((value) => (value > 0 ? 1 : 0));
  const open = Array.from(terrain.keys()).filter((cell) => terrain[cell] > 0);
  const next = random(seed);
  const pick = (): number => open[next(open.length)];
  const map = { width, height, neighbours: 8 as const, terrain };
  const goals = { cell: Array.from({ length: 3 }, pick) };
  const crowd = { cell: Uint32Array.from({ length: count }, pick), weights: { goal: 1 } };
  const log = { precision: 'log' } as const;
  return {
    title: 'Fields',
    what: `Agents that climb the scent of three goals for ${MOVES[size]} steps: ${words}`,
    unit: 'agent',
    count,
    tolerance: 0,
    backends: [
      {
        kind: 'thread',
        title: 'Diffusion',
        prepare() {
          const model = createDiffusion(map, log);
          model.setGoals('goal', goals);
          const pursuers = createPursuers(model, crowd);
          return {
            async run() {
              await chase(size, model, pursuers.move);
              return pursuers.cell.slice();
            },
            destroy: () => model.destroy(),
          };
        },
      },
      {
        kind: 'pool',
        title: 'Diffusion',
        async prepare() {
          const model = await createDiffusionPool(map, log);
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
        },
      },
      {
        kind: 'gpu',
        title: 'Diffusion',
        ...(software &&
          width * height > SOFTWARE_CELLS && {
            missing: 'this GPU is only a program and would take minutes: choose a small map',
          }),
        async prepare() {
          const { createGpuDiffusion } = await import('@wayfield/diffusion/gpu');
          const { readBuffer } = await import('@wayfield/gpu');
          const gpu = await device();
          const model = await createGpuDiffusion(gpu, map, log);
          model.setGoals('goal', goals);
          const pursuers = await model.pursuers(crowd);
          function submit(encode: (encoder: GPUCommandEncoder) => void): void {
            const encoder = gpu.createCommandEncoder({ label: 'compare: fields' });
            encode(encoder);
            gpu.queue.submit([encoder.finish()]);
          }
          return {
            async run() {
              // nobody waits between steps: the answer is all that is asked for
              await chase(
                size,
                { step: (steps) => submit((encoder) => model.encode(encoder, steps)) },
                () => submit((encoder) => pursuers.encode(encoder)),
              );
              const cells = new Uint32Array(count);
              await readBuffer(gpu, pursuers.position, cells);
              return cells;
            },
            destroy: () => model.destroy(),
          };
        },
      },
    ],
  };
}
