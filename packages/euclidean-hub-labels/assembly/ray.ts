// Rays: whether points see corners or other points, by walks from triangle to triangle. group.ts
// runs the walks of 32 queries in turns, one triangle each, so that their cache misses overlap.
// query.ts (`isSeen`) and keep.ts (`keepIn`) ask for single rays by `seesCorner`.
//
// A vertex is on the line if twice the area of line and vertex is at most `epsilon()`, which is
// `areaRounding` of @wayfield/triangulation. A line may touch a vertex, but the walk does not know
// which side of the vertex is free. So in the first walk all such vertices count as right of the
// line. If that walk ends at a wall, a second walk counts all of them as left of the line. A line
// that touches walls on both sides ends in both walks and counts as blocked. No path is lost by
// that: a path of the same length turns at the touched corners.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { NONE } from '@wayfield/wasm/assembly/words';
import { cornersOf } from '@wayfield/navmesh/assembly/locate/locate';
import {
  CORNER,
  CORNER_SHIFT,
  cornerX,
  cornerY,
  sideOf,
} from '@wayfield/navmesh/assembly/locate/layout';
import { pointX, pointY, triangleAt, vertexAt } from '@wayfield/navmesh/assembly/tangent/view';
import { epsilon } from '@wayfield/navmesh/assembly/tangent/walls';

/** A walk along a line, from triangle to triangle. */
// @ts-ignore: decorator
@unmanaged
export class Walk {
  /** The start, and the vector to the end. */
  x: f64;
  y: f64;
  dx: f64;
  dy: f64;
  /** The triangle of the start. */
  from: u32;
  /** 4 x the next triangle + the side of that triangle over which the walk enters it. */
  entry: u32;
  /** If the walk goes to a point: the triangle of the point. Else NONE. */
  aim: u32;
  /** If the walk goes to a corner: the corner. Else NONE. */
  corner: u32;
  /** The index of the result that becomes 1 if the start sees the end: see `walksSee`. */
  result: u32;
  /** 1 once a vertex was on the line: if the first walk ends, a second walk may succeed. */
  isTied: u32;
  /** 1 in the second walk, for which vertices on the line count as left of the line, else 0. */
  tiesAreLeft: u32;
}

// States of a walk.

/** The walk goes on. */
const GOES: u32 = 0;
/** The walk has come to its end: the start sees the end. */
const SEES: u32 = 1;
/** The walk has ended at a wall. */
const ENDS: u32 = 2;

let walks: usize = 0;
let room: u32 = 0;
let count: u32 = 0;
/** The number of results: two per query of a group. */
export const RESULTS: u32 = 64;
/** u8 per result: 1 if one of the walks with this result came to its end. */
let results: usize = 0;
/** The walk of `seesCorner`. */
let single: Walk = changetype<Walk>(0);

export function raysBind(): void {
  results = reallocate(0, 0, RESULTS);
  single = changetype<Walk>(reallocate(0, 0, offsetof<Walk>()));
}

export function walksBegin(): void {
  count = 0;
  memory.fill(results, 0, RESULTS);
}

function walkAt(i: u32): Walk {
  return changetype<Walk>(walks + <usize>i * offsetof<Walk>());
}

/** Adds a walk from a point of triangle `from`. The caller then sets `aim` or `corner`. */
export function walksAdd(result: u32, from: u32, x: f64, y: f64, endX: f64, endY: f64): Walk {
  if (count == room) {
    const bytes = <usize>count * offsetof<Walk>();
    room = max(RESULTS, 2 * count);
    walks = reallocate(walks, bytes, <usize>room * offsetof<Walk>());
  }
  const walk = walkAt(count++);
  begin(walk, from, x, y, endX, endY);
  walk.aim = NONE;
  walk.corner = NONE;
  walk.result = result;
  return walk;
}

function begin(walk: Walk, from: u32, x: f64, y: f64, endX: f64, endY: f64): void {
  walk.x = x;
  walk.y = y;
  walk.dx = endX - x;
  walk.dy = endY - y;
  walk.from = from;
  walk.isTied = 0;
  walk.tiesAreLeft = 0;
}

/** Whether one of the walks of this result has come to its end. */
export function walksSee(result: u32): bool {
  return load<u8>(results + result) != 0;
}

