// A cache of what the current query knows about via corners: the length from the end to the corner,
// and whether the end sees the corner. query.ts reads and writes it. The place of a via corner in
// its list, modulo 64, is its place in the cache. If another corner has taken that place, length
// and sight are computed again. There are two caches, one for sources and one for targets. 64
// entries of 16 bytes stay in the processor's cache.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { NONE } from '@wayfield/wasm/assembly/words';

/** What the query knows about a via corner. */
// @ts-ignore: decorator
@unmanaged
export class Sight {
  /** The length from the end to the corner; Infinity once the corner proved out of sight. */
  length: f64;
  /** The place of the corner in its list; NONE if this entry is empty. */
  corner: u32;
  /** 1 once the corner is known to be seen. */
  isSeen: u32;
}

/** The number of entries of the cache, a power of two. A hub has about four via corners per end. */
const PLACES: u32 = 64;
const SIGHT_SHIFT: usize = 4;

/** Allocates a cache for one end of a query. */
export function newSights(): usize {
  return reallocate(0, 0, (<usize>PLACES) << SIGHT_SHIFT);
}

/** Empties a cache, before each query. */
export function clearSights(sights: usize): void {
  for (let i: u32 = 0; i < PLACES; i++)
    changetype<Sight>(sights + ((<usize>i) << SIGHT_SHIFT)).corner = NONE;
}

/** The cache entry for a via corner; the entry may hold another via corner. */
export function sightAt(sights: usize, corner: u32): Sight {
  return changetype<Sight>(sights + ((<usize>(corner & (PLACES - 1))) << SIGHT_SHIFT));
}
