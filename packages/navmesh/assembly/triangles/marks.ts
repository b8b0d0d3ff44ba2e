// What triangles are in the search at hand.

import { exits, twins } from './mesh';
import { at, NONE } from '../sides';

/** Per triangle: the search that marked it, times 8, and what it is in there. */
let marks: usize = 0;
/** Per triangle marked WAY: the side that goes down to the target. */
let ways: usize = 0;
export const START: u32 = 1;
export const TARGET: u32 = 2;
export const WAY: u32 = 4;
let search: u32 = 0;

export function marksBind(stamp: usize, way: usize): void {
  marks = stamp;
  ways = way;
}

export function marksForget(number: u32): void {
  search = number;
}

export function mark(triangle: u32, what: u32): void {
  const p = marks + ((<usize>triangle) << 2);
  const old = load<u32>(p);
  store<u32>(p, old >> 3 == search ? old | what : (search << 3) | what);
}

/** What a triangle is in this search; 0 = nothing. */
export function markOf(triangle: u32): u32 {
  const m = at(marks, triangle);
  return m >> 3 == search ? m & 7 : 0;
}

/** Where a triangle marked WAY is left. */
export function wayDown(triangle: u32): u32 {
  return at(ways, triangle);
}

/** Marks the triangles from which the target's is gone down to, up to where its dead end opens; returns that. */
export function markWays(target: u32): u32 {
  let triangle = target;
  for (let exit = at(exits, triangle); exit != NONE; exit = at(exits, triangle)) {
    const down = at(twins, exit);
    triangle = down / 3;
    mark(triangle, WAY);
    store<u32>(ways + ((<usize>triangle) << 2), down);
  }
  return triangle;
}

/** Where the dead end of a triangle opens; the triangle itself where it is in none. */
export function mouthOf(inside: u32): u32 {
  let triangle = inside;
  for (let exit = at(exits, triangle); exit != NONE; exit = at(exits, triangle))
    triangle = at(twins, exit) / 3;
  return triangle;
}
