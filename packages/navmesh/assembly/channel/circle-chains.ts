// The funnel of a disc (Demyen and Buro 2006). Around each portal end lies a circle of the disc's
// radius, and the path of the disc's centre goes along these circles. It turns left around a circle
// on the left end of a portal, right around one on the right end. From circle to circle the path is
// the common tangent that keeps each circle on its hand.
//
// The circle of a new portal end can reach back into the funnel, so far that it lies in front of
// the other chain. The paths to all entries of that chain then go around the new circle first
// (`turnFirst`). The funnel of a point has no such case.

import { angleOf } from '../discs/angle';
import { isReachedShorter, noteTurn } from '../discs/dominance';
import {
  apex,
  entryHand,
  entryLength,
  entryVertex,
  entryX,
  entryY,
  hasRoom,
  head,
  isPruning,
  apexTurn,
  setApex,
  setEnd,
  setApexTurn,
  tail,
} from './funnel';
import { Circle, Entry, ENTRY } from './layout';
import { addTurn, copyEntries, turnBefore, turnEntry } from './turns';
import { squareOf } from '../discs/widths';
import { CROSS, IN_LINE, lineRounding, ON_PORTAL, SAME } from '../rounding';
import { NONE } from '../sides';

let radius: f64 = 0;
/**
 * The portal that was entered last (`enterOver`). When a new end takes the place of an old one,
 * this portal becomes `Circle.portal` of the old end.
 */
let portal: u32 = NONE;
/**
 * The tangent that `tangent` or `aim` found last: its direction, of any length. `hasTangent`:
 * whether there is a tangent; written by `tangent` alone.
 */
let tangentX: f64 = 0;
let tangentY: f64 = 0;
let hasTangent: bool = true;
/**
 * The angle that `sweepTo` found. Below 0 the path lifts off the circle or goes more than half
 * around it.
 */
let rawSweep: f64 = 0;

export function setRadius(r: f64): void {
  radius = r;
}
export function setPortal(side: u32): void {
  portal = side;
}
export function toX(): f64 {
  return tangentX;
}
export function toY(): f64 {
  return tangentY;
}
export function isTangentOpen(): bool {
  return hasTangent;
}
export function swept(): f64 {
  return rawSweep;
}

function circleAt(entry: usize): Circle {
  return changetype<Circle>(entry);
}

/** Writes an entry at which the path arrives by the tangent that was found last. */
function put(entry: usize, x: f64, y: f64, hand: f64, vertex: u32): void {
  const circle = circleAt(entry);
  circle.x = x;
  circle.y = y;
  // -1: not computed yet; most lengths are never needed
  circle.length = -1;
  circle.vertex = vertex;
  circle.hand = hand;
  circle.fromX = tangentX;
  circle.fromY = tangentY;
  circle.portal = NONE;
}

/**
 * Finds the tangent from an entry to a circle; returns its length. If two circles of different
 * hands overlap, there is no tangent: the disc does not pass between them.
 */
export function tangent(entry: usize, x: f64, y: f64, hand: f64): f64 {
  const dx = x - entryX(entry);
  const dy = y - entryY(entry);
  const square = dx * dx + dy * dy;
  const across = (hand - entryHand(entry)) * radius;
  hasTangent = true;
  if (across == 0) {
    tangentX = dx;
    tangentY = dy;
    return sqrt(square);
  }
  const rest = square - across * across;
  const length = rest > 0 ? sqrt(rest) : 0;
  // Two circles may overlap, and an end may lie in a circle, by as much as `keepOf` of
  // discs/widths.ts allows. `isClear` of discs/clear.ts lets ends lie less deep in a circle.
  hasTangent = rest >= 0 || square >= squareOf(abs(across));
  tangentX = length * dx + across * dy;
  tangentY = length * dy - across * dx;
  return length;
}

/**
 * Finds only the direction of the tangent from an entry to a circle. Returns the tangent's length
 * if that is a by-product, else -1.
 */
function aim(entry: usize, x: f64, y: f64, hand: f64): f64 {
  const dx = x - entryX(entry);
  const dy = y - entryY(entry);
  const across = (hand - entryHand(entry)) * radius;
  if (across == 0) {
    tangentX = dx;
    tangentY = dy;
    return -1;
  }
  const rest = dx * dx + dy * dy - across * across;
  const length = rest > 0 ? sqrt(rest) : 0;
  tangentX = length * dx + across * dy;
  tangentY = length * dy - across * dx;
  return length;
}

/**
 * Two cases give an angle below 0: the path lifts off the circle, or it goes more than half around.
 * When lengths are computed, an angle above LIFTS counts as lifting off, another one as going more
 * than half around. No shortest path goes more than half around, because both tangents would cross.
 * So this limit only decides by how much a path that is not the shortest is measured too short. It
 * was chosen. `tighten` of discs/path-turns.ts takes circles out of a whole path by another limit,
 * LIFTED.
 */
