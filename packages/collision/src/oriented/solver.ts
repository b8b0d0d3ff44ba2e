import { checkOptions } from '@wayfield/check';
import { createDestroyGuard, openKernels } from '@wayfield/wasm';
import { type Kernels, KERNELS_BASE64 } from '../oriented.gen.ts';
import { createContactLog } from '../pairs/contact-log.ts';
import {
  checkContactsOptions,
  checkExploreOptions,
  checkPairsOptions,
  SOLVER_RULES,
} from '../rules.ts';
import { createCollisionSolver } from '../solvers/wasm-solver.ts';
import type { Pairs, PairsOptions, SolverOptions } from '../types.ts';
import { broadOptions, cutPairs } from './answer.ts';
import { keepTouching, takeQueries, WIDE_OPTIONS } from './areas.ts';
import { aWorld } from './bodies.ts';
import { bindNarrow, createNarrow } from './narrow.ts';
import { takeWorld } from './take.ts';
import type { OrientedBodies, OrientedSolver } from './types.ts';

/**
 * Finds pairs of oriented bodies in WebAssembly, on the calling thread: candidates by
 * `createCollisionSolver`, which has the options, then a test of separating axes.
 *
 * @example
 * const solver = createOrientedSolver(world);
 * const { count, slots } = solver.pairs(); // slots 2i and 2i + 1 touch
 * console.log(count, slots.join()); // 1 0,1
 */
export function createOrientedSolver(
  world: OrientedBodies,
  options: SolverOptions = {},
): OrientedSolver {
  aWorld(world, 'world');
  checkOptions('createOrientedSolver', options, SOLVER_RULES);
  let taken = takeWorld(world);
  const held = { ...taken.bodies };
  const broad = createCollisionSolver(held, options);
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const narrow = createNarrow(host, taken);
  bindNarrow(host.kernels, narrow.take(taken));
  const log = createContactLog();
  const guard = createDestroyGuard('solver');

  function pairs(asked: PairsOptions): Pairs {
    const candidates = broad.pairs(broadOptions(asked));
    const address = narrow.putPairs(candidates.slots);
    const kept = host.kernels.keepPairs(address, candidates.count) >>> 0;
    return cutPairs(narrow.pairsAt(address, kept), asked);
  }

  return {
    backend: 'wasm',
    world,
    get memoryBytes() {
      return broad.memoryBytes + host.arena.memory.buffer.byteLength;
    },
    update() {
      guard.check();
      const next = takeWorld(world, taken);
      try {
        bindNarrow(host.kernels, narrow.take(next));
        Object.assign(held, next.bodies);
        broad.update();
      } catch (error) {
        // Memory ended: both phases get the bodies of the last update again, which needs
        // no memory, because blocks never shrink.
        Object.assign(held, taken.bodies);
        bindNarrow(host.kernels, narrow.take(taken));
        throw error;
      }
      taken = next;
    },
    pairs(asked = {}) {
      guard.check();
      checkPairsOptions('pairs', asked);
      return pairs(asked);
    },
    explore(queries, asked = {}) {
      guard.check();
      checkExploreOptions(asked);
      const areas = takeQueries(queries, world.shapes.dimensions);
      return keepTouching(taken, areas, broad.explore(areas.wide, WIDE_OPTIONS), asked);
    },
    contacts(asked = {}) {
      guard.check();
      checkContactsOptions(asked);
      const { fixed = true } = asked;
      return log.advance(pairs({ canonical: true, fixed }).slots, held);
    },
    destroy() {
      if (!guard.end()) return;
      broad.destroy();
      host.blocks.freeAll();
    },
  };
}
