// What no way on can fall short of: by the coordinates, and by the lengths of all shortest ways between the ends of gates.

import {
  bestTo,
  entryLength,
  entryX,
  entryY,
  lastTurn,
  lastTurnIn,
  lastTurnTowards,
} from './funnel';
import { corners, distance, X, Y } from './mesh';
import { saveState, stateApex, stateHead, stateTail } from './states';
import { after, at } from '../sides';

/**
 * Gates by node side, 64 bytes: f64 x and y of the end on the left hand, the way from there to the other end, its length, 1 / twice that;
 * then the rows of the two ends and the side.
 */
let gates: usize = 0;
/**
 * f32: row by row, no way between the two ends of gates is shorter. Where there are too many for that, end by end, from some of them, the
 * landmarks, multiples of 4.
 */
let table: usize = 0;
/** How many ends there are, and landmarks: 0 where all ends are. */
let rowCount: u32 = 0;
let landmarkCount: u32 = 0;
let hasTable: bool = false;

/** Per row, 16 bytes: no way from there to the target is shorter; and the search that says so. */
let leasts: usize = 0;
let search: u32 = 0;

/** Doors, 16 bytes, are the gates that the target's surroundings are entered by: the state of the way from the target, the node side that it came from, the least length. */
let doors: usize = 0;
let doorCount: u32 = 0;

let tx: f64 = 0;
let ty: f64 = 0;
/** No target: states are in order of the way so far. */
let isAimless: bool = false;

/** The side in question: its left end for who crosses it, the way to the other end, its length. */
let ax: f64 = 0;
let ay: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let halfInverse: f64 = 0;

export function boundsBind(
  gate: usize,
  bound: usize,
  count: u32,
  landmarks: u32,
  least: usize,
  door: usize,
): void {
  gates = gate;
  table = bound;
  rowCount = count;
  landmarkCount = landmarks;
  hasTable = bound != 0;
  leasts = least;
  doors = door;
}

export function boundsForget(number: u32, x: f64, y: f64, aimless: bool): void {
  search = number;
  tx = x;
  ty = y;
  isAimless = aimless;
  doorCount = 0;
}

function gateAt(number: u32): usize {
  return gates + ((<usize>number) << 6);
}

/** The gate of the corridor behind a node side, as a side of the triangle before it. */
export function gateOf(number: u32): u32 {
  return load<u32>(gateAt(number), 56);
}

function lookAt(gate: usize): void {
  ax = load<f64>(gate);
  ay = load<f64>(gate, 8);
  dx = load<f64>(gate, 16);
  dy = load<f64>(gate, 24);
  halfInverse = load<f64>(gate, 40);
}

/** The way at hand has come from the target to a gate. There are at most three. */
export function addDoor(number: u32): void {
  const door = doors + ((<usize>doorCount) << 4);
  lookAt(gateAt(number));
  store<u32>(door, saveState());
  store<u32>(door, number, 4);
  store<f64>(door, leastTo(), 8);
  doorCount++;
}

/** No way over the gate that the way at hand has come to is shorter; may be less than that where it is not below `cost` anyway. */
export function leastOverGate(number: u32, cost: f64): f64 {
  const gate = gateAt(number);
  lookAt(gate);
  if (isAimless) return leastTo();
  const straight = straightOver();
  if (straight >= cost || !hasTable || doorCount == 0) return straight;
  return max(straight, throughTable(gate));
}

/** No way over the side that the way at hand has come to is shorter. `entry` is that side as who has crossed it sees it. */
export function leastOverSide(entry: u32): f64 {
  const a = at(corners, entry);
  const b = at(corners, after(entry));
  ax = X(a);
  ay = Y(a);
  dx = X(b) - ax;
  dy = Y(b) - ay;
  halfInverse = 0.5 / sqrt(dx * dx + dy * dy);
  return straightOver();
}

/** The least length of the way at hand to the side: straight to it from where the funnel sees it squarely. */
function leastTo(): f64 {
  const last = lastTurnTowards(-dy, dx);
  const across = dx * (entryY(last) - ay) - dy * (entryX(last) - ax);
  return entryLength(last) + abs(across) * 2 * halfInverse;
}

