// How costs of paths are counted, in one place for the reference solvers and the proofs. A label
// is the cost of a path in the unit of its graph: ticks on uniform grids, exact in a double; f32
// sums, rounded at every step, elsewhere.
import { isGrid, nodeCountOf, uniformCost } from '../build/grid.ts';
import { FOUND, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from '../types/constants.ts';
import { eachStep } from './steps.ts';
import { heuristicScaleOf } from '../build/heuristic-scale.ts';
import { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from '../types/ticks.ts';
import type { Graph, Grid } from '../types/data.ts';
import { checkWeights } from '../check/weights.ts';

export interface Labels {
  /** False for blocked cells. True for NONE, the target of a search that has none. */
  isOpen(u: number): boolean;
  /** The label after a step, given the one before it. */
  add(label: number, weight: number, diagonal: boolean): number;
  /** Calls `visit` for every arc out of `u` with the label at its end, given the label of `u`. */
  relax(u: number, label: number, visit: (v: number, label: number) => void): void;
  /** The f32 cost that solvers report for a label. */
  toCost(label: number): number;
  /**
   * A lower bound on the exact cost, without rounding, of a path from `u` to `target`, in the unit
   * of labels.
   */
  lowerBound(u: number, target: number): number;
  /**
   * A label at the end of a path is at least `shrink` times the exact sum along the path. Where
   * labels are rounded, `shrink` is 0 from 2^24 nodes on: the bound then ends no search early.
   */
  readonly shrink: number;
}

/**
 * How labels are added and compared on this graph or grid. Throws RangeError for weights outside
 * their limits, whose sums could overflow.
 */
export function labelsOf(data: Graph | Grid): Labels {
  const { fround, abs } = Math;
  const grid = isGrid(data) ? data : undefined;
  checkWeights(
    grid ? grid.cost : (data as Graph).weight,
    nodeCountOf(data),
    grid ? 'cost' : 'weight',
  );
  const scale = grid ? 0 : heuristicScaleOf(data as Graph);
  const eight = grid?.neighbours === 8;
  const factor = grid ? uniformCost(grid) : 0;
  // On uniform grids every step adds `straight` or `diagonal` to a label. On weighted grids these
  // are the least that a step adds.
  let straight = eight ? STRAIGHT_TICKS : 1;
  let diagonal = DIAGONAL_TICKS;
  if (grid && !factor) {
    straight = grid.cost.reduce((least, cost) => (cost && cost < least ? cost : least), Infinity);
    diagonal = straight * 1.4142; // below the f32 root of 2, rounding included
  }

  const add: Labels['add'] = (label, weight, slanted) =>
    factor ? label + (slanted ? diagonal : straight) : fround(label + weight);
  return {
    isOpen: (u) => grid?.cost[u] !== 0,
    add,
    relax: (u, label, visit) =>
      eachStep(data, u, (v, weight, slanted) => visit(v, add(label, weight, slanted))),
    toCost: (label) =>
      factor && label < Infinity ? fround(factor * (eight ? ticksToLength(label) : label)) : label,
    lowerBound: (u, t) => {
      if (!grid) {
        const { x, y } = data as Graph;
        return x && y ? scale * Math.hypot(x[u] - x[t], y[u] - y[t]) : 0;
      }
      const { width } = grid;
      const dx = abs((u % width) - (t % width));
      const dy = abs(((u / width) | 0) - ((t / width) | 0));
      const slanted = eight ? Math.min(dx, dy) : 0;
      return slanted * diagonal + (dx + dy - 2 * slanted) * straight;
    },
    // An f32 addition loses at most 2^-24 of its result, and a path has fewer arcs than the map has
    // nodes.
    shrink: factor ? 1 : Math.max(0, 1 - nodeCountOf(data) / 2 ** 24),
  };
}

/** The status of a query from `s` to `t`. `isReached` is asked only where both are open. */
export function statusOf(
  { isOpen }: Labels,
  s: number,
  t: number,
  isReached: () => boolean,
): number {
  if (!isOpen(s)) return SOURCE_BLOCKED;
  if (!isOpen(t)) return TARGET_BLOCKED;
  return isReached() ? FOUND : NO_PATH;
}
