// A* and Dijkstra on uniform grids: whole-number ticks, a bucket queue that keeps exact order, and
// canonical ordering on 8 neighbours (see buildSuccessors), on 4 neighbours its counterpart
// "columns before rows". Of cells with the same key the one generated last is settled first, so the
// search goes straight on where nothing is in its way.

import { META } from './layout';
import { MANHATTAN, OCTILE } from '../heuristics';
import { BUDGET_SPENT, FOUND, NONE, NO_PATH } from '../status';
import { BUCKETS, bucketsCursor, bucketsPop, bucketsPush, bucketsReset } from '../buckets';
import { distanceInTicks, isCurved, ticksOfEach, ticksOfLarger } from './heuristic';
import {
  CLOSED,
  gridDeltas,
  gridDiagonalTicks,
  gridMoves,
  gridNeighbours,
  nextGeneration,
  gridRecords,
  reservePath,
  setDiagonals,
  setSettled,
  SOURCE,
  stepX,
  stepY,
  gridStraightTicks,
  takeMark,
  gridWidth,
} from './state';
import { keepTrace } from './trace';

/** Address of the table of buildSuccessors. */
let successors: usize = 0;
/** Whether a dist of the last search was below the one settled before it: ticks wrapped around. */
let wrapped: bool = false;

/** Binds the table that buildSuccessors filled (2048 bytes). */
export function uniformBind(successorTable: usize): void {
  successors = successorTable;
}

/** Whether the ticks of the last search passed 2^32; meaningless after one with a heuristic. */
export function ticksWrapped(): bool {
  return wrapped;
}

/**
 * Searches a path from `source` to `target` and keeps it as the answer. A path as long as the lower
 * bound is shortest, so the direct path is tried first, diagonal steps before straight ones. That
 * takes one look at each of its cells, without queue and records. Returns a status as
 * uniformSearch; the cells of a direct path count as settled.
 */
export function uniformPath(source: u32, target: u32, heuristic: u32, maxSettled: u32): u32 {
  const exact = gridNeighbours() == 8 ? heuristic == OCTILE : heuristic == MANHATTAN;
  if (exact && keepDirect(source, target, maxSettled)) return FOUND;
  const status = uniformSearch(source, target, heuristic, maxSettled, 0, 0);
  if (status == FOUND) keepTrace(target);
  return status;
}

/**
 * Keeps the path from `source` to `target` that takes its diagonal steps first, then its straight
 * ones (4 neighbours: columns before rows), if that path is open and has at most `most` cells.
 * Returns whether it did.
 */
function keepDirect(source: u32, target: u32, most: u32): bool {
  const wide = gridWidth();
  const sy = source / wide,
    ty = target / wide;
  const dx = <i32>(target - ty * wide - (source - sy * wide)),
    dy = <i32>(ty - sy);
  const across = <u32>abs(dx),
    down = <u32>abs(dy);
  const eight = gridNeighbours() == 8;
  const steps = eight ? max(across, down) : across + down;
  if (steps >= most) return false;
  // the directions along the row and along the column, and their diagonal 2 * column + row: see
  // moves.ts
  const row = <u32>(dx < 0),
    column = 2 + <u32>(dy < 0);
  const turn = eight ? min(across, down) : down;
  const path = reservePath(steps + 1);
  store<u32>(path, source);
  let d = eight ? 2 * column + row : column,
    cell = source,
    at = path,
    stop = path + ((<usize>turn) << 2);
  for (;;) {
    const step = load<i32>(gridDeltas() + ((<usize>d) << 2));
    while (at < stop) {
      if (!((<u32>load<u8>(gridMoves() + cell) >> d) & 1)) return false;
      cell += step;
      store<u32>((at += 4), cell);
    }
    const end = path + ((<usize>steps) << 2);
    if (stop == end) break;
    stop = end;
    d = eight && down > across ? column : row;
  }
  setDiagonals(eight ? turn : 0);
  setSettled(steps + 1);
  return true;
}

