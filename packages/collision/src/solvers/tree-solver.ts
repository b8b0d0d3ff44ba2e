import { callback } from '@wayfield/check';
import { FREE } from '../constants.ts';
import { aBodies } from '../rules.ts';
import { halfBounds, type Shapes } from '../shapes/touches.ts';
import type { Bodies, CollisionSolver } from '../types.ts';
import { type BodySearch, createSearchSolver } from './search-solver.ts';

/** The methods that a tree of boxes must have. The class of flatbush has them. */
export interface BoxTree {
  add(minX: number, minY: number, maxX: number, maxY: number): number;
  finish(): void;
  /** The numbers, in the order of `add`, of the boxes that touch this box. */
  search(minX: number, minY: number, maxX: number, maxY: number): number[];
}

/** Makes a tree for `count` boxes. */
export type BoxTreeClass = new (count: number) => BoxTree;

/**
 * Boxes are larger than bodies and queries by this factor, because the exact tests err by less than
 * 2^-16 of the lengths. A tree may round boxes to f32: rounding keeps the order of numbers, so
 * boxes that touch still touch.
 */
const GROWTH = 1 + 2 ** -12;

/**
 * A solver that asks an R-tree, built again at each update. The class is the caller's, such as
 * `Flatbush` of flatbush. What the tree finds is tested by the rule of all solvers, so answers are
 * the same; they are canonical. Meant for comparisons: in 3D the tree has x and y only.
 * Throws RangeError for bodies that are not valid.
 *
 * @example
 * import Flatbush from 'flatbush';
 * const solver = createTreeSolver(bodies, Flatbush);
 * console.log(solver.pairs().count); // 1
 */
export function createTreeSolver(bodies: Bodies, Tree: BoxTreeClass): CollisionSolver {
  aBodies(bodies, 'bodies');
  callback(Tree, 'Tree');
  return createSearchSolver('tree', bodies, createTreeSearch(Tree));
}

function createTreeSearch(Tree: BoxTreeClass): BodySearch {
  let taken: Bodies;
  let tree: BoxTree | undefined;
  /** Slots of the boxes in the tree. */
  let slots: number[] = [];
  /** The longest side of the box around all positions. */
  let widest = 0;

  function rangeOf(column: Float32Array): number {
    let [low, high] = [Infinity, -Infinity];
    for (const slot of slots) {
      low = Math.min(low, column[slot]);
      high = Math.max(high, column[slot]);
    }
    return Math.max(0, high - low);
  }

  function inBox(x: number, y: number, hx: number, hy: number): number[] {
    const found = tree?.search(x - hx, y - hy, x + hx, y + hy) ?? [];
    return found.map((i) => slots[i]).sort((a, b) => a - b);
  }

  return {
    take(bodies) {
      taken = bodies;
      const { end, kind, x, y, z } = bodies;
      slots = [];
      for (let slot = 0; slot < end; slot++) if (kind[slot] !== FREE) slots.push(slot);
      widest = Math.max(rangeOf(x), rangeOf(y), z ? rangeOf(z) : 0);
      tree = slots.length > 0 ? new Tree(slots.length) : undefined;
      for (const slot of slots) {
        const [hx, hy] = halfBox(bodies, slot);
        tree!.add(x[slot] - hx, y[slot] - hy, x[slot] + hx, y[slot] + hy);
      }
      tree?.finish();
    },
    all: () => slots,
    near: (shapes, i) => inBox(shapes.x[i], shapes.y[i], ...halfBox(shapes, i)),
    around: (slot, reach) => inBox(taken.x[slot], taken.y[slot], reach * GROWTH, reach * GROWTH),
    firstReach: (k) => Math.max((widest * k) / slots.length, 2 ** -48),
    // no distance is larger than the diagonal, at most √3 times the longest side
    get wholeReach() {
      return 2 * widest;
    },
  };
}

/** Half the box of a shape, along x and y. */
const halfBox = (shapes: Shapes, i: number): [number, number] => [
  halfBounds(shapes, i, 0) * GROWTH,
  halfBounds(shapes, i, 1) * GROWTH,
];