/** The least length over the side to the target, were nothing in between. */
function straightOver(): f64 {
  let x = tx;
  let y = ty;
  const ahead = dx * (ty - ay) - dy * (tx - ax);
  if (ahead < 0) {
    // over the side and back: as long as straight on to the mirror image
    const k = 8 * ahead * halfInverse * halfInverse;
    x = tx + k * dy;
    y = ty - k * dx;
  }
  const last = lastTurn(x, y);
  return entryLength(last) + distance(entryX(last), entryY(last), x, y);
}

/**
 * The same by the table. From a point p of the gate a b no way is shorter than B(a) - |a p|, nor than B(b) - |p b|. The first plus the way
 * to p only falls towards b, the second only rises, so that their greatest is least where they meet.
 */
function throughTable(gate: usize): f64 {
  const fromA = boundOf(load<u32>(gate, 48));
  const fromB = boundOf(load<u32>(gate, 52));
  const length = load<f64>(gate, 32);
  const share = clamp((fromA - fromB + length) * halfInverse);
  const x = ax + share * dx;
  const y = ay + share * dy;
  const last = lastTurn(x, y);
  const rest = max(fromA - share * length, fromB - (1 - share) * length);
  return entryLength(last) + distance(entryX(last), entryY(last), x, y) + rest;
}

function clamp(share: f64): f64 {
  return max<f64>(0, min<f64>(1, share));
}

/** From an end of a gate: no way to the target is shorter. By the same reasoning over each door, with the way from the target to there. */
function boundOf(column: u32): f64 {
  const kept = leasts + ((<usize>column) << 4);
  if (load<u32>(kept, 8) == search) return load<f64>(kept);
  let least: f64 = Infinity;
  for (let i: usize = 0; i < doorCount; i++) {
    const door = doors + (i << 4);
    const gate = gateAt(load<u32>(door, 4));
    const toA = between(load<u32>(gate, 48), column);
    const toB = between(load<u32>(gate, 52), column);
    const length = load<f64>(gate, 32);
    if ((toA + toB - length) * 0.5 + load<f64>(door, 8) >= least) continue;
    const share = clamp((toA - toB + length) * load<f64>(gate, 40));
    const x = load<f64>(gate) + share * load<f64>(gate, 16);
    const y = load<f64>(gate, 8) + share * load<f64>(gate, 24);
    const state = load<u32>(door);
    const last = lastTurnIn(stateHead(state), stateApex(state), stateTail(state), x, y);
    const rest = max(toA - share * length, toB - (1 - share) * length);
    least = min(least, entryLength(last) + distance(entryX(last), entryY(last), x, y) + rest);
  }
  store<f64>(kept, least);
  store<u32>(kept, search, 8);
  return least;
}

function between(row: u32, column: u32): f64 {
  if (landmarkCount == 0) return <f64>load<f32>(table + ((<usize>(row * rowCount + column)) << 2));
  // no two sides of a triangle differ by more than the third; f32 were rounded (Goldberg and Harrelson 2005)
  const p = table + ((<usize>(row * landmarkCount)) << 2);
  const q = table + ((<usize>(column * landmarkCount)) << 2);
  let most = f32x4.splat(0);
  for (let i: usize = 0; i < (<usize>landmarkCount) << 2; i += 16) {
    const a = v128.load(p + i);
    const b = v128.load(q + i);
    const error = f32x4.mul(f32x4.max(a, b), f32x4.splat(1e-6));
    most = f32x4.max(most, f32x4.sub(f32x4.abs(f32x4.sub(a, b)), error));
  }
  return <f64>(
    max(
      max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    )
  );
}

/** After a search without a target: writes what it found to the row, or landmark, of its start. `vertices` are those of the ends. */
export function boundsRow(row: u32, vertices: usize): void {
  for (let i: u32 = 0; i < rowCount; i++) {
    const length = bestTo(at(vertices, i));
    // rounded down; of another part only landmarks tell, all the same
    const rounded = <f32>(length * (1 - 2.4e-7));
    if (landmarkCount > 0)
      store<f32>(
        table + ((<usize>(i * landmarkCount + row)) << 2),
        length < Infinity ? rounded : 0,
      );
    else store<f32>(table + ((<usize>(row * rowCount + i)) << 2), i == row ? 0 : rounded);
  }
}
