// The areas of a map. Each area has a shape; where shapes overlap, the later one is on top. The
// sides of the rings of a shape are its borders. Written by src/areas/area-map.ts, read by the
// kernels of walks.wasm.

import { get, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';

/** The polygon of one area. */
// @ts-ignore: decorator
@unmanaged
export class Shape {
  /** The number of the area, and its cost per unit of length. */
  area: f64;
  cost: f64;
  /** The borders of the shape: `first` to `end` - 1. */
  first: u32;
  end: u32;
}

/** The box around a shape. */
// @ts-ignore: decorator
@unmanaged
export class Box {
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
}

/** A border: a side of a ring, from (ax, ay) to (bx, by). */
// @ts-ignore: decorator
@unmanaged
export class Border {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
}

export const SHAPE: usize = offsetof<Shape>();
export const BOX: usize = offsetof<Box>();
const BORDER: usize = offsetof<Border>();

let shapes: usize = 0;
let boxes: usize = 0;
let borders: usize = 0;
let shapeCount: u32 = 0;
/**
 * The shapes that lines and places are tested against, from the lowest to the top one: all, or
 * those that `chooseNear` has chosen.
 */
let chosen: usize = 0;
let chosenNumber: u32 = 0;
/** The cost per unit of length outside all areas. */
let groundCost: f64 = 1;
/**
 * The distance beside a line at which its cost is read. A part of a line that is at most this long
 * has no cost of its own: `costOf` adds it to the next part, and leaves it out at the end of the
 * line.
 */
let smallPart: f64 = 0;
/** Whether a line costs its length times `groundCost`. Set only by a search for one cost. */
let hasOneCost: bool = false;

/**
 * Sets the map: the addresses of `count` shapes, of their boxes and of the borders, which the host
 * has written; the cost of the ground outside; `smallPart` and `hasOneCost`.
 */
export function mapCreate(
  shape: usize,
  box: usize,
  border: usize,
  count: u32,
  outside: f64,
  small: f64,
  oneCost: bool,
): void {
  shapes = shape;
  boxes = box;
  borders = border;
  shapeCount = count;
  groundCost = outside;
  smallPart = small;
  hasOneCost = oneCost;
  chosen = reallocate(0, 0, (<usize>count) << 2);
  chooseAll();
}

export function shapeAt(i: u32): Shape {
  return changetype<Shape>(shapes + <usize>i * SHAPE);
}
export function boxAt(i: u32): Box {
  return changetype<Box>(boxes + <usize>i * BOX);
}
export function borderAt(i: u32): Border {
  return changetype<Border>(borders + <usize>i * BORDER);
}
export function chosenCount(): u32 {
  return chosenNumber;
}
export function chosenAt(i: u32): u32 {
  return get(chosen, i);
}
export function smallest(): f64 {
  return smallPart;
}
export function ground(): f64 {
  return groundCost;
}
export function isFlat(): bool {
  return hasOneCost;
}

/** Chooses all shapes again, after `chooseNear`. */
export function chooseAll(): void {
  chosenNumber = shapeCount;
  for (let i: u32 = 0; i < shapeCount; i++) set(chosen, i, i);
}

/**
 * Chooses the shapes whose boxes meet a given box; only these count until `chooseAll`. For places
 * inside the given box the answers are the same and take less time; for other places they may be
 * wrong.
 */
export function chooseNear(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  chosenNumber = 0;
  for (let i: u32 = 0; i < shapeCount; i++) {
    const box = boxAt(i);
    if (box.minX > maxX || box.minY > maxY || box.maxX < minX || box.maxY < minY) continue;
    set(chosen, chosenNumber++, i);
  }
}

/** The shape on top at a place, -1 without one. */
function topAt(x: f64, y: f64): i32 {
  const place = f64x2.replace_lane(f64x2.splat(x), 1, y);
  for (let k = <i32>chosenNumber - 1; k >= 0; k--) {
    const i = get(chosen, k);
    const box = changetype<usize>(boxAt(i));
    const isAbove = f64x2.le(v128.load(box, offsetof<Box>('minX')), place);
    const isBelow = f64x2.le(place, v128.load(box, offsetof<Box>('maxX')));
    if (!i64x2.all_true(v128.and(isAbove, isBelow))) continue;
    if (isInside(shapeAt(i), x, y)) return <i32>i;
  }
  return -1;
}

/** Whether a point lies inside the rings of a shape, by the even-odd rule. */
function isInside(shape: Shape, x: f64, y: f64): bool {
  let isIn = false;
  for (let i = shape.first, end = shape.end; i < end; i++) {
    const side = borderAt(i);
    const ay = side.ay;
    const by = side.by;
    if (ay > y == by > y) continue;
    const ax = side.ax;
    if (x < ax + ((y - ay) / (by - ay)) * (side.bx - ax)) isIn = !isIn;
  }
  return isIn;
}

/** The number of the area at a place, 0 outside all areas. */
export function areaAt(x: f64, y: f64): f64 {
  const shape = topAt(x, y);
  return shape < 0 ? 0 : shapeAt(shape).area;
}

/** The cost per unit of length at a place; on a border, that of one of its two sides. */
export function costAt(x: f64, y: f64): f64 {
  const shape = topAt(x, y);
  return shape < 0 ? groundCost : shapeAt(shape).cost;
}
