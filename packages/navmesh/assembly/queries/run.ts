// Queries from their ends to their paths, so that JavaScript calls once for many: one by one, each in steps, or all of a block, each to the proof.

import { reallocate } from '../env';
import { askAdvance, askBegin, askLowerBound, askProven, askTurns } from '../tangents/ask';
import { tangentsCost, tangentsExpanded, tangentsQueued, tangentsTested } from '../tangents/search';
import {
  channelsAdvance,
  channelsBegin,
  channelsCost,
  channelsExpanded,
  channelsLowerBound,
  channelsProven,
  channelsQueued,
  channelsTested,
  channelsTurns,
} from '../triangles/channels';
import { FOUND, isShared, locateEnds, NEAREST, sourceX, sourceY, targetX, targetY } from './ends';
import { turnAt, turnCount, turnsAre } from './turns';

/** What a query asks for: the nearest point that can be reached; a path at once; only that; where it turns. */
const TAKES_NEAREST: u32 = 1;
const WANTS_FIRST: u32 = 2;
const ONLY_FIRST: u32 = 4;
const WANTS_TURNS: u32 = 8;
const BUDGET_SPENT: u32 = 6;

let isTangents: bool = false;
/** FOUND or NEAREST where there is a way, else why there is none. */
let status: u32 = 0;
/** Nothing to search for: both ends in one triangle, or no way. */
let isPlain: bool = true;
let plainCost: f64 = Infinity;

/**
 * A block of queries, columns of `room` entries each: f64 source x and y, target x and y; f64 cost, f64 lower bound, u32 states, u32 first point
 * and after the last query one more, u8 status, u8 proven.
 */
let block: usize = 0;
let room: u32 = 0;
/** The points of their paths, one after another: f64 x, and f64 y. */
let xs: usize = 0;
let ys: usize = 0;
let pointRoom: u32 = 0;
let pointCount: u32 = 0;

export function queriesBind(
  address: usize,
  entries: u32,
  x: usize,
  y: usize,
  points: u32,
  tangents: bool,
): void {
  block = address;
  room = entries;
  xs = x;
  ys = y;
  pointRoom = points;
  isTangents = tangents;
}

/** Begins a query; afterwards `queryProven` says whether there is anything to do. */
export function queryBegin(sx: f64, sy: f64, tx: f64, ty: f64, asks: u32): void {
  status = locateEnds(sx, sy, tx, ty, (asks & TAKES_NEAREST) != 0);
  const hasWay = status == FOUND || status == NEAREST;
  isPlain = !hasWay || isShared;
  if (isPlain) {
    const dx = targetX - sx;
    const dy = targetY - sy;
    plainCost = hasWay ? sqrt(dx * dx + dy * dy) : Infinity;
    turnsAre(0);
  } else if (isTangents) askBegin((asks & WANTS_FIRST) != 0);
  else channelsBegin((asks & WANTS_FIRST) != 0, (asks & WANTS_TURNS) != 0);
}

/** Goes on for some states, at once where a path is proven without. */
export function queryAdvance(states: u32): void {
  if (isTangents) askAdvance(states);
  else channelsAdvance(states);
}

export function queryProven(): bool {
  return isPlain || (isTangents ? askProven : channelsProven);
}
/** Of the best path so far; Infinity without one. */
export function queryCost(): f64 {
  return isPlain ? plainCost : isTangents ? tangentsCost() : channelsCost;
}
export function queryLowerBound(): f64 {
  return isPlain ? plainCost : isTangents ? askLowerBound() : channelsLowerBound();
}
/** FOUND or NEAREST with a path, BUDGET_SPENT as long as there is none, else why there is none. */
export function queryStatus(): u32 {
  return (status == FOUND || status == NEAREST) && queryCost() == Infinity ? BUDGET_SPENT : status;
}
/** The work so far. */
export function queryExpanded(): u32 {
  return isPlain ? 0 : isTangents ? tangentsExpanded() : channelsExpanded();
}
export function queryQueued(): u32 {
  return isPlain ? 0 : isTangents ? tangentsQueued() : channelsQueued();
}
export function queryTested(): u32 {
  return isPlain ? 0 : isTangents ? tangentsTested() : channelsTested();
}

/** Where its path ends. */
export function queryEndX(): f64 {
  return targetX;
}
export function queryEndY(): f64 {
  return targetY;
}

/** The block's points are those of its first query from now on. */
export function queriesClear(): void {
  pointCount = 0;
  store<u32>(block + <usize>room * 52, 0);
}

/** The query at hand, as it is now, becomes number i of the block, with its path where it has one and that is asked for. */
export function queryStore(i: u32, asks: u32): void {
  const cost = queryCost();
  const columns = block + ((<usize>i) << 3);
  const words = block + ((<usize>i) << 2);
  const bytes = block + <usize>room * 56 + i + 8;
  store<f64>(columns + <usize>room * 32, cost);
  store<f64>(columns + <usize>room * 40, queryLowerBound());
  store<u32>(words + <usize>room * 48, queryExpanded());
  store<u8>(bytes, queryStatus());
  store<u8>(bytes + room, queryProven() ? 1 : 0);
  if (asks & WANTS_TURNS && cost < Infinity) addPath();
  store<u32>(words + <usize>room * 52 + 4, pointCount);
}

/** Makes the turns those of the best path so far, and returns how many there are. */
export function queryTurns(): u32 {
  if (!isPlain)
    if (isTangents) askTurns();
    else channelsTurns();
  return turnCount;
}

function addPath(): void {
  const count = queryTurns() + 2;
  if (pointCount + count > pointRoom) {
    const bytes = (<usize>pointCount) << 3;
    pointRoom = (pointCount + count) << 1;
    xs = reallocate(xs, bytes, (<usize>pointRoom) << 3);
    ys = reallocate(ys, bytes, (<usize>pointRoom) << 3);
  }
  addPoint(sourceX, sourceY);
  for (let i: u32 = 0; i < turnCount; i++) addPoint(load<f64>(turnAt(i)), load<f64>(turnAt(i), 8));
  addPoint(targetX, targetY);
}

function addPoint(x: f64, y: f64): void {
  const at = (<usize>pointCount) << 3;
  store<f64>(xs + at, x);
  store<f64>(ys + at, y);
  pointCount++;
}
export function queriesX(): usize {
  return xs;
}
export function queriesY(): usize {
  return ys;
}

/** The first of the block, each to the proof, or to its first path where that is all that is asked for. */
export function queriesRun(count: u32, asks: u32): void {
  queriesClear();
  for (let i: u32 = 0; i < count; i++) {
    const p = block + ((<usize>i) << 3);
    const step = (<usize>room) << 3;
    queryBegin(
      load<f64>(p),
      load<f64>(p + step),
      load<f64>(p + 2 * step),
      load<f64>(p + 3 * step),
      asks,
    );
    if (asks & ONLY_FIRST) while (!queryProven() && queryCost() == Infinity) queryAdvance(1);
    else while (!queryProven()) queryAdvance(0xffffffff);
    queryStore(i, asks);
  }
}
