// What no way on can fall short of.

import { entryLength, entryX, entryY, lastTurn, lastTurnTowards } from './funnel';
import { after, at, corners, distance, nodeOf, X, Y } from './mesh';

/** Per node side over which a node is entered, and node side over which one is left: no way from the one to the other is shorter. */
let bounds: usize = 0;
/** How many node sides; 0 without such a table. */
export let boundSides: u32 = 0;
/** Two per node side over which a node is entered: no way over its left exit to the next node is shorter, nor over the right. */
let steps: usize = 0;
/** The node sides over which the next nodes are entered then. */
let nexts: usize = 0;

/** The node sides over which nodes are left for the target, up to three, and the least length from there. */
export let doorCount: u32 = 0;
let doors: usize = 0;
let doorLengths: usize = 0;

let tx: f64 = 0;
let ty: f64 = 0;

export function boundsBind(bound: usize, sides: u32, step: usize, next: usize, door: usize): void {
  bounds = bound;
  boundSides = sides;
  steps = step;
  nexts = next;
  doorLengths = door;
  doors = door + 32;
}

export function boundsTarget(x: f64, y: f64): void {
  tx = x;
  ty = y;
  doorCount = 0;
}

/** A side of a node's triangle as a number. */
export function nodeSide(side: u32): u32 {
  return 3 * at(nodeOf, side / 3) + (side % 3);
}

/** From the target the way at hand enters a node over a side: over that the node is left for the target. */
export function addDoor(entry: u32): void {
  store<u32>(doors + ((<usize>doorCount) << 2), nodeSide(entry));
  store<f64>(doorLengths + ((<usize>doorCount) << 3), leastTo(entry));
  doorCount++;
}

/** The least length of the way at hand to the side that it came to: straight to it from where the funnel sees it squarely. */
function leastTo(entry: u32): f64 {
  const a = at(corners, entry);
  const b = at(corners, after(entry));
  const ax = X(a);
  const ay = Y(a);
  const dx = X(b) - ax;
  const dy = Y(b) - ay;
  const last = lastTurnTowards(-dy, dx);
  const x = entryX(last) - ax;
  const y = entryY(last) - ay;
  return entryLength(last) + abs(dx * y - dy * x) / sqrt(dx * dx + dy * dy);
}

/** The least length with which the way at hand can reach the target over the side that it came to, by the coordinates. */
function straightOver(entry: u32): f64 {
  const a = at(corners, entry);
  const b = at(corners, after(entry));
  const ax = X(a);
  const ay = Y(a);
  const dx = X(b) - ax;
  const dy = Y(b) - ay;
  let x = tx;
  let y = ty;
  const ahead = dx * (ty - ay) - dy * (tx - ax);
  if (ahead < 0) {
    // over the side and back: as long as straight on to the mirror image
    const k = (2 * ahead) / (dx * dx + dy * dy);
    x = tx + k * dy;
    y = ty - k * dx;
  }
  const last = lastTurn(x, y);
  return entryLength(last) + distance(entryX(last), entryY(last), x, y);
}

/** From a node that is entered over a side: no way to the target is shorter. */
function boundFrom(number: u32): f64 {
  let least: f64 = Infinity;
  const row = bounds + ((<usize>number * boundSides) << 2);
  for (let i: usize = 0; i < doorCount; i++) {
    const length =
      <f64>load<f32>(row + ((<usize>load<u32>(doors + (i << 2))) << 2)) +
      load<f64>(doorLengths + (i << 3));
    if (length < least) least = length;
  }
  return least;
}

/** No way over the side that the way at hand came to is shorter; Infinity where it is not below `cost` in any case. */
export function leastOver(entry: u32, cost: f64): f64 {
  const straight = straightOver(entry);
  if (straight >= cost) return Infinity;
  if (doorCount == 0) return straight;
  const through = leastTo(entry) + boundFrom(nodeSide(entry));
  return through >= cost ? Infinity : max(straight, through);
}

/** The least length from a side over which a node is entered, over an exit of that node, the left (0) or the right (1), to the target. */
export function promise(entry: u32, exit: u32, which: u32): f64 {
  const left = nodeSide(exit);
  for (let i: usize = 0; i < doorCount; i++)
    if (load<u32>(doors + (i << 2)) == left) return load<f64>(doorLengths + (i << 3));
  const way = 2 * nodeSide(entry) + which;
  return <f64>load<f32>(steps + ((<usize>way) << 2)) + boundFrom(at(nexts, way));
}
