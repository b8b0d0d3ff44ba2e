// A hall of 24 m x 28 m whose wall has two doors: one near, one far. 300 agents want to get out.
import { createDiffusion, type Diffusion } from '@wayfield/diffusion';
import { createCrowd } from '../src/index.ts';
import type { Crowd } from '../src/types.ts';
import { createFieldGuide, type FieldGuide } from '../src/guides.ts';
import { wallsOfGrid } from '../src/walls.ts';

export const CELL = 0.5;
export const [WIDTH, HEIGHT] = [48, 56];
/** The wall stands in this column; the doors are rows of it. */
const WALL = 32;
const NEAR = [10, 11];
const FAR = [46, 47];

export interface Doors {
  readonly crowd: Crowd;
  readonly guide: FieldGuide;
  readonly model: Diffusion;
  /** Ticks until all agents were out; Infinity if some were not. */
  readonly ticks: number;
  /** How many agents took the near and the far door. */
  readonly near: number;
  readonly far: number;
}

export const MAP = { width: WIDTH, height: HEIGHT, neighbours: 8, corners: 'never' } as const;
/** The goals are the whole right border. */
export const GOALS = Array.from({ length: HEIGHT }, (_, y) => y * WIDTH + WIDTH - 1);
/** Agents behind this x have passed a door, those below this y the near one. */
export const BEHIND = (WALL + 1) * CELL;
export const BETWEEN = 29 * CELL;

/** 1, and 0 where the wall is. */
export function hallTerrain(): Float32Array {
  const terrain = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let y = 0; y < HEIGHT; y++)
    if (!NEAR.includes(y) && !FAR.includes(y)) terrain[y * WIDTH + WALL] = 0;
  return terrain;
}

/** Where agent k stands at the start. */
export const placeOf = (k: number): { x: number; y: number } => ({
  x: 5 + 0.5 * (k % 20),
  y: 1 + 0.55 * Math.floor(k / 20),
});

/** Runs the scene; without `weight` the field does not know of the agents. */
export function runDoors(agents: number, weight: number | undefined, mostTicks = 6000): Doors {
  const terrain = hallTerrain();
  const model = createDiffusion({ ...MAP, terrain }, { method: 'distance' });
  model.setGoals('goal', { cell: GOALS });
  model.settle();
  const grid = { width: WIDTH, height: HEIGHT, cost: terrain };
  const walls = wallsOfGrid(grid, { cellSize: CELL });
  const crowd = createCrowd({ walls }, { capacity: agents, defaults: { radius: 0.2 } });
  const guide = createFieldGuide(crowd, model, {
    cellSize: CELL,
    ...(weight === undefined ? {} : { jam: { terrain, every: 30, weight } }),
  });
  for (let k = 0; k < agents; k++) guide.assign(crowd.add(placeOf(k)), 0);
  crowd.follow(guide);
  let [near, far, ticks] = [0, 0, 0];
  const behind = new Uint8Array(agents);
  for (; ticks < mostTicks && crowd.count > 0; ticks++) {
    crowd.step(1 / 30);
    for (let slot = 0; slot < crowd.end; slot++) {
      if (crowd.status[slot] === 0) continue;
      if (behind[slot] === 0 && crowd.x[slot] > BEHIND) {
        behind[slot] = 1;
        if (crowd.y[slot] < BETWEEN) near++;
        else far++;
      }
      if (guide.status[slot] === 2) crowd.remove(crowd.idOf(slot));
    }
  }
  return { crowd, guide, model, ticks: crowd.count > 0 ? Infinity : ticks, near, far };
}
