// The field that steps tend to, by a multigrid method: T = factor * (sum of neighbours + centre * T) with the goals
// given. Scent falls by hundreds of powers of ten over a map, and must be right in every cell
// relative to itself; so corrections multiply instead of adding (aggregation and disaggregation: Takahashi,
// 1975; many levels: Horton and Leutenegger, 1994). Values are f64 with an exponent beside each of them: this is the
// solver for maps that those of multigrid.ts, many times as fast, cannot do: mazes, terrain near 0.

import { NONE } from '@wayfield/graph';
import {
  addWeight,
  clearRows,
  coarserLevels,
  cycle,
  groupNodes,
  type Level,
  limited,
  power,
} from './aggregates.ts';
import type { LayerState, ModelState } from './model-state.ts';

/** Offsets are multiples of this, so that most neighbours have the same. */
const UNIT = 64;
/** Beyond these a value takes another offset. */
const LEAST = 2 ** -20;
const MOST = 2 ** 84;

/** A layer being solved. Cells lie in rows with one cell of border. */
export interface SteadySolver {
  /** One cycle; returns the largest relative change it made, about the error that is left. */
  cycle(): number;
  /** The value of a cell, m * 2^offset with m from 1 to 2, or 0. */
  value(cell: number): { m: number; offset: number };
}

/** `start` gives m and offset of a first guess, above 0 in every cell that a goal reaches. */
export function createSteadySolver(
  { map, options, terrain }: ModelState,
  state: LayerState,
  start: (cell: number) => { m: number; offset: number },
): SteadySolver {
  const { width, height, neighbours } = map;
  const stride = width + 2;
  const size = stride * (height + 2);
  const at = (cell: number): number => (Math.floor(cell / width) + 1) * stride + (cell % width) + 1;
  // m * 2^offset; how much of itself a cell gives away, 0 = not solved for (obstacle, goal, unreached)
  const m = new Float64Array(size);
  const offset = new Int32Array(size);
  const loss = new Float64Array(size);
  const steps = [-1, 1, -stride, stride];
  if (neighbours === 8) steps.push(-stride - 1, -stride + 1, stride - 1, stride + 1);
  for (let cell = 0; cell < width * height; cell++) {
    if (terrain[cell] === 0 || !state.reaches(cell)) continue;
    const p = at(cell);
    const guess = start(cell);
    offset[p] = Math.floor(guess.offset / UNIT) * UNIT;
    m[p] = guess.m * 2 ** (guess.offset - offset[p]);
    if (state.isGoal(cell)) continue;
    const factor = state.factor(cell);
    const x = cell % width;
    const y = (cell - x) / width;
    const edges =
      options.border === 'clamp'
        ? +(x === 0) + +(x === width - 1) + +(y === 0) + +(y === height - 1)
        : 0;
    loss[p] = 1 / factor - options.centre - edges;
    // a cell that gives nothing away, alone with itself, keeps what it has
    if (!(loss[p] > 0)) loss[p] = 0;
  }

  const { group, level: first } = groupNodes(
    {
      count: size,
      place: (p) => [(p % stride) - 1, Math.floor(p / stride) - 1],
      forEachNeighbour(p, visit) {
        for (const step of steps) if (loss[p + step] > 0) visit(p + step);
      },
    },
    (p) => loss[p] === 0,
  );
  const levels: Level[] = first.count > 0 ? coarserLevels(first) : [];

  const before = new Float64Array(size);
  const offsetBefore = new Int32Array(size);

  /** The largest relative change since `before` was taken. */
  function change(): number {
    let most = 0;
    for (let p = 0; p < size; p++) {
      if (loss[p] === 0) continue;
      const ratio = (before[p] / m[p]) * power(offsetBefore[p] - offset[p]);
      most = Math.max(most, Math.abs(1 - ratio));
    }
    return most;
  }

  function sweep(forward: boolean): void {
    for (let k = 0; k < size; k++) {
      const p = forward ? k : size - 1 - k;
      if (loss[p] === 0) continue;
      const unit = offset[p];
      let sum = 0;
      for (let s = 0; s < neighbours; s++) {
        const q = p + steps[s];
        if (m[q] === 0) continue;
        sum += offset[q] === unit ? m[q] : m[q] * power(offset[q] - unit);
      }
      if (sum === 0) continue;
      const value = sum / loss[p];
      m[p] = value;
      if (value < LEAST || value > MOST) normalise(p);
    }
  }

  function normalise(p: number): void {
    const e = Math.floor(Math.log2(m[p]) / UNIT) * UNIT;
    m[p] /= 2 ** e;
    offset[p] += e;
  }

  function restrict(): void {
    clearRows(first);
    first.unit.fill(-0x40000000);
    for (let p = 0; p < size; p++) {
      const g = group[p];
      if (g !== NONE && offset[p] > first.unit[g]) first.unit[g] = offset[p];
    }
    for (let p = 0; p < size; p++) {
      const g = group[p];
      if (g === NONE) continue;
      const unit = first.unit[g];
      first.diagonal[g] += loss[p] * m[p] * power(offset[p] - unit);
      for (let s = 0; s < neighbours; s++) {
        const q = p + steps[s];
        if (m[q] === 0) continue;
        const flow = offset[q] === unit ? m[q] : m[q] * power(offset[q] - unit);
        const other = group[q];
        if (other === g) first.diagonal[g] -= flow;
        else if (other === NONE) first.inflow[g] += flow;
        else addWeight(first, g, other, flow);
      }
    }
  }

  return {
    cycle() {
      if (levels.length === 0) return 0;
      before.set(m);
      offsetBefore.set(offset);
      sweep(true);
      restrict();
      cycle(levels, 0);
      for (let p = 0; p < size; p++) {
        if (group[p] === NONE) continue;
        m[p] *= limited(first.u[group[p]]);
        if (m[p] < LEAST || m[p] > MOST) normalise(p);
      }
      sweep(true);
      sweep(false);
      return change();
    },
    value(cell) {
      const p = at(cell);
      if (m[p] === 0) return { m: 0, offset: 0 };
      const e = Math.floor(Math.log2(m[p]));
      return { m: m[p] / 2 ** e, offset: offset[p] + e };
    },
  };
}
