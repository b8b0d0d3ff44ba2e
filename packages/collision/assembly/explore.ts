// The bodies in an area: all cells of all levels that its bounds, and half the largest body, reach.
import { FG, SHAPES, SLOT, SR, START, SX, SY, SZ } from './arrays';
import {
  DEPTH,
  END,
  FIRST,
  HEIGHT,
  LARGEST_HALF,
  LEVEL_COUNT,
  levelAt,
  ORIGIN_Y,
  ORIGIN_Z,
  PER_UNIT,
  quotientX,
  quotientY,
  quotientZ,
  rowStart,
  SLACK,
  THREE,
  WIDTH,
  wrapped,
  WRAPS,
} from './levels';
import { clip, RANGE_FROM, RANGE_TO } from './range';
import { LOST, lose, OUT, OUT_END, outGrow, outLeft, outLength, setOut } from './out';
import { touch } from './touch';

const CIRCLE: u32 = 0;
const BOX: u32 = 1;
const CAPSULE: u32 = 2;
/** What a coordinate's bounds are widened by, relative to all lengths that went into them. */
const MARGIN: f64 = 0.0000152587890625; // 2^-16

// the area in hand
let record: usize;
let exact: bool;
let mask: u32;
let self: u32;
let x: f32, y: f32, z: f32, r: f32;
// where its segment starts and ends; for circles and boxes both are the centre
let ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64;
/** Half the bounds about the segment, without the bodies. */
let padX: f64, padY: f64, padZ: f64;

function takeArea(at: usize): void {
  record = at;
  x = load<f32>(at);
  y = load<f32>(at, 4);
  z = load<f32>(at, 8);
  r = load<f32>(at, 12);
  const ex = <f64>load<f32>(at, 16);
  const ey = <f64>load<f32>(at, 20);
  const ez = <f64>load<f32>(at, 24);
  const shape = load<u32>(at, 28);
  exact = shape == CIRCLE && SHAPES == 0;
  ax = bx = x;
  ay = by = y;
  az = bz = z;
  padX = padY = padZ = r;
  if (shape == BOX) {
    padX = abs(ex);
    padY = abs(ey);
    padZ = abs(ez);
  } else if (shape != CIRCLE) {
    if (shape == CAPSULE) {
      ax -= ex;
      ay -= ey;
      az -= ez;
    }
    bx += ex;
    by += ey;
    bz += ez;
    const slack = (abs(ex) + abs(ey) + abs(ez)) * MARGIN;
    padX += slack;
    padY += slack;
    padZ += slack;
  }
}

function append(slot: u32): void {
  if (outLeft() < 4) {
    lose(1);
    return;
  }
  if (OUT > OUT_END) outGrow(4);
  store<u32>(OUT, slot);
  setOut(OUT + 4);
}

function lookAlong(j: usize, end: usize): void {
  const vx = f32x4.splat(x);
  const vy = f32x4.splat(y);
  const vz = f32x4.splat(z);
  const vr = f32x4.splat(r);
  const groups = i32x4.splat(mask);
  const own = i32x4.splat(self);
  const zero = i32x4.splat(0);
  for (; j < end; j += 16) {
    const barred = v128.or(
      i32x4.eq(v128.and(v128.load(FG + j), groups), zero),
      i32x4.eq(v128.load(SLOT + j), own),
    );
    let open = v128.not(barred);
    if (exact) {
      const dx = f32x4.sub(v128.load(SX + j), vx);
      const dy = f32x4.sub(v128.load(SY + j), vy);
      const dz = f32x4.sub(v128.load(SZ + j), vz);
      const reach = f32x4.add(v128.load(SR + j), vr);
      const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      open = v128.and(open, f32x4.le(square, f32x4.mul(reach, reach)));
    }
    let bits = i32x4.bitmask(open);
    const left = end - j;
    if (left < 16) bits &= (1 << (<i32>(left >> 2))) - 1;
    for (; bits; bits &= bits - 1) {
      const at = j + ((<usize>ctz(bits)) << 2);
      const slot = load<u32>(SLOT + at);
      if (exact || touchesBody(at, slot)) append(slot);
    }
  }
}

function touchesBody(at: usize, slot: u32): bool {
  if (SHAPES != 0) return touch(record, SHAPES + ((<usize>slot) << 5));
  // a circle has no shape in memory: make one
  const body = record + 32;
  store<f32>(body, load<f32>(SX + at));
  store<f32>(body, load<f32>(SY + at), 4);
  store<f32>(body, load<f32>(SZ + at), 8);
  store<f32>(body, load<f32>(SR + at), 12);
  store<u32>(body, CIRCLE, 28);
  return touch(record, body);
}

function placeAt(cell: u32): usize {
  return (<usize>load<u32>(START + ((<usize>cell) << 2))) << 2;
}

