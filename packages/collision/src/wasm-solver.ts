import { checkOptions } from '@wayfield/check';
import {
  type Arena,
  type Blocks,
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { packAreas } from './areas.ts';
import { bindStore, type BodyStore, createBodyStore } from './body-store.ts';
import { checkExploreQueries, checkNeighbourOptions } from './check-queries.ts';
import { createContactLog } from './contact-log.ts';
import { bindGrid, CONTACTS, createGrids, type Grids, SEEN, SIGHTINGS } from './grids.ts';
import type { Kernels } from './kernel-exports.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import { createLayers } from './layers.ts';
import { createLists } from './lists.ts';
import { areContacts, createPairFinder, type PairFinder } from './pair-finder.ts';
import {
  aBodies,
  checkContactsOptions,
  checkExploreOptions,
  checkPairsOptions,
  SOLVER_RULES,
} from './rules.ts';
import { createSizeMeasure } from './sizes.ts';
import type { Bodies, CollisionSolver, NeighbourOptions, SolverOptions } from './types.ts';

/** A solver and what it is made of, for a pool. */
export interface OpenSolver {
  readonly solver: CollisionSolver;
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  readonly store: BodyStore;
  readonly grids: Grids;
  readonly finder: PairFinder;
}

/**
 * A solver in WebAssembly, on the calling thread. It takes the bodies at once; call `update` when they
 * have moved. Throws RangeError for bodies or options that are not valid.
 */
export function createCollisionSolver(
  bodies: Bodies,
  options: SolverOptions = {},
): CollisionSolver {
  aBodies(bodies, 'bodies');
  checkOptions('createCollisionSolver', options, SOLVER_RULES);
  return openSolver(bodies, options, compileKernels(KERNELS_BASE64), false).solver;
}

/** The radius of neighbours as it counts, and its square in f32; Infinity for none. */
export function reachOf({ radius }: NeighbourOptions): { reach: number; square: number } {
  const reach = radius === undefined ? Infinity : Math.max(Math.fround(radius), 2 ** -48);
  return { reach, square: Math.fround(reach * reach) };
}

/** `threads`: on shared memory, and others sort plain grids. */
export function openSolver(
  bodies: Bodies,
  options: SolverOptions,
  module: WebAssembly.Module,
  threads: boolean,
): OpenSolver {
  const { grid = 'auto', motion = 'auto' } = options;
  const arena = createArena(createMemory(threads));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  const store = createBodyStore(kernels, arena, blocks, bodies.dimensions);
  store.take(bodies);
  const { three } = store.world;
  const sizes = createSizeMeasure(kernels, arena, blocks, three, grid);
  const grids = createGrids(kernels, arena, blocks, store, sizes, grid, threads);
  const layers = createLayers(kernels, arena, blocks, store, sizes, threads ? 'all' : motion);
  layers.reset(bodies);
  const finder = createPairFinder(kernels, arena, blocks, store, grids);
  const lists = createLists(kernels, arena, blocks, finder.answer);
  const log = createContactLog();
  let destroyed = false;
  const alive = (): void => {
    if (destroyed) throw new Error('the solver was destroyed');
  };

  const solver: CollisionSolver = {
    backend: 'wasm',
    bodies,
    get grid() {
      return layers.active ? layers.grids.choice() : grids.choice();
    },
    get memoryBytes() {
      return arena.memory.buffer.byteLength;
    },
    update() {
      alive();
      if (!layers.take(bodies)) {
        store.take(bodies);
        layers.reset(bodies);
      }
      if (layers.changed) grids.forget();
    },
    pairs(pairOptions = {}) {
      alive();
      checkPairsOptions('pairs', pairOptions);
      const role = pairOptions.of === 'sightings' ? SIGHTINGS : CONTACTS;
      if (layers.active) return finder.layered(layers.grids, role, false, pairOptions);
      if (areContacts(store, pairOptions)) return finder.contacts(pairOptions);
      return finder.levels(role, false, pairOptions);
    },
    candidates(pairOptions = {}) {
      alive();
      checkPairsOptions('candidates', pairOptions);
      const role = pairOptions.of === 'sightings' ? SIGHTINGS : CONTACTS;
      if (layers.active) return finder.layered(layers.grids, role, true, pairOptions);
      return finder.levels(role, true, pairOptions);
    },
    neighbours(neighbourOptions) {
      alive();
      checkNeighbourOptions(neighbourOptions);
      const { k } = neighbourOptions;
      const { reach, square } = reachOf(neighbourOptions);
      const { end } = store;
      return lists.bySlot(end, neighbourOptions, k === undefined, (begins, lengths, scratch) => {
        if (store.count === 0) return;
        if (layers.active) {
          bindStore(kernels, store.layout);
          bindGrid(kernels, grids.layout, three);
        }
        if (k === undefined) {
          grids.forPoints(reach);
          kernels.listNeighbours(0, end, square, begins, lengths);
        } else {
          grids.forNearest();
          const entries = scratch(8 * k);
          kernels.listNearest(0, grids.layout.count, k, square, entries, begins, lengths);
        }
      });
    },
    explore(queries, resultOptions = {}) {
      alive();
      checkExploreOptions(resultOptions);
      checkExploreQueries(queries, bodies.dimensions);
      return lists.inOrder(queries.count, resultOptions, (lengths, scratch) => {
        if (store.count === 0 || queries.count === 0) return;
        if (layers.active) layers.grids.forQueries(SEEN);
        else grids.forAll(SEEN, true);
        const areas = packAreas(queries, arena, scratch);
        kernels.exploreAreas(
          areas.shapes,
          areas.masks,
          areas.selves,
          queries.count,
          scratch(64),
          0,
          lengths,
        );
      });
    },
    contacts(contactOptions = {}) {
      checkContactsOptions(contactOptions);
      const { fixed = true } = contactOptions;
      const { slots } = solver.pairs({ canonical: true, fixed });
      return log.advance(slots, store);
    },
    destroy() {
      destroyed = true;
      blocks.freeAll();
    },
  };
  return { solver, arena, blocks, kernels, store, grids, finder };
}
