// Pairs of bodies of any kind, over all levels: each body against those behind it in its own level, and
// against all of its neighbourhood in every coarser level.
import { FG, FIXED, FM, SHAPES, SHX, SHY, SHZ, SLOT, SR, START, SX, SY, SZ } from './arrays';
import { CONTACTS, SIGHTINGS } from './build';
import {
  columnOf,
  DEPTH,
  END,
  FIRST,
  HEIGHT,
  LARGEST_HALF,
  LEVEL_COUNT,
  levelAt,
  quotientX,
  quotientY,
  quotientZ,
  rowOf,
  rowStart,
  slabOf,
  SLACK,
  THREE,
  WIDTH,
  wrapped,
  WRAPS,
} from './levels';
import { clip, RANGE_FROM, RANGE_TO } from './range';
import { lose, OUT, OUT_END, outGrow, outLeft, setOut } from './out';
import { touch } from './touch';

/** What is tested: 0 circles, exactly; 1 bounds only; 2 bounds and then shapes. */
const CIRCLES: u32 = 0;
const SHAPED: u32 = 2;
/** What reaches are widened by for the rounding of the tests. */
const MARGIN: f64 = 0.0000152587890625; // 2^-16

let role: u32;
let test: u32;
/** Pairs of two fixed bodies are left out. */
let apart: bool;

// the body in hand
let x: v128, y: v128, z: v128, r: v128;
let hx: v128, hy: v128, hz: v128;
let fg: v128, fm: v128;
let slot: u32;
/** Fixed bodies are passed over. */
let skip: bool;

// Methods, because the decorator, without which the compiler does not inline functions of this size, is
// allowed nowhere else.
class Inlined {
  @inline
  static near(circles: bool, j: usize): v128 {
    const dx = f32x4.sub(v128.load(SX + j), x);
    const dy = f32x4.sub(v128.load(SY + j), y);
    const dz = f32x4.sub(v128.load(SZ + j), z);
    if (circles) {
      const reach = f32x4.add(v128.load(SR + j), r);
      const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      return f32x4.le(square, f32x4.mul(reach, reach));
    }
    const inX = f32x4.le(f32x4.abs(dx), f32x4.add(v128.load(SHX + j), hx));
    const inY = f32x4.le(f32x4.abs(dy), f32x4.add(v128.load(SHY + j), hy));
    const inZ = f32x4.le(f32x4.abs(dz), f32x4.add(v128.load(SHZ + j), hz));
    return v128.and(v128.and(inX, inY), inZ);
  }

  @inline
  static meetRun(circles: bool, j: usize, end: usize): void {
    const zero = i32x4.splat(0);
    for (; j < end; j += 16) {
      const here = v128.and(v128.load(FG + j), fm);
      const there = v128.and(v128.load(FM + j), fg);
      const barred =
        role == CONTACTS
          ? v128.or(i32x4.eq(here, zero), i32x4.eq(there, zero))
          : i32x4.eq(v128.or(here, there), zero);
      let bits = i32x4.bitmask(v128.andnot(Inlined.near(circles, j), barred));
      const left = end - j;
      if (left < 16) bits &= (1 << (<i32>(left >> 2))) - 1;
      for (; bits; bits &= bits - 1) {
        const lane = (<usize>ctz(bits)) << 2;
        const other = load<u32>(SLOT + j + lane);
        if (skip && load<u8>(FIXED + <usize>other) == 1) continue;
        const low = min(slot, other);
        const high = max(slot, other);
        if (!circles && test == SHAPED) {
          if (!touch(SHAPES + ((<usize>low) << 5), SHAPES + ((<usize>high) << 5))) continue;
        }
        // a sighting begins with the one who looks: the one whose mask the other is in
        let first = low;
        if (role == SIGHTINGS) first = load<u32>(FM + j + lane) != 0 ? other : slot;
        append(first, low + high - first);
      }
    }
  }

  @inline
  static placeAt(cell: u32): usize {
    return (<usize>load<u32>(START + ((<usize>cell) << 2))) << 2;
  }

