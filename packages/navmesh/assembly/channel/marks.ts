// Which triangles and vertices hold the ends of the current query. A mark is stored with the number
// of its query, so marks are cleared only where the numbers begin again (`marksForget`).

import { HAS_RADIUS } from './layout';
import {
  cornerOf,
  exitOf,
  isDown,
  triangleCount,
  triangleRecord,
  twinOf,
  vertexCount,
} from './mesh';
import { at, NONE } from '../sides';

/** The triangle holds the source: only for points. */
export const START: u32 = 1;
/** The triangle holds the target. */
export const TARGET: u32 = 2;
/**
 * The target lies in a dead end, and every path down to the target leads through this triangle. The
 * triangle into which the dead end opens has this mark too. `Triangle.down` is the side that leads
 * down.
 */
export const TO_TARGET: u32 = 4;
/**
 * How many bits of a mark are START, TARGET and TO_TARGET. The bits above hold the query, 1 to
 * QUERIES.
 */
const KINDS: u32 = 3;
const QUERIES: u32 = NONE >> KINDS;

/** Per vertex, for discs: the query in which it is a corner of a triangle that holds an end. */
let ends: usize = 0;
let query: u32 = 0;

export function marksBind(end: usize): void {
  ends = end;
}
export function marksForget(newQuery: u32): void {
  query = (newQuery % QUERIES) + 1;
  if (query != 1) return;
  // the numbers begin again: without this, marks of an earlier query with the same number count
  for (let t: u32 = 0; t < triangleCount(); t++) triangleRecord(t).mark = 0;
  if (HAS_RADIUS) memory.fill(ends, 0, (<usize>vertexCount()) << 2);
}

export function markOf(triangle: u32): u32 {
  const m = triangleRecord(triangle).mark;
  return m >> KINDS == query ? m & ((1 << KINDS) - 1) : 0;
}
/** The side that goes down to the target, of a triangle marked TO_TARGET. */
export function sideToTarget(triangle: u32): u32 {
  return triangleRecord(triangle).down;
}

export function mark(triangle: u32, what: u32): void {
  triangleRecord(triangle).mark = (query << KINDS) | markOf(triangle) | what;
}

/**
 * Marks the triangles of a dead end that lead down to the target. Returns the triangle that the
 * dead end opens into.
 */
export function markDeadEnd(triangle: u32): u32 {
  let t = triangle;
  for (let exit = exitOf(t); exit != NONE; exit = exitOf(t)) {
    const down = twinOf(exit);
    t = down / 3;
    mark(t, TO_TARGET);
    triangleRecord(t).down = down;
  }
  return t;
}

/** The triangle that a triangle's dead end opens into; the triangle itself outside of dead ends. */
export function openingOf(triangle: u32): u32 {
  let t = triangle;
  for (let exit = exitOf(t); exit != NONE; exit = exitOf(t)) t = twinOf(exit) / 3;
  return t;
}

/** Whether a side leads into a dead end that does not hold the target. */
export function isAstray(side: u32): bool {
  if (!isDown(side)) return false;
  const triangle = side / 3;
  return (markOf(triangle) & TO_TARGET) == 0 || sideToTarget(triangle) != side;
}

/** Marks the corners of a triangle that holds an end. */
export function markCorners(triangle: u32): void {
  if (!HAS_RADIUS) return;
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++)
    store<u32>(ends + ((<usize>cornerOf(side)) << 2), query);
}
export function isAtEnd(v: u32): bool {
  return at(ends, v) == query;
}