/** One row of cells, the columns that the area reaches while it is between rows and slabs given by t. */
function lookRow(level: usize, start: u32, low: f64, high: f64): void {
  const width = load<u32>(level, WIDTH);
  const wraps = load<u32>(level, WRAPS) & 1;
  clip(level, 0, wraps != 0, quotientX(level, low), quotientX(level, high));
  if (RANGE_FROM > RANGE_TO) return;
  const from = wrapped(RANGE_FROM, width, wraps);
  const to = wrapped(RANGE_TO, width, wraps);
  if (from <= to) {
    lookAlong(placeAt(start + from), placeAt(start + to + 1));
  } else {
    lookAlong(placeAt(start + from), placeAt(start + width));
    lookAlong(placeAt(start), placeAt(start + to + 1));
  }
}

/** Where along the segment, 0 to 1, a coordinate is between low and high: to enter .. leave. */
let enter: f64;
let leave: f64;
function between(start: f64, end: f64, low: f64, high: f64): void {
  const length = end - start;
  if (abs(length) <= abs(start) * 1e-12) return; // all of it may be
  const a = (low - start) / length;
  const b = (high - start) / length;
  enter = max(enter, min(a, b) - 1e-6);
  leave = min(leave, max(a, b) + 1e-6);
}

function lookLevel(level: usize): void {
  const half = <f64>load<f32>(level, LARGEST_HALF);
  const widest = max(max(abs(ax) + abs(bx), abs(ay) + abs(by)), abs(az) + abs(bz));
  const slack = (half + padX + padY + padZ) * MARGIN + widest * 1e-7 + load<f64>(level, SLACK);
  const reachX = padX + half + slack;
  const reachY = padY + half + slack;
  const reachZ = padZ + half + slack;
  const wraps = load<u32>(level, WRAPS);
  const height = load<u32>(level, HEIGHT);
  const depth = load<u32>(level, DEPTH);
  const lowRow = quotientY(level, min(ay, by) - reachY);
  clip(level, 1, (wraps & 2) != 0, lowRow, quotientY(level, max(ay, by) + reachY));
  const firstRow = RANGE_FROM;
  const lastRow = RANGE_TO;
  let firstSlab: f64 = 0;
  let lastSlab: f64 = 0;
  if (THREE) {
    const low = quotientZ(level, min(az, bz) - reachZ);
    clip(level, 2, (wraps & 4) != 0, low, quotientZ(level, max(az, bz) + reachZ));
    firstSlab = RANGE_FROM;
    lastSlab = RANGE_TO;
  }
  const cell = 1 / load<f64>(level, PER_UNIT);
  const originY = load<f64>(level, ORIGIN_Y);
  const originZ = load<f64>(level, ORIGIN_Z);
  const slanted = ax != bx;
  for (let slab = firstSlab; slab <= lastSlab; slab += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      let low = min(ax, bx);
      let high = max(ax, bx);
      if (slanted) {
        enter = 0;
        leave = 1;
        if (!(wraps & 2)) {
          const edge = originY + row * cell;
          between(ay, by, edge - reachY - slack, edge + cell + reachY + slack);
        }
        if (THREE && !(wraps & 4)) {
          const edge = originZ + slab * cell;
          between(az, bz, edge - reachZ - slack, edge + cell + reachZ + slack);
        }
        if (enter > leave) continue;
        const p = ax + max<f64>(enter, 0) * (bx - ax);
        const q = ax + min<f64>(leave, 1) * (bx - ax);
        low = min(p, q);
        high = max(p, q);
      }
      const start = rowStart(
        level,
        wrapped(row, height, wraps & 2),
        THREE ? wrapped(slab, depth, wraps & 4) : 0,
      );
      lookRow(level, start, low - reachX, high + reachX);
    }
  }
}

/**
 * Areas from `from` to `to` − 1: shapes of 32 bytes at `areas`, a spare one behind the last; a word each at
 * `masks` and `selves`. Slots go out one row after another, and the length of each row, kept or not, to
 * `lengths`; to `begins`, if that is not 0, where it begins in the answer, in words.
 */
export function exploreAreas(
  areas: usize,
  masks: usize,
  selves: usize,
  count: u32,
  scratch: usize,
  begins: usize,
  lengths: usize,
): void {
  for (let i: u32 = 0; i < count; i++) {
    memory.copy(scratch, areas + ((<usize>i) << 5), 32);
    takeArea(scratch);
    mask = load<u32>(masks + ((<usize>i) << 2));
    self = load<u32>(selves + ((<usize>i) << 2));
    const before = found();
    if (begins != 0) store<u32>(begins + ((<usize>i) << 2), <u32>(outLength() >> 2));
    for (let k: u32 = 0; k < LEVEL_COUNT; k++) {
      const level = levelAt(k);
      if (load<u32>(level, FIRST) != load<u32>(level, END)) lookLevel(level);
    }
    store<u32>(lengths + ((<usize>i) << 2), found() - before);
  }
}

function found(): u32 {
  return <u32>(outLength() >> 2) + <u32>LOST;
}
