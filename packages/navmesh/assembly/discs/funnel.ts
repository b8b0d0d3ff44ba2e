// The funnel for a disc (Demyen and Buro 2006): as for a point (Lee and Preparata 1984), with a circle of the disc's radius around
// each portal end, which the centre of the disc goes around at a distance of exactly the radius. A circle on the left hand is gone
// around to the left, one on the right hand to the right, and from circle to circle the way is the common tangent that keeps
// each on its hand. With radius 0 tangents are the lines between the points and this is the funnel for a point.

import { reallocate } from '../env';
import { angleOf } from './angle';
import { copy, ENTRY, entryHand, entryLength, entryVertex, entryX, entryY } from './entries';
import { isReached, reach } from './reach';
import { addRoot, rootBefore, rootEntry, rootsBind } from './roots';
import { NONE } from '../sides';

let room: usize = 0;
let block: usize = 0;
/** The end of the left chain; the apex; the end of the right chain. Addresses; entries between are the chains. */
export let head: usize = 0;
export let apex: usize = 0;
export let tail: usize = 0;

/** The turn that the apex is. */
export let root: u32 = 0;

export let radius: f64 = 0;
/** Whether ways that cannot be the shortest end at once. */
let isStrict: bool = false;
/** The portal that is entered: what `lastPortal` of an end becomes when another takes its place. */
let portal: u32 = NONE;

export function setStrict(strict: bool): void {
  isStrict = strict;
}
export function setPortal(side: u32): void {
  portal = side;
}
/** The tangent that was asked for last: its direction, of any length, and whether there is one. */
export let toX: f64 = 0;
export let toY: f64 = 0;
export let isOpen: bool = true;

export function funnelBind(funnel: usize, bytes: usize, turns: usize, turnRoom: u32): void {
  block = funnel;
  room = bytes;
  rootsBind(turns, turnRoom);
}

/** Starts at a point, with room for `most` more entries on each side. */
export function funnelBegin(x: f64, y: f64, r: f64, most: u32): void {
  const bytes = <usize>(2 * most + 3) * ENTRY;
  if (room < bytes) {
    block = reallocate(block, 0, bytes << 1);
    room = bytes << 1;
  }
  radius = r;
  apex = block + ((room / ENTRY) >> 1) * ENTRY;
  head = apex;
  tail = apex;
  put(apex, x, y, 0, 0, NONE);
  toX = 0;
  toY = 0;
  root = addRoot(apex, NONE);
}

/** An entry at which the way arrives by the tangent that was asked for last. */
function put(entry: usize, x: f64, y: f64, hand: f64, length: f64, vertex: u32): void {
  store<f64>(entry, x);
  store<f64>(entry, y, 8);
  store<f64>(entry, hand, 16);
  store<f64>(entry, toX, 24);
  store<f64>(entry, toY, 32);
  store<f64>(entry, length, 40);
  store<u32>(entry, vertex, 48);
  store<u32>(entry, NONE, 56);
}

/**
 * The tangent from an entry to a circle, in toX, toY; returns its length. Where two circles on different hands overlap there is none: the
 * disc does not pass between them.
 */
export function tangent(entry: usize, x: f64, y: f64, hand: f64): f64 {
  const dx = x - load<f64>(entry);
  const dy = y - load<f64>(entry, 8);
  const square = dx * dx + dy * dy;
  const across = (hand - load<f64>(entry, 16)) * radius;
  isOpen = true;
  if (across == 0) {
    toX = dx;
    toY = dy;
    return sqrt(square);
  }
  const rest = square - across * across;
  const length = rest > 0 ? sqrt(rest) : 0;
  isOpen = rest >= -1e-9 * square;
  toX = length * dx + across * dy;
  toY = length * dy - across * dx;
  return length;
}

/** The direction of that tangent alone. Returns its length where that is known by then, below 0 elsewhere. */
function aim(entry: usize, x: f64, y: f64, hand: f64): f64 {
  const dx = x - load<f64>(entry);
  const dy = y - load<f64>(entry, 8);
  const across = (hand - load<f64>(entry, 16)) * radius;
  if (across == 0) {
    toX = dx;
    toY = dy;
    return -1;
  }
  const rest = dx * dx + dy * dy - across * across;
  const length = rest > 0 ? sqrt(rest) : 0;
  toX = length * dx + across * dy;
  toY = length * dy - across * dx;
  return length;
}

/** The angle of `sweepTo` as it is: below 0 where the way lifts off the circle, which a funnel can be late to see. */
export let swept: f64 = 0;

