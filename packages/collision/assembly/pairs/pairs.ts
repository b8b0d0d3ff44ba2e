// Pairs of bodies of any kind, over all levels. Each body is compared with the bodies behind it in
// its own level (the rest of its cell and half of the neighbouring cells), and with all 9 (in 3D
// 27) cells around its centre in every coarser level.
import {
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
  slotFixed,
  slotShapes,
} from '../bodies/columns';
import { CONTACTS, SIGHTINGS } from '../grid/build';
import { startOf, startWord } from '../grid/layout-cells';
import {
  depthOf,
  endPlaceOf,
  firstPlaceOf,
  heightOf,
  largestHalfOf,
  slackOf,
  widthOf,
  wrapsOf,
} from '../grid/layout-level';
import {
  columnOf,
  isThree,
  levelAt,
  levelCount,
  worldCellX,
  worldCellY,
  worldCellZ,
  rowOf,
  rowStart,
  slabOf,
  wrapped,
} from '../grid/levels';
import { clip, rangeFrom, rangeTo } from '../grid/range';
import { lose, outEnd, outGrow, outLeft, outNext, setOut } from '../out';
import { shapeAt } from '../shapes/layout-shape';
import { touch } from '../shapes/touch';

// What is tested: circles exactly; bounds only; bounds and then shapes.
export const CIRCLES: u32 = 0;
export const BOUNDS: u32 = 1;
export const SHAPED: u32 = 2;
/**
 * 2^-16: the share by which reaches are widened. It is more than the exact tests err: see GROWTH of
 * src/shapes/touches.ts.
 */
const WIDENING: f64 = 0.0000152587890625;

let role: u32;
let test: u32;
/** Pairs of two fixed bodies are left out. */
let withoutFixed: bool;

// the body that looks, in all lanes
let x: v128, y: v128, z: v128, r: v128;
let hx: v128, hy: v128, hz: v128;
let groupWord: v128, maskWord: v128;
let slot: u32;
/** The body that looks is fixed, and pairs of two fixed bodies are left out. */
let skip: bool;

// Methods, because the decorator, without which the compiler does not inline functions of this
// size, is allowed nowhere else.
class Inlined {
  /** Of the four bodies at offset `j`: those that touch (`circles`), or whose bounds touch. */
  @inline
  static near(circles: bool, j: usize): v128 {
    const dx = f32x4.sub(v128.load(placeX() + j), x);
    const dy = f32x4.sub(v128.load(placeY() + j), y);
    const dz = f32x4.sub(v128.load(placeZ() + j), z);
    if (circles) {
      const reach = f32x4.add(v128.load(placeRadius() + j), r);
      const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      return f32x4.le(square, f32x4.mul(reach, reach));
    }
    const inX = f32x4.le(f32x4.abs(dx), f32x4.add(v128.load(placeHalfX() + j), hx));
    const inY = f32x4.le(f32x4.abs(dy), f32x4.add(v128.load(placeHalfY() + j), hy));
    const inZ = f32x4.le(f32x4.abs(dz), f32x4.add(v128.load(placeHalfZ() + j), hz));
    return v128.and(v128.and(inX, inY), inZ);
  }

  /** Compares the body with the run of places from `j` to before `end`, offsets into a column. */
  @inline
  static meetRun(circles: bool, j: usize, end: usize): void {
    const zero = i32x4.splat(0);
    for (; j < end; j += 16) {
      const here = v128.and(v128.load(placeGroup() + j), maskWord);
      const there = v128.and(v128.load(placeMask() + j), groupWord);
      const barred =
        role == CONTACTS
          ? v128.or(i32x4.eq(here, zero), i32x4.eq(there, zero))
          : i32x4.eq(v128.or(here, there), zero);
      let bits = i32x4.bitmask(v128.andnot(Inlined.near(circles, j), barred));
      const left = end - j;
      if (left < 16) bits &= (1 << (<i32>(left >> 2))) - 1;
      for (; bits; bits &= bits - 1) {
        const lane = (<usize>ctz(bits)) << 2;
        const other = load<u32>(placeSlot() + j + lane);
        if (skip && load<u8>(slotFixed() + <usize>other) == 1) continue;
        const low = min(slot, other);
        const high = max(slot, other);
        if (!circles && test == SHAPED) {
          if (!touch(shapeAt(slotShapes(), low), shapeAt(slotShapes(), high))) continue;
        }
        // a sighting begins with the QUERY body: the only one of the two with a mask word
        let first = low;
        if (role == SIGHTINGS) first = load<u32>(placeMask() + j + lane) != 0 ? other : slot;
        append(first, low + high - first);
      }
    }
  }

