// Whether a disc that moves straight keeps clear of walls and vertices. Called by `optimize` of
// mend.ts, after `straight` of search.ts has found the polygons along the line.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { endSide, firstSide, sideAt } from '@wayfield/surface/assembly/world';
import { SEGMENT, Segment } from './layout';
import { beyond, epsilon, readSide } from './mesh';
import { isWithin } from './near';
import { pathAt, pathCount, SPREAD, theLine } from './search';

/** The queue has room for this many polygons at first. The hash table needs a power of two. */
const ROOM: u32 = 256;

/** Polygons near the line, in the order in which they are found. */
let queue: usize = 0;
let count: u32 = 0;
let room: u32 = 0;
/**
 * Hash table with open addressing: the polygons of the queue, and per place the number of the call
 * that put the polygon there.
 */
let table: usize = 0;
let tableOf: usize = 0;
/** The number of the current call, from 1 on. After 2^32 - 1 calls `tableOf` is cleared. */
let calls: u32 = 0;
/** The current side of a polygon, and its start as a segment of length 0. */
let side: Segment = changetype<Segment>(0);
let start: Segment = changetype<Segment>(0);

/** For tests: sets the number of the last call. */
export function callsSet(value: u32): void {
  calls = value;
}

export function stripCreate(): void {
  makeRoom(ROOM);
  side = changetype<Segment>(reallocate(0, 0, SEGMENT));
  start = changetype<Segment>(reallocate(0, 0, SEGMENT));
}

/** Makes room for `polygons` polygons. Keeps the queue, and empties the table. */
function makeRoom(polygons: u32): void {
  queue = reallocate(queue, (<usize>count) << 2, (<usize>polygons) << 2);
  table = reallocate(table, 0, (<usize>polygons) << 3);
  tableOf = reallocate(tableOf, 0, (<usize>polygons) << 3);
  room = polygons;
}

/**
 * Whether a disc that moves along the line of the last search keeps clear of all walls and
 * vertices. The test begins in the polygons along the line and spreads over every side that comes
 * within the radius of the line.
 */
export function isStripClear(radius: f64): bool {
  // a wall that is nearer than the radius by rounding alone does not block; disc searches agree
  const least = radius * (1 - 1e-9) - epsilon();
  const square = least * least;
  const line = theLine();
  count = 0;
  if (++calls == 0) {
    memory.fill(tableOf, 0, (<usize>room) << 3);
    calls = 1;
  }
  for (let i: u32 = 0; i < pathCount(); i++) visit(pathAt(i));
  for (let i: u32 = 0; i < count; i++) {
    const p = get(queue, i);
    for (let s = firstSide(p), end = endSide(p); s < end; s++) {
      readSide(p, s, side);
      start.ax = start.bx = sideAt(s).x;
      start.ay = start.by = sideAt(s).y;
      if (isWithin(line, start, square)) return false;
      if (!isWithin(line, side, square)) continue;
      const other = beyond(s);
      if (other == NONE) return false;
      visit(other);
    }
  }
  return true;
}

/** Puts a polygon into the queue unless this call has put it there already. */
function visit(p: u32): void {
  if (count == room) {
    const known = count;
    makeRoom(2 * room);
    count = 0;
    for (let i: u32 = 0; i < known; i++) visit(get(queue, i));
  }
  const last = 2 * room - 1;
  let at = (p * SPREAD) & last;
  while (get(tableOf, at) == calls && get(table, at) != p) at = (at + 1) & last;
  if (get(tableOf, at) == calls) return;
  set(table, at, p);
  set(tableOf, at, calls);
  set(queue, count++, p);
}
