// Gates: the narrowest sides of corridors. Ways to the same gate are compared there, and tables tell what no way on from there falls
// short of.

import { firstRoot, lengthTo, toX, toY } from './funnel';
import { NONE } from '../sides';
import { isTrusted } from './reach';
import { hasSameFunnel, stateLeast, stateLengthTo } from './states';

/**
 * Gates by node side, 64 bytes: f64 x and y of the end on the left hand, the way from there to the other end, its length, 1 / twice that;
 * then the rows of the two ends and the side, NONE where there is no gate.
 */
let gates: usize = 0;
/** Per node side, 56 bytes: of two ways there, 24 bytes each, the lengths to the left end of what is open and to the right, and the state; the run that says so. */
let bests: usize = 0;
const BEST: usize = 56;

/** f32: row by row, no way between the two ends of gates is shorter for discs of the table's radius, and hence for larger ones. */
let table: usize = 0;
let rowCount: u32 = 0;
let tableRadius: f64 = 0;
let hasTable: bool = false;
/** Whether there are more doors than there is room for. */
let isOpenGround: bool = false;
/** Per row, 16 bytes: no way from there to the target is shorter; and the search that says so. */
let leasts: usize = 0;

/**
 * Doors are the gates that the target's surroundings are entered by, 64 bytes: their rows; f64 the length of the gate, that of the way from
 * the target to the left end of what is open, how fast it grows from there to the right, the same at the right end, the least in between.
 */
let doors: usize = 0;
let doorCount: u32 = 0;
const DOOR: usize = 64;
const MOST_DOORS: u32 = 64;
/** That of the least bound so far: likely to give the next. */
let bestDoor: usize = 0;

let search: u32 = 0;
/** As `search`, for lengths of ways: they are forgotten where a search is run again. */
let run: u32 = 0;
let radius: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;

export function gatesBind(gate: usize, best: usize, least: usize, door: usize): void {
  gates = gate;
  bests = best;
  leasts = least;
  doors = door;
}

/** The table from now on; 0 = none. */
export function tableBind(bound: usize, rows: u32, r: f64): void {
  table = bound;
  rowCount = rows;
  tableRadius = r;
  hasTable = bound != 0;
}

export function gatesForget(): void {
  run++;
  crossedGate = NONE;
}

export function gatesBegin(number: u32, x: f64, y: f64, r: f64): void {
  search = number;
  tx = x;
  ty = y;
  radius = r;
  doorCount = 0;
  isOpenGround = false;
  bestDoor = doors;
}

function gateAt(number: u32): usize {
  return gates + ((<usize>number) << 6);
}
/** The gate of the corridor behind a node side, as a side of the triangle before it. */
export function gateSide(number: u32): u32 {
  return load<u32>(gateAt(number), 56);
}

/** The length of the way at hand to a place of a gate, so far from its left end. */
function lengthToGate(gate: usize, along: f64): f64 {
  const share = along * 2 * load<f64>(gate, 40);
  return lengthTo(
    load<f64>(gate) + share * load<f64>(gate, 16),
    load<f64>(gate, 8) + share * load<f64>(gate, 24),
  );
}

/** The same of the way of a state. */
function stateLengthToGate(state: u32, gate: usize, along: f64): f64 {
  const share = along * 2 * load<f64>(gate, 40);
  return stateLengthTo(
    state,
    load<f64>(gate) + share * load<f64>(gate, 16),
    load<f64>(gate, 8) + share * load<f64>(gate, 24),
  );
}

function clamp(along: f64, length: f64): f64 {
  return max(radius, min(length - radius, along));
}

/** The lengths of the way at hand to both ends of what is open of a gate. */
export let toLeft: f64 = 0;
export let toRight: f64 = 0;
export function measureGate(number: u32): void {
  const gate = gateAt(number);
  const length = load<f64>(gate, 32);
  toLeft = lengthToGate(gate, radius);
  toRight = length > 2 * radius ? lengthToGate(gate, length - radius) : toLeft;
}

function slotOf(number: u32): usize {
  return bests + <usize>number * BEST;
}

