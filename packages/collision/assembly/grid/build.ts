// Sorts bodies of any kind into the cells of the levels, and writes the words of the filter.
import {
  cellKey,
  placeGroup,
  placeHalfX,
  placeHalfY,
  placeHalfZ,
  placeMask,
  placeRadius,
  placeSlot,
  placeX,
  placeY,
  placeZ,
  slotGroup,
  slotHalfX,
  slotHalfY,
  slotHalfZ,
  slotKind,
  slotLevel,
  slotMask,
  slotRadius,
  slotX,
  slotY,
  slotZ,
} from '../bodies/columns';
import { FREE, MASSIVE, QUERY } from '../constants';
import { setFirstPlace, startOf, startWord, tallyWord } from './layout-cells';
import { firstCellOf, setEndPlaceOf, setFirstPlaceOf } from './layout-level';
import { columnOf, levelAt, levelCount, rowOf, rowStart, slabOf } from './levels';
import { prefixSum, takePlace } from './plain';

/** Entry i of a list of slots. `list` 0 stands for all slots. */
export function slotAt(list: usize, i: usize): usize {
  return list == 0 ? i : <usize>load<u32>(list + (i << 2));
}

/**
 * Sorts slots 0 to n − 1, or n slots of a list, by level and cell into places from `place` on. Free
 * slots come last, in a cell behind the last, number `cells`. The caller has zeroed the starts of
 * cells, `cells` + 3 words. `boxes`: half bounds are copied to places, because not all bodies are
 * circles.
 */
export function buildLevels(n: u32, cells: u32, boxes: bool, list: usize, place: u32): void {
  setFirstPlace(place);
  for (let i: usize = 0, end = <usize>n; i < end; i++) {
    const slot = slotAt(list, i);
    const at = slot << 2;
    let cell = cells;
    if (load<u8>(slotKind() + slot) != FREE) {
      const level = levelAt(load<u32>(slotLevel() + at));
      const row = rowOf(level, load<f32>(slotY() + at));
      const slab = slabOf(level, load<f32>(slotZ() + at));
      cell = rowStart(level, row, slab) + columnOf(level, load<f32>(slotX() + at));
    }
    store<u32>(cellKey() + at, cell);
    const tally = tallyWord(cell);
    store<u32>(tally, load<u32>(tally) + 1);
  }
  prefixSum(cells + 1);
  for (let i: usize = 0, end = <usize>n; i < end; i++) {
    const slot = slotAt(list, i);
    store<u32>(placeSlot() + (takePlace(load<u32>(cellKey() + (slot << 2))) << 2), <u32>slot);
  }
  for (let i = (<usize>place) << 2, end = i + ((<usize>n) << 2); i < end; i += 4) {
    const from = (<usize>load<u32>(placeSlot() + i)) << 2;
    store<f32>(placeX() + i, load<f32>(slotX() + from));
    store<f32>(placeY() + i, load<f32>(slotY() + from));
    store<f32>(placeZ() + i, load<f32>(slotZ() + from));
    store<f32>(placeRadius() + i, load<f32>(slotRadius() + from));
    if (boxes) {
      store<f32>(placeHalfX() + i, load<f32>(slotHalfX() + from));
      store<f32>(placeHalfY() + i, load<f32>(slotHalfY() + from));
      store<f32>(placeHalfZ() + i, load<f32>(slotHalfZ() + from));
    }
  }
  for (let k: u32 = 0; k < levelCount(); k++) {
    const level = levelAt(k);
    const next = k + 1 < levelCount() ? firstCellOf(levelAt(k + 1)) : cells;
    setFirstPlaceOf(level, startOf(startWord(firstCellOf(level))));
    setEndPlaceOf(level, startOf(startWord(next)));
  }
}

// The roles: what pairs are asked for, see `fillRoles`.
export const CONTACTS: u32 = 0;
export const SIGHTINGS: u32 = 1;
export const SEEN: u32 = 2;

/**
 * Writes the group word and the mask word of the filter for bodies at places from `from` to `to` −
 * 1, by the rules of src/bodies/filter.ts, so that the kernels test bits only:
 *
 * - CONTACTS: two bodies meet if the group word of each has a bit of the other's mask word;
 * - SIGHTINGS: two bodies meet if the group word of one has a bit of the other's mask word. All
 *   mask words except those of QUERY bodies are 0, and so are the group words of QUERY bodies;
 * - SEEN: a body is found if its group word has a bit of the mask word of the body that looks.
 *
 * `details` false: all bodies are of group 1 and have all masks.
 */
export function fillRoles(from: u32, to: u32, role: u32, details: bool): void {
  for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
    const slot = <usize>load<u32>(placeSlot() + i);
    const kind = <u32>load<u8>(slotKind() + slot);
    const group: u32 = details ? load<u32>(slotGroup() + (slot << 2)) : 1;
    const mask: u32 = details ? load<u32>(slotMask() + (slot << 2)) : 0xffffffff;
    const found = kind != FREE && kind != QUERY;
    let groupWord = found ? group : 0;
    let maskWord = mask;
    if (role == CONTACTS ? kind != MASSIVE : kind == FREE) groupWord = maskWord = 0;
    if (role == SIGHTINGS && found) maskWord = 0;
    store<u32>(placeGroup() + i, groupWord);
    store<u32>(placeMask() + i, maskWord);
  }
}
