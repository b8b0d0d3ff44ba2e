// The fast way, for bodies that are all massive circles of all groups, in one grid that spans the world,
// with an empty column and row around, so that no cell is at a border: a counting sort by cell.
// With several threads, each takes a part of the slots, counts and places are taken atomically, and the
// order of bodies within a cell is whatever it becomes.
//
// After Hoetzlein, Fast fixed-radius nearest neighbors (2014), and Green, Particle simulation using CUDA
// (2010), for one core with vectors.
import { KEY, KIND, R, RECORDS, SLOT, SR, START, STILL, SX, SY, SZ, X, Y, Z } from './arrays';

// the grid in hand
let originX: v128, originY: v128, originZ: v128;
let perUnit: v128;
let width: v128, height: v128;

function takeGrid(ox: f32, oy: f32, oz: f32, inv: f32, w: u32, h: u32): void {
  originX = f32x4.splat(ox);
  originY = f32x4.splat(oy);
  originZ = f32x4.splat(oz);
  perUnit = f32x4.splat(inv);
  width = i32x4.splat(w);
  height = i32x4.splat(h);
}

// Methods, because the decorator, without which the compiler does not inline functions of this size, is
// allowed nowhere else.
class Inlined {
  /** The cells of four bodies, whose coordinates lie at x, y and z. */
  @inline
  static cellsAt(three: bool, x: usize, y: usize, z: usize): v128 {
    const column = Inlined.quantise(v128.load(x), originX);
    let row = Inlined.quantise(v128.load(y), originY);
    if (three) row = i32x4.add(i32x4.mul(Inlined.quantise(v128.load(z), originZ), height), row);
    return i32x4.add(i32x4.mul(row, width), column);
  }

  /** Slots from `from`, a multiple of 4, to `to` − 1. */
  @inline
  static countCells(three: bool, shared: bool, from: u32, to: u32): void {
    const count = START + 8;
    let i = (<usize>from) << 2;
    for (const end = (<usize>(to & ~3)) << 2; i < end; i += 16) {
      const cell = Inlined.cellsAt(three, X + i, Y + i, Z + i);
      v128.store(KEY + i, cell);
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 0));
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 1));
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 2));
      Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 3));
    }
    if ((to & 3) == 0) return;
    // the entries behind the last body are not counted
    const cell = Inlined.cellsAt(three, X + i, Y + i, Z + i);
    v128.store(KEY + i, cell);
    Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 0));
    if ((to & 3) > 1) Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 1));
    if ((to & 3) > 2) Inlined.takeNext(shared, count, i32x4.extract_lane(cell, 2));
  }

  /** Adds one to the word of a cell and returns what it was. */
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

  /** Moves bodies of the slots given to their places as records of 16 bytes, one line of memory each. */
  @inline
  static scatter(three: bool, shared: bool, from: u32, to: u32): void {
    // `from` is a multiple of 4, and so is all but the last run
    let i = (<usize>from) << 2;
    let slots = i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3));
    for (const end = (<usize>(to & ~3)) << 2; i < end; i += 16) {
      const x = v128.load(X + i);
      const y = v128.load(Y + i);
      const r = v128.load(R + i);
      const w = three ? v128.load(Z + i) : slots;
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
      const last = three ? load<f32>(Z + i) : reinterpret<f32>(<u32>(i >> 2));
      const record = f32x4(load<f32>(X + i), load<f32>(Y + i), load<f32>(R + i), last);
      Inlined.put(three, shared, i, record);
    }
  }

  @inline
  static put(three: bool, shared: bool, i: usize, record: v128): void {
    const place = <usize>Inlined.takeNext(shared, START + 4, load<u32>(KEY + i));
    v128.store(RECORDS + (place << 4), record);
    if (three) store<u32>(SLOT + (place << 2), <u32>(i >> 2));
  }

  /** Takes records apart, for places from `from`, a multiple of 4, to `to` − 1. */
  @inline
  static takeApart(three: bool, from: u32, to: u32): void {
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 16) {
      const record = RECORDS + (i << 2);
      const a = v128.load(record);
      const b = v128.load(record, 16);
      const c = v128.load(record, 32);
      const d = v128.load(record, 48);
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      v128.store(SX + i, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
      v128.store(SY + i, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
      const abEnd = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const cdEnd = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(SR + i, v128.shuffle<f32>(abEnd, cdEnd, 0, 1, 4, 5));
      v128.store(three ? SZ + i : SLOT + i, v128.shuffle<f32>(abEnd, cdEnd, 2, 3, 6, 7));
      // from here on KEY goes by place
      v128.store(KEY + i, Inlined.cellsAt(three, SX + i, SY + i, SZ + i));
    }
  }

  @inline
  static run(three: bool, shared: bool, what: u32, from: u32, to: u32): void {
    if (what == COUNT) Inlined.countCells(three, shared, from, to);
    else if (what == SCATTER) Inlined.scatter(three, shared, from, to);
    else Inlined.takeApart(three, from, to);
  }
}

