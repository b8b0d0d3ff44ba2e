import { maySight, mayTouch } from '../bodies/filter.ts';
import { QUERY } from '../constants.ts';
import { capacityOf } from '../lists/check-queries.ts';
import { packPairs } from '../lists/pack-lists.ts';
import { createContactLog } from '../pairs/contact-log.ts';
import { checkContactsOptions, checkExploreOptions, checkPairsOptions } from '../rules.ts';
import type { Pairs, PairsOptions } from '../types.ts';
import { searchAll, takeQueries } from './areas.ts';
import { aWorld } from './bodies.ts';
import { type Taken, takeWorld } from './take.ts';
import { orientedTouch } from './touch.ts';
import type { OrientedBodies, OrientedSolver } from './types.ts';

/**
 * The reference: tests every body against every other, without a broad phase. Slow and plain; the
 * other solvers are compared with it. All its answers are canonical.
 *
 * @example
 * const { slots } = createOrientedReference(world).pairs(); // in canonical order
 * console.log(slots.join()); // 0,1
 */
export function createOrientedReference(world: OrientedBodies): OrientedSolver {
  aWorld(world, 'world');
  let taken = takeWorld(world);
  const log = createContactLog();
  return {
    backend: 'reference',
    world,
    memoryBytes: 0,
    update() {
      taken = takeWorld(world, taken);
    },
    pairs(options = {}) {
      checkPairsOptions('pairs', options);
      return findPairs(taken, options);
    },
    explore(queries, options = {}) {
      checkExploreOptions(options);
      return searchAll(taken, takeQueries(queries, taken.shapes.dimensions), options);
    },
    contacts(options = {}) {
      checkContactsOptions(options);
      return log.advance(findPairs(taken, options).slots, taken.bodies);
    },
    destroy() {},
  };
}

function findPairs(taken: Taken, options: PairsOptions): Pairs {
  const { of = 'contacts', fixed = true } = options;
  const { bodies } = taken;
  const { end, kind } = bodies;
  const flags = fixed ? undefined : bodies.fixed;
  const may = of === 'contacts' ? mayTouch : maySight;
  const found: number[] = [];
  for (let a = 0; a < end; a++) {
    if (of === 'sightings' && kind[a] !== QUERY) continue;
    for (let b = of === 'contacts' ? a + 1 : 0; b < end; b++) {
      if (a === b || !may(bodies, a, b) || (flags?.[a] === 1 && flags[b] === 1)) continue;
      if (orientedTouch(taken, a, b)) found.push(a, b);
    }
  }
  return packPairs(found, capacityOf(options));
}