const LIFTS: f64 = -0.5;

/**
 * The angle by which the path goes around an entry's circle before it leaves by the tangent that
 * was found last. `swept` has the angle as it was measured. If it is at least -SAME, it is the
 * result: an angle just below 0 is rounding. Between LIFTS and -SAME the path lifts off, and the
 * result is 0. At LIFTS or below, the path goes more than half around: a full turn is added.
 */
export function sweepTo(entry: usize): f64 {
  const hand = entryHand(entry);
  rawSweep = 0;
  if (hand == 0 || radius == 0) return 0;
  const fromX = circleAt(entry).fromX;
  const fromY = circleAt(entry).fromY;
  const angle =
    hand * angleOf(fromX * tangentY - fromY * tangentX, fromX * tangentX + fromY * tangentY);
  rawSweep = angle;
  return angle >= -SAME ? angle : angle > LIFTS ? 0 : angle + 2 * Math.PI;
}

/** Above 0 if the path over an entry on to a circle turns left at the entry. */
function turn(entry: usize, x: f64, y: f64, hand: f64): f64 {
  aim(entry, x, y, hand);
  return circleAt(entry).fromX * tangentY - circleAt(entry).fromY * tangentX;
}

/**
 * `turn`, but 0 if the end added is a target (hand 0) straight ahead or behind, within rounding.
 */
function turnSurely(entry: usize, x: f64, y: f64, hand: f64): f64 {
  const angle = turn(entry, x, y, hand);
  if (hand != 0) return angle;
  const size = abs(circleAt(entry).fromX * tangentY) + abs(circleAt(entry).fromY * tangentX);
  return abs(angle) <= CROSS * size ? 0 : angle;
}

/** Puts an entry at `at`, reached from the entry `from`. */
function extend(at: usize, from: usize, x: f64, y: f64, hand: f64, vertex: u32): void {
  aim(from, x, y, hand);
  put(at, x, y, hand, vertex);
}

/** The length of the path up to an entry of the funnel. */
function lengthOf(entry: usize): f64 {
  const known = entryLength(entry);
  if (known >= 0 || entry == apex()) return known;
  const from = entry < apex() ? entry + ENTRY : entry - ENTRY;
  const before = lengthOf(from);
  const straight = tangent(from, entryX(entry), entryY(entry), entryHand(entry));
  const length = before + radius * sweepTo(from) + straight;
  changetype<Entry>(entry).length = length;
  return length;
}

/**
 * The address of a certain turn whose circle is no longer an end of the current portal; 0 for other
 * turns. Only finished turns are compared with others, because their last portal is known.
 */
function finishedTurn(turned: u32): usize {
  const entry = turnEntry(turned);
  return entryHand(entry) != 0 && circleAt(entry).portal != NONE ? entry : 0;
}

/**
 * Makes an entry of a chain the apex. The turn at the old apex becomes certain by that. The turn at
 * the new one is not: a later circle may reach back and lift the path off. False if another path
 * dominates the turn at the old apex.
 */
function moveApex(to: usize): bool {
  if (isPruning()) {
    const finished = finishedTurn(apexTurn());
    if (finished != 0 && !noteTurn(finished, radius)) return false;
  }
  lengthOf(to);
  setApex(to);
  setApexTurn(addTurn(to, apexTurn()));
  return true;
}

/** Whether another path has come to dominate the last certain turn, the one before the apex. */
export function isApexDominated(): bool {
  const before = turnBefore(apexTurn());
  if (before == NONE) return false;
  const finished = finishedTurn(before);
  return finished != 0 && isReachedShorter(finished, radius);
}

/**
 * Writes `Circle.portal` of `end`, the end of the chain on a hand, which is about to be replaced:
 * the portal entered last is the last one with this end.
 */
function noteEnd(end: usize, hand: f64): void {
  if (end != apex()) circleAt(end).portal = portal;
  else if (entryHand(apex()) == hand) circleAt(turnEntry(apexTurn())).portal = portal;
}

/**
 * Above 0 if the tangent from the apex to a circle lies to the left of the path from the apex to
 * its neighbour in a chain.
 */
function beside(neighbour: usize, x: f64, y: f64, hand: f64): f64 {
  aim(apex(), x, y, hand);
  return circleAt(neighbour).fromX * tangentY - circleAt(neighbour).fromY * tangentX;
}

/**
 * Whether the path over `first`, the only entry of its chain, goes more than half around the circle
 * of `first` before it leaves by the tangent found last. The direction of this tangent alone does
 * not tell such a turn from one to the other hand. The end (px, py) that the portal had before on
 * the hand `hand` decides: from that end to the new one, portals turn about `first`.
 */
