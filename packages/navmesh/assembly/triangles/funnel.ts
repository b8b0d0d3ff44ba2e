// The funnel of the way at hand (Lee and Preparata 1984): from the apex, the last turn that is certain, the shortest ways to both ends of
// the side that was crossed last. It grows by one vertex per triangle. Each vertex carries the length of the way to it, which is
// exact for this way through the mesh and an upper bound for all.

import { reallocate } from '../env';
import { area, distance, turns, X, Y } from './mesh';
import { NONE } from '../sides';

/** Entries of 32 bytes: x, y, length so far, vertex. */
export const ENTRY: usize = 32;

/** The middle of the room for the funnel: where apexes are put. */
let middle: usize = 0;
/** Room for another one. */
let kept: usize = 0;
/** The end of the left chain; the apex; the end of the right chain. Addresses; entries between are the chains. */
export let head: usize = 0;
export let apex: usize = 0;
export let tail: usize = 0;

/** Turns, 16 bytes: vertex, turn before, f64 length so far. */
let roots: usize = 0;
let rootRoom: u32 = 0;
let rootCount: u32 = 0;
/** The turn that the apex is. */
export let root: u32 = 0;

/** Per vertex, 16 bytes: f64 the shortest length by which it was reached, and the search that says so. */
let bests: usize = 0;
let search: u32 = 0;
/** Nothing but the funnel. */
export const BARE: u32 = 0;
/** Turns are kept, so that the way can be told. */
export const KEEP: u32 = 1;
/** And ways that cannot be the shortest end at once. */
export const STRICT: u32 = 2;
let mode: u32 = BARE;

export function funnelBind(
  funnel: usize,
  entries: u32,
  other: usize,
  turned: usize,
  turnedRoom: u32,
  best: usize,
): void {
  middle = funnel + <usize>(entries >> 1) * ENTRY;
  kept = other;
  roots = turned;
  rootRoom = turnedRoom;
  bests = best;
}

/** Forgets all lengths and turns. */
export function funnelForget(number: u32): void {
  search = number;
  rootCount = 0;
}

export function setMode(what: u32): void {
  mode = what;
}

/** A funnel that is a point: the start, vertex v. */
export function funnelBegin(v: u32): void {
  apex = middle;
  head = middle;
  tail = middle;
  put(apex, X(v), Y(v), 0, v);
  root = mode == BARE ? NONE : addRoot(v, NONE, 0);
}

function put(entry: usize, x: f64, y: f64, length: f64, v: u32): void {
  store<f64>(entry, x);
  store<f64>(entry, y, 8);
  store<f64>(entry, length, 16);
  store<u32>(entry, v, 24);
}
export function entryX(entry: usize): f64 {
  return load<f64>(entry);
}
export function entryY(entry: usize): f64 {
  return load<f64>(entry, 8);
}
export function entryLength(entry: usize): f64 {
  return load<f64>(entry, 16);
}
export function entryVertex(entry: usize): u32 {
  return load<u32>(entry, 24);
}

/** Above 0 where the way over two entries to a point turns left. */
export function turn(i: usize, k: usize, x: f64, y: f64): f64 {
  return area(load<f64>(i), load<f64>(i, 8), load<f64>(k), load<f64>(k, 8), x, y);
}

export function addRoot(vertex: u32, previous: u32, length: f64): u32 {
  if (rootCount == rootRoom) {
    roots = reallocate(roots, (<usize>rootRoom) << 4, (<usize>rootRoom) << 5);
    rootRoom <<= 1;
  }
  const entry = roots + ((<usize>rootCount) << 4);
  store<u32>(entry, vertex);
  store<u32>(entry, previous, 4);
  store<f64>(entry, length, 8);
  return rootCount++;
}
export function rootVertex(i: u32): u32 {
  return load<u32>(roots + ((<usize>i) << 4));
}
export function rootBefore(i: u32): u32 {
  return load<u32>(roots + ((<usize>i) << 4), 4);
}

/**
 * Whether some way to v was found that is shorter. Any way on from v is as open to that one, so that who turns there
 * is beaten.
 */
function isBeaten(v: u32, length: f64): bool {
  return bestTo(v) < length * (1 - 1e-12);
}

/** The shortest length by which a vertex was reached; Infinity where it was not. */
export function bestTo(v: u32): f64 {
  const best = bests + ((<usize>v) << 4);
  return load<u32>(best, 8) == search ? load<f64>(best) : Infinity;
}

/** Whether the turn that the apex is was reached shorter since. */
export function isApexBeaten(): bool {
  return isBeaten(entryVertex(apex), entryLength(apex));
}

/** The way turns at an entry for certain. False where no shortest way does. */
function moveApex(to: usize): bool {
  const v = entryVertex(to);
  if (mode == STRICT && (!load<u8>(turns + v) || isBeaten(v, entryLength(to)))) return false;
  if (mode != BARE) root = addRoot(v, root, entryLength(to));
  apex = to;
  return true;
}

