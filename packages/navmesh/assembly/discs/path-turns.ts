// The turns of one path, from its source to its target, for channel.ts, straight.ts and
// arc-funnel.ts. Circles around vertices that are too near are added; circles that the path would
// lift off are taken out. path.ts makes points of the turns.

import { reallocate } from '../env';
import { sweepTo, swept, tangent, toX, toY } from '../channel/circle-chains';
import { entryHand, entryVertex, entryX, entryY } from '../channel/funnel';
import { Circle, ENTRY } from '../channel/layout';
import { copyEntries, turnBefore, turnEntry } from '../channel/turns';
import { CROSS, SAME } from '../rounding';
import { NONE } from '../sides';

/**
 * Records `Circle`, from the source to the target, in which two fields mean something else than in
 * funnels. `portal`: the number of the path's piece that is the arc around the circle, or without
 * an arc the straight piece on from there. `first`: 1 if the path goes nearly all around the
 * circle.
 */
let turns: usize = 0;
let room: u32 = 0;
let turnCountValue: u32 = 0;
export function turnCount(): u32 {
  return turnCountValue;
}

export function turnsBind(list: usize, entries: u32): void {
  turns = list;
  room = entries;
}

export function turnAt(i: u32): usize {
  return turns + <usize>i * ENTRY;
}
export function pieceOf(turn: usize): u32 {
  return changetype<Circle>(turn).portal;
}
export function setPiece(turn: usize, piece: u32): void {
  changetype<Circle>(turn).portal = piece;
}

function ensure(count: u32): void {
  if (count <= room) return;
  turns = reallocate(turns, <usize>turnCountValue * ENTRY, <usize>count * ENTRY * 2);
  room = 2 * count;
}

/** Takes the turns of the path that ends in the certain turn `last`. */
export function turnsFrom(last: u32): void {
  let count: u32 = 0;
  for (let i = last; i != NONE; i = turnBefore(i)) count++;
  turnCountValue = 0;
  ensure(count);
  turnCountValue = count;
  for (let i = last; i != NONE; i = turnBefore(i)) {
    copyEntries(turnAt(--count), turnEntry(i), ENTRY);
    changetype<Circle>(turnAt(count)).first = 0;
  }
}

/**
 * Limit between two cases of an angle below 0. Above -LIFTED the path lifts off the circle, and
 * `tighten` takes the circle out. At -LIFTED or below, the path goes more than half around it. No
 * locally shortest path has an angle near the limit, so a quarter turn was chosen. Lengths have
 * another limit, LIFTS = -0.5 of channel/circle-chains.ts. `tighten` takes out the turns with
 * angles between the two limits, so both agree on the others. Turns with `goesAllAround` stay;
 * `writePath` adds the full turn to their angle.
 */
const LIFTED: f64 = Math.PI / 2;

/** Takes out turns that the path would lift off, the largest angle first, until there are none. */
export function tighten(): void {
  for (;;) {
    let worst: u32 = 0;
    let least = -SAME;
    for (let i: u32 = 1; i + 1 < turnCountValue; i++) {
      const angle = angleAt(i);
      if (angle >= least || angle <= -LIFTED || goesAllAround(turnAt(i))) continue;
      least = angle;
      worst = i;
    }
    if (worst == 0) return;
    turnsRemove(worst);
  }
}

/** Of radius 0: takes out turns at which the path goes straight on. */
export function dropStraight(): void {
  for (let i = turnCountValue - 2; i > 0; i--) {
    const circle = changetype<Circle>(turnAt(i));
    tangent(turnAt(i), entryX(turnAt(i + 1)), entryY(turnAt(i + 1)), 0);
    const one = circle.fromX * toY();
    const other = circle.fromY * toX();
    const isStraight = abs(one - other) <= CROSS * (abs(one) + abs(other));
    if (isStraight && circle.fromX * toX() + circle.fromY * toY() > 0) turnsRemove(i);
  }
}

/** Takes a straight path: its source and target, with no turn between them. */
export function turnsStraight(sx: f64, sy: f64, tx: f64, ty: f64): void {
  turnCountValue = 0;
  turnsInsert(0, tx, ty, 0, NONE);
  turnsInsert(0, sx, sy, 0, NONE);
}

/**
 * Writes the direction in which the path arrives at turn i: that of the tangent from turn i - 1.
 */
function setArrival(i: u32): void {
  if (i == 0 || i >= turnCountValue) return;
  const turn = turnAt(i);
  tangent(turnAt(i - 1), entryX(turn), entryY(turn), entryHand(turn));
  changetype<Circle>(turn).fromX = toX();
  changetype<Circle>(turn).fromY = toY();
}

/** Adds a circle before turn i. */
function turnsInsert(i: u32, x: f64, y: f64, hand: f64, vertex: u32): void {
  ensure(turnCountValue + 1);
  const turn = turnAt(i);
  memory.copy(turn + ENTRY, turn, <usize>(turnCountValue - i) * ENTRY);
  turnCountValue++;
  const circle = changetype<Circle>(turn);
  circle.x = x;
  circle.y = y;
  circle.hand = hand;
  circle.vertex = vertex;
  changetype<Circle>(turn).first = 0;
  setArrival(i);
  setArrival(i + 1);
}

/**
 * Adds a circle around a vertex that is too near, before turn i. The path has to touch this circle:
 * if its angle there is below -SAME, the path goes nearly all around instead of lifting off.
 */
export function addTurnAround(i: u32, x: f64, y: f64, hand: f64, vertex: u32): void {
  turnsInsert(i, x, y, hand, vertex);
  if (angleAt(i) < -SAME) changetype<Circle>(turnAt(i)).first = 1;
}

/**
 * Below 0: the angle by which the path lifts off the circle of turn i, or by which it goes more
 * than half around. 0 if the path turns to the circle's hand.
 */
function angleAt(i: u32): f64 {
  const turn = turnAt(i);
  const next = turnAt(i + 1);
  tangent(turn, entryX(next), entryY(next), entryHand(next));
  // most turns are to the circle's hand, and their angle is not needed
  const across = changetype<Circle>(turn).fromX * toY() - changetype<Circle>(turn).fromY * toX();
  if (entryHand(turn) * across > 0) return 0;
  sweepTo(turn);
  return swept();
}
/** Whether the path goes nearly all around the circle of a turn. */
export function goesAllAround(turn: usize): bool {
  return changetype<Circle>(turn).first != 0;
}

function turnsRemove(i: u32): void {
  turnCountValue--;
  memory.copy(turnAt(i), turnAt(i + 1), <usize>(turnCountValue - i) * ENTRY);
  // the turns before and after the removed one can go around the same circle
  if (isSame(i)) turnsRemove(i);
  else setArrival(i);
}

/** Whether turn i goes around the same circle as turn i - 1. */
function isSame(i: u32): bool {
  if (i == 0 || i + 1 >= turnCountValue) return false;
  const one = turnAt(i - 1);
  const other = turnAt(i);
  const isSameCircle = entryX(one) == entryX(other) && entryY(one) == entryY(other);
  return isSameCircle && entryHand(one) == entryHand(other);
}

/** Whether turn i or the turn before it goes around a vertex. */
export function isAround(i: u32, vertex: u32): bool {
  if (i > 0 && entryVertex(turnAt(i - 1)) == vertex) return true;
  return i < turnCountValue && entryVertex(turnAt(i)) == vertex;
}
