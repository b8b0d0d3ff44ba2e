// What no way on can fall short of: by the coordinates, and by the lengths of all shortest ways between the ends of gates.

import {
  apex,
  bestTo,
  ENTRY,
  entryLength,
  entryX,
  entryY,
  head,
  lastTurn,
  lastTurnIn,
  lastTurnTowards,
  tail,
} from './funnel';
import { cornerOf, distance, gateNumber, twinOf, X, Y } from './mesh';
import { saveState, stateApex, stateHead, stateTail } from './states';
import { after, at, NONE } from '../sides';

/**
 * Gates by node side, 64 bytes: f64 x and y of the end on the left hand, the way from there to the other end, its length, 1 / twice that;
 * then the rows of the two ends, the side, and twice the number by which both directions know the gate, 1 more for that which has its ends the
 * other way around.
 */
let gates: usize = 0;
/**
 * f32: row by row, no way between the two ends of gates is shorter. Where there are too many for that, end by end, from some of them, the
 * landmarks, multiples of 4.
 */
let table: usize = 0;
/** The same, gate by gate, all that there is between two in one place: f32 from the left end to the left, to the right, from the right to both. */
let pairs: usize = 0;
let gateCount: u32 = 0;
/** How many ends there are, and landmarks: 0 where all ends are. */
let rowCount: u32 = 0;
let landmarkCount: u32 = 0;
let hasTable: bool = false;
/** Per node, 32 bytes: f64 x and y of the middle of the gates around it, their widths together, weighed. */
let surroundings: usize = 0;

/** Per gate, 32 bytes: f64, no way from either end to the target is shorter; and the search that says so. */
let leasts: usize = 0;
let search: u32 = 0;
/** The same of the gate in question. */
let fromA: f64 = 0;
let fromB: f64 = 0;

/**
 * Doors, 96 bytes, are the gates that the target's surroundings are entered by: f64 x and y of the end on the left hand, the way from there to the
 * other end, its length, 1 / twice that, the least length of the way from the target, x and y of the last turn of that way and its length up to
 * there; then where its pairs begin, or the rows of the two ends in the table of landmarks, and the state of the way from the target: NONE where
 * all of the gate is seen from that last turn.
 */
let doors: usize = 0;
const DOOR: usize = 96;
let doorCount: u32 = 0;
/** The door that was the nearest to the last end asked for: the first to be tried. */
let nearDoor: u32 = 0;

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
  surrounding: usize,
): void {
  gates = gate;
  table = bound;
  rowCount = count;
  landmarkCount = landmarks;
  hasTable = false;
  leasts = least;
  doors = door;
  surroundings = surrounding;
}

/** The table is complete, and packed into pairs where it is not one of landmarks. */
export function boundsTake(pair: usize, count: u32): void {
  pairs = pair;
  gateCount = count;
  hasTable = true;
}

export function boundsForget(number: u32, x: f64, y: f64, aimless: bool): void {
  search = number;
  tx = x;
  ty = y;
  isAimless = aimless;
  doorCount = 0;
  nearDoor = 0;
}

function gateAt(number: u32): usize {
  return gates + ((<usize>number) << 6);
}

