import { callback } from '@wayfield/check';
import { mostOf, checkExploreQueries, checkNeighbourOptions } from './check-queries.ts';
import { FREE, QUERY } from './constants.ts';
import { createContactLog } from './contact-log.ts';
import { mayBeFound, mayNeighbour, maySight, mayTouch } from './filter.ts';
import { packLists, packPairs } from './pack-lists.ts';
import { snapshotBodies } from './snapshot.ts';
import { aBodies, checkContactsOptions, checkExploreOptions, checkPairsOptions } from './rules.ts';
import { boundsTouch, halfBounds, type Shapes, squaredDistance, touches } from './touches.ts';
import type { Bodies, CollisionSolver, Pairs, PairsOptions } from './types.ts';

/** What a tree of boxes has to do: flatbush's class does. */
export interface BoxTree {
  add(minX: number, minY: number, maxX: number, maxY: number): number;
  finish(): void;
  /** Numbers, in the order of `add`, of the boxes that touch this one. */
  search(minX: number, minY: number, maxX: number, maxY: number): number[];
}

/** Makes a tree for so many boxes. */
export type BoxTreeClass = new (count: number) => BoxTree;

/** Boxes are a little larger than bodies and queries, so that rounding loses none. */
const GROWTH = 1 + 2 ** -12;

/**
 * A solver that asks an R-tree, made anew at each update: the class is the caller's, such as
 * `Flatbush` of flatbush. What it finds is tested by the rule of all solvers, so answers are the same; they
 * are canonical. A baseline for other solvers: in 3D the tree knows x and y only. Throws RangeError for bodies
 * that are not valid.
 */
export function createTreeSolver(bodies: Bodies, Tree: BoxTreeClass): CollisionSolver {
  aBodies(bodies, 'bodies');
  callback(Tree, 'Tree');
  const log = createContactLog();
  let taken: Bodies;
  let tree: BoxTree | undefined;
  /** Slots of the boxes in the tree. */
  let slots: number[] = [];
  /** The largest side of the box about all positions. */
  let widest = 0;

  function take(): void {
    taken = snapshotBodies(bodies);
    const { end, kind, x, y } = taken;
    slots = [];
    for (let slot = 0; slot < end; slot++) if (kind[slot] !== FREE) slots.push(slot);
    widest = Math.max(...[x, y, taken.z].map((column) => (column ? rangeOf(column) : 0)));
    tree = slots.length > 0 ? new Tree(slots.length) : undefined;
    for (const slot of slots) {
      const [hx, hy] = halves(taken, slot);
      tree!.add(x[slot] - hx, y[slot] - hy, x[slot] + hx, y[slot] + hy);
    }
    tree?.finish();
  }

  function rangeOf(column: Float32Array): number {
    let [low, high] = [Infinity, -Infinity];
    for (const slot of slots) {
      low = Math.min(low, column[slot]);
      high = Math.max(high, column[slot]);
    }
    return Math.max(0, high - low);
  }

  const halves = (shapes: Shapes, i: number): [number, number] => [
    halfBounds(shapes, i, 0) * GROWTH,
    halfBounds(shapes, i, 1) * GROWTH,
  ];

  function inBox(x: number, y: number, hx: number, hy: number): number[] {
    const found = tree?.search(x - hx, y - hy, x + hx, y + hy) ?? [];
    return found.map((i) => slots[i]).sort((a, b) => a - b);
  }

  const near = (shapes: Shapes, i: number): number[] =>
    inBox(shapes.x[i], shapes.y[i], ...halves(shapes, i));

  function allPairs(test: typeof touches, options: PairsOptions): Pairs {
    const capacity = mostOf(options);
    const { of = 'contacts', fixed = true } = options;
    const still = fixed ? undefined : taken.fixed;
    const apart = (a: number, b: number): boolean => still?.[a] === 1 && still[b] === 1;
    const found: number[] = [];
    for (const a of slots) {
      if (of === 'sightings' && taken.kind[a] !== QUERY) continue;
      for (const b of near(taken, a)) {
        if (apart(a, b)) continue;
        if (of === 'contacts') {
          if (b > a && mayTouch(taken, a, b) && test(taken, a, taken, b)) found.push(a, b);
        } else if (maySight(taken, a, b)) {
          if (test(taken, Math.min(a, b), taken, Math.max(a, b))) found.push(a, b);
        }
      }
    }
    return packPairs(found, capacity);
  }

  /** Those around `a` of whom the square of the distance is at most that of `reach`, with it. */
  function around(a: number, reach: number): { slot: number; square: number }[] {
    const most = Math.fround(reach * reach);
    const row: { slot: number; square: number }[] = [];
    for (const b of inBox(taken.x[a], taken.y[a], reach * GROWTH, reach * GROWTH)) {
      if (!mayNeighbour(taken, a, b)) continue;
      const square = squaredDistance(taken, Math.min(a, b), taken, Math.max(a, b));
      if (square <= most) row.push({ slot: b, square });
    }
    return row;
  }

  /** The k nearest are among these: a box that grows until it has them, or all. */
  function aroundAtLeast(a: number, k: number): { slot: number; square: number }[] {
    for (let reach = Math.max((widest * k) / slots.length, 2 ** -48); ; reach *= 2) {
      const row = around(a, reach);
      // nobody is farther than the diagonal
      if (row.length >= k || reach > 2 * widest) return row;
    }
  }

  take();
  return {
    backend: 'tree',
    grid: 'none',
    bodies,
    memoryBytes: 0,
    update: take,
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
      const { k, radius } = options;
      const rows: number[][] = [];
      for (let a = 0; a < taken.end; a++) {
        let row: { slot: number; square: number }[] = [];
        if (taken.kind[a] !== FREE) {
          const reach = radius === undefined ? Infinity : Math.max(Math.fround(radius), 2 ** -48);
          row = reach < Infinity ? around(a, reach) : aroundAtLeast(a, k!);
        }
        if (k !== undefined) row.sort((m, n) => m.square - n.square || m.slot - n.slot);
        rows.push(row.slice(0, k).map(({ slot }) => slot));
      }
      return packLists(rows, mostOf(options));
    },
    explore(queries, options = {}) {
      checkExploreOptions(options);
      checkExploreQueries(queries, taken.dimensions);
      const rows: number[][] = [];
      for (let i = 0; i < queries.count; i++) {
        const mask = queries.mask?.[i] ?? 0xffffffff;
        rows.push(
          near(queries, i).filter(
            (b) =>
              b !== queries.self?.[i] &&
              mayBeFound(taken, b, mask) &&
              touches(queries, i, taken, b),
          ),
        );
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
