// What triangles are in the search at hand.

import { corners, exits, isDown, twins } from './mesh';
import { at, NONE } from '../sides';

/** Per triangle: the search that marked it, times 4, and what it is in there. */
let marks: usize = 0;
/** Per triangle marked WAY: the side that goes down to the target. */
let ways: usize = 0;
export const TARGET: u32 = 1;
const WAY: u32 = 2;
/** Per vertex: the search in which it is a corner of a triangle that holds an end. */
let ends: usize = 0;
let search: u32 = 0;

export function marksBind(stamps: usize, way: usize, end: usize): void {
  marks = stamps;
  ways = way;
  ends = end;
}
export function marksForget(number: u32): void {
  search = number;
}

export function markOf(triangle: u32): u32 {
  const m = at(marks, triangle);
  return m >> 2 == search ? m & 3 : 0;
}
function mark(triangle: u32, what: u32): void {
  store<u32>(marks + ((<usize>triangle) << 2), (search << 2) | markOf(triangle) | what);
}

/** Marks the corners of a triangle that holds an end. */
export function markEnds(triangle: u32): void {
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++)
    store<u32>(ends + ((<usize>at(corners, side)) << 2), search);
}
export function isAtEnd(v: u32): bool {
  return at(ends, v) == search;
}

/** Marks a triangle that holds the target, and the way down to it where it is in a dead end; returns where that opens. */
export function markTarget(triangle: u32): u32 {
  mark(triangle, TARGET);
  markEnds(triangle);
  let t = triangle;
  for (let exit = at(exits, t); exit != NONE; exit = at(exits, t)) {
    const down = at(twins, exit);
    t = down / 3;
    mark(t, WAY);
    store<u32>(ways + ((<usize>t) << 2), down);
  }
  return t;
}

/** Down into a dead end only to the target. */
export function mayDescend(side: u32): bool {
  if (!isDown(side)) return true;
  const triangle = side / 3;
  return (markOf(triangle) & WAY) != 0 && at(ways, triangle) == side;
}