/** Measures a way kept, of which only the state is known yet: most are compared with none. */
function measureKept(number: u32, kept: usize): void {
  if (load<f64>(kept) >= 0) return;
  const state = load<u32>(kept, 16);
  const gate = gateAt(number);
  const length = load<f64>(gate, 32);
  const left = stateLengthToGate(state, gate, radius);
  store<f64>(kept, left);
  store<f64>(kept, length > 2 * radius ? stateLengthToGate(state, gate, length - radius) : left, 8);
}

/**
 * Whether another way to the gate is nowhere longer than the one at hand, which needs at least `leastLength` to the target, nor needs more. Lengths to points of a gate are convex and
 * rise no faster than distances do; through the same circles they differ by the same everywhere. Gates have nothing in the circle
 * around them, so that a disc on this side keeps clear of all on the other, and any way there goes on as any other.
 */
export function isOutdone(number: u32, leastLength: f64): bool {
  const slot = slotOf(number);
  if (load<u32>(slot, 48) != run) return false;
  measureGate(number);
  const open = max(0, load<f64>(gateAt(number), 32) - 2 * radius);
  // the point where the least possible length of this way is least
  const along = max(0, min(open, (toLeft - toRight + open) * 0.5));
  const least = max(toLeft - along, toRight - (open - along)) * (1 + 1e-13);
  const share = open > 0 ? along / open : 0;
  for (let i: usize = 0; i < 48; i += 24) {
    measureKept(number, slot + i);
    const left = load<f64>(slot + i);
    const right = load<f64>(slot + i, 8);
    if (left > toLeft * (1 + 1e-13) || right > toRight * (1 + 1e-13)) continue;
    const state = load<u32>(slot + i, 16);
    if (stateLeast(state) > leastLength) continue;
    if (left + share * (right - left) <= least || hasSameFunnel(state)) return true;
  }
  return false;
}

/** The way at hand, of a new state that is not outdone, is one to compare others with: the best two are. */
export function keepBest(number: u32, state: u32): void {
  if (!isTrusted(firstRoot())) return;
  const slot = slotOf(number);
  if (load<u32>(slot, 48) != run) {
    store<u32>(slot, run, 48);
    store<f64>(slot, -1);
    store<u32>(slot, state, 16);
    store<f64>(slot, Infinity, 24);
    store<f64>(slot, Infinity, 32);
    return;
  }
  const first = load<f64>(slot) + load<f64>(slot, 8);
  const second = load<f64>(slot, 24) + load<f64>(slot, 32);
  if (toLeft + toRight >= max(first, second)) return;
  const worse: usize = second >= first ? 24 : 0;
  store<f64>(slot + worse, toLeft);
  store<f64>(slot + worse, toRight, 8);
  store<u32>(slot + worse, state, 16);
}

/** The way at hand has come from the target to a gate. */
export function addDoor(number: u32): void {
  if (doorCount == MOST_DOORS) {
    isOpenGround = true;
    return;
  }
  const door = doors + <usize>doorCount * DOOR;
  const gate = gateAt(number);
  const length = load<f64>(gate, 32);
  const open = max(0, length - 2 * radius);
  store<u64>(door, load<u64>(gate, 48));
  store<f64>(door, length, 8);
  draw(gate, radius + 0.25 * open, open);
  const left = lineStart;
  const fromLeft = lineGrowth;
  draw(gate, radius + 0.75 * open, open);
  store<f64>(door, left, 16);
  store<f64>(door, fromLeft, 24);
  store<f64>(door, lineStart, 32);
  store<f64>(door, lineGrowth, 40);
  let least = max(min(left, left + fromLeft * open), min(lineStart, lineStart + lineGrowth * open));
  // where the lines meet
  if (fromLeft < 0 && lineGrowth > 0)
    least = left + (fromLeft * (lineStart - left)) / (fromLeft - lineGrowth);
  store<f64>(door, least, 48);
  doorCount++;
}

