import { mayBeFound, mayNeighbour, maySight, mayTouch } from '../bodies/filter.ts';
import { snapshotBodies } from '../bodies/snapshot.ts';
import { QUERY } from '../constants.ts';
import { capacityOf, checkExploreQueries, checkNeighbourOptions } from '../lists/check-queries.ts';
import { packLists, packPairs } from '../lists/pack-lists.ts';
import { createContactLog } from '../pairs/contact-log.ts';
import { checkContactsOptions, checkExploreOptions, checkPairsOptions } from '../rules.ts';
import { boundsTouch, type Shapes, squaredDistance, touches } from '../shapes/touches.ts';
import type { Bodies, CollisionSolver, NeighbourOptions, Pairs, PairsOptions } from '../types.ts';
import { reachOf } from './reach.ts';

/** A body found near another, and the squared distance that is compared. */
interface Near {
  readonly slot: number;
  readonly square: number;
}

/**
 * Which bodies are tested: the only difference between the reference, which tests all, and the tree
 * solver. All lists of slots are in rising order and hold live bodies only.
 */
export interface BodySearch {
  /** Takes the bodies, which do not change until the next call. */
  take(bodies: Bodies): void;
  /** All live bodies. */
  all(): readonly number[];
  /** At least all bodies whose bounds touch those of a shape. */
  near(shapes: Shapes, i: number): readonly number[];
  /** At least all bodies within a distance of a body. */
  around(slot: number, reach: number): readonly number[];
  /** The distance to begin with in a search for the k nearest; it doubles until there are k. */
  firstReach(k: number): number;
  /** A distance within which each body has all others. */
  readonly wholeReach: number;
}

/**
 * A solver that tests bodies one by one, by the rule of `touches`. All answers are canonical.
 */
export function createSearchSolver(
  backend: 'reference' | 'tree',
  bodies: Bodies,
  search: BodySearch,
): CollisionSolver {
  const log = createContactLog();
  let taken: Bodies;

  function take(): void {
    taken = snapshotBodies(bodies);
    search.take(taken);
  }

  take();
  return {
    backend,
    grid: 'none',
    bodies,
    memoryBytes: 0,
    update: take,
    pairs(options = {}) {
      checkPairsOptions('pairs', options);
      return findPairs(taken, search, touches, options);
    },
    candidates(options = {}) {
      checkPairsOptions('candidates', options);
      return findPairs(taken, search, boundsTouch, options);
    },
    neighbours(options) {
      checkNeighbourOptions(options);
      const rows: number[][] = Array.from({ length: taken.end }, () => []);
      for (const a of search.all()) rows[a] = neighboursOf(taken, search, a, options);
      return packLists(rows, capacityOf(options));
    },
    explore(queries, options = {}) {
      checkExploreOptions(options);
      checkExploreQueries(queries, taken.dimensions);
      const rows = Array.from({ length: queries.count }, (_, i) => {
        const mask = queries.mask?.[i] ?? 0xffffffff;
        return search
          .near(queries, i)
          .filter((b) => b !== queries.self?.[i] && mayBeFound(taken, b, mask))
          .filter((b) => touches(queries, i, taken, b));
      });
      return packLists(rows, capacityOf(options));
    },
    contacts(options = {}) {
      checkContactsOptions(options);
      const { fixed = true } = options;
      return log.advance(findPairs(taken, search, touches, { fixed }).slots, taken);
    },
    destroy() {},
  };
}

function findPairs(
  bodies: Bodies,
  search: BodySearch,
  test: typeof touches,
  options: PairsOptions,
): Pairs {
  const { of = 'contacts', fixed = true } = options;
  const flags = fixed ? undefined : bodies.fixed;
  const found: number[] = [];
  for (const a of search.all()) {
    if (of === 'sightings' && bodies.kind[a] !== QUERY) continue;
    for (const b of search.near(bodies, a)) {
      if (flags?.[a] === 1 && flags[b] === 1) continue;
      if (of === 'contacts') {
        if (b > a && mayTouch(bodies, a, b) && test(bodies, a, bodies, b)) found.push(a, b);
      } else if (maySight(bodies, a, b)) {
        // the body of the smaller slot is the first shape, as for contacts
        if (test(bodies, Math.min(a, b), bodies, Math.max(a, b))) found.push(a, b);
      }
    }
  }
  return packPairs(found, capacityOf(options));
}

/** The neighbours of body `a`. */
function neighboursOf(
  bodies: Bodies,
  search: BodySearch,
  a: number,
  { k, radius }: NeighbourOptions,
): number[] {
  /** The bodies within `reach`. */
  function within(reach: number): Near[] {
    const most = Math.fround(reach * reach);
    const row: Near[] = [];
    for (const b of search.around(a, reach)) {
      if (!mayNeighbour(bodies, a, b)) continue;
      const square = squaredDistance(bodies, Math.min(a, b), bodies, Math.max(a, b));
      if (square <= most) row.push({ slot: b, square });
    }
    return row;
  }

  /** At least the `count` nearest, or all bodies if there are fewer. */
  function withinAtLeast(count: number): Near[] {
    for (let reach = search.firstReach(count); ; reach *= 2) {
      const row = within(reach);
      if (row.length >= count || reach > search.wholeReach) return row;
    }
  }

  const row = radius === undefined ? withinAtLeast(k!) : within(reachOf(radius));
  if (k !== undefined) row.sort((m, n) => m.square - n.square || m.slot - n.slot);
  return row.slice(0, k).map(({ slot }) => slot);
}
