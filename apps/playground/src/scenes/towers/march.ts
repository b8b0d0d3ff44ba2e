import { createDiffusion, type Diffusion, type Moves } from '@wayfield/diffusion';

export function openField(width: number, height: number, goals: readonly number[]): Diffusion {
  const terrain = new Float32Array(width * height).fill(1);
  const model = createDiffusion({ width, height, neighbours: 4, terrain }, { method: 'distance' });
  model.setGoals('goal', { cell: goals });
  model.settle();
  return model;
}

/** Blocks cells; does nothing and gives how many cells that would cut off, where it would any. */
export function build(model: Diffusion, cells: ArrayLike<number>): number {
  const { cells: cutOff } = model.wouldBlock(cells);
  if (cutOff > 0) return cutOff;
  model.setTerrain(cells, 0);
  model.settle();
  return 0;
}

/** Moves every creep by its speed; gives what `steer` says of each. */
export function march(model: Diffusion, creeps: Moves, radius: Float64Array, speed: Float64Array) {
  const { x: dx, y: dy, status } = model.steer(creeps.x, creeps.y, { radius });
  for (let k = 0; k < dx.length; k++) {
    dx[k] *= speed[k];
    dy[k] *= speed[k];
  }
  model.moveAlong(creeps.x, creeps.y, dx, dy, { radius, out: creeps });
  return status;
}
