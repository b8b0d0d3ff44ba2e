// The crowd in WebAssembly: what the worker serves.
import {
  createDiffusion,
  createPursuers,
  type Diffusion,
  type Pursuers,
} from '@wayfield/diffusion';
import { strengthOf } from '../../draw/surface.ts';
import { type CrowdOptions, FADE, respawnAt, TOP } from './solver.ts';

interface Crowd {
  readonly model: Diffusion;
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

/** Agents on a goal begin again elsewhere: as respawn.wgsl.ts. */
function respawn({ pursuers, again, goal }: Crowd): void {
  let moved: Uint32Array | undefined;
  for (let agent = 0; agent < pursuers.count; agent++) {
    if (goal[pursuers.cell[agent]] === 0) continue;
    moved ??= pursuers.cell.slice();
    moved[agent] = again[respawnAt(agent, ticks) % again.length];
    arrived++;
  }
  if (moved) pursuers.place(moved);
  ticks++;
}

function levels({ model, scent }: Crowd): Uint8Array {
  model.field('goal', scent);
  const level = new Uint8Array(scent.length);
  for (let cell = 0; cell < scent.length; cell++) {
    if (scent[cell] > -Infinity) level[cell] = 1 + 254 * strengthOf(TOP - scent[cell], FADE);
  }
  return level;
}

/** One crowd at a time. */
export const crowdFunctions = {
  begin({ width, height, terrain, start, again, goals, exclusive }: CrowdOptions) {
    const model = createDiffusion({ width, height, neighbours: 8, terrain }, { precision: 'log' });
    model.setGoals('goal', { cell: goals });
    const pursuers = createPursuers(model, { cell: start, weights: { goal: 1 }, exclusive });
    const goal = new Uint8Array(width * height);
    markGoals(goal, goals);
    [ticks, arrived] = [0, 0];
    crowd = { model, pursuers, again, goal, scent: new Float32Array(width * height) };
    return { memoryBytes: model.memoryBytes };
  },
  tick(count: number, steps: number) {
    const now = begun();
    const { model, pursuers } = now;
    const began = performance.now();
    let from = pursuers.cell.slice();
    for (let i = 0; i < count; i++) {
      if (i > 0) from = pursuers.cell.slice();
      model.step(steps);
      pursuers.move();
      respawn(now);
    }
    const ms = performance.now() - began;
    return { ms, from, to: pursuers.cell.slice(), level: levels(now), arrived };
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
