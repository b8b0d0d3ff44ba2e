// The corners of a model with a corner rule in WebAssembly memory: one i32 per corner, -1 where
// diagonal neighbours count and 0 where the rule forbids it, in rows as the factors. Row y lies
// above the cells of row y, entry x left of column x; one more row lies below the last cells.
import type { Arena } from '@wayfield/wasm';
import { type CornerMap, cornerOpen, NO_DIAGONALS } from '../model/corners.ts';
import type { ModelState } from '../model/model-state.ts';
import type { FieldMemory } from './field-memory.ts';

export interface CornerRows {
  /** The address of corner (0, 0); 0 with 4 neighbours or corner rule 'always'. */
  readonly address: number;
  /** Takes over cells that were closed or opened. */
  update(cells: Iterable<number>): void;
}

export function createCornerRows(
  arena: Arena,
  memory: FieldMemory,
  { map, beside, terrain }: Pick<ModelState, 'map' | 'beside' | 'terrain'>,
): CornerRows {
  if (beside === 0 || beside === NO_DIAGONALS) return { address: 0, update: () => undefined };
  const { width, height } = map;
  const corners: CornerMap = { width, height, beside, terrain };
  const address = memory.allocateCorners();

  /** Writes the corners `[x0, x1]` of the rows `[y0, y1]`. */
  function write(x0: number, y0: number, x1: number, y1: number): void {
    const words = arena.words();
    for (let y = y0; y <= y1; y++) {
      const row = (address + y * memory.rowBytes) / 4;
      for (let x = x0; x <= x1; x++) words[row + x] = cornerOpen(corners, x, y) ? 0xffffffff : 0;
    }
  }

  write(0, 0, width, height);
  return {
    address,
    update(cells) {
      for (const v of cells) {
        const x = v % width;
        const y = (v - x) / width;
        write(x, y, x + 1, y + 1);
      }
    },
  };
}
