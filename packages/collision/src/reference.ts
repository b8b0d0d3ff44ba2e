import { mostOf, checkExploreQueries, checkNeighbourOptions } from './check-queries.ts';
import { FREE, QUERY } from './constants.ts';
import { createContactLog } from './contact-log.ts';
import { mayBeFound, mayNeighbour, maySight, mayTouch } from './filter.ts';
import { packLists, packPairs } from './pack-lists.ts';
import { snapshotBodies } from './snapshot.ts';
import { aBodies, checkContactsOptions, checkExploreOptions, checkPairsOptions } from './rules.ts';
import { boundsTouch, squaredDistance, touches } from './touches.ts';
import type { Bodies, CollisionSolver, Pairs, PairsOptions } from './types.ts';

type Test = typeof touches;

/**
 * The reference: every body against every other, by the rule of `touches` and nothing else. Slow, plain,
 * and what all other backends are compared with. All its answers are canonical.
 */
export function createReferenceSolver(bodies: Bodies): CollisionSolver {
  aBodies(bodies, 'bodies');
  let taken: Bodies = snapshotBodies(bodies);
  const log = createContactLog();

  function allPairs(test: Test, options: PairsOptions): Pairs {
    const capacity = mostOf(options);
    const { of = 'contacts', fixed = true } = options;
    const still = fixed ? undefined : taken.fixed;
    const apart = (a: number, b: number): boolean => still?.[a] === 1 && still[b] === 1;
    const found: number[] = [];
    const { end, kind } = taken;
    for (let a = 0; a < end; a++) {
      if (kind[a] === FREE) continue;
      if (of === 'contacts') {
        for (let b = a + 1; b < end; b++) {
          if (!apart(a, b) && mayTouch(taken, a, b) && test(taken, a, taken, b)) found.push(a, b);
        }
      } else if (kind[a] === QUERY) {
        for (let b = 0; b < end; b++) {
          const [first, second] = a < b ? [a, b] : [b, a];
          if (!apart(a, b) && maySight(taken, a, b) && test(taken, first, taken, second))
            found.push(a, b);
        }
      }
    }
    return packPairs(found, capacity);
  }

  return {
    backend: 'reference',
    grid: 'none',
    bodies,
    memoryBytes: 0,
    update() {
      taken = snapshotBodies(bodies);
    },
    pairs(options = {}) {
      checkPairsOptions('pairs', options);
      return allPairs(touches, options);
    },
    candidates(options = {}) {
      checkPairsOptions('candidates', options);
      return allPairs(boundsTouch, options);
    },
    neighbours(options) {
      checkNeighbourOptions(options);
      const { k = Infinity, radius = Infinity } = options;
      const most = Math.fround(Math.max(Math.fround(radius), 2 ** -48) ** 2);
      const rows: number[][] = [];
      for (let a = 0; a < taken.end; a++) {
        const row: { slot: number; square: number }[] = [];
        for (let b = 0; b < taken.end; b++) {
          if (!mayNeighbour(taken, a, b)) continue;
          const square = squaredDistance(taken, Math.min(a, b), taken, Math.max(a, b));
          if (square <= most) row.push({ slot: b, square });
        }
        if (k < Infinity) row.sort((m, n) => m.square - n.square || m.slot - n.slot);
        rows.push(row.slice(0, k).map(({ slot }) => slot));
      }
      return packLists(rows, mostOf(options));
    },
    explore(queries, options = {}) {
      checkExploreOptions(options);
      checkExploreQueries(queries, taken.dimensions);
      const rows: number[][] = [];
      for (let i = 0; i < queries.count; i++) {
        const row: number[] = [];
        const mask = queries.mask?.[i] ?? 0xffffffff;
        for (let b = 0; b < taken.end; b++) {
          if (b === queries.self?.[i] || !mayBeFound(taken, b, mask)) continue;
          if (touches(queries, i, taken, b)) row.push(b);
        }
        rows.push(row);
      }
      return packLists(rows, mostOf(options));
    },
    contacts(options = {}) {
      checkContactsOptions(options);
      const { fixed = true } = options;
      return log.advance(allPairs(touches, { fixed }).slots, taken);
    },
    destroy() {},
  };
}
