// The plain grid: one grid in f32 over the whole world, for circles of similar size. An empty
// column, row and slab at both ends save all tests for the border. Bodies are put into cell order
// by a counting sort in three steps: COUNT the bodies of each cell, SCATTER records to their
// places, take the records APART into columns. What the words of `cellStart` hold after each step:
// layout-cells.ts. Several threads may sort together, each a part of the slots. They take counts
// and places atomically, so the order of bodies within a cell is then not defined.
//
// After Hoetzlein, Fast fixed-radius nearest neighbors (2014), and Green, Particle simulation using
// CUDA (2010), here with vectors of a CPU.
import {
  cellKey,
  placeRadius,
  placeSlot,
  placeX,
  placeY,
  placeZ,
  slotKind,
  slotRadius,
  slotStill,
  slotX,
  slotY,
  slotZ,
  sortRecords,
} from '../bodies/columns';
import { freePlaceWord, tallyWord } from './layout-cells';

// the bound grid: its corner, cells per unit of length, columns, rows and slabs
let gridX: f32, gridY: f32, gridZ: f32;
let gridPerUnit: f32;
let columns: u32, rows: u32, slabs: u32;
// the same in all lanes
let originX: v128, originY: v128, originZ: v128;
let perUnit: v128;
let width: v128, height: v128;

/** Binds the plain grid on which the kernels of plain grids work until the next call. */
export function plainBind(
  ox: f32,
  oy: f32,
  oz: f32,
  cellsPerUnit: f32,
  w: u32,
  h: u32,
  d: u32,
): void {
  gridX = ox;
  gridY = oy;
  gridZ = oz;
  gridPerUnit = cellsPerUnit;
  columns = w;
  rows = h;
  slabs = d;
  originX = f32x4.splat(ox);
  originY = f32x4.splat(oy);
  originZ = f32x4.splat(oz);
  perUnit = f32x4.splat(cellsPerUnit);
  width = i32x4.splat(w);
  height = i32x4.splat(h);
}

export function plainColumns(): u32 {
  return columns;
}
export function plainRows(): u32 {
  return rows;
}
/** The column of a coordinate, or the nearest column that is not the empty one at an end. */
export function plainColumn(x: f32): usize {
  return inside(x, gridX, columns);
}
export function plainRow(y: f32): usize {
  return inside(y, gridY, rows);
}
export function plainSlab(z: f32): usize {
  return inside(z, gridZ, slabs);
}
function inside(x: f32, origin: f32, size: u32): usize {
  const q = (x - origin) * gridPerUnit;
  return <usize>(<u32>max<f32>(1, min<f32>(q, <f32>(size - 2))));
}

// Methods, because the decorator, without which the compiler does not inline functions of this
// size, is allowed nowhere else.
class Inlined {
  /** The cells of four bodies whose coordinates lie at x, y and z. */
  @inline
  static cellsAt(three: bool, x: usize, y: usize, z: usize): v128 {
    const column = Inlined.quantise(v128.load(x), originX);
    let row = Inlined.quantise(v128.load(y), originY);
    if (three) row = i32x4.add(i32x4.mul(Inlined.quantise(v128.load(z), originZ), height), row);
    return i32x4.add(i32x4.mul(row, width), column);
  }

