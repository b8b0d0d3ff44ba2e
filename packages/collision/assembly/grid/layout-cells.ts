// The starts of cells: word c is the first place of cell c, so that word c + 1 is where cell c
// ends. Below, a `cell` of type u32 is the number of a cell, one of type usize the address of its
// word.
import { cellStart } from '../bodies/columns';

/** The address of the start of a cell. */
export function startWord(cell: u32): usize {
  return cellStart() + ((<usize>cell) << 2);
}
/** The first place of a cell. */
export function startOf(cell: usize): u32 {
  return load<u32>(cell);
}
/** The first place of the cell before. */
export function startOfPrevious(cell: usize): u32 {
  return load<u32>(cell - 4);
}
/** The place where the next cell ends: the end of a run of two cells. */
export function endOfTwo(cell: usize): u32 {
  return load<u32>(cell, 8);
}
/** The end of a run of three cells. */
export function endOfThree(cell: usize): u32 {
  return load<u32>(cell, 12);
}

/**
 * The words while bodies are sorted. After COUNT, word c + 2 is the number of bodies in cell c.
 * After `prefixSum`, word c + 1 is the first place of cell c. SCATTER takes places: each one taken
 * adds 1 to word c + 1. After SCATTER word c + 1 is therefore the end of cell c, which is the start
 * of cell c + 1, so all words are as the head of this file says.
 */
export function tallyWord(cell: u32): usize {
  return startWord(cell + 2);
}
/** The next free place of a cell, while bodies are put in their places. */
export function freePlaceWord(cell: u32): usize {
  return startWord(cell + 1);
}

/** Makes `place` the first place of the first cell, before bodies are counted. */
export function setFirstPlace(place: u32): void {
  store<u32>(cellStart(), place);
  store<u32>(cellStart(), place, 4);
}
