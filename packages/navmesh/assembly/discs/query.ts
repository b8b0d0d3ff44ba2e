// Queries from their ends on, in two calls.

import {
  circlesBegin,
  circlesExpanded,
  circlesIsFull,
  circlesLowerBound,
  circlesRun,
} from '../circles/search';
import { at } from '../sides';
import { findEnds, FOUND, sourceCount, sources, targetCount, targets, targetsAre } from './ends';
import { bestCost, searchLowerBound } from './best';
import {
  searchBegin,
  searchExpanded,
  searchFirst,
  searchIsOpen,
  searchRun,
  searchSource,
  searchStraight,
  searchTarget,
} from './search';
import { searchIsFull } from './states';

/** Added to FOUND where nothing is in the way of the straight path. */
export const STRAIGHT: u32 = 16;
/** Per triangle, one byte: 1 = its part has decision points. */
let nodeParts: usize = 0;

/** Whether there is a graph of circles for the radius, and whether the query at hand is answered on it. */
let hasCircles: bool = false;
let isOnCircles: bool = false;

export function queryBind(part: usize): void {
  nodeParts = part;
}
export function queryUse(circles: bool): void {
  hasCircles = circles;
}

/** FOUND where there may be a way, its first states in the queue; else why there is none. */
export function queryBegin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  const status = findEnds(sx, sy, tx, ty, radius);
  return status == FOUND ? begin(sx, sy, tx, ty, radius) : status;
}

/** The same from the source of the query before to a target that lies in the triangles that are in the list. */
export function queryTo(
  sx: f64,
  sy: f64,
  tx: f64,
  ty: f64,
  radius: f64,
  targetTriangles: u32,
): u32 {
  targetsAre(targetTriangles);
  return begin(sx, sy, tx, ty, radius);
}

/** The query at hand from its beginning, when there is a graph of circles for it now. */
export function queryAgain(): u32 {
  return begin(fromX, fromY, toX, toY, width);
}

/** The query at hand, and its radius. */
let fromX: f64 = 0;
let fromY: f64 = 0;
let toX: f64 = 0;
let toY: f64 = 0;
let width: f64 = 0;

function begin(sx: f64, sy: f64, tx: f64, ty: f64, radius: f64): u32 {
  fromX = sx;
  fromY = sy;
  toX = tx;
  toY = ty;
  width = radius;
  isOnCircles = false;
  searchBegin(sx, sy, tx, ty, radius);
  for (let i: u32 = 0; i < targetCount; i++) {
    const triangle = at(targets, i);
    searchTarget(triangle, load<u8>(nodeParts + triangle) != 0);
  }
  for (let i: u32 = 0; i < sourceCount; i++)
    if (searchStraight(at(sources, i))) return FOUND | STRAIGHT;
  isOnCircles = hasCircles;
  if (isOnCircles) circlesBegin(sx, sy, tx, ty, sources, sourceCount, targets, targetCount);
  else open();
  return FOUND;
}

/** As `searchRun`, once more where ways were given up too early. */
export function queryRun(until: u32): bool {
  if (isOnCircles) return circlesRun(until);
  let isDone = searchRun(until);
  while (isDone && searchIsOpen()) {
    open();
    isDone = searchRun(until);
  }
  return isDone;
}

/** Goes for a first path, whatever its length, until so many states. */
export function queryFirst(until: u32): void {
  // on circles the first path is the shortest
  if (isOnCircles) circlesRun(until);
  else searchFirst(until);
}
export function queryIsFull(): bool {
  return isOnCircles ? circlesIsFull() : searchIsFull();
}
export function queryLowerBound(): f64 {
  return isOnCircles ? min(circlesLowerBound(), bestCost) : searchLowerBound();
}
export function queryExpanded(): u32 {
  return isOnCircles ? circlesExpanded() : searchExpanded();
}

function open(): void {
  for (let i: u32 = 0; i < sourceCount; i++) searchSource(at(sources, i));
}
export function querySourceCount(): u32 {
  return sourceCount;
}
