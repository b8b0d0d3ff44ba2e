import { FREE } from '../constants.ts';
import { aBodies } from '../rules.ts';
import type { Bodies, CollisionSolver } from '../types.ts';
import { createSearchSolver } from './search-solver.ts';

/**
 * The reference: tests every body against every other, by the rule of `touches` and nothing else.
 * Slow and plain; all other backends are compared with it. All its answers are canonical.
 *
 * @example
 * const solver = createReferenceSolver(bodies);
 * const { slots } = solver.pairs(); // in canonical order
 * console.log(slots.join()); // 0,1
 */
export function createReferenceSolver(bodies: Bodies): CollisionSolver {
  aBodies(bodies, 'bodies');
  let slots: number[] = [];
  return createSearchSolver('reference', bodies, {
    take({ end, kind }) {
      slots = [];
      for (let slot = 0; slot < end; slot++) if (kind[slot] !== FREE) slots.push(slot);
    },
    all: () => slots,
    near: () => slots,
    around: () => slots,
    firstReach: () => Infinity,
    wholeReach: 0,
  });
}
