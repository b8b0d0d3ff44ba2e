// What the current query knows of the corners of a list: their lengths, and whether they are seen.
// The table is so small that it stays in the cache. A corner that another one has overwritten is
// measured again.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { NONE } from '@wayfield/wasm/assembly/words';

/** What is known of a corner. */
// @ts-ignore: decorator
@unmanaged
export class Sight {
  /** The length from the end to the corner, Infinity once it is known to be out of sight. */
  length: f64;
  corner: u32;
  isSeen: u32;
}

/** Places of a table, a power of two. A hub has a few corners. */
const PLACES: u32 = 64;
const SIGHT_SHIFT: usize = 4;

export function newSights(): usize {
  return reallocate(0, 0, (<usize>PLACES) << SIGHT_SHIFT);
}

export function clearSights(sights: usize): void {
  for (let i: u32 = 0; i < PLACES; i++)
    changetype<Sight>(sights + ((<usize>i) << SIGHT_SHIFT)).corner = NONE;
}

/** The place of a corner, which may hold another corner. */
export function sightAt(sights: usize, corner: u32): Sight {
  return changetype<Sight>(sights + ((<usize>(corner & (PLACES - 1))) << SIGHT_SHIFT));
}