  /** The body in hand against columns `column` − 1 to `column` + 1 of a row. */
  @inline
  static meetThree(circles: bool, level: usize, column: u32, row: u32, slab: u32): void {
    const start = rowStart(level, row, slab);
    const width = load<u32>(level, WIDTH);
    if (column == 0) {
      // only a wrapped axis has bodies in its first or last column
      Inlined.meetRun(circles, Inlined.placeAt(start), Inlined.placeAt(start + 2));
      Inlined.meetRun(circles, Inlined.placeAt(start + width - 1), Inlined.placeAt(start + width));
    } else if (column == width - 1) {
      Inlined.meetRun(circles, Inlined.placeAt(start + column - 1), Inlined.placeAt(start + width));
      Inlined.meetRun(circles, Inlined.placeAt(start), Inlined.placeAt(start + 1));
    } else {
      Inlined.meetRun(
        circles,
        Inlined.placeAt(start + column - 1),
        Inlined.placeAt(start + column + 2),
      );
    }
  }

  @inline
  static before(i: u32, size: u32): u32 {
    return i == 0 ? size - 1 : i - 1;
  }

  @inline
  static after(i: u32, size: u32): u32 {
    return i + 1 == size ? 0 : i + 1;
  }

  @inline
  static ownLevel(circles: bool, level: usize, i: usize): void {
    const column = columnOf(level, load<f32>(SX + i));
    const row = rowOf(level, load<f32>(SY + i));
    const slab = slabOf(level, load<f32>(SZ + i));
    const width = load<u32>(level, WIDTH);
    const height = load<u32>(level, HEIGHT);
    const start = rowStart(level, row, slab);
    if (column + 1 < width) {
      Inlined.meetRun(circles, i + 4, Inlined.placeAt(start + column + 2));
    } else {
      Inlined.meetRun(circles, i + 4, Inlined.placeAt(start + column + 1));
      Inlined.meetRun(circles, Inlined.placeAt(start), Inlined.placeAt(start + 1));
    }
    const next = Inlined.after(row, height);
    Inlined.meetThree(circles, level, column, next, slab);
    if (THREE) {
      const above = Inlined.after(slab, load<u32>(level, DEPTH));
      Inlined.meetThree(circles, level, column, Inlined.before(row, height), above);
      Inlined.meetThree(circles, level, column, row, above);
      Inlined.meetThree(circles, level, column, next, above);
    }
  }

  @inline
  static coarserLevel(circles: bool, level: usize, i: usize): void {
    const column = columnOf(level, load<f32>(SX + i));
    const row = rowOf(level, load<f32>(SY + i));
    const height = load<u32>(level, HEIGHT);
    const up = Inlined.before(row, height);
    const down = Inlined.after(row, height);
    if (!THREE) {
      Inlined.meetThree(circles, level, column, up, 0);
      Inlined.meetThree(circles, level, column, row, 0);
      Inlined.meetThree(circles, level, column, down, 0);
      return;
    }
    const depth = load<u32>(level, DEPTH);
    const middle = slabOf(level, load<f32>(SZ + i));
    let slab = Inlined.before(middle, depth);
    for (let k = 0; k < 3; k++) {
      Inlined.meetThree(circles, level, column, up, slab);
      Inlined.meetThree(circles, level, column, row, slab);
      Inlined.meetThree(circles, level, column, down, slab);
      slab = Inlined.after(slab, depth);
    }
  }