function reach(v: u32, length: f64): void {
  const best = bests + ((<usize>v) << 4);
  if (load<u32>(best, 8) == search && load<f64>(best) <= length) return;
  store<f64>(best, length);
  store<u32>(best, search, 8);
}

/** The side crossed last gets a new left end. False where the shortest way is none of those through it. */
export function addLeft(v: u32): bool {
  return Sides.add(X(v), Y(v), v, true);
}

/** The same on the right. */
export function addRight(v: u32): bool {
  return Sides.add(X(v), Y(v), v, false);
}

/** Inlined by the compiler: called for every step of every way. */
export class Sides {
  /** The same on either hand: one is the other in a mirror, and which of them it is nobody could guess. */
  // @ts-ignore: decorator
  @inline
  static add(x: f64, y: f64, v: u32, isLeft: bool): bool {
    const inwards: usize = isLeft ? ENTRY : 0 - ENTRY;
    const hand: f64 = isLeft ? 1 : -1;
    let end = isLeft ? head : tail;
    while (end != apex && hand * turn(end + inwards, end, x, y) <= 0) end += inwards;
    if (end == apex) {
      const other = isLeft ? tail : head;
      while (apex != other && hand * turn(apex, apex + inwards, x, y) < 0)
        if (!moveApex(apex + inwards)) return false;
      end = apex;
    }
    const length = entryLength(end) + distance(entryX(end), entryY(end), x, y);
    end -= inwards;
    head = isLeft ? end : head;
    tail = isLeft ? tail : end;
    put(end, x, y, length, v);
    if (mode == STRICT) reach(v, length);
    return true;
  }
}

/** The entry from which the shortest way within the funnel goes straight to a point ahead. */
export function lastTurn(x: f64, y: f64): usize {
  return lastTurnIn(head, apex, tail, x, y);
}

/** The same in a funnel that lies elsewhere. */
export function lastTurnIn(left: usize, top: usize, right: usize, x: f64, y: f64): usize {
  let i = top;
  if (i > left && turn(i, i - ENTRY, x, y) > 0) {
    i -= ENTRY;
    while (i > left && turn(i, i - ENTRY, x, y) > 0) i -= ENTRY;
  } else {
    while (i < right && turn(i, i + ENTRY, x, y) < 0) i += ENTRY;
  }
  return i;
}

/** The same to a point infinitely far away. */
export function lastTurnTowards(dx: f64, dy: f64): usize {
  let i = apex;
  while (i > head && cross(i, i - ENTRY, dx, dy) > 0) i -= ENTRY;
  if (i == apex) while (i < tail && cross(i, i + ENTRY, dx, dy) < 0) i += ENTRY;
  return i;
}

function cross(i: usize, k: usize, dx: f64, dy: f64): f64 {
  return (load<f64>(k) - load<f64>(i)) * dy - (load<f64>(k, 8) - load<f64>(i, 8)) * dx;
}

/** How many bytes the funnel takes. */
export function funnelBytes(): usize {
  return tail - head + ENTRY;
}

/** Writes the funnel, in order from left to right. */
export function funnelSave(address: usize): void {
  copy(address, head, funnelBytes());
}

/** Reads it again; `left` bytes of it are the left chain, all are `bytes`. */
export function funnelLoad(address: usize, left: usize, bytes: usize, turned: u32): void {
  apex = middle;
  head = middle - left;
  tail = head + bytes - ENTRY;
  root = turned;
  copy(head, address, bytes);
}

/** Entry by entry: funnels are short, too short to be worth a call to copy them. */
function copy(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += ENTRY) {
    v128.store(to + i, v128.load(from + i));
    v128.store(to + i, v128.load(from + i, 16), 16);
  }
}

/** Whether the funnel at hand, of the same size, has the same corners as one that lies elsewhere, and is no shorter. */
export function isSameFunnel(address: usize): bool {
  const shift = address - head;
  if (entryLength(apex) < entryLength(apex + shift) * (1 - 1e-12)) return false;
  for (let i = head; i <= tail; i += ENTRY)
    if (entryVertex(i) != entryVertex(i + shift)) return false;
  return true;
}

let keptLeft: usize = 0;
let keptBytes: usize = 0;
let keptRoot: u32 = NONE;

/** Remembers the funnel at hand, one at a time. */
export function funnelKeep(): void {
  keptLeft = apex - head;
  keptBytes = funnelBytes();
  keptRoot = root;
  funnelSave(kept);
}

/** The funnel remembered is the one at hand again. */
export function funnelBack(): void {
  funnelLoad(kept, keptLeft, keptBytes, keptRoot);
}

/** Adds the turns from the apex to an entry of one of the chains, and returns the last. */
export function rootsTo(entry: usize): u32 {
  let last = root;
  const step: usize = entry < apex ? 0 - ENTRY : ENTRY;
  for (let i = apex; i != entry;) {
    i += step;
    last = addRoot(entryVertex(i), last, entryLength(i));
  }
  return last;
}
