// The fast way, for bodies that are all massive circles of all groups, in one grid that spans the world:
// bodies sorted by cell (a counting sort), then each against those behind it in its cell and its half
// of the neighbour cells. The grid has an empty column and row around, so no cell is at a border; a row
// of cells is a row of bodies, so neighbours in a row of cells are one run.
//
// After Hoetzlein, Fast fixed-radius nearest neighbors (2014), and Green, Particle simulation using CUDA
// (2010), for one core with vectors.
import { KEY, R, RECORDS, SLOT, SR, START, SX, SY, SZ, X, Y, Z } from './arrays';
import { lose, OUT, OUT_END, outGrow, outLeft, setOut } from './out';

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

  @inline
  static countCells(three: bool, n: u32): void {
    const count = START + 8;
    let i: usize = 0;
    for (const end = (<usize>(n & ~3)) << 2; i < end; i += 16) {
      const cell = Inlined.cellsAt(three, X + i, Y + i, Z + i);
      v128.store(KEY + i, cell);
      Inlined.tally(count, i32x4.extract_lane(cell, 0));
      Inlined.tally(count, i32x4.extract_lane(cell, 1));
      Inlined.tally(count, i32x4.extract_lane(cell, 2));
      Inlined.tally(count, i32x4.extract_lane(cell, 3));
    }
    if ((n & 3) == 0) return;
    // the entries behind the last body are not counted
    const cell = Inlined.cellsAt(three, X + i, Y + i, Z + i);
    v128.store(KEY + i, cell);
    Inlined.tally(count, i32x4.extract_lane(cell, 0));
    if ((n & 3) > 1) Inlined.tally(count, i32x4.extract_lane(cell, 1));
    if ((n & 3) > 2) Inlined.tally(count, i32x4.extract_lane(cell, 2));
  }

  @inline
  static quantise(x: v128, origin: v128): v128 {
    return i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(x, origin), perUnit));
  }

  @inline
  static tally(count: usize, cell: i32): void {
    const at = count + ((<usize>cell) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }

  /** Moves bodies to their places as records of 16 bytes, one line of memory each, and then apart. */
  @inline
  static sortBodies(three: bool, n: u32): void {
    for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 4) {
      const cell = load<u32>(KEY + i);
      const place = takePlace(cell);
      const record = RECORDS + (place << 4);
      store<f32>(record, load<f32>(X + i));
      store<f32>(record, load<f32>(Y + i), 4);
      store<f32>(record, load<f32>(R + i), 8);
      if (three) {
        store<f32>(record, load<f32>(Z + i), 12);
        store<u32>(SLOT + (place << 2), <u32>(i >> 2));
      } else {
        store<u32>(record, <u32>(i >> 2), 12);
      }
    }
    for (let i: usize = 0, end = (<usize>n) << 2; i < end; i += 16) {
      const from = RECORDS + (i << 2);
      const a = v128.load(from);
      const b = v128.load(from, 16);
      const c = v128.load(from, 32);
      const d = v128.load(from, 48);
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

  /** One body against those at places from `j` to `end` (in bytes of a column); returns the next `out`. */
  @inline
  static meet(
    three: bool,
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
      const bits = Inlined.touching(three, x, y, z, r, j, end);
      // without a branch: every pair is written, and kept if it touches
      const other = v128.load(SLOT + j);
      const low = i32x4.min_u(other, slot);
      const high = i32x4.max_u(other, slot);
      const first = v128.shuffle<u32>(low, high, 0, 4, 1, 5);
      const last = v128.shuffle<u32>(low, high, 2, 6, 3, 7);
      v128.store64_lane(out, first, 0);
      out += (<usize>(bits & 1)) << 3;
      v128.store64_lane(out, first, 1);
      out += (<usize>(bits & 2)) << 2;
      v128.store64_lane(out, last, 0);
      out += (<usize>(bits & 4)) << 1;
      v128.store64_lane(out, last, 1);
      out += <usize>(bits & 8);
    }
    return out;
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
    const left = end - j;
    return left < 16 ? bits & ((1 << (<i32>(left >> 2))) - 1) : bits;
  }

  @inline
  static pairs(three: bool, from: u32, to: u32, w: u32, h: u32): void {
    const row = (<usize>w) << 2;
    const slab = row * <usize>h;
    let out = OUT;
    let limit = OUT_END;
    for (let i = (<usize>from) << 2, end = (<usize>to) << 2; i < end; i += 4) {
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
          meetSlowly(three, i, i + 4, end0);
          meetSlowly(three, i, at1, end1);
          if (three) {
            meetSlowly(three, i, at2, end2);
            meetSlowly(three, i, at3, end3);
            meetSlowly(three, i, at4, end4);
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
      out = Inlined.meet(three, x, y, z, r, slot, i + 4, end0, out);
      out = Inlined.meet(three, x, y, z, r, slot, at1, end1, out);
      if (three) {
        out = Inlined.meet(three, x, y, z, r, slot, at2, end2, out);
        out = Inlined.meet(three, x, y, z, r, slot, at3, end3, out);
        out = Inlined.meet(three, x, y, z, r, slot, at4, end4, out);
      }
    }
    setOut(out);
  }
}

/** Makes counts, two places behind their cells, into starts, one place behind. */
export function prefixSum(cells: u32): void {
  let sum: u32 = 0;
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

/** Sorts n > 0 bodies into the cells of a grid of w columns; START is zeroed, `cells` + 4 long. */
export function plainBuild2(n: u32, cells: u32, ox: f32, oy: f32, inv: f32, w: u32): void {
  takeGrid(ox, oy, 0, inv, w, 0);
  Inlined.countCells(false, n);
  prefixSum(cells);
  Inlined.sortBodies(false, n);
}

export function plainBuild3(
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
  Inlined.countCells(true, n);
  prefixSum(cells);
  Inlined.sortBodies(true, n);
}

/** As `meet` for the body at place `i`, near the end of what may be kept. */
function meetSlowly(three: bool, i: usize, j: usize, end: usize): void {
  const x = v128.load32_splat(SX + i);
  const y = v128.load32_splat(SY + i);
  const z = three ? v128.load32_splat(SZ + i) : x;
  const r = v128.load32_splat(SR + i);
  const me = load<u32>(SLOT + i);
  for (; j < end; j += 16) {
    for (let bits = Inlined.touching(three, x, y, z, r, j, end); bits; bits &= bits - 1) {
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

/** Appends all pairs whose first body is at a place from `from` to `to` − 1 of a grid of w columns. */
export function plainPairs2(from: u32, to: u32, w: u32): void {
  Inlined.pairs(false, from, to, w, 0);
}

export function plainPairs3(from: u32, to: u32, w: u32, h: u32): void {
  Inlined.pairs(true, from, to, w, h);
}