  /** The body in hand against all of a level that its bounds reach, whatever the size of the cells. */
  @inline
  static reachLevel(circles: bool, level: usize, i: usize): void {
    const half = <f64>load<f32>(level, LARGEST_HALF);
    const ownX = <f64>load<f32>((circles ? SR : SHX) + i) + half;
    const ownY = <f64>load<f32>((circles ? SR : SHY) + i) + half;
    const ownZ = <f64>load<f32>((circles ? SR : SHZ) + i) + half;
    const slack = (ownX + ownY + ownZ) * MARGIN + load<f64>(level, SLACK);
    const wraps = load<u32>(level, WRAPS);
    const height = load<u32>(level, HEIGHT);
    const depth = load<u32>(level, DEPTH);
    const width = load<u32>(level, WIDTH);
    const atX = <f64>load<f32>(SX + i);
    const atY = <f64>load<f32>(SY + i);
    const atZ = <f64>load<f32>(SZ + i);
    const lowX = quotientX(level, atX - ownX - slack);
    clip(level, 0, (wraps & 1) != 0, lowX, quotientX(level, atX + ownX + slack));
    if (RANGE_FROM > RANGE_TO) return;
    const from = wrapped(RANGE_FROM, width, wraps & 1);
    const to = wrapped(RANGE_TO, width, wraps & 1);
    const lowY = quotientY(level, atY - ownY - slack);
    clip(level, 1, (wraps & 2) != 0, lowY, quotientY(level, atY + ownY + slack));
    const firstRow = RANGE_FROM;
    const lastRow = RANGE_TO;
    let firstSlab: f64 = 0;
    let lastSlab: f64 = 0;
    if (THREE) {
      const lowZ = quotientZ(level, atZ - ownZ - slack);
      clip(level, 2, (wraps & 4) != 0, lowZ, quotientZ(level, atZ + ownZ + slack));
      firstSlab = RANGE_FROM;
      lastSlab = RANGE_TO;
    }
    for (let k = firstSlab; k <= lastSlab; k += 1) {
      const slab = THREE ? wrapped(k, depth, wraps & 4) : 0;
      for (let j = firstRow; j <= lastRow; j += 1) {
        const start = rowStart(level, wrapped(j, height, wraps & 2), slab);
        if (from <= to) {
          Inlined.meetRun(circles, Inlined.placeAt(start + from), Inlined.placeAt(start + to + 1));
        } else {
          Inlined.meetRun(circles, Inlined.placeAt(start + from), Inlined.placeAt(start + width));
          Inlined.meetRun(circles, Inlined.placeAt(start), Inlined.placeAt(start + to + 1));
        }
      }
    }
  }

  @inline
  static reachAll(circles: bool, from: u32, to: u32): void {
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
      takeBody(i);
      if (!v128.any_true(v128.or(fg, fm))) continue;
      for (let k: u32 = 0; k < LEVEL_COUNT; k++) {
        const level = levelAt(k);
        if (load<u32>(level, FIRST) != load<u32>(level, END)) {
          Inlined.reachLevel(circles, level, i);
        }
      }
    }
  }

  @inline
  static pairs(circles: bool, from: u32, to: u32): void {
    for (let k: u32 = 0; k < LEVEL_COUNT; k++) {
      const level = levelAt(k);
      const first = max(from, load<u32>(level, FIRST));
      const end = min(to, load<u32>(level, END));
      for (let i = first; i < end; i++) {
        takeBody((<usize>i) << 2);
        // who has no part in what is asked for
        if (!v128.any_true(v128.or(fg, fm))) continue;
        Inlined.ownLevel(circles, level, (<usize>i) << 2);
        for (let above = k + 1; above < LEVEL_COUNT; above++) {
          const coarse = levelAt(above);
          if (load<u32>(coarse, FIRST) == load<u32>(coarse, END)) continue;
          Inlined.coarserLevel(circles, coarse, (<usize>i) << 2);
        }
      }
    }
  }
}

function takeBody(i: usize): void {
  x = v128.load32_splat(SX + i);
  y = v128.load32_splat(SY + i);
  z = v128.load32_splat(SZ + i);
  r = v128.load32_splat(SR + i);
  if (test != CIRCLES) {
    hx = v128.load32_splat(SHX + i);
    hy = v128.load32_splat(SHY + i);
    hz = v128.load32_splat(SHZ + i);
  }
  fg = v128.load32_splat(FG + i);
  fm = v128.load32_splat(FM + i);
  slot = load<u32>(SLOT + i);
  skip = apart && load<u8>(FIXED + <usize>slot) == 1;
}

function append(first: u32, second: u32): void {
  if (outLeft() < 8) {
    lose(1);
    return;
  }
  if (OUT > OUT_END) outGrow(8);
  store<u64>(OUT, <u64>first | ((<u64>second) << 32));
  setOut(OUT + 8);
}

/**
 * Appends all pairs whose first body is at a place from `from` to `to` − 1; `moving`: but those of two fixed
 * bodies.
 */
export function levelPairs(from: u32, to: u32, what: u32, how: u32, moving: bool): void {
  role = what;
  test = how;
  apart = moving;
  if (how == CIRCLES) Inlined.pairs(true, from, to);
  else Inlined.pairs(false, from, to);
}

/**
 * Appends all pairs of a body at a place from `from` to `to` − 1, which is in none of the levels, with one in
 * the levels.
 */
export function reachPairs(from: u32, to: u32, what: u32, how: u32, moving: bool): void {
  role = what;
  test = how;
  apart = moving;
  if (how == CIRCLES) Inlined.reachAll(true, from, to);
  else Inlined.reachAll(false, from, to);
}
