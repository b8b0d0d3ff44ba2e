// Paths up a scent, or down costs: each step goes to the best neighbour, of equally good ones to
// the lowest cell. core.ts calls climb for `ascend` and `descend`, bestNeighbour for `next`; the
// kernels of pursuers and the GPU have the same rule.

import {
  BUDGET_SPENT,
  FOUND,
  NO_PATH,
  NONE,
  type Routes,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { checkStarts } from './check-input.ts';
import { type CornerMap, NO_DIAGONALS, stepAllowed } from './corners.ts';
import type { RouteOptions } from '../types.ts';

/** What climbing needs to know of a layer. */
export interface Slope extends CornerMap {
  /** The larger, the nearer a goal; `-Infinity` where no goal is reached. Costs: their negative. */
  key(cell: number): number;
  /** Keys are costs: a path steps to the neighbour for which cost plus step is least. */
  readonly costs: boolean;
  isGoal(cell: number): boolean;
  /** There are goals, but every one is on an obstacle. */
  readonly goalsBlocked: boolean;
}

const DIAGONAL = Math.fround(Math.SQRT2);

/**
 * The neighbour to step to, the lowest cell of equally good ones; `cell` itself at a goal; NONE
 * where none is better.
 */
export function bestNeighbour(slope: Slope, cell: number): number {
  const { width, height, beside, terrain } = slope;
  if (terrain[cell] === 0) return NONE;
  if (slope.isGoal(cell)) return cell;
  const x = cell % width;
  let best = NONE;
  const own = slope.key(cell);
  let bestKey = slope.costs ? -Infinity : own;
  if (own === -Infinity) return NONE;
  const fromX = x > 0 ? -1 : 0;
  const toX = x + 1 < width ? 1 : 0;
  const fromY = cell >= width ? -1 : 0;
  const toY = cell + width < width * height ? 1 : 0;
  for (let dy = fromY; dy <= toY; dy++) {
    for (let dx = fromX; dx <= toX; dx++) {
      if (beside === NO_DIAGONALS && dx !== 0 && dy !== 0) continue;
      const v = cell + dy * width + dx;
      let key = slope.key(v);
      // only to a strictly better cell: a path has no cycles
      if (!(key > own) || terrain[v] === 0 || !stepAllowed(slope, cell, dx, dy)) continue;
      // for costs: the negated sum of the neighbour's cost and the step to it
      if (slope.costs) key = Math.fround(key - stepCost(terrain[v], width, cell, v));
      if (key > bestKey) {
        best = v;
        bestKey = key;
      }
    }
  }
  return best;
}

/**
 * What entering `v` from its neighbour `u` costs: the length of the step over the terrain of `v`,
 * f32.
 */
export function stepCost(terrain: number, width: number, u: number, v: number): number {
  const straight = u % width === v % width || Math.floor(u / width) === Math.floor(v / width);
  return Math.fround((straight ? 1 : DIAGONAL) * Math.fround(1 / terrain));
}

/**
 * The paths from all starts. Throws RangeError for a start that is no cell, before anything is
 * done.
 */
export function climb(
  slope: Slope,
  starts: number | ArrayLike<number>,
  options: RouteOptions = {},
): Routes {
  const cells = slope.width * slope.height;
  const from = checkStarts(cells, starts);
  const { maxSteps = cells, reuse } = options;
  const count = from.length;
  const status = reuse && reuse.status.length >= count ? reuse.status : new Uint8Array(count);
  const cost = reuse && reuse.cost.length >= count ? reuse.cost : new Float32Array(count);
  const firstNode =
    reuse && reuse.firstNode.length > count ? reuse.firstNode : new Uint32Array(count + 1);
  let node = reuse?.node ?? new Uint32Array(Math.max(64, count * 8));
  let used = 0;
  const push = (v: number): void => {
    if (used === node.length) {
      const larger = new Uint32Array(Math.max(64, used * 2));
      larger.set(node);
      node = larger;
    }
    node[used++] = v;
  };

  for (let i = 0; i < count; i++) {
    const first = (firstNode[i] = used);
    let cell = from[i];
    let sum = 0;
    status[i] = FOUND;
    if (slope.terrain[cell] === 0) status[i] = SOURCE_BLOCKED;
    else if (slope.goalsBlocked) status[i] = TARGET_BLOCKED;
    else {
      push(cell);
      for (;;) {
        const next = bestNeighbour(slope, cell);
        if (next === cell) break;
        if (next === NONE) status[i] = NO_PATH;
        else if (used - first > maxSteps) status[i] = BUDGET_SPENT;
        if (status[i] !== FOUND) break;
        sum = Math.fround(sum + stepCost(slope.terrain[next], slope.width, cell, next));
        push((cell = next));
      }
    }
    if (status[i] !== FOUND) used = first;
    cost[i] = status[i] === FOUND ? sum : Infinity;
  }
  firstNode[count] = used;
  return { count, status, cost, firstNode, node };
}
