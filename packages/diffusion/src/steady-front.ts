// The field that steps tend to where scent falls steeply: sweeps from the goals outwards, see
// assembly/steady-front.ts.

import type { Arena, Blocks } from '@wayfield/wasm';
import { exponentOf } from './extended.ts';
import type { Kernels } from './kernels.ts';
import { forEachLoss } from './losses.ts';
import type { LayerState, ModelState } from './model-state.ts';

/** A layer being solved by sweeps. */
export interface Front {
  /** One sweep; the largest change that it made to a cell, relative to what was there. */
  sweep(): number;
  /** Writes what was found to a field. */
  write(field: number, rules: number): void;
  free(): void;
}

/** Counts of a digit by which cells are sorted. */
const BUCKETS = 1 << 16;
/** After smaller changes the order of the cells is good enough. */
const SORTED = 0.1;

export function createFront(
  arena: Arena,
  blocks: Blocks,
  kernels: Kernels,
  model: ModelState,
  state: LayerState,
): Front {
  const { width, height, neighbours } = model.map;
  const eight = neighbours === 8;
  const stride = width + 2;
  const size = stride * (height + 2) * 8;
  const active = state.active();
  const count = active.cell.length;
  // one block: found again when terrain has changed
  const block = blocks.allocate(3 * size + width * height * 4 + BUCKETS * 4);
  const goals = blocks.allocate(count * 12);
  const [values, others, inverses] = [block, block + size, block + 2 * size];
  const order = block + 3 * size + BUCKETS * 4;
  arena.bytes().fill(0, block, block + 3 * size);
  const doubles = new Float64Array(arena.memory.buffer, inverses, size / 8);
  forEachLoss(model, state, (x, y, loss) => {
    doubles[(y + 1) * stride + x + 1] = 1 / loss;
  });
  const words = arena.words();
  const floats = arena.floats();
  for (let i = 0; i < count; i++) {
    const cell = active.cell[i];
    const x = cell % width;
    doubles[((cell - x) / width + 1) * stride + x + 1] = 0;
    const e = exponentOf(active.strength[i]);
    words[goals / 4 + i] = cell;
    floats[goals / 4 + count + i] = active.strength[i] / 2 ** e;
    words[goals / 4 + 2 * count + i] = e;
  }
  kernels.frontBind(width, height, values, others, inverses, order, block + 3 * size, goals, count);
  kernels.frontSpread(eight);
  // the first scent is in order
  let change = 0;
  return {
    sweep() {
      if (change > SORTED) kernels.frontSort();
      return (change = kernels.frontSweep(eight));
    },
    write: (field, rules) => kernels.frontWrite(field, rules),
    free() {
      blocks.free(block);
      blocks.free(goals);
    },
  };
}
