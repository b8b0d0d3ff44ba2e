// A tree of the areas of polygons (`World.areas`), from which spots.ts draws polygons by area. A
// change of a polygon computes the sums from its leaf to the root again. Adding the difference to
// the old sums would let rounding grow with the number of changes. The tree is made for the first
// random place, and kept up to date from then on.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { addPolygon as add, removePolygon as remove } from './change';
import { Polygon } from './layout';
import { polygonAt, sideAt, theWorld } from './world';

/** Twice the signed area of the triangle a, b, c: above 0 if they turn left. */
export function twiceArea(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** The area of the triangle of a polygon's fan whose last corner is the start of side `s`; >= 0. */
export function fanArea(polygon: Polygon, s: u32): f64 {
  const a = sideAt(polygon.first);
  const b = sideAt(s - 1);
  const c = sideAt(s);
  return max<f64>(0, twiceArea(a.x, a.y, b.x, b.y, c.x, c.y) / 2);
}

export function areaOfPolygon(number: u32): f64 {
  const polygon = polygonAt(number);
  let sum: f64 = 0;
  for (let s = polygon.first + 2; s < polygon.end; s++) sum += fanArea(polygon, s);
  return sum;
}

function sumAt(node: u32): usize {
  return theWorld().areas + ((<usize>node) << 3);
}

/** Makes the tree, unless there is one. */
export function areasMake(): void {
  const world = theWorld();
  if (world.areas != 0) return;
  let leaves: u32 = 1;
  while (leaves < world.polygonCount) leaves *= 2;
  world.leaves = leaves;
  world.areas = reallocate(0, 0, (<usize>leaves) << 4);
  for (let p: u32 = 0; p < world.polygonCount; p++) store<f64>(sumAt(leaves + p), areaOfPolygon(p));
  for (let node = leaves - 1; node > 0; node--) addUp(node);
}

function addUp(node: u32): void {
  store<f64>(sumAt(node), load<f64>(sumAt(2 * node)) + load<f64>(sumAt(2 * node + 1)));
}

/** Updates the sums after a polygon was added or removed, and marks the parts as not valid. */
function changed(number: u32): void {
  const world = theWorld();
  world.hasParts = 0;
  if (world.areas == 0) return;
  store<f64>(sumAt(world.leaves + number), areaOfPolygon(number));
  for (let node = (world.leaves + number) >> 1; node > 0; node >>= 1) addUp(node);
}

/** `addPolygon` and `removePolygon` of change.ts, as the host calls them: with the sums updated. */
export function addPolygon(number: u32, first: u32, end: u32): void {
  add(number, first, end);
  changed(number);
}
export function removePolygon(number: u32): void {
  remove(number);
  changed(number);
}

/** The area of the whole mesh. */
export function totalArea(): f64 {
  return load<f64>(sumAt(1));
}

/**
 * The polygon at `share` of all areas laid end to end in the order of their numbers. `share`: an
 * area from 0 to below `totalArea`.
 */
export function polygonAtShare(share: f64): u32 {
  const leaves = theWorld().leaves;
  let left = share;
  let node: u32 = 1;
  while (node < leaves) {
    node *= 2;
    const sum = load<f64>(sumAt(node));
    // by rounding, `left` may not be below the sum: never go right where there is no area
    if (left < sum || load<f64>(sumAt(node + 1)) == 0) continue;
    left -= sum;
    node++;
  }
  return node - leaves;
}
