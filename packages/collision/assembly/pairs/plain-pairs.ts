// The pairs of a plain grid: each body is compared with the bodies behind it in its cell and with
// half of the neighbouring cells. Cells of a row follow each other in memory, so three neighbouring
// cells of a row are one run of places.
import {
  cellKey,
  placeGroup,
  placeMask,
  placeRadius,
  placeSlot,
  placeX,
  placeY,
  placeZ,
} from '../bodies/columns';
import { LANES } from '../grid/lanes';
import { endOfThree, endOfTwo, startOf, startOfPrevious, startWord } from '../grid/layout-cells';
import { plainColumn, plainColumns, plainRow, plainRows, plainSlab } from '../grid/plain';
import { lose, outEnd, outGrow, outLeft, outNext, setOut } from '../out';

// Methods, because the decorator, without which the compiler does not inline functions of this
// size, is allowed nowhere else.
class Inlined {
  /**
   * Appends the pairs of a body with the run from `j` to before `end`, offsets into a column, at
   * `out`. Returns the end of what was written. There are twelve parameters, so that all but the
   * last three stay in registers through all runs of a body. A record in memory would be read
   * again for each run, because the compiler cannot know that the pairs written in between did not
   * change it.
   */
  @inline
  static meet(
    three: bool,
    filtered: bool,
    groupWord: v128,
    maskWord: v128,
    x: v128,
    y: v128,
    z: v128,
    r: v128,
    slot: v128,
    j: usize,
    end: usize,
    out: usize,
  ): usize {
    for (; j < end; j += 16) {
      let bits = Inlined.touching(three, x, y, z, r, j, end);
      if (filtered) bits &= Inlined.allowed(groupWord, maskWord, j);
      // without a branch: the touching lanes are moved to the front, four pairs are written, and
      // `out` advances by the number that touch
      const other = v128.swizzle(
        v128.load(placeSlot() + j),
        v128.load(LANES + ((<usize>bits) << 4)),
      );
      const low = i32x4.min_u(other, slot);
      const high = i32x4.max_u(other, slot);
      v128.store(out, v128.shuffle<u32>(low, high, 0, 4, 1, 5));
      v128.store(out + 16, v128.shuffle<u32>(low, high, 2, 6, 3, 7));
      out += (<usize>popcnt(bits)) << 3;
    }
    return out;
  }

  /** Of four bodies, the lanes that the filter lets meet the body with these words. */
  @inline
  static allowed(groupWord: v128, maskWord: v128, j: usize): i32 {
    const zero = i32x4.splat(0);
    const here = i32x4.ne(v128.and(v128.load(placeGroup() + j), maskWord), zero);
    const there = i32x4.ne(v128.and(v128.load(placeMask() + j), groupWord), zero);
    return i32x4.bitmask(v128.and(here, there));
  }

  @inline
  static touching(three: bool, x: v128, y: v128, z: v128, r: v128, j: usize, end: usize): i32 {
    const dx = f32x4.sub(v128.load(placeX() + j), x);
    const dy = f32x4.sub(v128.load(placeY() + j), y);
    const reach = f32x4.add(v128.load(placeRadius() + j), r);
    let square = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
    if (three) {
      const dz = f32x4.sub(v128.load(placeZ() + j), z);
      square = f32x4.add(square, f32x4.mul(dz, dz));
    }
    const bits = i32x4.bitmask(f32x4.le(square, f32x4.mul(reach, reach)));
    // lanes behind the end are cut off without a branch, which would be mispredicted half the time
    const lanes = min<u32>(<u32>(end - j) >> 2, 4);
    return bits & ((1 << lanes) - 1);
  }

