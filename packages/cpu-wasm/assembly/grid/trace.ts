// Paths out of the records of a search on cells, and what they cost. For the host (search.ts,
// searcher.ts and trees.ts of src/grid), for uniform.ts and bidirectional.ts.

import { WORD } from '../layout';
import { META } from './layout';
import { NONE } from '../status';
import {
  CLOSED,
  gridDeltas,
  gridDiagonalTicks,
  gridGeneration,
  gridRecords,
  reservePath,
  setDiagonals,
  SOURCE,
  gridStraightTicks,
  gridWidth,
} from './state';
import { stepCost } from './weighted';

// the cell before `cell`, which was reached in direction `d`
function before(cell: u32, d: u32): u32 {
  return cell - load<i32>(gridDeltas() + ((<usize>d) << 2));
}

/** Whether the last search settled `cell`. */
export function isSettled(cell: u32): bool {
  return (
    (load<u32>(gridRecords() + ((<usize>cell) << 3), META) & ~15) ==
    ((gridGeneration() << 5) | CLOSED)
  );
}

/** The number of cells on the path from the source to `end`, both included. */
export function traceLength(end: u32): u32 {
  let count: u32 = 1;
  let cell = end;
  let meta = load<u32>(gridRecords() + ((<usize>cell) << 3), META);
  for (; !(meta & SOURCE); count++) {
    cell = before(cell, meta & 7);
    meta = load<u32>(gridRecords() + ((<usize>cell) << 3), META);
  }
  return count;
}

/**
 * Writes the path from the source to `end`, `count` cells (see traceLength), at `out`. Returns its
 * diagonal steps.
 */
export function tracePath(end: u32, out: usize, count: u32): u32 {
  let at = out + ((<usize>count) << 2);
  let cell = end;
  let diagonals: u32 = 0;
  for (;;) {
    store<u32>((at -= 4), cell);
    const meta = load<u32>(gridRecords() + ((<usize>cell) << 3), META);
    if (meta & SOURCE) break;
    diagonals += (meta >> 2) & 1;
    cell = before(cell, meta & 7);
  }
  return diagonals;
}

/** Keeps the path from the source to `end` as the answer. */
export function keepTrace(end: u32): void {
  const count = traceLength(end);
  setDiagonals(tracePath(end, reservePath(count), count));
}

/** Whether the step between two neighbouring cells is a diagonal one. */
function isDiagonal(from: u32, to: u32): bool {
  const step = <u32>abs(<i32>(to - from));
  if (step == gridWidth()) return false;
  // a change of 1 is a straight step, except on a map of two columns: there it may be the diagonal
  // step between the right cell of a row and the left cell of the next row
  return step != 1 || (gridWidth() == 2 && from >> 1 != to >> 1);
}

/**
 * The f32 sum of the step costs of `count` cells at `path`, rounded at every step from the source
 * on.
 */
export function pathCost(path: usize, count: u32): f32 {
  let sum: f32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    const at = path + ((<usize>i) << 2);
    const cell = load<u32>(at);
    sum += stepCost(cell, isDiagonal(load<u32>(at - WORD), cell) ? 4 : 0);
  }
  return sum;
}

/**
 * Writes distances and parents of the cells `first` .. `first + count - 1` after an exhaustive
 * search: f32 at `dist`, u32 at `parent`; Infinity and NONE for cells not reached. On uniform grids
 * `factor` is the factor of the open cells, on weighted ones 0. Wrong beyond 2^32 ticks: see
 * ticksWrapped.
 */
export function treeInto(first: u32, count: u32, factor: f64, dist: usize, parent: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const record = load<u64>(gridRecords() + ((<usize>(first + i)) << 3));
    const meta = <u32>(record >> 32);
    let d: f32 = Infinity;
    let p = NONE;
    if (meta >>> 5 == gridGeneration()) {
      d = factor ? <f32>(factor * ticksToLength(<u32>record)) : reinterpret<f32>(<u32>record);
      if (!(meta & SOURCE)) p = first + i - load<i32>(gridDeltas() + ((<usize>(meta & 7)) << 2));
    }
    store<f32>(dist + ((<usize>i) << 2), d);
    store<u32>(parent + ((<usize>i) << 2), p);
  }
}

// A length from ticks, by the arithmetic of ticksToLength of @wayfield/graph, so the bits agree.
// A path of s straight and d diagonal steps has 2378 s + 3363 d ticks. Modulo 2378 that is 985 d,
// and 985 * 985 is 1. So if d is below 2378, it is 985 * ticks modulo 2378. Of more diagonal steps,
// every 2378 count as 3363 straight ones, which have the same ticks.
function ticksToLength(ticks: u32): f64 {
  if (gridStraightTicks() == 1) return <f64>ticks;
  const diagonals = ((ticks % gridStraightTicks()) * 985) % gridStraightTicks();
  const straights =
    (<f64>ticks - <f64>diagonals * <f64>gridDiagonalTicks()) / <f64>gridStraightTicks();
  return straights + <f64>diagonals * 1.4142135623730951;
}
