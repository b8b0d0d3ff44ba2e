// Neighbours within a radius: bodies are points in one level whose cells are larger than the
// radius, and each body is compared with its own cell and all neighbouring cells. Rows are written
// in the order of places; `placeRows` then copies them into the order of slots.
import { placeGroup, placeMask, placeSlot, placeX, placeY, placeZ } from '../bodies/columns';
import { LANES } from '../grid/lanes';
import { startOf, startWord } from '../grid/layout-cells';
import { depthOf, endPlaceOf, firstPlaceOf, heightOf, widthOf } from '../grid/layout-level';
import { columnOf, isThree, levelAt, rowOf, rowStart, slabOf } from '../grid/levels';
import { wordAfter } from '../layout-words';
import { lose, outEnd, outFound, outGrow, outLeft, outLength, outNext, setOut } from '../out';
import { sortWords } from '../pairs/order';

// the body that looks; `place` is its place times 4, the offset into a column
let x: v128, y: v128, z: v128;
let mask: v128;
let place: usize;
let most: v128;

// Methods, because the decorator, without which the compiler does not inline functions of this
// size, is allowed nowhere else.
class Inlined {
  /** The lanes of the four bodies at offset `j` that are neighbours and lie before `end`. */
  @inline
  static near(j: usize, end: usize): i32 {
    const dx = f32x4.sub(v128.load(placeX() + j), x);
    const dy = f32x4.sub(v128.load(placeY() + j), y);
    const dz = f32x4.sub(v128.load(placeZ() + j), z);
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const barred = i32x4.eq(v128.and(v128.load(placeGroup() + j), mask), i32x4.splat(0));
    let bits = i32x4.bitmask(v128.andnot(f32x4.le(square, most), barred));
    const left = end - j;
    if (left < 16) bits &= (1 << (<i32>(left >> 2))) - 1;
    // a body is not its own neighbour
    const own = place - j;
    return own < 16 ? bits & ~(1 << (<i32>(own >> 2))) : bits;
  }

  /** Appends the neighbours among the run of places from `j` to before `end`, offsets. */
  @inline
  static list(j: usize, end: usize): void {
    if (j >= end) return;
    if (outNext() + (end - j) > outEnd() && !outGrow(end - j)) {
      for (; j < end; j += 16) {
        for (let bits = Inlined.near(j, end); bits; bits &= bits - 1) {
          if (outLeft() < 4) {
            lose(1);
          } else {
            store<u32>(outNext(), load<u32>(placeSlot() + j + ((<usize>ctz(bits)) << 2)));
            setOut(outNext() + 4);
          }
        }
      }
      return;
    }
    let out = outNext();
    do {
      const bits = Inlined.near(j, end);
      v128.store(
        out,
        v128.swizzle(v128.load(placeSlot() + j), v128.load(LANES + ((<usize>bits) << 4))),
      );
      out += (<usize>popcnt(bits)) << 2;
      j += 16;
    } while (j < end);
    setOut(out);
  }
}

/** The first place of a cell times 4, the offset into a column. */
function placeAt(cell: u32): usize {
  return (<usize>startOf(startWord(cell))) << 2;
}

/** Appends the neighbours in columns `column` − 1 to `column` + 1 of a row. */
function listThree(level: usize, column: u32, row: u32, slab: u32): void {
  const start = rowStart(level, row, slab);
  const width = widthOf(level);
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
 * Lists the neighbours of the bodies at places from `from` to `to` − 1. For each slot, the word
 * where its row begins in the answer goes to `begins`, and its length to `lengths`.
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
  const height = heightOf(level);
  const depth = depthOf(level);
  const last = min(to, endPlaceOf(level));
  for (let i = (<usize>max(from, firstPlaceOf(level))) << 2; i < (<usize>last) << 2; i += 4) {
    const slot = (<usize>load<u32>(placeSlot() + i)) << 2;
    store<u32>(begins + slot, <u32>(outLength() >> 2));
    const before = outFound();
    place = i;
    x = v128.load32_splat(placeX() + i);
    y = v128.load32_splat(placeY() + i);
    z = v128.load32_splat(placeZ() + i);
    mask = v128.load32_splat(placeMask() + i);
    const column = columnOf(level, load<f32>(placeX() + i));
    const row = rowOf(level, load<f32>(placeY() + i));
    const up = row == 0 ? height - 1 : row - 1;
    const down = row + 1 == height ? 0 : row + 1;
    const middle = slabOf(level, load<f32>(placeZ() + i));
    if (isThree()) {
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
    store<u32>(lengths + slot, outFound() - before);
  }
}

/**
 * Copies the rows of slots 0 to n − 1 into the order of slots: row i lies at word `begins[i]` of
 * `from` and goes to word `first[i]` of `to`.
 */
export function placeRows(n: u32, from: usize, begins: usize, first: usize, to: usize): void {
  for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 4) {
    const start = load<u32>(first + i);
    const bytes = (<usize>(wordAfter(first + i) - start)) << 2;
    if (bytes == 0) continue;
    memory.copy(to + ((<usize>start) << 2), from + ((<usize>load<u32>(begins + i)) << 2), bytes);
  }
}

/**
 * Copies a part of the rows, as `placeRows` does: if `places`, the rows of the bodies at places
 * `from` to `to` − 1, else rows `from` to `to` − 1. `sorted`: sorts each copied row.
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
    const row = places ? (<usize>load<u32>(placeSlot() + i)) << 2 : i;
    const start = load<u32>(first + row);
    const length = wordAfter(first + row) - start;
    if (length == 0) continue;
    const at = out + ((<usize>start) << 2);
    memory.copy(at, rows + ((<usize>load<u32>(begins + row)) << 2), (<usize>length) << 2);
    if (sorted) sortWords(at, length);
  }
}
