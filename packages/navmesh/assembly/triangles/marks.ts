// What triangles are in the search at hand.

import { exitOf, triangles, twinOf } from './mesh';
import { NONE } from '../sides';

/** In a triangle's 16 bytes: the search that marked it, times 8, and what it is in there; where it is marked WAY, the side that goes down to the target. */
const MARK: usize = 8;
const DOWN: usize = 12;
export const START: u32 = 1;
export const TARGET: u32 = 2;
export const WAY: u32 = 4;
let search: u32 = 0;

export function marksForget(number: u32): void {
  search = number;
}

export function mark(triangle: u32, what: u32): void {
  const p = triangles + ((<usize>triangle) << 4);
  const old = load<u32>(p, MARK);
  store<u32>(p, old >> 3 == search ? old | what : (search << 3) | what, MARK);
}

/** What a triangle is in this search; 0 = nothing. */
export function markOf(triangle: u32): u32 {
  const m = load<u32>(triangles + ((<usize>triangle) << 4), MARK);
  return m >> 3 == search ? m & 7 : 0;
}

/** Where a triangle marked WAY is left. */
export function wayDown(triangle: u32): u32 {
  return load<u32>(triangles + ((<usize>triangle) << 4), DOWN);
}

/** Marks the triangles from which the target's is gone down to, up to where its dead end opens; returns that. */
export function markWays(target: u32): u32 {
  let triangle = target;
  for (let exit = exitOf(triangle); exit != NONE; exit = exitOf(triangle)) {
    const down = twinOf(exit);
    triangle = down / 3;
    mark(triangle, WAY);
    store<u32>(triangles + ((<usize>triangle) << 4), down, DOWN);
  }
  return triangle;
}

/** Where the dead end of a triangle opens; the triangle itself where it is in none. */
export function mouthOf(inside: u32): u32 {
  let triangle = inside;
  for (let exit = exitOf(triangle); exit != NONE; exit = exitOf(triangle))
    triangle = twinOf(exit) / 3;
  return triangle;
}
