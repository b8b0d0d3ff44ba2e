// The answer record of grid searches, in words: the fields of assembly/grid/layout.ts, repeated by
// hand.
import { ticksToLength } from '@wayfield/graph';
import type { Arena } from '@wayfield/wasm';
import type { GridLayout } from './layout.ts';

/**
 * Offsets in words from the record: nodes settled, cells, diagonal steps and address of the path.
 */
export const SETTLED = 0;
export const CELLS = 1;
export const DIAGONALS = 2;
export const PATH = 3;

/**
 * Returns a function that computes the length, in cells, of the path in the answer record at word
 * `answer`. The path goes from cell to neighbouring cell, so not the turns of Theta*.
 */
export function gridLengthOf(
  { straight, diagonal }: GridLayout,
  arena: Arena,
  answer: number,
): () => number {
  return () => {
    const words = arena.words();
    const count = words[answer + CELLS];
    if (straight === 1) return count - 1;
    const diagonals = words[answer + DIAGONALS];
    const straights = count - 1 - diagonals;
    // what ticksToLength gives for fewer than 2378 diagonal steps, without its two divisions
    if (diagonals < straight) return straights + diagonals * Math.SQRT2;
    return ticksToLength(straights * straight + diagonals * diagonal);
  };
}
