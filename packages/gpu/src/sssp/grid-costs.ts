// Labels of grids as costs, for grid-model.ts. Labels of uniform grids are ticks: see the glossary.
import {
  DIAGONAL_TICKS,
  type Grid,
  NONE,
  STRAIGHT_TICKS,
  ticksToLength,
  uniformCost,
} from '@wayfield/graph';

/** What a diagonal step costs: its length, or as much as a straight step. */
export type DiagonalCost = 'length' | 'straight';

/** Bits of the f32 Infinity: the label of weighted cells that are not reached. */
export const INFINITY_BITS = 0x7f800000;

type Convert = (labels: Uint32Array, costs: Float32Array) => void;

/** Labels of a uniform grid. */
export interface UniformUnits {
  /** The factor of all open cells. */
  readonly factor: number;
  /** Labels count ticks of octile lengths; else steps of equal length. */
  readonly octile: boolean;
  /** Ticks of a straight and of a diagonal step. */
  readonly straight: number;
  readonly diagonal: number;
  /** Labels to costs, in place: both arrays are views of the same memory. */
  readonly toCosts: Convert;
  /** A cost as a label, rounded down. */
  toTicks(cost: number): number;
  /** Any number of ticks as a cost. */
  toCost(ticks: number): number;
}

/** The units of a grid; meaningless where the grid is weighted. */
export function uniformUnits(grid: Grid, diagonals: DiagonalCost): UniformUnits {
  const factor = uniformCost(grid);
  const octile = diagonals === 'length' && grid.neighbours === 8;
  const [straight, diagonal] = octile ? [STRAIGHT_TICKS, DIAGONAL_TICKS] : [1, 1];
  return {
    factor,
    octile,
    straight,
    diagonal,
    toCosts: octile ? octileCosts(factor) : unitCosts(factor),
    // at most half of the window of 2^31, so that a label plus a width is below 2^32
    toTicks: (cost) => Math.min(2 ** 30, Math.floor((cost / (factor || 1)) * straight)),
    toCost: (ticks) => Math.fround(factor * (octile ? ticksToLength(ticks) : ticks)),
  };
}

/**
 * Costs along the parents, for labels that were counted modulo the window; `costs` is read only for
 * the source, which is Infinity if it is blocked. Ticks are summed in doubles, which hold every
 * whole number up to 2^53.
 */
export function recountAlongParents(
  { width, height }: Grid,
  { straight, diagonal, toCost }: UniformUnits,
): (parent: Uint32Array, source: number, costs: Float32Array) => void {
  const cells = width * height;
  return (parent, source, costs) => {
    if (costs[source] === Infinity) return;
    const ticks = new Float64Array(cells).fill(-1);
    const path = new Uint32Array(cells);
    ticks[source] = 0;
    for (let v = 0; v < cells; v++) {
      if (v !== source && parent[v] === NONE) continue;
      let length = 0;
      for (let u = v; ticks[u] < 0; u = parent[u]) path[length++] = u;
      while (length > 0) {
        const u = path[--length];
        const by = Math.abs(u - parent[u]);
        const isStraight =
          by === width || (by === 1 && Math.floor(u / width) === Math.floor(parent[u] / width));
        ticks[u] = ticks[parent[u]] + (isStraight ? straight : diagonal);
      }
      costs[v] = toCost(ticks[v]);
    }
  };
}

/** Numbers of equal steps as costs, in place. */
function unitCosts(factor: number): Convert {
  return (labels, costs) => {
    for (let v = 0; v < labels.length; v++) {
      const label = labels[v];
      costs[v] = label === NONE ? Infinity : factor * label;
    }
  };
}

/**
 * Ticks below 2^31 as costs, in place: `factor * ticksToLength(ticks)`, with the part that depends
 * only on the remainder modulo STRAIGHT_TICKS looked up.
 */
function octileCosts(factor: number): Convert {
  // A label is q * STRAIGHT_TICKS + r. The number of diagonal steps follows from r, because
  // 985 * DIAGONAL_TICKS = 1 modulo STRAIGHT_TICKS; the straight steps are q - taken[r].
  const taken = new Int32Array(STRAIGHT_TICKS);
  const diagonalLength = new Float64Array(STRAIGHT_TICKS);
  for (let r = 0; r < STRAIGHT_TICKS; r++) {
    const diagonals = (r * 985) % STRAIGHT_TICKS;
    taken[r] = (diagonals * DIAGONAL_TICKS - r) / STRAIGHT_TICKS;
    diagonalLength[r] = diagonals * Math.SQRT2;
  }
  return (labels, costs) => {
    for (let v = 0; v < labels.length; v++) {
      const label = labels[v] | 0;
      if (label < 0) {
        costs[v] = Infinity;
        continue;
      }
      const q = (label / STRAIGHT_TICKS) | 0;
      const r = label - q * STRAIGHT_TICKS;
      const straights = q - taken[r];
      // below 0: no number of steps has this many ticks; `ticksToLength` divides then, too
      costs[v] = factor * (straights < 0 ? label / STRAIGHT_TICKS : straights + diagonalLength[r]);
    }
  };
}