/** The moves out of `u` that a search needs after a step there in direction `d`. */
function onward(u: u32, d: u32): u32 {
  const m = <u32>load<u8>(gridMoves() + u);
  if (gridNeighbours() == 8) return load<u8>(successors + (d << 8) + m);
  if (d >= 2) return m & ~(1 << (d ^ 1));
  // 4 neighbours, after a step along a row: a step up or down is searched only if the same step was
  // illegal from the cell before, since columns come before rows
  const before = u - load<i32>(gridDeltas() + ((<usize>d) << 2));
  return m & ((1 << d) | (12 & ~(<u32>load<u8>(gridMoves() + before))));
}

/**
 * Searches from `source` until `target` is settled, or until the `marked` cells whose bits are set
 * at `marks` are settled (see takeMark), or, with target NONE and `marked` 0, everywhere. Returns
 * FOUND only for a target, BUDGET_SPENT where `maxSettled` cells did not suffice, else NO_PATH.
 */
export function uniformSearch(
  source: u32,
  target: u32,
  heuristic: u32,
  maxSettled: u32,
  marks: usize,
  marked: u32,
): u32 {
  const stamp = nextGeneration() << 5;
  const wide = gridWidth();
  const tx = <i32>(target % wide),
    ty = <i32>(target / wide);
  const first = distanceInTicks(
    heuristic,
    abs(<i32>(source % wide) - tx),
    abs(<i32>(source / wide) - ty),
  );
  bucketsReset(first);
  store<u64>(gridRecords() + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);

  const rec = gridRecords(),
    mov = gridMoves(),
    del = gridDeltas();
  const straight = gridStraightTicks(),
    diagonal = gridDiagonalTicks();
  // most bounds are each * (dx + dy) + more * max(dx, dy), computed here without a call
  const curved = isCurved(heuristic);
  const each = ticksOfEach(heuristic),
    more = ticksOfLarger(heuristic);
  let count: u32 = 0;
  let status = NO_PATH;
  let last: u32 = 0;
  wrapped = false;
  // the cell generated last among those with the key of the current bucket: it is settled next, so
  // it bypasses the queue
  let held = source;
  for (;;) {
    let u = held;
    if (u == NONE) u = bucketsPop();
    else held = NONE;
    if (u == NONE) break;
    const at = rec + ((<usize>u) << 3);
    const record = load<u64>(at);
    const meta = <u32>(record >> 32);
    // an outdated entry: u was pushed again later with fewer ticks, and is settled
    if (meta & CLOSED) continue;
    if (count == maxSettled) {
      status = BUDGET_SPENT;
      break;
    }
    store<u32>(at, meta | CLOSED, META);
    count++;
    if (u == target) {
      status = FOUND;
      break;
    }
    if (marked && takeMark(marks, u) && --marked == 0) break;

    const dist = <u32>record;
    if (dist < last) wrapped = true;
    last = dist;
    let m = meta & SOURCE ? <u32>load<u8>(mov + u) : onward(u, meta & 7);
    const y = u / wide;
    const ux = <i32>(u - y * wide) - tx,
      uy = <i32>y - ty;
    while (m) {
      const e = <u32>ctz(m);
      m &= m - 1;
      const v = u + load<i32>(del + ((<usize>e) << 2));
      const next = dist + (e < 4 ? straight : diagonal);
      const atV = rec + ((<usize>v) << 3);
      const other = load<u64>(atV);
      const metaV = <u32>(other >> 32);
      // a difference, because ticks may wrap around
      if ((metaV ^ stamp) < 32 && ((metaV & CLOSED) != 0 || <i32>(next - <u32>other) >= 0))
        continue;
      store<u64>(atV, <u64>next | ((<u64>(stamp | e)) << 32));
      const dx = <u32>abs(ux + stepX(e)),
        dy = <u32>abs(uy + stepY(e));
      const key =
        next +
        (curved ? distanceInTicks(heuristic, dx, dy) : each * (dx + dy) + more * max(dx, dy));
      let pushed = v;
      if ((key & (BUCKETS - 1)) == bucketsCursor()) {
        pushed = held;
        held = v;
      }
      if (pushed != NONE) bucketsPush(key, pushed);
    }
  }
  setSettled(count);
  return status;
}