/**
 * Where a gap is as wide as the disc, directions are off by the root of the rounding: what is less than that is no turn to the other hand.
 * A way that lifts off by less comes nearer to the circle by half its square, 5e-11 of the radius.
 */
export const SAME: f64 = 1e-5;

/**
 * The angle by which the way goes around an entry's circle before it leaves by the tangent that was asked for last; below 0, by no
 * more than rounding, where the way lifts off.
 */
export function sweepTo(entry: usize): f64 {
  const hand = load<f64>(entry, 16);
  swept = 0;
  if (hand == 0 || radius == 0) return 0;
  const fromX = load<f64>(entry, 24);
  const fromY = load<f64>(entry, 32);
  const angle = hand * angleOf(fromX * toY - fromY * toX, fromX * toX + fromY * toY);
  swept = angle;
  // further below is more than half around
  return angle >= -SAME ? angle : angle > -0.5 ? 0 : angle + 2 * Math.PI;
}

/** Above 0 where the way over an entry to a circle turns left at the entry. */
function turn(entry: usize, x: f64, y: f64, hand: f64): f64 {
  aim(entry, x, y, hand);
  return load<f64>(entry, 24) * toY - load<f64>(entry, 32) * toX;
}

/** Puts an entry at `at`, reached from `from`; its length is found when it is asked for, most are not. */
function extend(at: usize, from: usize, x: f64, y: f64, hand: f64, vertex: u32): void {
  aim(from, x, y, hand);
  put(at, x, y, hand, -1, vertex);
}

/** The length of the way up to an entry of the funnel. */
function lengthOf(entry: usize): f64 {
  const known = entryLength(entry);
  if (known >= 0 || entry == apex) return known;
  const from = entry < apex ? entry + ENTRY : entry - ENTRY;
  const before = lengthOf(from);
  const straight = tangent(from, entryX(entry), entryY(entry), entryHand(entry));
  const length = before + radius * sweepTo(from) + straight;
  store<f64>(entry, length, 40);
  return length;
}

/**
 * The way turns at an entry. The turn before is certain by that, the new one is not: a circle to come may jut back and lift the way
 * off it. False where no shortest way turns as the one before.
 */
function moveApex(to: usize): bool {
  if (isStrict) {
    const last = rootEntry(root);
    // one that is still an end has no last portal yet
    if (entryHand(last) != 0 && load<u32>(last, 56) != NONE && !reach(last, radius)) return false;
  }
  lengthOf(to);
  apex = to;
  root = addRoot(to, root);
  return true;
}

/** The end of the portal at hand gets a successor: `end` is the end of its chain, on a hand. */
function noteEnd(end: usize, hand: f64): void {
  if (end != apex) store<u32>(end, portal, 56);
  else if (entryHand(apex) == hand) store<u32>(rootEntry(root), portal, 56);
}

/** Whether the last turn that is certain was reached shorter since. */
export function isBeaten(): bool {
  const before = rootBefore(root);
  if (before == NONE) return false;
  const last = rootEntry(before);
  return entryHand(last) != 0 && load<u32>(last, 56) != NONE && isReached(last, radius);
}

/** Whether the tangent from the apex to a circle lies to the left of the way to a neighbour of the apex: above 0; below 0 to the right. */
function beside(neighbour: usize, x: f64, y: f64, hand: f64): f64 {
  aim(apex, x, y, hand);
  return load<f64>(neighbour, 24) * toY - load<f64>(neighbour, 32) * toX;
}

/** As `turn`, but 0 where a target lies straight ahead or behind within rounding. */
function turnSurely(entry: usize, x: f64, y: f64, hand: f64): f64 {
  const angle = turn(entry, x, y, hand);
  if (hand != 0) return angle;
  const size = abs(load<f64>(entry, 24) * toX) + abs(load<f64>(entry, 32) * toY);
  return abs(angle) <= 1e-14 * size ? 0 : angle;
}

/**
 * Whether the way over `first`, the only entry of its chain, turns there by more than half around to its own hand: the tangent to
 * the last end on the other hand (px, py) is closer to straight on than the one asked for last, but portals turn the other way. `hand`: of
 * the latter's side.
 */
function isWound(first: usize, px: f64, py: f64, hand: f64): bool {
  const x = toX;
  const y = toY;
  if (load<f64>(first, 24) * x + load<f64>(first, 32) * y >= 0) return false;
  aim(first, px, py, hand);
  return hand * (toX * y - toY * x) > 0 && toX * x + toY * y < 0;
}

/**
 * Whether the way over `first` to a circle, the turn asked for last, goes straight on within rounding: above 0; below 0 where the circle
 * touches the way to `first` before that. Corners in line with gaps as wide as the disc do so.
 */
