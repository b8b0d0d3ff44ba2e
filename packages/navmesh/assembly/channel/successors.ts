// What becomes of the current path when the walk reaches a bottleneck (`come`) or the target
// (`arrive`): a label, an entrance, a length of a row, or a path.

import { addEntrance, boundOver, boundOverSide, boundStraightOver, noteRows } from './bottlenecks';
import { Lengths } from './chains';
import { branch } from '../discs/branches';
import { isKeptBetter } from './kept-labels';
import { addLabel, AT_BOTTLENECK, boundOf, ESTIMATE, isFull } from './labels';
import { HAS_RADIUS } from './layout';
import { twinOf } from './mesh';
import { open } from './open-list';
import { addLatest, isRepeated } from './repeated-labels';
import { isFillingRow, isFindingEntrances, isSeeking } from './task';
import { expandedBound, setUpperBound, upperBound } from './bounds';
import { lastTurn, turnsTo } from './vertex-chains';
import { NONE } from '../sides';

let tx: f64 = 0;
let ty: f64 = 0;
/** Whether the search is TA*: every triangle counts as a node, and labels are at all sides. */
let onTriangles: bool = false;
/**
 * Of discs: whether the first labels are made, from the source. These are of kind ESTIMATE: they
 * get their lower bounds by the table only when they are taken from the open list.
 */
let isEarly: bool = false;
/**
 * Of points: the best label of the current expansion. It is kept out of the open list, because a
 * label that is expanded next need not be pushed and popped.
 */
let better: u32 = NONE;
/** Of points: the last turn of the shortest path found. */
let bestTurn: u32 = NONE;
/** Of points: how many labels were made, and how many paths reached the target, in this query. */
let queued: u32 = 0;
let tested: u32 = 0;

export function successorsForget(x: f64, y: f64): void {
  tx = x;
  ty = y;
  better = NONE;
  bestTurn = NONE;
  queued = 0;
  tested = 0;
}
export function setOnTriangles(on: bool): void {
  onTriangles = on;
}
export function isOnTriangles(): bool {
  return onTriangles;
}
export function setEarly(early: bool): void {
  isEarly = early;
}
export function lastTurnOfBest(): u32 {
  return bestTurn;
}
export function labelsQueued(): u32 {
  return queued;
}
export function pathsTested(): u32 {
  return tested;
}

/** Takes the label that is kept back, NONE if there is none. */
export function takeBetter(): u32 {
  const label = better;
  better = NONE;
  return label;
}
/** Puts the label kept back into the open list. */
export function openBetter(): void {
  if (better != NONE) open(better);
  better = NONE;
}

/** Adds a label with the current path to the open list. */
export function openLabel(crossing: u32, lowerBound: f64, kind: u32): void {
  const label = addLabel(crossing, lowerBound, kind, branch());
  if (!isFull()) open(label);
}

export class Successors {
  /**
   * Called when the current path has come to a bottleneck, or in TA* to a side. Opens a label
   * there, unless its lower bound is too large or another label dominates it. While entrances are
   * sought, the bottleneck becomes one.
   */
  // @ts-ignore: decorator
  @inline
  static come(number: u32): void {
    if (isFindingEntrances()) addEntrance(number);
    else if (HAS_RADIUS) comeWithRadius(number);
    else comeAsPoint(number);
  }
}

function comeWithRadius(number: u32): void {
  if (isEarly) openLabel(number, boundStraightOver(number), ESTIMATE);
  else if (isFillingRow()) openLabel(number, max(expandedBound(), noteRows(number)), AT_BOTTLENECK);
  else {
    const bound = max(boundOver(number), expandedBound());
    if (!(bound < upperBound()) || isKeptBetter(number, bound)) return;
    openLabel(number, bound, AT_BOTTLENECK);
  }
}

function comeAsPoint(number: u32): void {
  const here = onTriangles ? boundOverSide(twinOf(number)) : boundOver(number);
  const bound = max(here, expandedBound());
  if (bound >= upperBound() || isRepeated(number)) return;
  const label = addLabel(number, bound, AT_BOTTLENECK, NONE);
  queued++;
  addLatest(number, label);
  if (better == NONE) better = label;
  else if (bound < boundOf(better)) {
    open(better);
    better = label;
  } else open(label);
}

/** Called when the current path has come to a triangle that holds the target. */
export function arrive(): void {
  if (HAS_RADIUS) {
    if (!isSeeking()) return;
    // the path is checked for what is too near when the label is expanded: discs/complete.ts
    const length = Lengths.to(tx, ty);
    if (length < upperBound()) openLabel(NONE, length, AT_BOTTLENECK);
    return;
  }
  tested++;
  const length = Lengths.to(tx, ty);
  if (length >= upperBound()) return;
  setUpperBound(length);
  bestTurn = turnsTo(lastTurn(tx, ty));
}
