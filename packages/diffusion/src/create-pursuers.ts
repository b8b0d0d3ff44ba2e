import { groundOf } from './create-diffusion.ts';
import { createPursuersOn } from './pursuers.ts';
import type { Diffusion, Pursuers, PursuerOptions } from './types.ts';

/**
 * Pursuers on a model made by `createDiffusion`, in the order of their cells. A tick of the world is
 * `model.step(n)`, or `model.settle()` with methods that have no steps, and then `move()` of each group. Throws RangeError
 * for cells, layers, weights, strengths or factors that are not valid, and with method 'distance' for more than one
 * layer, a weight of 0 or less, `emit` and `modulate`; TypeError for another model.
 */
export function createPursuers(model: Diffusion, options: PursuerOptions): Pursuers {
  const ground = groundOf(model);
  if (ground === undefined) throw new TypeError('the model was not made by createDiffusion');
  return createPursuersOn(ground, options);
}
