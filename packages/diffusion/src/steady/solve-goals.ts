// The goals of a layer in WebAssembly memory, as both solvers of method 'steady' read them (layout:
// assembly/layout.ts). multigrid.ts, by cell-arrays.ts, and sweeps.ts write them.
import type { Arena } from '@wayfield/wasm';
import type { SortedGoals } from '../model/check-input.ts';
import { exponentOf } from '../step/log-values.ts';

/** Bytes of `count` goals. */
export const goalBytes = (count: number): number => 12 * count;

/**
 * Writes goals: cells (u32), then m from 1 to 2 (f32), then scales (i32); strength = m * 2^scale.
 */
export function writeGoals(arena: Arena, address: number, { cell, strength }: SortedGoals): void {
  const words = arena.words();
  const floats = arena.floats();
  const count = cell.length;
  const at = address / 4;
  for (let i = 0; i < count; i++) {
    const scale = exponentOf(strength[i]);
    words[at + i] = cell[i];
    floats[at + count + i] = strength[i] / 2 ** scale;
    words[at + 2 * count + i] = scale;
  }
}
