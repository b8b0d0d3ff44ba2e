import { refuseKind } from '@wayfield/check';
import { coreOf } from '../model/create-diffusion.ts';
import { runMove } from './move-job.ts';
import { createCrowd, groundOf } from './pursuers.ts';
import type { Diffusion, Pursuers, PursuerOptions } from '../types.ts';

/**
 * Pursuers on a model made by `createDiffusion`, in the order of their cells. A tick of the world
 * is `model.step(n)`, or `model.settle()` with methods that have no steps, and then `move()` of
 * each group. Throws RangeError for cells, layers, weights, strengths or factors that are not
 * valid, and with method 'distance' for more than one layer, a weight of 0 or less, `emit` and
 * `modulate`; TypeError for another model.
 *
 * @example
 * const model = createDiffusion(map);
 * model.setGoals('goal', { cell: [goal] });
 * model.settle();
 * const crowd = createPursuers(model, { cell: [0, 1, 2], weights: { goal: 1 } });
 * model.step(3);
 * crowd.move();
 * console.log(crowd.cell.join()); // 41,42,43
 */
export function createPursuers(model: Diffusion, options: PursuerOptions): Pursuers {
  const found = typeof model === 'object' && model !== null ? coreOf(model) : undefined;
  if (found === undefined) refuseKind('model', model, 'a model made by createDiffusion');
  const { core, alive } = found;
  alive();
  const crowd = createCrowd(groundOf(core), options);
  let destroyed = false;

  function ready(): void {
    alive();
    if (destroyed) throw new Error('the pursuers were destroyed');
  }

  return {
    count: crowd.count,
    cell: crowd.cell,
    move() {
      ready();
      const moved = runMove(core.kernels, crowd.begin(), 0, 1);
      crowd.end(moved);
      return moved;
    },
    place(cell) {
      ready();
      crowd.check(cell);
      crowd.place(cell);
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      crowd.destroy();
    },
  };
}