function goesMoreThanHalfAround(first: usize, px: f64, py: f64, hand: f64): bool {
  const x = tangentX;
  const y = tangentY;
  if (circleAt(first).fromX * x + circleAt(first).fromY * y >= 0) return false;
  aim(first, px, py, hand);
  return hand * (tangentX * y - tangentY * x) > 0 && tangentX * x + tangentY * y < 0;
}

/**
 * Whether three circles are in line within rounding: those of the apex, of `first`, and the new
 * one. This happens where gaps between corners are as wide as the disc. 1: the path over `first` to
 * the new circle goes straight on. -1: the new circle touches the path before `first` is reached.
 * 0: the circles are not in line.
 */
function isInLine(first: usize, x: f64, y: f64, hand: f64): f64 {
  const fromX = circleAt(first).fromX;
  const fromY = circleAt(first).fromY;
  const across = abs(fromX * tangentY - fromY * tangentX);
  const ahead = fromX * tangentX + fromY * tangentY;
  if (across > IN_LINE * abs(ahead)) return 0;
  const on = tangent(first, x, y, hand);
  const before = tangent(apex(), entryX(first), entryY(first), entryHand(first));
  const rounding = lineRounding(radius, min(on, before));
  if (across > rounding * abs(ahead)) return 0;
  if (ahead > 0) return 1;
  // The new circle lies behind `first`. It touches the path to `first` if it lies ahead of the
  // apex, in line with that path; else the path reaches it after half a turn around `first`.
  aim(apex(), x, y, hand);
  const away = abs(fromX * tangentY - fromY * tangentX);
  return away <= rounding * (fromX * tangentX + fromY * tangentY) ? -1 : 0;
}

/**
 * Takes certain turns back: as long as the path to a circle or target would lift off the circle of
 * the apex, the turn before becomes the apex again.
 */
function backUp(x: f64, y: f64, hand: f64): void {
  if (radius == 0) return;
  for (;;) {
    const size = entryHand(apex()) * turnSurely(apex(), x, y, hand);
    // if the direction changes by more than a quarter turn, the path goes more than half around the
    // circle and does not lift off
    const ahead = circleAt(apex()).fromX * tangentX + circleAt(apex()).fromY * tangentY;
    if (size >= 0 || ahead <= 0) return;
    const before = turnBefore(apexTurn());
    if (before == NONE) return;
    setApexTurn(before);
    copyEntries(apex(), turnEntry(before), ENTRY);
  }
}

export class CircleChains {
  /**
   * The portal gets a new left or right end: a circle, or, with `hand` 0 and on the left, the
   * target. False if no shortest path leads through. Inlined for each side.
   */
  // @ts-ignore: decorator
  @inline
  static add(x: f64, y: f64, hand: f64, vertex: u32, isLeft: bool): bool {
    const inwards: usize = isLeft ? ENTRY : 0 - ENTRY;
    const endHand: f64 = isLeft ? 1 : -1;
    let end = isLeft ? head() : tail();
    const other = isLeft ? tail() : head();
    const px = entryX(end);
    const py = entryY(end);
    const isEnd = end != apex();
    if (isPruning()) noteEnd(end, endHand);
    while (end != apex() && endHand * turn(end, x, y, hand) <= 0) end += inwards;
    setEnd(end, isLeft);
    let isAimed = end != apex();
    if (end == apex()) {
      while (apex() != other) {
        const first = apex() + inwards;
        const angle = endHand * turnSurely(first, x, y, hand);
        const inLine = hand == 0 ? 0 : isInLine(first, x, y, hand);
        let isPast =
          angle < 0 || (isEnd && first == other && goesMoreThanHalfAround(first, px, py, endHand));
        if (inLine < 0) isPast = false;
        const isBefore = hand != 0 && !isPast && endHand * beside(first, x, y, hand) < 0;
        if (inLine > 0 && isBefore) isPast = true;
        if (isPast) {
          if (!moveApex(first)) return false;
        } else if (isBefore) return turnFirst(other, x, y, hand, vertex, inwards, isLeft);
        else {
          isAimed = hand != 0;
          break;
        }
      }
      // the path to the target may lift off the circles of the last portals
      if (hand == 0) backUp(x, y, 0);
      end = apex();
    }
    // if there is no room, the path has passed more portals than the mesh has, so it is not the
    // shortest
    if (!hasRoom(end, isLeft)) return false;
    // mostly the last tangent that was found is the one from `end`
    if (!isAimed) aim(end, x, y, hand);
    end -= inwards;
    setEnd(end, isLeft);
    put(end, x, y, hand, vertex);
    return true;
  }
}

/** The target becomes the left end of the last portal. */
export function addTarget(x: f64, y: f64): void {
  CircleChains.add(x, y, 0, NONE, true);
}

/**
 * A new circle reaches back before the other chain: it becomes the apex, and the paths to all
 * entries of the other chain lead around it.
 */
