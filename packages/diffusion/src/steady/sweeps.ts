// Method 'steady' where scent falls steeply: memory and calls of the sweeps. solveLayer (steady.ts)
// calls createSweeps; how a sweep works: assembly/steady/sweeps.ts.

import type { Blocks } from '@wayfield/wasm';
import { SORT_DIGITS } from '../kernels.ts';
import { forEachLoss } from './losses.ts';
import { goalBytes, writeGoals } from './solve-goals.ts';
import type { Solving } from './solving.ts';

/** A layer being solved by sweeps. */
export interface Sweeps {
  /** One sweep; returns the largest change of a cell, relative to its old value. */
  sweep(): number;
  /** Writes what was found to a field. */
  write(field: number, rules: number): void;
  free(): void;
}

/** Cells are sorted again only after a sweep with a larger relative change than this. */
const SORTED = 0.1;

/** Allocates a second block. If memory ends, frees `first` before it throws. */
function allocateBeside(blocks: Blocks, first: number, bytes: number): number {
  try {
    return blocks.allocate(bytes);
  } catch (error) {
    blocks.free(first);
    throw error;
  }
}

export function createSweeps(solving: Solving): Sweeps {
  const { arena, blocks, kernels, model, state } = solving;
  const { width, height, neighbours } = model.map;
  const eight = +(neighbours === 8);
  const stride = width + 2;
  const size = stride * (height + 2) * 8;
  const active = state.active();
  const count = active.cell.length;
  // one block: the arena finds a freed block of the same size again, for the next call
  const block = blocks.allocate(3 * size + width * height * 4 + SORT_DIGITS * 4);
  const goals = allocateBeside(blocks, block, goalBytes(count));
  const [values, others, inverses] = [block, block + size, block + 2 * size];
  const heads = block + 3 * size;
  const order = heads + SORT_DIGITS * 4;
  arena.bytes().fill(0, block, heads);
  const doubles = new Float64Array(arena.memory.buffer, inverses, size / 8);
  forEachLoss(model, state, (x, y, loss) => {
    doubles[(y + 1) * stride + x + 1] = 1 / loss;
  });
  // goals are given, not solved for
  for (const cell of active.cell) {
    const x = cell % width;
    doubles[((cell - x) / width + 1) * stride + x + 1] = 0;
  }
  writeGoals(arena, goals, active);
  kernels.sweepBind(width, height, values, others, inverses, order, heads);
  kernels.steadyBindCorners(solving.corners, solving.rowBytes);
  kernels.sweepBindGoals(goals, count);
  kernels.sweepSpread(eight);
  // `sweepSpread` has left the cells in the order of the first scent
  let change = 0;
  return {
    sweep() {
      if (change > SORTED) kernels.sweepSort();
      return (change = kernels.sweepOnce(eight));
    },
    write: (field, rules) => kernels.sweepWrite(field, rules),
    free() {
      blocks.free(block);
      blocks.free(goals);
    },
  };
}
