// The bodies in an area. On each level the bounds of the area are widened by half the largest body
// of the level, and all cells that they reach are visited. If the area has a segment, only some
// columns of each row of cells are visited: those near the part of the segment that is within reach
// of the row. Along axes that wrap the segment is not cut into such parts.
import {
  placeGroup,
  placeRadius,
  placeSlot,
  placeX,
  placeY,
  placeZ,
  slotShapes,
} from '../bodies/columns';
import { BOX, CAPSULE, CIRCLE, LEAST_RADIUS } from '../constants';
import { startOf, startWord } from '../grid/layout-cells';
import {
  depthOf,
  endPlaceOf,
  firstPlaceOf,
  heightOf,
  largestHalfOf,
  originYOf,
  originZOf,
  perUnitOf,
  slackOf,
  widthOf,
  wrapsOf,
} from '../grid/layout-level';
import {
  isThree,
  levelAt,
  levelCount,
  worldCellX,
  worldCellY,
  worldCellZ,
  rowStart,
  wrapped,
} from '../grid/levels';
import { clip, rangeFrom, rangeTo } from '../grid/range';
import { lose, outEnd, outFound, outGrow, outLeft, outLength, outNext, setOut } from '../out';
import {
  setShapeBall,
  setShapeCode,
  SHAPE_BYTES,
  shapeAt,
  shapeCode,
  shapeExtentX,
  shapeExtentY,
  shapeExtentZ,
  shapeRadius,
  shapeX,
  shapeY,
  shapeZ,
} from '../shapes/layout-shape';
import { touch } from '../shapes/touch';

/**
 * 2^-16: the share of all lengths of an area by which its bounds are widened. The exact tests err
 * by less than 2^-18 of the lengths (NEGLECTED of src/shapes/touches.ts).
 */
const WIDENING: f64 = 0.0000152587890625;
/**
 * The share of the largest coordinate by which bounds are widened: a difference of two f32 is
 * rounded to 2^-24 (6e-8) of the larger one.
 */
const ROUNDING: f64 = 1e-7;
/**
 * A segment whose extent along an axis is at most this share of its coordinate counts as parallel
 * to the row, and no part of it is cut off: doubles resolve 2^-52 (2e-16) of the coordinate, so
 * quotients by less would be noise. Chosen, not measured.
 */
const ALONG_ROW: f64 = 1e-12;
/**
 * The share of the segment by which the part in a row is widened, for the rounding of quotients of
 * about 1, 2e-16. Chosen, far larger than needed.
 */
const PART_WIDENING: f64 = 1e-6;

// the area that is looked into
let record: usize;
/** All shapes are circles, so the vector test is the exact one. */
let exact: bool;
let mask: u32;
let self: u32;
let x: f32, y: f32, z: f32, r: f32;
// start and end of the segment of the area; the centre, twice, for circles and boxes
let ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64;
/** Half the bounds about the segment, without the size of the bodies. */
let padX: f64, padY: f64, padZ: f64;

function takeArea(at: usize): void {
  record = at;
  x = shapeX(at);
  y = shapeY(at);
  z = shapeZ(at);
  r = shapeRadius(at);
  const ex = <f64>shapeExtentX(at);
  const ey = <f64>shapeExtentY(at);
  const ez = <f64>shapeExtentZ(at);
  const shape = shapeCode(at);
  exact = shape == CIRCLE && slotShapes() == 0;
  ax = bx = x;
  ay = by = y;
  az = bz = z;
  padX = padY = padZ = r;
  if (shape == BOX) {
    padX = max<f64>(abs(ex), LEAST_RADIUS);
    padY = max<f64>(abs(ey), LEAST_RADIUS);
    padZ = max<f64>(abs(ez), LEAST_RADIUS);
  } else if (shape != CIRCLE) {
    if (shape == CAPSULE) {
      ax -= ex;
      ay -= ey;
      az -= ez;
    }
    bx += ex;
    by += ey;
    bz += ez;
    const slack = (abs(ex) + abs(ey) + abs(ez)) * WIDENING;
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
  if (outNext() > outEnd()) outGrow(4);
  store<u32>(outNext(), slot);
  setOut(outNext() + 4);
}

/** Appends the bodies of the run of places from `j` to before `end` that are in the area. */
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
      i32x4.eq(v128.and(v128.load(placeGroup() + j), groups), zero),
      i32x4.eq(v128.load(placeSlot() + j), own),
    );
    let open = v128.not(barred);
    if (exact) {
      const dx = f32x4.sub(v128.load(placeX() + j), vx);
      const dy = f32x4.sub(v128.load(placeY() + j), vy);
      const dz = f32x4.sub(v128.load(placeZ() + j), vz);
      const reach = f32x4.add(v128.load(placeRadius() + j), vr);
      const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
      open = v128.and(open, f32x4.le(square, f32x4.mul(reach, reach)));
    }
    let bits = i32x4.bitmask(open);
    const left = end - j;
    if (left < 16) bits &= (1 << (<i32>(left >> 2))) - 1;
    for (; bits; bits &= bits - 1) {
      const at = j + ((<usize>ctz(bits)) << 2);
      const slot = load<u32>(placeSlot() + at);
      if (exact || touchesBody(at, slot)) append(slot);
    }
  }
}