function turnFirst(
  other: usize,
  x: f64,
  y: f64,
  hand: f64,
  vertex: u32,
  inwards: usize,
  isLeft: bool,
): bool {
  backUp(x, y, hand);
  const outside = apex() - inwards;
  extend(outside, apex(), x, y, hand, vertex);
  lengthOf(outside);
  copyEntries(apex(), outside, ENTRY);
  setEnd(apex(), isLeft);
  if (!moveApex(apex())) return false;
  let i = apex();
  do {
    i += inwards;
    extend(i, i - inwards, entryX(i), entryY(i), -hand, entryVertex(i));
  } while (i != other);
  return true;
}

/**
 * Of radius 0: if the latest portal lies ahead on a line with the apex, its nearer end becomes the
 * apex, and the path goes on from there to the other end, or straight back. Returns whether it did.
 */
export function turnOnPortal(): bool {
  if (apex() - head() != ENTRY || tail() - apex() != ENTRY) return false;
  const left = circleAt(head());
  const right = circleAt(tail());
  const one = left.fromX * right.fromY;
  const other = left.fromY * right.fromX;
  if (abs(one - other) > CROSS * (abs(one) + abs(other))) return false;
  const ahead = left.fromX * right.fromX + left.fromY * right.fromY;
  if (ahead <= 0) return false;
  const square = right.fromX * right.fromX + right.fromY * right.fromY;
  const isLeft = left.fromX * left.fromX + left.fromY * left.fromY <= square;
  const nearer = isLeft ? head() : tail();
  const further = isLeft ? tail() : head();
  const between = apex();
  moveApex(nearer);
  extend(between, nearer, entryX(further), entryY(further), entryHand(further), NONE);
  setEnd(between, !isLeft);
  return true;
}

/**
 * The length of the tangent that `turnTo` found last. If below 0, the length of the direction
 * (tangentX, tangentY) is the length of the tangent.
 */
let straight: f64 = 0;

/**
 * Above 0 if the path over an entry on to a point turns left at the entry. 0 if the point lies
 * straight ahead within rounding, or straight back, on the last portal.
 */
function turnTo(entry: usize, x: f64, y: f64): f64 {
  straight = aim(entry, x, y, 0);
  const dx = circleAt(entry).fromX;
  const dy = circleAt(entry).fromY;
  const one = dx * tangentY;
  const other = dy * tangentX;
  const angle = one - other;
  if (abs(angle) <= CROSS * (abs(one) + abs(other))) return 0;
  const ahead = dx * tangentX + dy * tangentY;
  return ahead < 0 && abs(angle) <= -ON_PORTAL * ahead ? 0 : angle;
}

/**
 * The length of the path through the portals so far to a point ahead, or on the last one. Nothing
 * is changed.
 */
export function lengthTo(x: f64, y: f64): f64 {
  let from = head();
  while (from < apex() && turnTo(from, x, y) <= 0) from += ENTRY;
  if (from == apex()) {
    while (from < tail() && turnTo(from + ENTRY, x, y) < 0) from += ENTRY;
    if (from == apex()) from = turnTowards(x, y);
    else if (from < tail()) straight = aim(from, x, y, 0);
  }
  const goesOnX = tangentX;
  const goesOnY = tangentY;
  const rest = straight >= 0 ? straight : sqrt(tangentX * tangentX + tangentY * tangentY);
  // `from` is an entry of the funnel, or a certain turn before the apex
  const before = lengthOf(from);
  tangentX = goesOnX;
  tangentY = goesOnY;
  return before + radius * sweepTo(from) + rest;
}

/**
 * The turn from which the path goes straight to a point: the apex, or a turn before it if the path
 * lifts off (as in `backUp`, but nothing is changed). The tangent found last is that from there.
 */
function turnTowards(x: f64, y: f64): usize {
  let from = apex();
  for (let i = apexTurn(); i != NONE; i = turnBefore(i)) {
    if (i != apexTurn()) from = turnEntry(i);
    const angle = turnTo(from, x, y) * entryHand(from);
    if (angle >= 0 || radius == 0) break;
    if (circleAt(from).fromX * tangentX + circleAt(from).fromY * tangentY <= 0) break;
  }
  return from;
}

/** The name of the current path's first certain turn, NONE where there is none. */
export function firstTurn(): u32 {
  return circleAt(turnEntry(apexTurn())).first;
}

/** Adds the turns from the apex to an entry of one of the chains, and returns the last. */
export function turnsTo(entry: usize): u32 {
  let last = apexTurn();
  const step: usize = entry < apex() ? 0 - ENTRY : ENTRY;
  for (let i = apex(); i != entry;) {
    i += step;
    lengthOf(i);
    last = addTurn(i, last);
  }
  return last;
}
