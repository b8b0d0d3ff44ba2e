// Fixed-radius neighbours: bodies as points in one level of cells as large as the radius, each against
// all of its neighbourhood. Rows come out in the order of places, and are then put in that of slots.
import { FG, FM, SLOT, START, SX, SY, SZ } from './arrays';
import {
  columnOf,
  DEPTH,
  END,
  FIRST,
  HEIGHT,
  levelAt,
  rowOf,
  rowStart,
  slabOf,
  THREE,
  WIDTH,
} from './levels';
import { LANES } from './lanes';
import { sortWords } from './order';
import { LOST, lose, OUT, OUT_END, outGrow, outLeft, outLength, setOut } from './out';

// the body in hand
let x: v128, y: v128, z: v128;
let mask: v128;
let place: usize;
let most: v128;

// Methods, because the decorator, without which the compiler does not inline functions of this size, is
// allowed nowhere else.
class Inlined {
  @inline
  static near(j: usize, end: usize): i32 {
    const dx = f32x4.sub(v128.load(SX + j), x);
    const dy = f32x4.sub(v128.load(SY + j), y);
    const dz = f32x4.sub(v128.load(SZ + j), z);
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const barred = i32x4.eq(v128.and(v128.load(FG + j), mask), i32x4.splat(0));
    let bits = i32x4.bitmask(v128.andnot(f32x4.le(square, most), barred));
    const left = end - j;
    if (left < 16) bits &= (1 << (<i32>(left >> 2))) - 1;
    // not oneself
    const own = place - j;
    return own < 16 ? bits & ~(1 << (<i32>(own >> 2))) : bits;
  }

  @inline
  static list(j: usize, end: usize): void {
    if (j >= end) return;
    if (OUT + (end - j) > OUT_END && !outGrow(end - j)) {
      for (; j < end; j += 16) {
        for (let bits = Inlined.near(j, end); bits; bits &= bits - 1) {
          if (outLeft() < 4) {
            lose(1);
          } else {
            store<u32>(OUT, load<u32>(SLOT + j + ((<usize>ctz(bits)) << 2)));
            setOut(OUT + 4);
          }
        }
      }
      return;
    }
    let out = OUT;
    do {
      const bits = Inlined.near(j, end);
      v128.store(out, v128.swizzle(v128.load(SLOT + j), v128.load(LANES + ((<usize>bits) << 4))));
      out += (<usize>popcnt(bits)) << 2;
      j += 16;
    } while (j < end);
    setOut(out);
  }
}

function placeAt(cell: u32): usize {
  return (<usize>load<u32>(START + ((<usize>cell) << 2))) << 2;
}

function listThree(level: usize, column: u32, row: u32, slab: u32): void {
  const start = rowStart(level, row, slab);
  const width = load<u32>(level, WIDTH);
  if (column == 0) {
    Inlined.list(placeAt(start), placeAt(start + 2));
    Inlined.list(placeAt(start + width - 1), placeAt(start + width));
  } else if (column == width - 1) {
    Inlined.list(placeAt(start + column - 1), placeAt(start + width));
    Inlined.list(placeAt(start), placeAt(start + 1));
  } else {
    Inlined.list(placeAt(start + column - 1), placeAt(start + column + 2));
  }
}

/**
 * Lists the neighbours of the bodies at places from `from` to `to` − 1: where the row of each slot begins
 * in the answer, in words, goes to `begins`, its length to `lengths`.
 */
export function listNeighbours(
  from: u32,
  to: u32,
  square: f32,
  begins: usize,
  lengths: usize,
): void {
  most = f32x4.splat(square);
  const level = levelAt(0);
  const height = load<u32>(level, HEIGHT);
  const depth = load<u32>(level, DEPTH);
  const last = min(to, load<u32>(level, END));
  for (let i = (<usize>max(from, load<u32>(level, FIRST))) << 2; i < (<usize>last) << 2; i += 4) {
    const slot = (<usize>load<u32>(SLOT + i)) << 2;
    store<u32>(begins + slot, <u32>(outLength() >> 2));
    const before = found();
    place = i;
    x = v128.load32_splat(SX + i);
    y = v128.load32_splat(SY + i);
    z = v128.load32_splat(SZ + i);
    mask = v128.load32_splat(FM + i);
    const column = columnOf(level, load<f32>(SX + i));
    const row = rowOf(level, load<f32>(SY + i));
    const up = row == 0 ? height - 1 : row - 1;
    const down = row + 1 == height ? 0 : row + 1;
    const middle = slabOf(level, load<f32>(SZ + i));
    if (THREE) {
      let slab = middle == 0 ? depth - 1 : middle - 1;
      for (let k = 0; k < 3; k++) {
        listThree(level, column, up, slab);
        listThree(level, column, row, slab);
        listThree(level, column, down, slab);
        slab = slab + 1 == depth ? 0 : slab + 1;
      }
    } else {
      listThree(level, column, up, 0);
      listThree(level, column, row, 0);
      listThree(level, column, down, 0);
    }
    store<u32>(lengths + slot, found() - before);
  }
}

/** Copies rows to where they belong: slot i's words from `begins` to `first`, for slots 0 to n − 1. */
export function placeRows(n: u32, from: usize, begins: usize, first: usize, to: usize): void {
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 4) {
    const start = load<u32>(first + i);
    const bytes = (<usize>(load<u32>(first + i, 4) - start)) << 2;
    if (bytes == 0) continue;
    memory.copy(to + ((<usize>start) << 2), from + ((<usize>load<u32>(begins + i)) << 2), bytes);
  }
}

/**
 * As `placeRows` for rows from `from` to `to` − 1: rows of the bodies at these places or, if not `places`,
 * just these; `sorted`: each rising.
 */
export function placeSome(
  from: u32,
  to: u32,
  places: bool,
  rows: usize,
  begins: usize,
  first: usize,
  out: usize,
  sorted: bool,
): void {
  for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
    const row = places ? (<usize>load<u32>(SLOT + i)) << 2 : i;
    const start = load<u32>(first + row);
    const length = load<u32>(first + row, 4) - start;
    if (length == 0) continue;
    const at = out + ((<usize>start) << 2);
    memory.copy(at, rows + ((<usize>load<u32>(begins + row)) << 2), (<usize>length) << 2);
    if (sorted) sortWords(at, length);
  }
}

function found(): u32 {
  return <u32>(outLength() >> 2) + <u32>LOST;
}
