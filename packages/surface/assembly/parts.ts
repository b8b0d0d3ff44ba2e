// The connected parts of a mesh, 0 the largest. Numbers follow from the areas, not from the history
// of the mesh. After a change all parts are numbered again by the next call that needs them:
// `prepare` of its batch does that on the host's thread, before the rows.

import { countsToStarts, endsToStarts, get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { areaOfPolygon } from './area-sums';
import { isPolygon, polygonAt, sideAt, theWorld } from './world';

/** A part while parts are numbered: its area and its leftmost vertex, of several the lowest. */
// @ts-ignore: decorator
@unmanaged
class Part {
  area: f64;
  minX: f64;
  minY: f64;
}

const PART: usize = offsetof<Part>();

/**
 * Scratch of `numberParts`. `found`: the parts in the order in which `flood` finds them. `order`:
 * their indices, sorted by area. `numbers`: per index the final number of the part. The memory is
 * kept, because parts are numbered again after changes.
 */
let found: usize = 0;
let order: usize = 0;
let numbers: usize = 0;
let foundRoom: u32 = 0;

function foundAt(i: u32): Part {
  return changetype<Part>(found + <usize>i * PART);
}

/**
 * Whether part a comes before part b: a larger area, or at equal areas a leftmost vertex further
 * left, or lower.
 */
function isLarger(a: u32, b: u32): bool {
  const one = foundAt(a);
  const other = foundAt(b);
  // Sums of the same areas in another order differ by rounding, far less than the share 1e-9. Among
  // three areas about 1e-9 apart the rule is not transitive: sorting still ends, but the numbers of
  // such parts may then depend on the numbers of polygons.
  if (abs(one.area - other.area) > 1e-9 * (one.area + other.area)) return one.area > other.area;
  return one.minX != other.minX ? one.minX < other.minX : one.minY < other.minY;
}

/** How many connected parts the mesh has. */
export function partCount(): u32 {
  const world = theWorld();
  if (world.hasParts == 0) partsMake();
  return world.partCount;
}

/** The part of a polygon; NONE for a number that is not in use. */
export function partOf(polygon: i32): u32 {
  partCount();
  return isPolygon(polygon) ? get(theWorld().parts, <u32>polygon) : NONE;
}

function partsMake(): void {
  const world = theWorld();
  const polygons = world.polygonCount;
  if (world.parts == 0) {
    world.partPolygons = reallocate(0, 0, (<usize>polygons + 1) << 2);
    world.partSums = reallocate(0, 0, (<usize>polygons + 1) << 3);
    // `parts` last: if memory ends before that, the next call makes all three
    world.parts = reallocate(0, 0, (<usize>polygons + 1) << 2);
  }
  for (let p: u32 = 0; p < polygons; p++) set(world.parts, p, NONE);
  let count: u32 = 0;
  for (let p: u32 = 0; p < polygons; p++)
    if (isPolygon(<i32>p) && get(world.parts, p) == NONE) flood(p, count++);
  if (world.partRoom < count + 1) {
    const room = max<u32>(16, 2 * count);
    world.partFirst = reallocate(world.partFirst, 0, (<usize>room) << 2);
    world.partRoom = room;
  }
  world.partCount = count;
  numberParts(count);
  listParts(count);
  world.hasParts = 1;
}

/** Gives `start`, and all polygons reached from it over twins, the number of a part. */
function flood(start: u32, part: u32): void {
  const world = theWorld();
  // `partPolygons` is filled later, by `listParts`: until then it is the stack, a word per polygon
  const stack = world.partPolygons;
  let size: u32 = 1;
  set(stack, 0, start);
  set(world.parts, start, part);
  while (size > 0) {
    const polygon = polygonAt(get(stack, --size));
    for (let s = polygon.first; s < polygon.end; s++) {
      const twin = sideAt(s).twin;
      if (twin == NONE) continue;
      const other = sideAt(twin).owner;
      if (get(world.parts, other) != NONE) continue;
      set(world.parts, other, part);
      set(stack, size++, other);
    }
  }
}

function foundMake(count: u32): void {
  if (count <= foundRoom) return;
  const room = max<u32>(16, 2 * count);
  found = reallocate(found, 0, <usize>room * PART);
  order = reallocate(order, 0, (<usize>room) << 2);
  numbers = reallocate(numbers, 0, (<usize>room) << 2);
  foundRoom = room;
}

/** Gives the parts their final numbers, by area. */
function numberParts(count: u32): void {
  const world = theWorld();
  foundMake(count);
  for (let i: u32 = 0; i < count; i++) {
    foundAt(i).area = 0;
    foundAt(i).minX = Infinity;
    set(order, i, i);
  }
  for (let p: u32 = 0; p < world.polygonCount; p++) {
    const part = get(world.parts, p);
    if (part == NONE) continue;
    const one = foundAt(part);
    one.area += areaOfPolygon(p);
    const polygon = polygonAt(p);
    for (let s = polygon.first; s < polygon.end; s++) {
      const side = sideAt(s);
      if (side.x > one.minX || (side.x == one.minX && side.y >= one.minY)) continue;
      one.minX = side.x;
      one.minY = side.y;
    }
  }
  sortParts(count);
  for (let i: u32 = 0; i < count; i++) set(numbers, get(order, i), i);
  for (let p: u32 = 0; p < world.polygonCount; p++) {
    const part = get(world.parts, p);
    if (part != NONE) set(world.parts, p, get(numbers, part));
  }
}

/** Sorts `order`, the largest part first (Shell 1959). */
function sortParts(count: u32): void {
  for (let gap = count >> 1; gap > 0; gap >>= 1)
    for (let i = gap; i < count; i++) {
      const part = get(order, i);
      let k = i;
      for (; k >= gap && isLarger(part, get(order, k - gap)); k -= gap)
        set(order, k, get(order, k - gap));
      set(order, k, part);
    }
}

/** Lists the polygons of each part, with the sums of their areas. */
function listParts(count: u32): void {
  const world = theWorld();
  memory.fill(world.partFirst, 0, (<usize>count + 1) << 2);
  for (let p: u32 = 0; p < world.polygonCount; p++) {
    const part = get(world.parts, p);
    if (part != NONE) set(world.partFirst, part, get(world.partFirst, part) + 1);
  }
  countsToStarts(world.partFirst, count);
  for (let p: u32 = 0; p < world.polygonCount; p++) {
    const part = get(world.parts, p);
    if (part == NONE) continue;
    const at = get(world.partFirst, part);
    set(world.partPolygons, at, p);
    set(world.partFirst, part, at + 1);
  }
  endsToStarts(world.partFirst, count);
  for (let part: u32 = 0; part < count; part++) {
    let sum: f64 = 0;
    for (let i = get(world.partFirst, part); i < get(world.partFirst, part + 1); i++) {
      sum += areaOfPolygon(get(world.partPolygons, i));
      store<f64>(world.partSums + ((<usize>i) << 3), sum);
    }
  }
}

/** The area of a part. */
export function areaOfPart(part: u32): f64 {
  const last = get(theWorld().partFirst, part + 1) - 1;
  return load<f64>(theWorld().partSums + ((<usize>last) << 3));
}

/** The polygon of a part at `share`, 0 to below 1, of its areas laid end to end. */
export function polygonOfPart(part: u32, share: f64): u32 {
  const world = theWorld();
  let low = get(world.partFirst, part);
  let high = get(world.partFirst, part + 1) - 1;
  const sums = world.partSums;
  const wanted = share * areaOfPart(part);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<f64>(sums + ((<usize>middle) << 3)) > wanted) high = middle;
    else low = middle + 1;
  }
  return get(world.partPolygons, low);
}