/** The node side from which the same gate is come to the other way. */
function gateBehind(number: u32): u32 {
  return gateNumber(twinOf(gateOf(number)));
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

/**
 * How little the bounds know of the way to a point whose surroundings have the gates behind the sides of a node: they do not tell through which
 * point of a gate it leads. From any number on, for comparison; 0 without a table.
 */
export function vagueness(node: u32, x: f64, y: f64): f64 {
  if (!hasTable) return 0;
  const gathered = surroundings + ((<usize>node) << 5);
  return load<f64>(gathered, 16) + distance(load<f64>(gathered), load<f64>(gathered, 8), x, y);
}

/** The way at hand has come from the target to a gate. There are at most three. */
export function addDoor(number: u32): void {
  if (!hasTable) return;
  const door = doors + <usize>doorCount * DOOR;
  let gate = gateAt(number);
  lookAt(gate);
  store<f64>(door, leastTo(), 48);
  // its ends in the order of the pairs
  const known = load<u32>(gate, 60);
  if (known & 1) gate = gateAt(gateBehind(number));
  for (let i: usize = 0; i < 48; i += 16) v128.store(door + i, v128.load(gate + i));
  store<f64>(door, entryX(apex), 56);
  store<f64>(door, entryY(apex), 64);
  store<f64>(door, entryLength(apex), 72);
  if (landmarkCount == 0)
    store<u32>(door, <u32>(pairs + ((<usize>(known >> 1) * gateCount) << 4)), 80);
  else store<u64>(door, load<u64>(gate, 48), 80);
  store<u32>(door, apex - head > ENTRY || tail - apex > ENTRY ? saveState() : NONE, 88);
  doorCount++;
}

/** No way over the gate that the way at hand has come to is shorter. */
export function leastOverGate(number: u32): f64 {
  const gate = gateAt(number);
  lookAt(gate);
  if (isAimless) return leastTo();
  return doorCount == 0 ? straightOver() : throughTable(gate);
}

/** No way over the side that the way at hand has come to is shorter. `entry` is that side as who has crossed it sees it. */
export function leastOverSide(entry: u32): f64 {
  const a = cornerOf(entry);
  const b = cornerOf(after(entry));
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
  askDoors(gate);
  const length = load<f64>(gate, 32);
  const share = clamp((fromA - fromB + length) * halfInverse);
  const x = ax + share * dx;
  const y = ay + share * dy;
  const last = lastTurn(x, y);
  const rest = max(fromA - share * length, fromB - (1 - share) * length);
  const least = entryLength(last) + distance(entryX(last), entryY(last), x, y) + rest;
  // straight on from p is no shorter than straight over the side from wherever that is best
  const square = (tx - x) * (tx - x) + (ty - y) * (ty - y);
  return rest > 0 && square <= rest * rest ? least : max(least, straightOver());
}

function clamp(share: f64): f64 {
  return max<f64>(0, min<f64>(1, share));
}

/** From the ends of a gate: no ways to the target are shorter. By the same reasoning over each door, with the way from the target to there. */
function askDoors(gate: usize): void {
  const number = load<u32>(gate, 60);
  const kept = leasts + ((<usize>(number >> 1)) << 5);
  const first: usize = number & 1 ? 8 : 0;
  if (load<u32>(kept, 16) == search) {
    fromA = load<f64>(kept + first);
    fromB = load<f64>(kept + 8 - first);
    return;
  }
  const nearest = nearDoor;
  let least = throughDoor(doors + <usize>nearest * DOOR, gate, f64x2.splat(Infinity));
  for (let i: u32 = 0; i < doorCount; i++) {
    if (i == nearest) continue;
    const other = throughDoor(doors + <usize>i * DOOR, gate, least);
    if (f64x2.extract_lane(other, 0) < f64x2.extract_lane(least, 0)) nearDoor = i;
    least = other;
  }
  v128.store(kept, least);
  store<u32>(kept, search, 16);
  fromA = load<f64>(kept + first);
  fromB = load<f64>(kept + 8 - first);
}

/** From the two ends of a gate, in the order of the pairs, by one door, where that is less than `least`. */
function throughDoor(door: usize, gate: usize, least: v128): v128 {
  let toA: v128;
  let toB: v128;
  if (landmarkCount == 0) {
    const pair = v128.load(<usize>load<u32>(door, 80) + ((<usize>(load<u32>(gate, 60) >> 1)) << 4));
    toA = f64x2.promote_low_f32x4(pair);
    toB = f64x2.promote_low_f32x4(v128.shuffle<i64>(pair, pair, 1, 0));
  } else {
    toA = fromRow(load<u32>(door, 80), gate);
    toB = fromRow(load<u32>(door, 84), gate);
  }
  const length = v128.load64_splat(door, 32);
  const both = f64x2.sub(f64x2.add(toA, toB), length);
  const atLeast = f64x2.add(f64x2.mul(both, f64x2.splat(0.5)), v128.load64_splat(door, 48));
  if (i64x2.all_true(f64x2.ge(atLeast, least))) return least;
  const meet = f64x2.mul(f64x2.add(f64x2.sub(toA, toB), length), v128.load64_splat(door, 40));
  const share = f64x2.pmax(f64x2.splat(0), f64x2.pmin(f64x2.splat(1), meet));
  const rest = f64x2.pmax(
    f64x2.sub(toA, f64x2.mul(share, length)),
    f64x2.sub(toB, f64x2.mul(f64x2.sub(f64x2.splat(1), share), length)),
  );
  const x = f64x2.add(v128.load64_splat(door), f64x2.mul(share, v128.load64_splat(door, 16)));
  const y = f64x2.add(v128.load64_splat(door, 8), f64x2.mul(share, v128.load64_splat(door, 24)));
  let way: v128;
  const state = load<u32>(door, 88);
  if (state == NONE) {
    const awayX = f64x2.sub(x, v128.load64_splat(door, 56));
    const awayY = f64x2.sub(y, v128.load64_splat(door, 64));
    const square = f64x2.add(f64x2.mul(awayX, awayX), f64x2.mul(awayY, awayY));
    way = f64x2.add(v128.load64_splat(door, 72), f64x2.sqrt(square));
  } else {
    way = f64x2.splat(wayIn(state, f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0)));
    const other = wayIn(state, f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
    way = f64x2.replace_lane(way, 1, other);
  }
  return f64x2.pmin(least, f64x2.add(way, rest));
}

/** The length of the way of a state to a point of its gate. */
function wayIn(state: u32, x: f64, y: f64): f64 {
  const last = lastTurnIn(stateHead(state), stateApex(state), stateTail(state), x, y);
  return entryLength(last) + distance(entryX(last), entryY(last), x, y);
}

/** From an end of a door to the two ends of a gate, by landmarks. */
function fromRow(row: u32, gate: usize): v128 {
  const isTurned = load<u32>(gate, 60) & 1;
  const a = byLandmarks(row, isTurned ? load<u32>(gate, 52) : load<u32>(gate, 48));
  const b = byLandmarks(row, isTurned ? load<u32>(gate, 48) : load<u32>(gate, 52));
  return f64x2.replace_lane(f64x2.splat(a), 1, b);
}

function byLandmarks(row: u32, column: u32): f64 {
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