function isInLine(first: usize, x: f64, y: f64, hand: f64): f64 {
  const fromX = load<f64>(first, 24);
  const fromY = load<f64>(first, 32);
  const across = abs(fromX * toY - fromY * toX);
  const ahead = fromX * toX + fromY * toY;
  if (across > 1e-6 * abs(ahead)) return 0;
  // the directions of tangents that are short against the radius are rounded the more
  const on = tangent(first, x, y, hand);
  const before = tangent(apex, entryX(first), entryY(first), entryHand(first));
  const rounding = min(1e-6, 1e-12 * (1 + radius / min(on, before)));
  if (across > rounding * abs(ahead)) return 0;
  if (ahead > 0) return 1;
  // and not after half a turn around it
  aim(apex, x, y, hand);
  const away = abs(fromX * toY - fromY * toX);
  return away <= rounding * (fromX * toX + fromY * toY) ? -1 : 0;
}

// A circle can come before the other chain although its portal comes after: it juts back into the funnel, and the way to all of that
// chain goes around it first. There is no such thing for points.

/** Where the way to a circle or target would leave the apex by turning to the other hand, the turn before is the apex again. */
function backUp(x: f64, y: f64, hand: f64): void {
  if (radius == 0) return;
  for (;;) {
    const size = entryHand(apex) * turnSurely(apex, x, y, hand);
    // further back than square is more than half around
    if (size >= 0 || load<f64>(apex, 24) * toX + load<f64>(apex, 32) * toY <= 0) return;
    const before = rootBefore(root);
    if (before == NONE) return;
    root = before;
    memory.copy(apex, rootEntry(root), ENTRY);
  }
}

/** The portal gets a new left end; hand 1, or 0 for the target. False where the shortest way is none of those through it. */
export function addLeft(x: f64, y: f64, hand: f64, vertex: u32): bool {
  const px = load<f64>(head);
  const py = load<f64>(head, 8);
  const isEnd = head < apex;
  if (isStrict) noteEnd(head, 1);
  while (head < apex && turn(head, x, y, hand) <= 0) head += ENTRY;
  let from = head;
  let isAimed = head < apex;
  if (head == apex) {
    while (apex < tail) {
      const first = apex + ENTRY;
      const angle = turnSurely(first, x, y, hand);
      const inLine = hand == 0 ? 0 : isInLine(first, x, y, hand);
      let isPast = angle < 0 || (isEnd && first == tail && isWound(first, px, py, 1));
      if (inLine < 0) isPast = false;
      const isBefore = hand != 0 && !isPast && beside(first, x, y, hand) < 0;
      if (inLine > 0 && isBefore) isPast = true;
      if (isPast) {
        if (!moveApex(first)) return false;
      } else if (isBefore) {
        backUp(x, y, hand);
        extend(apex - ENTRY, apex, x, y, hand, vertex);
        lengthOf(apex - ENTRY);
        memory.copy(apex, apex - ENTRY, ENTRY);
        head = apex;
        if (!moveApex(apex)) return false;
        for (let i = first; i <= tail; i += ENTRY)
          extend(i, i - ENTRY, entryX(i), entryY(i), -1, entryVertex(i));
        return true;
      } else {
        isAimed = hand != 0;
        break;
      }
    }
    // a target ahead of where the circles of the last portals are touched makes their turns needless
    if (hand == 0) backUp(x, y, 0);
    from = apex;
  }
  // a way that has passed more portals than there are is no shortest one
  if (from == block) return false;
  head = from - ENTRY;
  // mostly the last turn that was asked for is that from there
  if (!isAimed) aim(from, x, y, hand);
  put(head, x, y, hand, -1, vertex);
  return true;
}

/** The portal gets a new right end. */
export function addRight(x: f64, y: f64, vertex: u32): bool {
  const px = load<f64>(tail);
  const py = load<f64>(tail, 8);
  const isEnd = tail > apex;
  if (isStrict) noteEnd(tail, -1);
  while (tail > apex && turn(tail, x, y, -1) >= 0) tail -= ENTRY;
  let from = tail;
  let isAimed = tail > apex;
  if (tail == apex) {
    while (apex > head) {
      const first = apex - ENTRY;
      const angle = turn(first, x, y, -1);
      const inLine = isInLine(first, x, y, -1);
      let isPast = angle > 0 || (isEnd && first == head && isWound(first, px, py, -1));
      if (inLine < 0) isPast = false;
      const isBefore = !isPast && beside(first, x, y, -1) > 0;
      if (inLine > 0 && isBefore) isPast = true;
      if (isPast) {
        if (!moveApex(first)) return false;
      } else if (isBefore) {
        backUp(x, y, -1);
        extend(apex + ENTRY, apex, x, y, -1, vertex);
        lengthOf(apex + ENTRY);
        memory.copy(apex, apex + ENTRY, ENTRY);
        tail = apex;
        if (!moveApex(apex)) return false;
        for (let i = first; i >= head; i -= ENTRY)
          extend(i, i + ENTRY, entryX(i), entryY(i), 1, entryVertex(i));
        return true;
      } else {
        isAimed = true;
        break;
      }
    }
    from = apex;
  }
  if (from + 2 * ENTRY > block + room) return false;
  tail = from + ENTRY;
  if (!isAimed) aim(from, x, y, -1);
  put(tail, x, y, -1, -1, vertex);
  return true;
}

