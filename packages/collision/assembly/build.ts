// Sorts bodies of any kind into the cells of the levels.
import {
  FG,
  FM,
  GROUP,
  HX,
  HY,
  HZ,
  KEY,
  KIND,
  LEVEL,
  MASK,
  R,
  SHX,
  SHY,
  SHZ,
  SLOT,
  SR,
  START,
  SX,
  SY,
  SZ,
  X,
  Y,
  Z,
} from './arrays';
import {
  columnOf,
  END,
  FIRST,
  BASE,
  LEVEL_COUNT,
  levelAt,
  rowOf,
  rowStart,
  slabOf,
} from './levels';
import { prefixSum, takePlace } from './plain';

const FREE: u32 = 0;
const MASSIVE: u32 = 1;
const QUERY: u32 = 3;

/** The i-th slot of a list; `list` 0: of all. */
export function slotAt(list: usize, i: usize): usize {
  return list == 0 ? i : <usize>load<u32>(list + (i << 2));
}

/**
 * Sorts slots 0 to n − 1, or n slots of a list, by level (LEVEL) and cell into places from `place` on; free
 * slots come last, in cell `cells`. START is zeroed, `cells` + 5 long. Columns of details that do not exist
 * (`boxes` false: HX, HY, HZ) are left out.
 */
export function buildLevels(n: u32, cells: u32, boxes: bool, list: usize, place: u32): void {
  store<u32>(START, place);
  store<u32>(START, place, 4);
  for (let i: usize = 0, end = <usize>n; i < end; i++) {
    const slot = slotAt(list, i);
    const at = slot << 2;
    let cell = cells;
    if (load<u8>(KIND + slot) != FREE) {
      const level = levelAt(load<u32>(LEVEL + at));
      const row = rowOf(level, load<f32>(Y + at));
      const slab = slabOf(level, load<f32>(Z + at));
      cell = rowStart(level, row, slab) + columnOf(level, load<f32>(X + at));
    }
    store<u32>(KEY + at, cell);
    const count = START + 8 + ((<usize>cell) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  prefixSum(cells + 1);
  for (let i: usize = 0, end = <usize>n; i < end; i++) {
    const slot = slotAt(list, i);
    store<u32>(SLOT + (takePlace(load<u32>(KEY + (slot << 2))) << 2), <u32>slot);
  }
  for (let i = (<usize>place) << 2, end = i + ((<usize>n) << 2); i < end; i += 4) {
    const from = (<usize>load<u32>(SLOT + i)) << 2;
    store<f32>(SX + i, load<f32>(X + from));
    store<f32>(SY + i, load<f32>(Y + from));
    store<f32>(SZ + i, load<f32>(Z + from));
    store<f32>(SR + i, load<f32>(R + from));
    if (boxes) {
      store<f32>(SHX + i, load<f32>(HX + from));
      store<f32>(SHY + i, load<f32>(HY + from));
      store<f32>(SHZ + i, load<f32>(HZ + from));
    }
  }
  for (let k: u32 = 0; k < LEVEL_COUNT; k++) {
    const level = levelAt(k);
    const next = k + 1 < LEVEL_COUNT ? load<u32>(levelAt(k + 1), BASE) : cells;
    store<u32>(level, load<u32>(START + ((<usize>load<u32>(level, BASE)) << 2)), FIRST);
    store<u32>(level, load<u32>(START + ((<usize>next) << 2)), END);
  }
}

/** What pairs are asked for; see `fillRoles`. */
export const CONTACTS: u32 = 0;
export const SIGHTINGS: u32 = 1;
export const SEEN: u32 = 2;

/**
 * Writes FG and FM for bodies at places from `from` to `to` − 1, so that the filter is one test of bits: for contacts, two
 * bodies meet if each is in the other's mask; for sightings, if one is in the other's; to be seen, if it
 * is in the mask of the one who looks (FM is the own mask then). `details` false: all of group 1, all masks.
 */
export function fillRoles(from: u32, to: u32, role: u32, details: bool): void {
  for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
    const slot = <usize>load<u32>(SLOT + i);
    const kind = <u32>load<u8>(KIND + slot);
    const group: u32 = details ? load<u32>(GROUP + (slot << 2)) : 1;
    const mask: u32 = details ? load<u32>(MASK + (slot << 2)) : 0xffffffff;
    const found = kind != FREE && kind != QUERY;
    let fg = found ? group : 0;
    let fm = mask;
    if (role == CONTACTS ? kind != MASSIVE : kind == FREE) fg = fm = 0;
    if (role == SIGHTINGS && found) fm = 0;
    store<u32>(FG + i, fg);
    store<u32>(FM + i, fm);
  }
}