/** The line that `draw` has found: at the left end of what is open, and how fast it grows to the right. */
let lineStart: f64 = 0;
let lineGrowth: f64 = 0;
/**
 * A line that lengths of the way at hand to places of a gate are nowhere below, by the direction in which it arrives at one of them: lengths are
 * convex along a gate. At the ends of what is open that would be a matter of rounding.
 */
function draw(gate: usize, along: f64, open: f64): void {
  const length = lengthToGate(gate, along);
  const size = sqrt(toX * toX + toY * toY);
  if (!(open > 1e-6 * radius) || size == 0) {
    lineStart = length - open;
    lineGrowth = 0;
    return;
  }
  const ahead = toX * load<f64>(gate, 16) + toY * load<f64>(gate, 24);
  lineGrowth = (ahead * 2 * load<f64>(gate, 40)) / size;
  lineStart = length - lineGrowth * (along - radius);
}

/** No way from the target to a place of a door is shorter. */
function leastToDoor(door: usize, along: f64): f64 {
  const away = along - radius;
  const left = load<f64>(door, 16) + load<f64>(door, 24) * away;
  return max(left, load<f64>(door, 32) + load<f64>(door, 40) * away);
}

/** No way over the gate that the way at hand has come to is shorter. */
export function leastOver(number: u32): f64 {
  if (!hasTable || isOpenGround || doorCount == 0) return straightOver(number);
  const gate = gateAt(number);
  const left = boundOf(load<u32>(gate, 48));
  if (left == Infinity) return Infinity;
  const length = load<f64>(gate, 32);
  // where both are close to one another one tells of the other
  const open = length - 2 * tableRadius;
  const right = open <= 0.1 * tableRadius ? left - max(0, open) : boundOf(load<u32>(gate, 52));
  const along = clamp((left - right + length) * 0.5, length);
  const rest = max(left - along, right - (length - along)) + tableRadius;
  return lengthToGate(gate, along) + rest;
}

/** The gate that the way at hand has crossed last, and a line below its lengths to there. NONE = it may have crossed none. */
let crossedGate: u32 = NONE;
let crossedStart: f64 = 0;
let crossedGrowth: f64 = 0;

/** The way at hand is about to cross a gate; NONE = what comes has crossed none. */
export function crossGate(number: u32): void {
  crossedGate = hasTable && !isOpenGround && doorCount > 0 ? number : NONE;
  if (crossedGate == NONE) return;
  const gate = gateAt(number);
  const length = load<f64>(gate, 32);
  draw(gate, length * 0.5, max(0, length - 2 * radius));
  crossedStart = lineStart;
  crossedGrowth = lineGrowth;
}
/** Whether `leastOnOver` can tell something. */
export function hasCrossed(): bool {
  return crossedGate != NONE;
}

/** No way over the gate crossed last and then over another is shorter: as `leastOver`, from the lengths between the two. */
export function leastOnOver(number: u32): f64 {
  const from = gateAt(crossedGate);
  const to = gateAt(number);
  const length = load<f64>(to, 32);
  const left = boundOf(load<u32>(to, 48));
  const right = boundOf(load<u32>(to, 52));
  if (left == Infinity || right == Infinity) return Infinity;
  const along = clamp((left - right + length) * 0.5, length);
  const rest = max(left - along, right - (length - along)) + tableRadius;
  const fromLeft = between(load<u32>(from, 48), to, along);
  const fromRight = between(load<u32>(from, 52), to, along);
  if (fromLeft == Infinity || fromRight == Infinity) return Infinity;
  const size = load<f64>(from, 32);
  const at = clamp((fromLeft - fromRight + size) * 0.5, size);
  const way = max(fromLeft - at, fromRight - (size - at)) + tableRadius;
  return crossedStart + crossedGrowth * (at - radius) + way + rest;
}

/** From the place by a row to one of a gate: no way is shorter. */
function between(row: u32, gate: usize, along: f64): f64 {
  const line = table + <usize>(row * rowCount) * 4;
  const left = <f64>load<f32>(line + ((<usize>load<u32>(gate, 48)) << 2));
  const right = <f64>load<f32>(line + ((<usize>load<u32>(gate, 52)) << 2));
  return max(left - along, right - (load<f64>(gate, 32) - along)) + tableRadius;
}