/** Makes counts, two places behind their cells, into starts, one place behind; START[1] is the first. */
export function prefixSum(cells: u32): void {
  let sum = load<u32>(START + 4);
  let at = START + 8;
  for (const end = at + ((<usize>cells) << 2); at < end; at += 4) {
    sum += load<u32>(at);
    store<u32>(at, sum);
  }
}

/** Takes the next place of a cell; afterwards START is where each cell starts. */
export function takePlace(cell: u32): usize {
  const at = START + 4 + ((<usize>cell) << 2);
  const place = load<u32>(at);
  store<u32>(at, place + 1);
  return place;
}

/**
 * COUNT for slots 0 to n − 1 of which some are left out: free ones or, if `still`, those that are not in
 * the still layer. They go to a cell behind the last, `cells`. Follow with `prefixSum` over cells + 1.
 */
export function plainCountSome(
  three: bool,
  still: bool,
  n: u32,
  cells: u32,
  ox: f32,
  oy: f32,
  oz: f32,
  inv: f32,
  w: u32,
  h: u32,
): void {
  takeGrid(ox, oy, oz, inv, w, h);
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const cell = three
      ? Inlined.cellsAt(true, X + i, Y + i, Z + i)
      : Inlined.cellsAt(false, X + i, Y + i, Y + i);
    v128.store(KEY + i, cell);
  }
  // FREE is 0 as well
  const flags = still ? STILL : KIND;
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u8>(flags + i) == 0) store<u32>(KEY + (i << 2), cells);
    Inlined.takeNext(false, START + 8, load<u32>(KEY + (i << 2)));
  }
}

/** Steps of building a grid: each over slots or places `from`, a multiple of 4, to `to` − 1. */
export const COUNT: u32 = 0;
export const SCATTER: u32 = 1;
export const APART: u32 = 2;

/**
 * One step of sorting bodies into the cells of a grid of w columns and h rows; `shared`: other threads do
 * the same for other parts. START is zeroed before COUNT, and `prefixSum` comes before SCATTER.
 */
export function plainStep(
  what: u32,
  three: bool,
  shared: bool,
  from: u32,
  to: u32,
  ox: f32,
  oy: f32,
  oz: f32,
  inv: f32,
  w: u32,
  h: u32,
): void {
  takeGrid(ox, oy, oz, inv, w, h);
  if (shared) {
    if (three) Inlined.run(true, true, what, from, to);
    else Inlined.run(false, true, what, from, to);
  } else if (three) {
    Inlined.run(true, false, what, from, to);
  } else {
    Inlined.run(false, false, what, from, to);
  }
}

/** The cells of the bodies at places 0 to n − 1, by place. */
export function plainKeys(
  three: bool,
  n: u32,
  ox: f32,
  oy: f32,
  oz: f32,
  inv: f32,
  w: u32,
  h: u32,
): void {
  takeGrid(ox, oy, oz, inv, w, h);
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
    const cell = three
      ? Inlined.cellsAt(true, SX + i, SY + i, SZ + i)
      : Inlined.cellsAt(false, SX + i, SY + i, SY + i);
    v128.store(KEY + i, cell);
  }
}
