// The turns of one path, from its source to its target. Circles found in its way are put in, those that it lifts off of are taken out.

import { reallocate } from '../env';
import { copy, ENTRY, entryHand, entryVertex, entryX, entryY } from './entries';
import { SAME, sweepTo, swept, tangent, toX, toY } from './funnel';
import { rootBefore, rootEntry } from './roots';
import { NONE } from '../sides';

/**
 * Entries as in funnels, with the piece of the path that their arc or the way on from there is, in place of the last portal; and 1 where
 * the way goes nearly all around, in place of the first turn.
 */
let turns: usize = 0;
let room: u32 = 0;
export let turnCount: u32 = 0;

export function turnsBind(list: usize, entries: u32): void {
  turns = list;
  room = entries;
}

export function turnAt(i: u32): usize {
  return turns + <usize>i * ENTRY;
}
export function pieceOf(turn: usize): u32 {
  return load<u32>(turn, 56);
}
export function setPiece(turn: usize, piece: u32): void {
  store<u32>(turn, piece, 56);
}

function ensure(count: u32): void {
  if (count <= room) return;
  turns = reallocate(turns, <usize>turnCount * ENTRY, <usize>count * ENTRY * 2);
  room = 2 * count;
}

/** Those up to one of the turns of ways. */
export function turnsFrom(last: u32): void {
  let count: u32 = 0;
  for (let i = last; i != NONE; i = rootBefore(i)) count++;
  turnCount = 0;
  ensure(count);
  turnCount = count;
  for (let i = last; i != NONE; i = rootBefore(i)) {
    copy(turnAt(--count), rootEntry(i), ENTRY);
    store<u32>(turnAt(count), 0, 60);
  }
}

/** What is more is no lifting off, but more than half around. */
const MOST: f64 = Math.PI / 2;

/** Takes out turns that the path would lift off of, the most first, until there are none. */
export function tighten(): void {
  for (;;) {
    let worst: u32 = 0;
    let least = -SAME;
    for (let i: u32 = 1; i + 1 < turnCount; i++) {
      const angle = angleAt(i);
      if (angle >= least || angle <= -MOST || isWound(turnAt(i))) continue;
      least = angle;
      worst = i;
    }
    if (worst == 0) return;
    turnsRemove(worst);
  }
}

/** Two ends with nothing in between. */
export function turnsStraight(sx: f64, sy: f64, tx: f64, ty: f64): void {
  turnCount = 0;
  turnsInsert(0, tx, ty, 0, NONE);
  turnsInsert(0, sx, sy, 0, NONE);
}

/** The way to a turn comes from the one before. */
function aim(i: u32): void {
  if (i == 0 || i >= turnCount) return;
  const turn = turnAt(i);
  tangent(turnAt(i - 1), entryX(turn), entryY(turn), entryHand(turn));
  store<f64>(turn, toX, 24);
  store<f64>(turn, toY, 32);
}

/** A circle before turn i. */
export function turnsInsert(i: u32, x: f64, y: f64, hand: f64, vertex: u32): void {
  ensure(turnCount + 1);
  const turn = turnAt(i);
  memory.copy(turn + ENTRY, turn, <usize>(turnCount - i) * ENTRY);
  turnCount++;
  store<f64>(turn, x);
  store<f64>(turn, y, 8);
  store<f64>(turn, hand, 16);
  store<u32>(turn, vertex, 48);
  store<u32>(turn, 0, 60);
  aim(i);
  aim(i + 1);
}

/** Puts in a circle that is in the way: the way turns there, if it seems to lift off it goes nearly all around. */
export function goAround(i: u32, x: f64, y: f64, hand: f64, vertex: u32): void {
  turnsInsert(i, x, y, hand, vertex);
  if (angleAt(i) < -SAME) store<u32>(turnAt(i), 1, 60);
}

/** Below 0 where the way lifts off a turn, by how much, and where it goes more than half around; 0 where it turns to its hand. */
function angleAt(i: u32): f64 {
  const turn = turnAt(i);
  const next = turnAt(i + 1);
  tangent(turn, entryX(next), entryY(next), entryHand(next));
  // most turn to their hand, and by how much is not asked
  const across = load<f64>(turn, 24) * toY - load<f64>(turn, 32) * toX;
  if (entryHand(turn) * across > 0) return 0;
  sweepTo(turn);
  return swept;
}
export function isWound(turn: usize): bool {
  return load<u32>(turn, 60) != 0;
}

export function turnsRemove(i: u32): void {
  turnCount--;
  memory.copy(turnAt(i), turnAt(i + 1), <usize>(turnCount - i) * ENTRY);
  // what was on both sides of it can be the same circle
  if (isSame(i)) turnsRemove(i);
  else aim(i);
}

/** Whether a turn goes around the same circle as the one before. */
function isSame(i: u32): bool {
  if (i == 0 || i + 1 >= turnCount) return false;
  const one = turnAt(i - 1);
  const other = turnAt(i);
  const isSameCircle = entryX(one) == entryX(other) && entryY(one) == entryY(other);
  return isSameCircle && entryHand(one) == entryHand(other);
}

/** Whether a circle is among the two turns that a piece lies between, or is the one that it goes around. */
export function isAround(i: u32, vertex: u32): bool {
  if (i > 0 && entryVertex(turnAt(i - 1)) == vertex) return true;
  return i < turnCount && entryVertex(turnAt(i)) == vertex;
}