/** Runs all walks until each has come to its end or cannot go on. Afterwards there are no walks. */
export function walksRun(): void {
  for (let i: u32 = 0; i < count;) {
    const state = enter(walkAt(i));
    if (state == GOES) i++;
    else finish(i, state);
  }
  while (count > 0)
    for (let i: u32 = 0; i < count;) {
      const state = step(walkAt(i));
      if (state == GOES) i++;
      else finish(i, state);
    }
}

/** Stores the result of a finished walk, whose place the last walk takes. */
function finish(i: u32, state: u32): void {
  const walk = walkAt(i);
  if (state == SEES) store<u8>(results + walk.result, 1);
  count--;
  if (i < count)
    memory.copy(changetype<usize>(walk), changetype<usize>(walkAt(count)), offsetof<Walk>());
}

/** Twice the area of the line and a corner of a triangle: above 0 if the corner is on the left. */
function areaTo(walk: Walk, corner: usize): f64 {
  return walk.dx * (cornerY(corner) - walk.y) - walk.dy * (cornerX(corner) - walk.x);
}

/** Whether a vertex counts as left of the line, given `areaTo`; notes vertices on the line. */
function isLeft(walk: Walk, twice: f64): bool {
  if (abs(twice) > epsilon()) return twice > 0;
  walk.isTied = 1;
  return walk.tiesAreLeft != 0;
}

/** Whether a vertex on the line is the corner that the walk looks for. */
function isCorner(walk: Walk, triangle: u32, k: u32): bool {
  return walk.corner != NONE && vertexAt(triangleAt(triangle), k) == walk.corner;
}

/**
 * The first step. The line leaves the triangle over the side that starts on the right of the line
 * and ends on the left.
 */
function enter(walk: Walk): u32 {
  const from = walk.from;
  if (from == walk.aim) return SEES;
  const corners = cornersOf(from);
  const a = areaTo(walk, corners);
  const b = areaTo(walk, corners + CORNER);
  const c = areaTo(walk, corners + 2 * CORNER);
  // the area at the corner itself is 0
  if (a == 0 && isCorner(walk, from, 0)) return SEES;
  if (b == 0 && isCorner(walk, from, 1)) return SEES;
  if (c == 0 && isCorner(walk, from, 2)) return SEES;
  const isLeftA = isLeft(walk, a);
  const isLeftB = isLeft(walk, b);
  const isLeftC = isLeft(walk, c);
  let exit: u32 = NONE;
  if (!isLeftA && isLeftB) exit = 0;
  if (!isLeftB && isLeftC) exit = 1;
  if (!isLeftC && isLeftA) exit = 2;
  return exit == NONE ? stop(walk) : goOver(walk, corners, exit);
}

/** The next step. Only the vertex opposite the entered side is new and has to be tested. */
function step(walk: Walk): u32 {
  const triangle = walk.entry >> 2;
  if (triangle == walk.aim) return SEES;
  const k = walk.entry & 3;
  const opposite: u32 = k == 0 ? 2 : k - 1;
  const corners = cornersOf(triangle);
  const twice = areaTo(walk, corners + ((<usize>opposite) << CORNER_SHIFT));
  if (twice == 0 && isCorner(walk, triangle, opposite)) return SEES;
  return goOver(walk, corners, isLeft(walk, twice) ? (k == 2 ? 0 : k + 1) : opposite);
}

/** Goes over a side into the next triangle, unless the side is a wall. */
function goOver(walk: Walk, corners: usize, side: u32): u32 {
  walk.entry = sideOf(corners, side);
  return walk.entry == NONE ? stop(walk) : GOES;
}

/** At a wall: begins the second walk if a vertex was on the line, else the walk ends. */
function stop(walk: Walk): u32 {
  if (walk.isTied == 0 || walk.tiesAreLeft != 0) return ENDS;
  walk.tiesAreLeft = 1;
  return enter(walk);
}

/** Whether a point of triangle `from` sees a corner; the line may touch walls on one side. */
export function seesCorner(from: u32, x: f64, y: f64, corner: u32): bool {
  begin(single, from, x, y, pointX(corner), pointY(corner));
  single.aim = NONE;
  single.corner = corner;
  let state = enter(single);
  while (state == GOES) state = step(single);
  return state == SEES;
}