  /** COUNT for slots from `from`, a multiple of 4, to `to` − 1. */
  @inline
  static countCells(three: bool, shared: bool, from: u32, to: u32): void {
    const count = tallyWord(0);
    let i = (<usize>from) << 2;
    for (const end = (<usize>(to & ~3)) << 2; i < end; i += 16) {
      const cell = Inlined.cellsAt(three, slotX() + i, slotY() + i, slotZ() + i);
      v128.store(cellKey() + i, cell);
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 0));
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 1));
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 2));
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 3));
    }
    if ((to & 3) == 0) return;
    // the vector reaches behind the last body, but only bodies are counted
    const cell = Inlined.cellsAt(three, slotX() + i, slotY() + i, slotZ() + i);
    v128.store(cellKey() + i, cell);
    Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 0));
    if ((to & 3) > 1) Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 1));
    if ((to & 3) > 2) Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 2));
  }

  /** Adds one to the word of a cell and returns the value before. */
  @inline
  static takeNext(shared: bool, words: usize, cell: u32): u32 {
    const at = words + ((<usize>cell) << 2);
    if (ASC_FEATURE_THREADS) {
      if (shared) return atomic.add<u32>(at, 1);
    }
    const before = load<u32>(at);
    store<u32>(at, before + 1);
    return before;
  }

  @inline
  static quantise(x: v128, origin: v128): v128 {
    return i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(x, origin), perUnit));
  }

  /**
   * SCATTER: moves bodies to their places as records of 16 bytes. A record lies in one cache line,
   * so a body costs one write to a distant line instead of one per column.
   */
  @inline
  static scatter(three: bool, shared: bool, from: u32, to: u32): void {
    // `from` is a multiple of 4; `to` is one too, except in the last part of the slots
    let i = (<usize>from) << 2;
    let slots = i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3));
    for (const end = (<usize>(to & ~3)) << 2; i < end; i += 16) {
      const x = v128.load(slotX() + i);
      const y = v128.load(slotY() + i);
      const r = v128.load(slotRadius() + i);
      const w = three ? v128.load(slotZ() + i) : slots;
      const xy = v128.shuffle<u32>(x, y, 0, 4, 1, 5);
      const rw = v128.shuffle<u32>(r, w, 0, 4, 1, 5);
      const xyEnd = v128.shuffle<u32>(x, y, 2, 6, 3, 7);
      const rwEnd = v128.shuffle<u32>(r, w, 2, 6, 3, 7);
      Inlined.put(three, shared, i, v128.shuffle<u64>(xy, rw, 0, 2));
      Inlined.put(three, shared, i + 4, v128.shuffle<u64>(xy, rw, 1, 3));
      Inlined.put(three, shared, i + 8, v128.shuffle<u64>(xyEnd, rwEnd, 0, 2));
      Inlined.put(three, shared, i + 12, v128.shuffle<u64>(xyEnd, rwEnd, 1, 3));
      slots = i32x4.add(slots, i32x4.splat(4));
    }
    for (const end = (<usize>to) << 2; i < end; i += 4) {
      const last = three ? load<f32>(slotZ() + i) : reinterpret<f32>(<u32>(i >> 2));
      const record = f32x4(
        load<f32>(slotX() + i),
        load<f32>(slotY() + i),
        load<f32>(slotRadius() + i),
        last,
      );
      Inlined.put(three, shared, i, record);
    }
  }

  @inline
  static put(three: bool, shared: bool, i: usize, record: v128): void {
    const place = <usize>Inlined.takeNext(shared, freePlaceWord(0), load<u32>(cellKey() + i));
    v128.store(sortRecords() + (place << 4), record);
    if (three) store<u32>(placeSlot() + (place << 2), <u32>(i >> 2));
  }

  /**
   * APART: takes records apart into columns, for places from `from`, a multiple of 4, to `to` − 1.
   */
  @inline
  static takeApart(three: bool, from: u32, to: u32): void {
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 16) {
      const record = sortRecords() + (i << 2);
      const a = v128.load(record);
      const b = v128.load(record, 16);
      const c = v128.load(record, 32);
      const d = v128.load(record, 48);
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      v128.store(placeX() + i, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
      v128.store(placeY() + i, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
      const abEnd = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const cdEnd = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(placeRadius() + i, v128.shuffle<f32>(abEnd, cdEnd, 0, 1, 4, 5));
      v128.store(
        three ? placeZ() + i : placeSlot() + i,
        v128.shuffle<f32>(abEnd, cdEnd, 2, 3, 6, 7),
      );
      // from here on the column of cells is by place
      v128.store(cellKey() + i, Inlined.cellsAt(three, placeX() + i, placeY() + i, placeZ() + i));
    }
  }

  @inline
  static run(three: bool, shared: bool, what: u32, from: u32, to: u32): void {
    if (what == COUNT) Inlined.countCells(three, shared, from, to);
    else if (what == SCATTER) Inlined.scatter(three, shared, from, to);
    else Inlined.takeApart(three, from, to);
  }
}

/**
 * Turns the tallies of `cells` cells into the next free place of each cell: see layout-cells.ts.
 */
export function prefixSum(cells: u32): void {
  let sum = load<u32>(freePlaceWord(0));
  let at = tallyWord(0);
  for (const end = at + ((<usize>cells) << 2); at < end; at += 4) {
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
}

/** Takes the next free place of a cell. */
export function takePlace(cell: u32): usize {
  const at = freePlaceWord(cell);
  const place = load<u32>(at);
  store<u32>(at, place + 1);
  return place;
}

/**
 * COUNT for slots 0 to n − 1 without free slots or, if `still`, without slots outside the still
 * layer. The slots left out go to a cell behind the last, number `cells`. Then call `prefixSum` for
 * `cells` + 1.
 */
export function plainCountSome(three: bool, still: bool, n: u32, cells: u32): void {
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const cell = three
      ? Inlined.cellsAt(true, slotX() + i, slotY() + i, slotZ() + i)
      : Inlined.cellsAt(false, slotX() + i, slotY() + i, slotY() + i);
    v128.store(cellKey() + i, cell);
  }
  // both columns hold 0 for the slots left out: FREE is 0
  const flags = still ? slotStill() : slotKind();
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u8>(flags + i) == 0) store<u32>(cellKey() + (i << 2), cells);
    Inlined.takeNext(false, tallyWord(0), load<u32>(cellKey() + (i << 2)));
  }
}

// The steps of sorting bodies into a plain grid.
export const COUNT: u32 = 0;
export const SCATTER: u32 = 1;
export const APART: u32 = 2;

/**
 * One step of sorting bodies into the bound grid, for slots (COUNT, SCATTER) or places (APART) from
 * `from`, a multiple of 4, to `to` − 1. `shared`: other threads do the same step for other parts.
 * The starts of cells are zeroed before COUNT, and `prefixSum` comes between COUNT and SCATTER.
 */
export function plainStep(what: u32, three: bool, shared: bool, from: u32, to: u32): void {
  if (shared) {
    if (three) Inlined.run(true, true, what, from, to);
    else Inlined.run(false, true, what, from, to);
  } else if (three) {
    Inlined.run(true, false, what, from, to);
  } else {
    Inlined.run(false, false, what, from, to);
  }
}

/** Writes the cells of the bodies at places 0 to n − 1 of the bound grid, by place. */
export function plainKeys(three: bool, n: u32): void {
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const cell = three
      ? Inlined.cellsAt(true, placeX() + i, placeY() + i, placeZ() + i)
      : Inlined.cellsAt(false, placeX() + i, placeY() + i, placeY() + i);
    v128.store(cellKey() + i, cell);
  }
}
