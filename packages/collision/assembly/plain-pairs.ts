// The pairs of a plain grid: each body against those behind it in its cell and in half of the neighbour
// cells. A row of cells is a row of bodies, so neighbours in a row of cells are one run.
import { FG, FM, KEY, SLOT, SR, START, SX, SY, SZ } from './arrays';
import { LANES } from './lanes';
import { lose, OUT, OUT_END, outGrow, outLeft, setOut } from './out';

// Methods, because the decorator, without which the compiler does not inline functions of this size, is
// allowed nowhere else.
class Inlined {
  /** One body against those at places from `j` to `end` (in bytes of a column); returns the next `out`. */
  @inline
  static meet(
    three: bool,
    filtered: bool,
    fg: v128,
    fm: v128,
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
      if (filtered) bits &= Inlined.allowed(fg, fm, j);
      // without a branch: those who touch come first, four are written, and as many kept as touch
      const other = v128.swizzle(v128.load(SLOT + j), v128.load(LANES + ((<usize>bits) << 4)));
      const low = i32x4.min_u(other, slot);
      const high = i32x4.max_u(other, slot);
      v128.store(out, v128.shuffle<u32>(low, high, 0, 4, 1, 5));
      v128.store(out + 16, v128.shuffle<u32>(low, high, 2, 6, 3, 7));
      out += (<usize>popcnt(bits)) << 3;
    }
    return out;
  }

  /** Of four bodies, those in whose mask this one is and that are in the mask of this one. */
  @inline
  static allowed(fg: v128, fm: v128, j: usize): i32 {
    const zero = i32x4.splat(0);
    const here = i32x4.ne(v128.and(v128.load(FG + j), fm), zero);
    const there = i32x4.ne(v128.and(v128.load(FM + j), fg), zero);
    return i32x4.bitmask(v128.and(here, there));
  }

  @inline
  static touching(three: bool, x: v128, y: v128, z: v128, r: v128, j: usize, end: usize): i32 {
    const dx = f32x4.sub(v128.load(SX + j), x);
    const dy = f32x4.sub(v128.load(SY + j), y);
    const reach = f32x4.add(v128.load(SR + j), r);
    let square = f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy));
    if (three) {
      const dz = f32x4.sub(v128.load(SZ + j), z);
      square = f32x4.add(square, f32x4.mul(dz, dz));
    }
    const bits = i32x4.bitmask(f32x4.le(square, f32x4.mul(reach, reach)));
    // lanes behind the end are cut off without a branch, which would be guessed wrong half the time
    const lanes = min<u32>(<u32>(end - j) >> 2, 4);
    return bits & ((1 << lanes) - 1);
  }

  @inline
  static pairs(three: bool, filtered: bool, from: u32, to: u32, w: u32, h: u32): void {
    const row = (<usize>w) << 2;
    const slab = row * <usize>h;
    let out = OUT;
    let limit = OUT_END;
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
      // who meets nobody
      if (filtered && load<u32>(FG + i) == 0) continue;
      const cell = START + ((<usize>load<u32>(KEY + i)) << 2);
      // runs of candidates: the rest of this cell and the next, and rows of three cells
      const end0 = (<usize>load<u32>(cell, 8)) << 2;
      const at1 = (<usize>load<u32>(cell + row - 4)) << 2;
      const end1 = (<usize>load<u32>(cell + row, 8)) << 2;
      let at2: usize = 0;
      let end2: usize = 0;
      let at3: usize = 0;
      let end3: usize = 0;
      let at4: usize = 0;
      let end4: usize = 0;
      if (three) {
        const above = cell + slab;
        at2 = (<usize>load<u32>(above - row - 4)) << 2;
        end2 = (<usize>load<u32>(above - row, 8)) << 2;
        at3 = (<usize>load<u32>(above - 4)) << 2;
        end3 = (<usize>load<u32>(above, 8)) << 2;
        at4 = (<usize>load<u32>(above + row - 4)) << 2;
        end4 = (<usize>load<u32>(above + row, 8)) << 2;
      }
      // 8 bytes a pair for 4 bytes of a column
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
        out = OUT;
        limit = OUT_END;
        if (!grown) continue;
      }
      const x = v128.load32_splat(SX + i);
      const y = v128.load32_splat(SY + i);
      const z = three ? v128.load32_splat(SZ + i) : x;
      const r = v128.load32_splat(SR + i);
      const slot = v128.load32_splat(SLOT + i);
      const fg = filtered ? v128.load32_splat(FG + i) : x;
      const fm = filtered ? v128.load32_splat(FM + i) : x;
      out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, i + 4, end0, out);
      out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at1, end1, out);
      if (three) {
        out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at2, end2, out);
        out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at3, end3, out);
        out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at4, end4, out);
      }
    }
    setOut(out);
  }

  /** The column, row or slab of a coordinate, or the nearest that is not the empty one at an end. */
  @inline
  static cellOf(x: f32, origin: f32, perUnit: f32, size: u32): usize {
    const q = (x - origin) * perUnit;
    return <usize>(<u32>max<f32>(1, min<f32>(q, <f32>(size - 2))));
  }

  @inline
  static reach(
    three: bool,
    filtered: bool,
    from: u32,
    to: u32,
    ox: f32,
    oy: f32,
    oz: f32,
    inv: f32,
    w: u32,
    h: u32,
    d: u32,
  ): void {
    const row = (<usize>w) << 2;
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
      if (filtered && load<u32>(FG + i) == 0) continue;
      let line = Inlined.cellOf(load<f32>(SY + i), oy, inv, h);
      if (three) line += Inlined.cellOf(load<f32>(SZ + i), oz, inv, d) * <usize>h;
      const column = Inlined.cellOf(load<f32>(SX + i), ox, inv, w);
      // the cell before, in the middle row of the first slab
      let cell = START + ((line * <usize>w + column - 1) << 2);
      if (three) cell -= row * <usize>h;
      const x = v128.load32_splat(SX + i);
      const y = v128.load32_splat(SY + i);
      const z = three ? v128.load32_splat(SZ + i) : x;
      const r = v128.load32_splat(SR + i);
      const slot = v128.load32_splat(SLOT + i);
      const fg = filtered ? v128.load32_splat(FG + i) : x;
      const fm = filtered ? v128.load32_splat(FM + i) : x;
      const slabs: u32 = three ? 3 : 1;
      for (let k: u32 = 0; k < slabs; k++) {
        const at0 = (<usize>load<u32>(cell - row)) << 2;
        const end0 = (<usize>load<u32>(cell - row, 12)) << 2;
        const at1 = (<usize>load<u32>(cell)) << 2;
        const end1 = (<usize>load<u32>(cell, 12)) << 2;
        const at2 = (<usize>load<u32>(cell + row)) << 2;
        const end2 = (<usize>load<u32>(cell + row, 12)) << 2;
        const need = (end0 - at0 + end1 - at1 + end2 - at2) << 1;
        if (OUT + need <= OUT_END || outGrow(need)) {
          let out = OUT;
          out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at0, end0, out);
          out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at1, end1, out);
          out = Inlined.meet(three, filtered, fg, fm, x, y, z, r, slot, at2, end2, out);
          setOut(out);
        } else {
          meetSlowly(three, filtered, i, at0, end0);
          meetSlowly(three, filtered, i, at1, end1);
          meetSlowly(three, filtered, i, at2, end2);
        }
        if (three) cell += row * <usize>h;
      }
    }
  }
}