/** The least length over a gate to the target, were nothing in between. */
export function straightOver(number: u32): f64 {
  const gate = gateAt(number);
  const ax = load<f64>(gate);
  const ay = load<f64>(gate, 8);
  const dx = load<f64>(gate, 16);
  const dy = load<f64>(gate, 24);
  // the right end from the left: ahead is to the left
  const ahead = dx * (ty - ay) - dy * (tx - ax);
  if (ahead >= 0) return lengthTo(tx, ty);
  // over the side and back: as long as straight on to the mirror image
  const half = load<f64>(gate, 40);
  const k = 8 * ahead * half * half;
  return lengthTo(tx + k * dy, ty - k * dx);
}

/**
 * From the place by a row of the table: no way to the target is shorter. Over each door: from a point p of the gate a b no way is
 * shorter than to a and less |a p|, nor than to b and less |b p|. The first plus the way to p only falls towards b, the second only
 * rises, so that their greatest is least where they meet.
 */
function boundOf(row: u32): f64 {
  const kept = leasts + ((<usize>row) << 4);
  if (load<u32>(kept, 8) == search) return load<f64>(kept);
  const line = table + <usize>(row * rowCount) * 4;
  const likely = bestDoor;
  let least = boundOver(likely, line, Infinity);
  const end = doors + <usize>doorCount * DOOR;
  for (let door = doors; door < end; door += DOOR) {
    if (door == likely) continue;
    const bound = boundOver(door, line, least);
    if (bound >= least) continue;
    least = bound;
    bestDoor = door;
  }
  store<f64>(kept, least);
  store<u32>(kept, search, 8);
  return least;
}

/** The same over one door, Infinity where that is not below `most`. */
function boundOver(door: usize, line: usize, most: f64): f64 {
  const left = <f64>load<f32>(line + ((<usize>load<u32>(door)) << 2));
  const right = <f64>load<f32>(line + ((<usize>load<u32>(door, 4)) << 2));
  const length = load<f64>(door, 8);
  if (!((left + right - length) * 0.5 + tableRadius + load<f64>(door, 48) < most)) return Infinity;
  const along = clamp((left - right + length) * 0.5, length);
  return leastToDoor(door, along) + max(left - along, right - (length - along)) + tableRadius;
}

/** Without a target: keeps the lengths to the ends of a gate for the row, after `measureGate`. */
export function noteRows(number: u32): void {
  const gate = gateAt(number);
  noteRow(load<u32>(gate, 48), toLeft);
  noteRow(load<u32>(gate, 52), toRight);
}

function noteRow(row: u32, length: f64): void {
  const kept = leasts + ((<usize>row) << 4);
  if (load<u32>(kept, 8) == search && load<f64>(kept) <= length) return;
  store<f64>(kept, length);
  store<u32>(kept, search, 8);
}

/** Writes them to a row of a table. */
export function writeRow(address: usize, rows: u32): void {
  for (let i: u32 = 0; i < rows; i++) {
    const kept = leasts + ((<usize>i) << 4);
    const length = load<u32>(kept, 8) == search ? load<f64>(kept) : Infinity;
    // rounded down
    store<f32>(address + ((<usize>i) << 2), <f32>(length * (1 - 2.4e-7)));
  }
}

/** The place on a gate where rows begin: so far from its left end as the radius. */
export let startX: f64 = 0;
export let startY: f64 = 0;
export function placeOnGate(number: u32): void {
  const gate = gateAt(number);
  const share = radius * 2 * load<f64>(gate, 40);
  startX = load<f64>(gate) + share * load<f64>(gate, 16);
  startY = load<f64>(gate, 8) + share * load<f64>(gate, 24);
}
/** Whether the disc fits through a gate. */
export function isWide(number: u32): bool {
  return load<f64>(gateAt(number), 32) >= 2 * radius * (1 - 1e-12);
}