  /** The first place of a cell times 4, the offset into a column. */
  @inline
  static placeAt(cell: u32): usize {
    return (<usize>startOf(startWord(cell))) << 2;
  }

  /** Compares the body with columns `column` − 1 to `column` + 1 of a row. */
  @inline
  static meetThree(circles: bool, level: usize, column: u32, row: u32, slab: u32): void {
    const start = rowStart(level, row, slab);
    const width = widthOf(level);
    if (column == 0) {
      // an axis that does not wrap has no body in its first and its last column
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

  /** Compares the body at place `i` with the bodies behind it in its own level. */
  @inline
  static ownLevel(circles: bool, level: usize, i: usize): void {
    const column = columnOf(level, load<f32>(placeX() + i));
    const row = rowOf(level, load<f32>(placeY() + i));
    const slab = slabOf(level, load<f32>(placeZ() + i));
    const width = widthOf(level);
    const height = heightOf(level);
    const start = rowStart(level, row, slab);
    if (column + 1 < width) {
      Inlined.meetRun(circles, i + 4, Inlined.placeAt(start + column + 2));
    } else {
      Inlined.meetRun(circles, i + 4, Inlined.placeAt(start + column + 1));
      Inlined.meetRun(circles, Inlined.placeAt(start), Inlined.placeAt(start + 1));
    }
    const next = Inlined.after(row, height);
    Inlined.meetThree(circles, level, column, next, slab);
    if (isThree()) {
      const above = Inlined.after(slab, depthOf(level));
      Inlined.meetThree(circles, level, column, Inlined.before(row, height), above);
      Inlined.meetThree(circles, level, column, row, above);
      Inlined.meetThree(circles, level, column, next, above);
    }
  }

  /** Compares the body with all cells around its centre in a coarser level. */
  @inline
  static coarserLevel(circles: bool, level: usize, i: usize): void {
    const column = columnOf(level, load<f32>(placeX() + i));
    const row = rowOf(level, load<f32>(placeY() + i));
    const height = heightOf(level);
    const up = Inlined.before(row, height);
    const down = Inlined.after(row, height);
    if (!isThree()) {
      Inlined.meetThree(circles, level, column, up, 0);
      Inlined.meetThree(circles, level, column, row, 0);
      Inlined.meetThree(circles, level, column, down, 0);
      return;
    }
    const depth = depthOf(level);
    const middle = slabOf(level, load<f32>(placeZ() + i));
    let slab = Inlined.before(middle, depth);
    for (let k = 0; k < 3; k++) {
      Inlined.meetThree(circles, level, column, up, slab);
      Inlined.meetThree(circles, level, column, row, slab);
      Inlined.meetThree(circles, level, column, down, slab);
      slab = Inlined.after(slab, depth);
    }
  }

  /** Compares the body with all cells of a level that its bounds reach, whatever their size. */
  @inline
  static reachLevel(circles: bool, level: usize, i: usize): void {
    const half = <f64>largestHalfOf(level);
    const ownX = <f64>load<f32>((circles ? placeRadius() : placeHalfX()) + i) + half;
    const ownY = <f64>load<f32>((circles ? placeRadius() : placeHalfY()) + i) + half;
    const ownZ = <f64>load<f32>((circles ? placeRadius() : placeHalfZ()) + i) + half;
    const slack = (ownX + ownY + ownZ) * WIDENING + slackOf(level);
    const wraps = wrapsOf(level);
    const height = heightOf(level);
    const depth = depthOf(level);
    const width = widthOf(level);
    const atX = <f64>load<f32>(placeX() + i);
    const atY = <f64>load<f32>(placeY() + i);
    const atZ = <f64>load<f32>(placeZ() + i);
    const lowX = worldCellX(level, atX - ownX - slack);
    clip(level, 0, (wraps & 1) != 0, lowX, worldCellX(level, atX + ownX + slack));
    if (rangeFrom() > rangeTo()) return;
    const from = wrapped(rangeFrom(), width, wraps & 1);
    const to = wrapped(rangeTo(), width, wraps & 1);
    const lowY = worldCellY(level, atY - ownY - slack);
    clip(level, 1, (wraps & 2) != 0, lowY, worldCellY(level, atY + ownY + slack));
    const firstRow = rangeFrom();
    const lastRow = rangeTo();
    let firstSlab: f64 = 0;
    let lastSlab: f64 = 0;
    if (isThree()) {
      const lowZ = worldCellZ(level, atZ - ownZ - slack);
      clip(level, 2, (wraps & 4) != 0, lowZ, worldCellZ(level, atZ + ownZ + slack));
      firstSlab = rangeFrom();
      lastSlab = rangeTo();
    }
    for (let k = firstSlab; k <= lastSlab; k += 1) {
      const slab = isThree() ? wrapped(k, depth, wraps & 4) : 0;
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
      if (!v128.any_true(v128.or(groupWord, maskWord))) continue;
      for (let k: u32 = 0; k < levelCount(); k++) {
        const level = levelAt(k);
        if (firstPlaceOf(level) != endPlaceOf(level)) {
          Inlined.reachLevel(circles, level, i);
        }
      }
    }
  }

  @inline
  static pairs(circles: bool, from: u32, to: u32): void {
    for (let k: u32 = 0; k < levelCount(); k++) {
      const level = levelAt(k);
      const first = max(from, firstPlaceOf(level));
      const end = min(to, endPlaceOf(level));
      for (let i = first; i < end; i++) {
        takeBody((<usize>i) << 2);
        // a body without words of the filter has no part in this role
        if (!v128.any_true(v128.or(groupWord, maskWord))) continue;
        Inlined.ownLevel(circles, level, (<usize>i) << 2);
        for (let coarser = k + 1; coarser < levelCount(); coarser++) {
          const coarse = levelAt(coarser);
          if (firstPlaceOf(coarse) == endPlaceOf(coarse)) continue;
          Inlined.coarserLevel(circles, coarse, (<usize>i) << 2);
        }
      }
    }
  }
}

function takeBody(i: usize): void {
  x = v128.load32_splat(placeX() + i);
  y = v128.load32_splat(placeY() + i);
  z = v128.load32_splat(placeZ() + i);
  r = v128.load32_splat(placeRadius() + i);
  if (test != CIRCLES) {
    hx = v128.load32_splat(placeHalfX() + i);
    hy = v128.load32_splat(placeHalfY() + i);
    hz = v128.load32_splat(placeHalfZ() + i);
  }
  groupWord = v128.load32_splat(placeGroup() + i);
  maskWord = v128.load32_splat(placeMask() + i);
  slot = load<u32>(placeSlot() + i);
  skip = withoutFixed && load<u8>(slotFixed() + <usize>slot) == 1;
}

function append(first: u32, second: u32): void {
  if (outLeft() < 8) {
    lose(1);
    return;
  }
  if (outNext() > outEnd()) outGrow(8);
  store<u64>(outNext(), <u64>first | ((<u64>second) << 32));
  setOut(outNext() + 8);
}

/**
 * Appends all pairs that bodies at places from `from` to `to` − 1 find. Of two bodies in one level,
 * the one in the earlier cell finds the pair; on an axis that wraps, the last cell comes before the
 * first. Of two bodies in one cell, the one at the earlier place finds it. Of two bodies in
 * different levels, the one in the finer level does. `what` is the role, `how` the test.
 * `skipFixed`: without pairs of two fixed bodies.
 */
export function levelPairs(from: u32, to: u32, what: u32, how: u32, skipFixed: bool): void {
  role = what;
  test = how;
  withoutFixed = skipFixed;
  if (how == CIRCLES) Inlined.pairs(true, from, to);
  else Inlined.pairs(false, from, to);
}

/**
 * Appends all pairs of a body at a place from `from` to `to` − 1 and a body in the bound levels.
 * The places from `from` to `to` − 1 are in none of these levels.
 */
export function reachPairs(from: u32, to: u32, what: u32, how: u32, skipFixed: bool): void {
  role = what;
  test = how;
  withoutFixed = skipFixed;
  if (how == CIRCLES) Inlined.reachAll(true, from, to);
  else Inlined.reachAll(false, from, to);
}
