// The crowd in WebAssembly: the functions of the worker.
import { type AsyncDiffusion, createDiffusion, createPursuers } from '@wayfield/diffusion';
import type { AsyncPursuers } from '@wayfield/diffusion/pool';
import { strengthOf } from '../../draw/surface.ts';
import { chance } from '../chance.ts';
import { type ScentOptions, FADE, TOP } from './solver.ts';

/** A model on one thread or on many. `await` works for both. */
type Model = Pick<AsyncDiffusion, 'setGoals' | 'setTerrain' | 'memoryBytes'> & {
  step(count: number): void | Promise<void>;
  field(layer: string, out: Float32Array): Float32Array | Promise<Float32Array>;
  destroy(): void | Promise<void>;
};
type Pursuers = Pick<AsyncPursuers, 'count' | 'cell'> & {
  move(): number | Promise<number>;
  place(cell: Uint32Array): void | Promise<void>;
};

interface Crowd {
  readonly model: Model;
  readonly pursuers: Pursuers;
  readonly again: Uint32Array;
  readonly goal: Uint8Array;
  readonly scent: Float32Array;
}

let crowd: Crowd | undefined;
let ticks = 0;
let arrived = 0;

function begun(): Crowd {
  if (!crowd) throw new Error('the crowd was not begun');
  return crowd;
}

function markGoals(goal: Uint8Array, cells: Uint32Array): void {
  goal.fill(0);
  for (const cell of cells) goal[cell] = 1;
}

/** Agents on a goal begin again elsewhere, as in respawn.wgsl.ts. */
async function respawn({ pursuers, again, goal }: Crowd): Promise<void> {
  let moved: Uint32Array | undefined;
  for (let agent = 0; agent < pursuers.count; agent++) {
    if (goal[pursuers.cell[agent]] === 0) continue;
    moved ??= pursuers.cell.slice();
    moved[agent] = again[chance(agent, ticks) % again.length];
    arrived++;
  }
  if (moved) await pursuers.place(moved);
  ticks++;
}

async function levels({ model, scent }: Crowd): Promise<Uint8Array> {
  await model.field('goal', scent);
  const level = new Uint8Array(scent.length);
  for (let cell = 0; cell < scent.length; cell++) {
    if (scent[cell] > -Infinity) level[cell] = 1 + 254 * strengthOf(TOP - scent[cell], FADE);
  }
  return level;
}

/**
 * The model and its pursuers, on several threads if they are asked for and possible.
 */
async function make(options: ScentOptions): Promise<{
  model: Model;
  pursuers: Pursuers;
  threads: number;
  /** Why there is one thread, if several were asked for. */
  fallback?: string | undefined;
}> {
  const { width, height, terrain, start, goals, exclusive } = options;
  const map = { width, height, neighbours: 8 as const, terrain };
  const asked = { cell: start, weights: { goal: 1 }, exclusive };
  // one core is left to the page
  const wanted = options.threads ?? Math.min(8, navigator.hardwareConcurrency - 1);
  if (wanted <= 1 || (options.threads === undefined && typeof SharedArrayBuffer === 'undefined')) {
    const model = createDiffusion(map, { precision: 'log' });
    model.setGoals('goal', { cell: goals });
    return { model, pursuers: createPursuers(model, asked), threads: 1 };
  }
  const { createDiffusionPool } = await import('@wayfield/diffusion/pool');
  const model = await createDiffusionPool(map, { precision: 'log', threads: wanted });
  model.setGoals('goal', { cell: goals });
  const { threads, fallback } = model;
  return { model, pursuers: await model.pursuers(asked), threads, fallback };
}

/** One crowd at a time. */
export const scentFunctions = {
  async begin(options: ScentOptions) {
    await crowd?.model.destroy();
    crowd = undefined;
    const { width, height, again, goals } = options;
    const { model, pursuers, threads, fallback } = await make(options);
    const goal = new Uint8Array(width * height);
    markGoals(goal, goals);
    [ticks, arrived] = [0, 0];
    crowd = { model, pursuers, again, goal, scent: new Float32Array(width * height) };
    return { memoryBytes: model.memoryBytes, threads, fallback };
  },
  async tick(count: number, steps: number) {
    const now = begun();
    const { model, pursuers } = now;
    const began = performance.now();
    let from = pursuers.cell.slice();
    for (let i = 0; i < count; i++) {
      if (i > 0) from = pursuers.cell.slice();
      await model.step(steps);
      await pursuers.move();
      await respawn(now);
    }
    const ms = performance.now() - began;
    return { ms, from, to: pursuers.cell.slice(), level: await levels(now), arrived };
  },
  setGoals(cells: Uint32Array) {
    const { model, goal } = begun();
    model.setGoals('goal', { cell: cells });
    markGoals(goal, cells);
  },
  setTerrain(cells: Uint32Array, terrain: Float32Array) {
    begun().model.setTerrain(cells, terrain);
  },
};