/** Does the area touch the body of a slot, whose place is at offset `at`? */
function touchesBody(at: usize, slot: u32): bool {
  if (slotShapes() != 0) return touch(record, shapeAt(slotShapes(), slot));
  // where all bodies are circles there are no shape records: write one behind that of the area
  const body = shapeAt(record, 1);
  setShapeBall(
    body,
    load<f32>(placeX() + at),
    load<f32>(placeY() + at),
    load<f32>(placeZ() + at),
    load<f32>(placeRadius() + at),
  );
  setShapeCode(body, CIRCLE);
  return touch(record, body);
}

/** The first place of a cell times 4, the offset into a column. */
function placeAt(cell: u32): usize {
  return (<usize>startOf(startWord(cell))) << 2;
}

/** Tests the bodies of one row of cells, in the columns of x from `low` to `high`. */
function lookRow(level: usize, start: u32, low: f64, high: f64): void {
  const width = widthOf(level);
  const wraps = wrapsOf(level) & 1;
  clip(level, 0, wraps != 0, worldCellX(level, low), worldCellX(level, high));
  if (rangeFrom() > rangeTo()) return;
  const from = wrapped(rangeFrom(), width, wraps);
  const to = wrapped(rangeTo(), width, wraps);
  if (from <= to) {
    lookAlong(placeAt(start + from), placeAt(start + to + 1));
  } else {
    lookAlong(placeAt(start + from), placeAt(start + width));
    lookAlong(placeAt(start), placeAt(start + to + 1));
  }
}

/**
 * The part of the segment, as fractions from 0 at its start to 1 at its end, whose coordinate is
 * between `low` and `high`: from `enter` to `leave`.
 */
let enter: f64;
let leave: f64;
function between(start: f64, end: f64, low: f64, high: f64): void {
  const length = end - start;
  if (abs(length) <= abs(start) * ALONG_ROW) return; // the whole segment may be between them
  const a = (low - start) / length;
  const b = (high - start) / length;
  enter = max(enter, min(a, b) - PART_WIDENING);
  leave = min(leave, max(a, b) + PART_WIDENING);
}

/** Tests the bodies of all rows of cells of a level that the area may reach. */
function lookLevel(level: usize): void {
  const half = <f64>largestHalfOf(level);
  const widest = max(max(abs(ax) + abs(bx), abs(ay) + abs(by)), abs(az) + abs(bz));
  const slack = (half + padX + padY + padZ) * WIDENING + widest * ROUNDING + slackOf(level);
  const reachX = padX + half + slack;
  const reachY = padY + half + slack;
  const reachZ = padZ + half + slack;
  const wraps = wrapsOf(level);
  const height = heightOf(level);
  const depth = depthOf(level);
  const lowRow = worldCellY(level, min(ay, by) - reachY);
  clip(level, 1, (wraps & 2) != 0, lowRow, worldCellY(level, max(ay, by) + reachY));
  const firstRow = rangeFrom();
  const lastRow = rangeTo();
  let firstSlab: f64 = 0;
  let lastSlab: f64 = 0;
  if (isThree()) {
    const low = worldCellZ(level, min(az, bz) - reachZ);
    clip(level, 2, (wraps & 4) != 0, low, worldCellZ(level, max(az, bz) + reachZ));
    firstSlab = rangeFrom();
    lastSlab = rangeTo();
  }
  const cell = 1 / perUnitOf(level);
  const originY = originYOf(level);
  const originZ = originZOf(level);
  const isSlanted = ax != bx;
  for (let slab = firstSlab; slab <= lastSlab; slab += 1) {
    for (let row = firstRow; row <= lastRow; row += 1) {
      let low = min(ax, bx);
      let high = max(ax, bx);
      if (isSlanted) {
        enter = 0;
        leave = 1;
        if (!(wraps & 2)) {
          const edge = originY + row * cell;
          between(ay, by, edge - reachY - slack, edge + cell + reachY + slack);
        }
        if (isThree() && !(wraps & 4)) {
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
        isThree() ? wrapped(slab, depth, wraps & 4) : 0,
      );
      lookRow(level, start, low - reachX, high + reachX);
    }
  }
}

/**
 * Appends the slots of the bodies in each of `count` areas, row by row. An area is a shape record
 * at `areas` and a word each at `masks` and `selves`. `lengths` gets the length of each row, also
 * of a row that is not kept. `begins`, unless it is 0, gets the word of the answer where the row
 * begins. `scratch` has room for two shape records.
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
    memory.copy(scratch, shapeAt(areas, i), SHAPE_BYTES);
    takeArea(scratch);
    mask = load<u32>(masks + ((<usize>i) << 2));
    self = load<u32>(selves + ((<usize>i) << 2));
    const before = outFound();
    if (begins != 0) store<u32>(begins + ((<usize>i) << 2), <u32>(outLength() >> 2));
    for (let k: u32 = 0; k < levelCount(); k++) {
      const level = levelAt(k);
      if (firstPlaceOf(level) != endPlaceOf(level)) lookLevel(level);
    }
    store<u32>(lengths + ((<usize>i) << 2), outFound() - before);
  }
}
