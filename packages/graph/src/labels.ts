// How costs of paths are counted, in one place for the oracles and the proofs. A label is the cost
// of a path in the unit of its graph: ticks on uniform grids, exact in a double; f32 sums, rounded
// at every step, elsewhere.
import { isGrid, nodeCountOf, uniformCost } from './build-grid.ts';
import { forEachStep } from './steps.ts';
import { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from './ticks.ts';
import type { Graph, Grid } from './types.ts';

export interface Labels {
  /** False for blocked cells. */
  isOpen(u: number): boolean;
  /** Calls `visit` for every arc out of `u` with the label at its end, given the label of `u`. */
  relax(u: number, label: number, visit: (v: number, label: number) => void): void;
  /** The f32 cost that solvers report for a label. */
  toCost(label: number): number;
  /** What is still to be added to a label at `u` before `target`, at least. */
  lowerBound(u: number, target: number): number;
  /** A label at the end of a path is at least `shrink` times the exact sum along it. */
  readonly shrink: number;
}

export function labelsOf(data: Graph | Grid): Labels {
  // an f32 addition loses at most 2^-24 of its result, and a path has fewer arcs than there are nodes
  const shrink = Math.max(0, 1 - nodeCountOf(data) / 2 ** 24);
  const toCost = (label: number): number => label;
  if (!isGrid(data)) {
    const { x, y, heuristicScale } = data;
    return {
      isOpen: () => true,
      relax: (u, label, visit) =>
        forEachStep(data, u, (v, weight) => visit(v, Math.fround(label + weight))),
      toCost,
      lowerBound: (u, t) =>
        x && y && heuristicScale ? heuristicScale * Math.hypot(x[u] - x[t], y[u] - y[t]) : 0,
      shrink,
    };
  }

  const isOpen = (u: number): boolean => data.cost[u] > 0;
  const eight = data.neighbours === 8;
  /** The least number of straight and diagonal steps between two cells, in labels. */
  const distance = (u: number, v: number, straight: number, diagonal: number): number => {
    const dx = Math.abs((u % data.width) - (v % data.width));
    const dy = Math.abs(Math.floor(u / data.width) - Math.floor(v / data.width));
    const slanted = eight ? Math.min(dx, dy) : 0;
    return slanted * diagonal + (dx + dy - 2 * slanted) * straight;
  };
  const factor = uniformCost(data);
  if (factor) {
    const [straight, diagonal] = eight ? [STRAIGHT_TICKS, DIAGONAL_TICKS] : [1, 0];
    return {
      isOpen,
      relax: (u, label, visit) =>
        forEachStep(data, u, (v, _, slanted) => visit(v, label + (slanted ? diagonal : straight))),
      toCost: (ticks) =>
        ticks === Infinity ? ticks : Math.fround(factor * (eight ? ticksToLength(ticks) : ticks)),
      lowerBound: (u, t) => distance(u, t, straight, diagonal),
      shrink: 1,
    };
  }
  const root = Math.fround(Math.SQRT2);
  let least = Infinity;
  for (const cost of data.cost) if (cost && cost < least) least = cost;
  least *= 1 - 2 ** -20; // less than the rounded weight of any step
  return {
    isOpen,
    relax: (u, label, visit) =>
      forEachStep(data, u, (v, cost, slanted) =>
        visit(v, Math.fround(label + (slanted ? Math.fround(root * cost) : cost))),
      ),
    toCost,
    lowerBound: (u, t) => distance(u, t, least, least * Math.SQRT2),
    shrink,
  };
}