  @inline
  static pairs(three: bool, filtered: bool, from: u32, to: u32): void {
    const row = (<usize>plainColumns()) << 2;
    const slab = row * <usize>plainRows();
    let out = outNext();
    let limit = outEnd();
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
      // a body without a group word meets no other
      if (filtered && load<u32>(placeGroup() + i) == 0) continue;
      const cell = startWord(load<u32>(cellKey() + i));
      // the runs of bodies to test: the rest of this cell and the next cell, three cells of the
      // next row and, in 3D, three cells of three rows in the next slab
      const end0 = (<usize>endOfTwo(cell)) << 2;
      const at1 = (<usize>startOfPrevious(cell + row)) << 2;
      const end1 = (<usize>endOfTwo(cell + row)) << 2;
      let at2: usize = 0;
      let end2: usize = 0;
      let at3: usize = 0;
      let end3: usize = 0;
      let at4: usize = 0;
      let end4: usize = 0;
      if (three) {
        const above = cell + slab;
        at2 = (<usize>startOfPrevious(above - row)) << 2;
        end2 = (<usize>endOfTwo(above - row)) << 2;
        at3 = (<usize>startOfPrevious(above)) << 2;
        end3 = (<usize>endOfTwo(above)) << 2;
        at4 = (<usize>startOfPrevious(above + row)) << 2;
        end4 = (<usize>endOfTwo(above + row)) << 2;
      }
      // An upper bound on the bytes of the body's pairs, so that `meet` need not test the room (its
      // last vector may write up to 32 bytes more: SLACK of out.ts): one pair of 8 bytes per body
      // in the runs. Offsets count 4 bytes per body, hence the shift.
      let need = (end0 - i + end1 - at1) << 1;
      if (three) need += (end2 - at2 + end3 - at3 + end4 - at4) << 1;
      if (out + need > limit) {
        setOut(out);
        const grown = outGrow(need);
        if (!grown) {
          meetSlowly(three, filtered, i, i + 4, end0);
          meetSlowly(three, filtered, i, at1, end1);
          if (three) {
            meetSlowly(three, filtered, i, at2, end2);
            meetSlowly(three, filtered, i, at3, end3);
            meetSlowly(three, filtered, i, at4, end4);
          }
        }
        out = outNext();
        limit = outEnd();
        if (!grown) continue;
      }
      const x = v128.load32_splat(placeX() + i);
      const y = v128.load32_splat(placeY() + i);
      const z = three ? v128.load32_splat(placeZ() + i) : x;
      const r = v128.load32_splat(placeRadius() + i);
      const slot = v128.load32_splat(placeSlot() + i);
      const group = filtered ? v128.load32_splat(placeGroup() + i) : x;
      const mask = filtered ? v128.load32_splat(placeMask() + i) : x;
      out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, i + 4, end0, out);
      out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at1, end1, out);
      if (three) {
        out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at2, end2, out);
        out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at3, end3, out);
        out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at4, end4, out);
      }
    }
    setOut(out);
  }

  @inline
  static reach(three: bool, filtered: bool, from: u32, to: u32): void {
    const row = (<usize>plainColumns()) << 2;
    const slab = row * <usize>plainRows();
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
      if (filtered && load<u32>(placeGroup() + i) == 0) continue;
      const column = plainColumn(load<f32>(placeX() + i));
      // the cell to the left, in the body's own row; in 3D in the slab before
      let cell = startWord(<u32>(column - 1)) + plainRow(load<f32>(placeY() + i)) * row;
      if (three) cell += (plainSlab(load<f32>(placeZ() + i)) - 1) * slab;
      const x = v128.load32_splat(placeX() + i);
      const y = v128.load32_splat(placeY() + i);
      const z = three ? v128.load32_splat(placeZ() + i) : x;
      const r = v128.load32_splat(placeRadius() + i);
      const slot = v128.load32_splat(placeSlot() + i);
      const group = filtered ? v128.load32_splat(placeGroup() + i) : x;
      const mask = filtered ? v128.load32_splat(placeMask() + i) : x;
      const slabs: u32 = three ? 3 : 1;
      for (let k: u32 = 0; k < slabs; k++) {
        const at0 = (<usize>startOf(cell - row)) << 2;
        const end0 = (<usize>endOfThree(cell - row)) << 2;
        const at1 = (<usize>startOf(cell)) << 2;
        const end1 = (<usize>endOfThree(cell)) << 2;
        const at2 = (<usize>startOf(cell + row)) << 2;
        const end2 = (<usize>endOfThree(cell + row)) << 2;
        const need = (end0 - at0 + end1 - at1 + end2 - at2) << 1;
        if (outNext() + need <= outEnd() || outGrow(need)) {
          let out = outNext();
          out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at0, end0, out);
          out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at1, end1, out);
          out = Inlined.meet(three, filtered, group, mask, x, y, z, r, slot, at2, end2, out);
          setOut(out);
        } else {
          meetSlowly(three, filtered, i, at0, end0);
          meetSlowly(three, filtered, i, at1, end1);
          meetSlowly(three, filtered, i, at2, end2);
        }
        if (three) cell += slab;
      }
    }
  }
}

/**
 * As `meet` for the body at offset `i`, where not all pairs may be kept: tests the room for each.
 */
function meetSlowly(three: bool, filtered: bool, i: usize, j: usize, end: usize): void {
  const x = v128.load32_splat(placeX() + i);
  const y = v128.load32_splat(placeY() + i);
  const z = three ? v128.load32_splat(placeZ() + i) : x;
  const r = v128.load32_splat(placeRadius() + i);
  const me = load<u32>(placeSlot() + i);
  for (; j < end; j += 16) {
    let bits = Inlined.touching(three, x, y, z, r, j, end);
    if (filtered) {
      bits &= Inlined.allowed(
        v128.load32_splat(placeGroup() + i),
        v128.load32_splat(placeMask() + i),
        j,
      );
    }
    for (; bits; bits &= bits - 1) {
      const other = load<u32>(placeSlot() + j + ((<usize>ctz(bits)) << 2));
      if (outLeft() >= 8) {
        store<u64>(outNext(), <u64>min(me, other) | ((<u64>max(me, other)) << 32));
        setOut(outNext() + 8);
      } else {
        lose(1);
      }
    }
  }
}

/**
 * Appends all pairs of the bound grid whose earlier body is at a place from `from` to `to` − 1.
 * `filtered`: only those that the filter lets meet.
 */
export function plainPairs(three: bool, filtered: bool, from: u32, to: u32): void {
  if (three) {
    if (filtered) Inlined.pairs(true, true, from, to);
    else Inlined.pairs(true, false, from, to);
  } else if (filtered) {
    Inlined.pairs(false, true, from, to);
  } else {
    Inlined.pairs(false, false, from, to);
  }
}

/**
 * Appends all pairs of a body at a place from `from` to `to` − 1 and a body in the bound grid. The
 * places from `from` to `to` − 1 are not in the grid, and its cells are large enough for the
 * largest of both.
 */
export function plainReach(three: bool, filtered: bool, from: u32, to: u32): void {
  if (three) {
    if (filtered) Inlined.reach(true, true, from, to);
    else Inlined.reach(true, false, from, to);
  } else if (filtered) {
    Inlined.reach(false, true, from, to);
  } else {
    Inlined.reach(false, false, from, to);
  }
}
