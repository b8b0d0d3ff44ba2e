// Queries for points: where their ends lie, their search, the points of their paths.
// src/queries/query-blocks.ts asks for all queries of a block in one call, each to the proof.
// Queries with limits, and `search` of src/channels/create-triangle-search.ts, go one by one, in
// steps.

import { reallocate } from '../env';
import { askAdvance, askBegin, askLowerBound, askProven, askTurns } from '../tangent/ask';
import { tangentsCost, tangentsExpanded, tangentsQueued, tangentsTested } from '../tangent/search';
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
} from './sectors';
import {
  FOUND,
  isShared,
  locateEnds,
  MOVES_SOURCE,
  MOVES_TARGET,
  NEAREST,
  sourceX,
  sourceY,
  targetX,
  targetY,
} from '../locate/ends';
import {
  BLOCK,
  blockBind,
  COST,
  EXPANDED,
  FIRST_POINT,
  given,
  LOWER_BOUND,
  PROVEN,
  setByte,
  setFloat,
  setWord,
  SOURCE_X,
  SOURCE_Y,
  STATUS,
  TARGET_X,
  TARGET_Y,
} from '../queries/block';
import { turnCount, turnsAre, turnX, turnY } from './path-turns';

// Bits of `asks`, with MOVES_TARGET = 1 and MOVES_SOURCE = 2; the host has them as `ASKS`.

/** A first path is found as early as possible, even if the whole search takes longer. */
const WANTS_FIRST: u32 = 4;
/** The search ends with the first path. */
const ONLY_FIRST: u32 = 8;
/** The path is written, not only its length. */
const WANTS_TURNS: u32 = 16;
/** A status, with the value of @wayfield/graph: no path was found within the limits. */
const BUDGET_SPENT: u32 = 6;

let isTangents: bool = false;
/** FOUND or NEAREST if there is a path, else the status that says why there is none. */
let status: u32 = 0;
/** Whether there is nothing to search for: both ends lie in one triangle, or there is no path. */
let needsNoSearch: bool = true;
/** Without a search: the length of the straight path, Infinity if there is no path. */
let straightCost: f64 = Infinity;

/** The points of the paths of the block, one path after another: f64 x, and f64 y. */
let xs: usize = 0;
let ys: usize = 0;
let pointRoom: u32 = 0;
let pointCount: u32 = 0;

/** `address`: the block, of BLOCK_BYTES. Queries are answered by tangents or by channels. */
export function queriesBind(address: usize, tangents: bool): void {
  blockBind(address);
  pointRoom = 4 * BLOCK;
  xs = reallocate(0, 0, (<usize>pointRoom) << 3);
  ys = reallocate(0, 0, (<usize>pointRoom) << 3);
  isTangents = tangents;
}

/** Begins a query; afterwards `queryProven` says whether there is anything to do. */
export function queryBegin(sx: f64, sy: f64, tx: f64, ty: f64, asks: u32): void {
  status = locateEnds(sx, sy, tx, ty, asks & (MOVES_TARGET | MOVES_SOURCE));
  const hasPath = status == FOUND || status == NEAREST;
  needsNoSearch = !hasPath || isShared();
  if (needsNoSearch) {
    const dx = targetX() - sourceX();
    const dy = targetY() - sourceY();
    straightCost = hasPath ? sqrt(dx * dx + dy * dy) : Infinity;
    turnsAre(0);
  } else if (isTangents) askBegin((asks & WANTS_FIRST) != 0);
  else channelsBegin((asks & WANTS_FIRST) != 0, (asks & WANTS_TURNS) != 0);
}

/** Goes on for this many labels, or fewer if the path is proven earlier. */
export function queryAdvance(labels: u32): void {
  if (isTangents) askAdvance(labels);
  else channelsAdvance(labels);
}

export function queryProven(): bool {
  return needsNoSearch || (isTangents ? askProven() : channelsProven());
}
/** The length of the best path so far; Infinity without one. */
export function queryCost(): f64 {
  return needsNoSearch ? straightCost : isTangents ? tangentsCost() : channelsCost();
}
export function queryLowerBound(): f64 {
  return needsNoSearch ? straightCost : isTangents ? askLowerBound() : channelsLowerBound();
}
/** FOUND or NEAREST with a path, BUDGET_SPENT until a path is found, else why there is no path. */
export function queryStatus(): u32 {
  return (status == FOUND || status == NEAREST) && queryCost() == Infinity ? BUDGET_SPENT : status;
}
/**
 * The work so far, in labels: expanded, put into the open list, and paths that reached the target.
 */
export function queryExpanded(): u32 {
  return needsNoSearch ? 0 : isTangents ? tangentsExpanded() : channelsExpanded();
}
export function queryQueued(): u32 {
  return needsNoSearch ? 0 : isTangents ? tangentsQueued() : channelsQueued();
}
export function queryTested(): u32 {
  return needsNoSearch ? 0 : isTangents ? tangentsTested() : channelsTested();
}

/** Where the path of the query starts. */
export function queryStartX(): f64 {
  return sourceX();
}
export function queryStartY(): f64 {
  return sourceY();
}
/** Where the path of the query ends. */
export function queryEndX(): f64 {
  return targetX();
}
export function queryEndY(): f64 {
  return targetY();
}

/** Removes all paths from the block. */
export function queriesClear(): void {
  pointCount = 0;
  setWord(FIRST_POINT, 0, 0);
}

/**
 * Stores what is known of the current query as number i of the block; with its path on request.
 */
export function queryStore(i: u32, asks: u32): void {
  const cost = queryCost();
  setFloat(COST, i, cost);
  setFloat(LOWER_BOUND, i, queryLowerBound());
  setWord(EXPANDED, i, queryExpanded());
  setByte(STATUS, i, queryStatus());
  setByte(PROVEN, i, queryProven() ? 1 : 0);
  if (asks & WANTS_TURNS && cost < Infinity) addPath();
  setWord(FIRST_POINT, i + 1, pointCount);
}

/** Makes the turns those of the best path so far, and returns how many there are. */
export function queryTurns(): u32 {
  if (!needsNoSearch)
    if (isTangents) askTurns();
    else channelsTurns();
  return turnCount();
}

function addPath(): void {
  const count = queryTurns() + 2;
  if (pointCount + count > pointRoom) {
    const bytes = (<usize>pointCount) << 3;
    const room = (pointCount + count) << 1;
    xs = reallocate(xs, bytes, (<usize>room) << 3);
    ys = reallocate(ys, bytes, (<usize>room) << 3);
    // only now: memory may end before
    pointRoom = room;
  }
  addPoint(sourceX(), sourceY());
  for (let i: u32 = 0; i < turnCount(); i++) addPoint(turnX(i), turnY(i));
  addPoint(targetX(), targetY());
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

/**
 * Answers the first `count` queries of the block, each to the proof, or with ONLY_FIRST to a path.
 */
export function queriesRun(count: u32, asks: u32): void {
  queriesClear();
  for (let i: u32 = 0; i < count; i++) {
    const sx = given(SOURCE_X, i);
    const sy = given(SOURCE_Y, i);
    queryBegin(sx, sy, given(TARGET_X, i), given(TARGET_Y, i), asks);
    if (asks & ONLY_FIRST) while (!queryProven() && queryCost() == Infinity) queryAdvance(1);
    else while (!queryProven()) queryAdvance(0xffffffff);
    queryStore(i, asks);
  }
}