/** As `meet` for the body at place `i`, near the end of what may be kept. */
function meetSlowly(three: bool, filtered: bool, i: usize, j: usize, end: usize): void {
  const x = v128.load32_splat(SX + i);
  const y = v128.load32_splat(SY + i);
  const z = three ? v128.load32_splat(SZ + i) : x;
  const r = v128.load32_splat(SR + i);
  const me = load<u32>(SLOT + i);
  for (; j < end; j += 16) {
    let bits = Inlined.touching(three, x, y, z, r, j, end);
    if (filtered) {
      bits &= Inlined.allowed(v128.load32_splat(FG + i), v128.load32_splat(FM + i), j);
    }
    for (; bits; bits &= bits - 1) {
      const other = load<u32>(SLOT + j + ((<usize>ctz(bits)) << 2));
      if (outLeft() >= 8) {
        store<u64>(OUT, <u64>min(me, other) | ((<u64>max(me, other)) << 32));
        setOut(OUT + 8);
      } else {
        lose(1);
      }
    }
  }
}

/**
 * Appends all pairs whose first body is at a place from `from` to `to` − 1 of a grid of w columns;
 * `filtered`: of those that FG and FM let meet.
 */
export function plainPairs2(from: u32, to: u32, w: u32, filtered: bool): void {
  if (filtered) Inlined.pairs(false, true, from, to, w, 0);
  else Inlined.pairs(false, false, from, to, w, 0);
}

export function plainPairs3(from: u32, to: u32, w: u32, h: u32, filtered: bool): void {
  if (filtered) Inlined.pairs(true, true, from, to, w, h);
  else Inlined.pairs(true, false, from, to, w, h);
}

/**
 * Appends all pairs of a body at a place from `from` to `to` − 1, which is not in the grid, with one in the
 * grid; its cells hold the largest of both.
 */
export function plainReach(
  three: bool,
  filtered: bool,
  from: u32,
  to: u32,
  ox: f32,
  oy: f32,
  oz: f32,
  inv: f32,
  w: u32,
  h: u32,
  d: u32,
): void {
  if (three) {
    if (filtered) Inlined.reach(true, true, from, to, ox, oy, oz, inv, w, h, d);
    else Inlined.reach(true, false, from, to, ox, oy, oz, inv, w, h, d);
  } else if (filtered) {
    Inlined.reach(false, true, from, to, ox, oy, oz, inv, w, h, 0);
  } else {
    Inlined.reach(false, false, from, to, ox, oy, oz, inv, w, h, 0);
  }
}