/** The turn at an entry on the way to a point: 0 where that lies straight ahead within rounding, or straight back, on the last portal. */
function turnTo(entry: usize, x: f64, y: f64): f64 {
  straight = aim(entry, x, y, 0);
  const dx = load<f64>(entry, 24);
  const dy = load<f64>(entry, 32);
  const one = dx * toY;
  const other = dy * toX;
  const angle = one - other;
  if (abs(angle) <= 1e-14 * (abs(one) + abs(other))) return 0;
  const ahead = dx * toX + dy * toY;
  return ahead < 0 && abs(angle) <= -1e-9 * ahead ? 0 : angle;
}
/** The length of the tangent that was asked for last by `turnTo`, below 0 where it is that of the direction. */
let straight: f64 = 0;

/** The length of the way through the portals so far to a point ahead, or on the last one. Nothing is changed. */
export function lengthTo(x: f64, y: f64): f64 {
  let from = head;
  while (from < apex && turnTo(from, x, y) <= 0) from += ENTRY;
  if (from == apex) {
    while (from < tail && turnTo(from + ENTRY, x, y) < 0) from += ENTRY;
    if (from == apex) from = turnBefore(x, y);
    else if (from < tail) straight = aim(from, x, y, 0);
  }
  const goesOnX = toX;
  const goesOnY = toY;
  const rest = straight >= 0 ? straight : sqrt(toX * toX + toY * toY);
  // an entry of the funnel, or a turn before
  const before = lengthOf(from);
  toX = goesOnX;
  toY = goesOnY;
  return before + radius * sweepTo(from) + rest;
}

/** As `backUp`: the turn from which the way goes straight to a point, the apex or one before. The last tangent asked for is that from there. */
function turnBefore(x: f64, y: f64): usize {
  let from = apex;
  for (let i = root; i != NONE; i = rootBefore(i)) {
    if (i != root) from = rootEntry(i);
    const angle = turnTo(from, x, y) * entryHand(from);
    if (angle >= 0 || radius == 0) break;
    if (load<f64>(from, 24) * toX + load<f64>(from, 32) * toY <= 0) break;
  }
  return from;
}

/** The same through a funnel that lies elsewhere, of which `left` bytes are the left chain. */
export function lengthIn(
  address: usize,
  left: usize,
  bytes: usize,
  turned: u32,
  x: f64,
  y: f64,
): f64 {
  const oldHead = head;
  const oldApex = apex;
  const oldTail = tail;
  const oldRoot = root;
  head = address;
  apex = address + left;
  tail = address + bytes - ENTRY;
  root = turned;
  const length = lengthTo(x, y);
  head = oldHead;
  apex = oldApex;
  tail = oldTail;
  root = oldRoot;
  return length;
}

/** The first turn of the way at hand that is certain, NONE where there is none. */
export function firstRoot(): u32 {
  return load<u32>(rootEntry(root), 60);
}

/** How many bytes the funnel takes. */
export function funnelBytes(): usize {
  return tail - head + ENTRY;
}
export function leftBytes(): usize {
  return apex - head;
}
/** Writes the funnel, in order from left to right. */
export function funnelSave(address: usize): void {
  copy(address, head, funnelBytes());
}
/** Reads it again; `left` bytes of it are the left chain, all are `bytes`. */
export function funnelLoad(address: usize, left: usize, bytes: usize, turned: u32): void {
  apex = block + ((room / ENTRY) >> 1) * ENTRY;
  head = apex - left;
  tail = head + bytes - ENTRY;
  root = turned;
  copy(head, address, bytes);
}

/** Adds the turns from the apex to an entry of one of the chains, and returns the last. */
export function rootsTo(entry: usize): u32 {
  let last = root;
  const step: usize = entry < apex ? 0 - ENTRY : ENTRY;
  for (let i = apex; i != entry;) {
    i += step;
    lengthOf(i);
    last = addRoot(i, last);
  }
  return last;
}
