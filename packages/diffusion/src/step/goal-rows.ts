// The active goals of a layer in WebAssembly memory, row by row. wasm-fields.ts makes and writes
// them; the kernel `pass` reads them.
import type { Arena, Blocks } from '@wayfield/wasm';
import type { SortedGoals } from '../model/check-input.ts';
import { exponentOf } from './log-values.ts';
import { type Box, type GoalPlaces, NO_BOX } from './pass-job.ts';

export interface GoalRows {
  readonly places: GoalPlaces;
  /** The least box that holds all goals, where there are goals. */
  readonly box: Box;
  /**
   * Replaces the goals; `put` sets each of them in the field to m * 2^scale. Throws RangeError if
   * memory ends; the goals then stay as they were.
   */
  write(goals: SortedGoals, put: (cell: number, m: number, scale: number) => void): void;
}

export function createGoalRows(
  arena: Arena,
  blocks: Blocks,
  { width, height }: { readonly width: number; readonly height: number },
  log: boolean,
): GoalRows {
  let block = 0;
  let bytes = 0;
  let places: GoalPlaces = { start: 0, x: 0, value: 0, scale: 0 };
  let box = NO_BOX;

  function reserve(needed: number): void {
    if (needed <= bytes) return;
    // twice as much as needed: the number of a crowd's goals changes every tick
    const larger = blocks.allocate(needed * 2);
    if (block !== 0) blocks.free(block);
    block = larger;
    bytes = needed * 2;
  }

  return {
    get places() {
      return places;
    },
    get box() {
      return box;
    },
    write({ cell, strength }, put) {
      const count = cell.length;
      reserve((height + 1 + 3 * count) * 4);
      const start = block / 4;
      const x = start + height + 1;
      const words = arena.words();
      const floats = arena.floats();
      let row = 0;
      let [x0, x1] = [width, 0];
      for (let i = 0; i < count; i++) {
        const at = cell[i] % width;
        const y = (cell[i] - at) / width;
        while (row <= y) words[start + row++] = i;
        words[x + i] = at;
        // m from 1 to 2 in precision 'log'
        const scale = log ? exponentOf(strength[i]) : 0;
        floats[x + count + i] = strength[i] / 2 ** scale;
        words[x + 2 * count + i] = scale;
        x0 = Math.min(x0, at);
        x1 = Math.max(x1, at + 1);
      }
      while (row <= height) words[start + row++] = count;
      const [y0, y1] = count === 0 ? [0, 0] : [cell[0], cell[count - 1] + width];
      box = { x0, x1, y0: Math.floor(y0 / width), y1: Math.floor(y1 / width) };
      places = {
        start: start * 4,
        x: x * 4,
        value: (x + count) * 4,
        scale: (x + 2 * count) * 4,
      };
      for (let i = 0; i < count; i++) {
        put(cell[i], floats[x + count + i], words[x + 2 * count + i] | 0);
      }
    },
  };
}
