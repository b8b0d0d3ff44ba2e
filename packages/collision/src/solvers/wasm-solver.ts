import { checkOptions } from '@wayfield/check';
import { createDestroyGuard, openKernels } from '@wayfield/wasm';
import { type BodyStore, createBodyStore } from '../bodies/body-store.ts';
import { bindStore } from '../bodies/store-memory.ts';
import { bindGrid } from '../grid/grid-layout.ts';
import { createGrids, type Grids } from '../grid/grids.ts';
import type { Role } from '../grid/roles.ts';
import { CONTACTS, type Kernels, KERNELS_BASE64, SEEN, SIGHTINGS } from '../kernels.gen.ts';
import { createSizeMeasure } from '../grid/sizes.ts';
import type { Host } from '../host.ts';
import { createLayers, type Layers } from '../layers/layers.ts';
import { packAreas } from '../lists/areas.ts';
import { checkExploreQueries, checkNeighbourOptions } from '../lists/check-queries.ts';
import { createLists } from '../lists/lists.ts';
import { createContactLog } from '../pairs/contact-log.ts';
import { createPairFinder, type PairFinder } from '../pairs/pair-finder.ts';
import { areContacts } from '../pairs/tasks.ts';
import {
  aBodies,
  checkContactsOptions,
  checkExploreOptions,
  checkPairsOptions,
  SOLVER_RULES,
} from '../rules.ts';
import type {
  Bodies,
  CollisionSolver,
  ExploreQueries,
  Lists,
  NeighbourOptions,
  Pairs,
  PairsOptions,
  ResultOptions,
  SolverOptions,
} from '../types.ts';
import { reachOf } from './reach.ts';

/** A solver and its parts, for a pool. */
export interface OpenSolver {
  readonly solver: CollisionSolver;
  readonly host: Host;
  readonly store: BodyStore;
  readonly grids: Grids;
  readonly finder: PairFinder;
  /**
   * Does what `solver.update` does, with these bodies in place of `solver.bodies`. Two layers may
   * begin or end, unless there are worker threads.
   */
  take(bodies: Bodies): void;
}

/**
 * A solver in WebAssembly, on the calling thread. It takes the bodies at once; call `update` when
 * they have moved. Throws RangeError for bodies or options that are not valid.
 *
 * @example
 * const solver = createCollisionSolver(bodies);
 * const { count, slots } = solver.pairs(); // slots 2i and 2i + 1 touch
 * console.log(count, slots.join()); // 1 0,1
 */
export function createCollisionSolver(
  bodies: Bodies,
  options: SolverOptions = {},
): CollisionSolver {
  aBodies(bodies, 'bodies');
  checkOptions('createCollisionSolver', options, SOLVER_RULES);
  return openSolver(bodies, options, KERNELS_BASE64, false).solver;
}

/** The radius of neighbours as it counts, and its square in f32; Infinity: there is no radius. */
export function reachAndSquare({ radius }: NeighbourOptions): { reach: number; square: number } {
  const reach = radius === undefined ? Infinity : reachOf(radius);
  return { reach, square: Math.fround(reach * reach) };
}

/** The role of the pairs that are asked for. */
export const roleOf = ({ of }: PairsOptions): Role => (of === 'sightings' ? SIGHTINGS : CONTACTS);

/**
 * `code`: the kernels in base64. `threads`: memory is shared, and worker threads sort plain grids.
 */
export function openSolver(
  bodies: Bodies,
  options: SolverOptions,
  code: string,
  threads: boolean,
): OpenSolver {
  const { grid = 'auto', motion = 'auto' } = options;
  const three = bodies.dimensions === 3;
  const host: Host = { ...openKernels<Kernels>(code, { shared: threads }), three };
  const store = createBodyStore(host);
  const sizes = createSizeMeasure(host, grid);
  const grids = createGrids(host, store, sizes, { grid, threads });
  const layers = createLayers(host, store, sizes, threads ? 'all' : motion);
  layers.takeAll(bodies);
  const finder = createPairFinder(host, store, grids);
  const take = (from: Bodies): void => {
    if (!layers.take(from)) layers.takeAll(from);
    if (layers.changed) grids.forget();
  };
  const solver = createSolver(bodies, { host, store, grids, finder, take, layers });
  return { solver, host, store, grids, finder, take };
}

interface Parts extends Omit<OpenSolver, 'solver'> {
  readonly layers: Layers;
}

/** The interface over the parts. */
function createSolver(bodies: Bodies, parts: Parts): CollisionSolver {
  const { host, store, grids, layers } = parts;
  const lists = createListSearch(parts);
  const log = createContactLog();
  const guard = createDestroyGuard('solver');

  function pairs(options: PairsOptions, candidates: boolean): Pairs {
    const { finder } = parts;
    const role = roleOf(options);
    if (layers.active) return finder.layered(layers.grids, role, candidates, options);
    if (!candidates && areContacts(store, options)) return finder.contacts(options);
    return finder.levels(role, candidates, options);
  }

  return {
    backend: 'wasm',
    bodies,
    get grid() {
      return layers.active ? layers.grids.choice() : grids.choice();
    },
    get memoryBytes() {
      return host.arena.memory.buffer.byteLength;
    },
    update() {
      guard.check();
      parts.take(bodies);
    },
    pairs(options = {}) {
      guard.check();
      checkPairsOptions('pairs', options);
      return pairs(options, false);
    },
    candidates(options = {}) {
      guard.check();
      checkPairsOptions('candidates', options);
      return pairs(options, true);
    },
    neighbours(options) {
      guard.check();
      checkNeighbourOptions(options);
      return lists.neighbours(options);
    },
    explore(queries, options = {}) {
      guard.check();
      checkExploreOptions(options);
      checkExploreQueries(queries, bodies.dimensions);
      return lists.explore(queries, options);
    },
    contacts(options = {}) {
      guard.check();
      checkContactsOptions(options);
      const { fixed = true } = options;
      return log.advance(pairs({ canonical: true, fixed }, false).slots, store);
    },
    destroy() {
      if (guard.end()) host.blocks.freeAll();
    },
  };
}

/** Lists of neighbours and of bodies in areas. */
function createListSearch({ host, store, grids, finder, layers }: Parts) {
  const { kernels, arena, three } = host;
  const rows = createLists(host, finder.answer);
  return {
    neighbours(options: NeighbourOptions): Lists {
      const { k } = options;
      const { reach, square } = reachAndSquare(options);
      const { end } = store;
      // the k nearest come by distance already
      const order = k === undefined ? options : { ...options, canonical: false };
      return rows.bySlot(end, order, (begins, lengths, scratch) => {
        if (store.count === 0) return;
        if (layers.active) {
          // the layers bound columns and cells of their own
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
    explore(queries: ExploreQueries, options: ResultOptions): Lists {
      const { count } = queries;
      return rows.inOrder(count, options, (lengths, scratch) => {
        if (store.count === 0 || count === 0) return;
        if (layers.active) layers.grids.forQueries(SEEN);
        else grids.forAll(SEEN, true);
        const { shapes, masks, selves } = packAreas(queries, arena, scratch);
        kernels.exploreAreas(shapes, masks, selves, count, scratch(64), 0, lengths);
      });
    },
  };
}
