import { type Crowd, createCrowd } from '@wayfield/crowd';
import { wallsOfGrid } from '@wayfield/crowd/walls';
import { createDiffusion, type Diffusion, STEER_STATUS } from '@wayfield/diffusion';

/** A map of cells of 1 m; terrain 0 is a wall. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly terrain: Float32Array;
}

export const wallsOf = ({ width, height, terrain }: Ground) =>
  wallsOfGrid({ width, height, cost: terrain });

/** A crowd at these places. With mask 0 agents see nobody, and walk through one another. */
export function openCrowd(ground: Ground, x: Float64Array, y: Float64Array, mask: number): Crowd {
  const crowd = createCrowd(
    { walls: wallsOf(ground) },
    // room for walls around every second cell
    { capacity: x.length, wallCapacity: 2 * ground.terrain.length, defaults: { mask } },
  );
  for (let k = 0; k < x.length; k++) {
    crowd.add({ x: x[k], y: y[k], radius: 0.25, maxSpeed: 1.2 + 0.05 * (k % 9) });
  }
  return crowd;
}

/** Distances to the cells of a goal, around all walls. */
export function openField(ground: Ground, cells: Uint32Array): Diffusion {
  const map = { ...ground, neighbours: 8, corners: 'never' } as const;
  const model = createDiffusion(map, { method: 'distance', metric: 'eikonal' });
  model.setGoals('goal', { cell: cells });
  model.settle();
  return model;
}

/** Agent k heads for the goal of field goalOf[k]; returns the agents that have arrived. */
export function walk(
  crowd: Crowd,
  fields: readonly Diffusion[],
  goalOf: Uint8Array,
  seconds: number,
): number[] {
  const arrived: number[] = [];
  const [x, y] = [crowd.positionX, crowd.positionY];
  for (const [goal, field] of fields.entries()) {
    const aim = field.steer(x, y, { radius: 0.25 });
    for (let k = 0; k < goalOf.length; k++) {
      if (goalOf[k] !== goal) continue;
      crowd.preferredX[k] = 1.35 * aim.x[k];
      crowd.preferredY[k] = 1.35 * aim.y[k];
      if (aim.status[k] === STEER_STATUS.ARRIVED) arrived.push(k);
    }
  }
  crowd.step(seconds);
  return arrived;
}
