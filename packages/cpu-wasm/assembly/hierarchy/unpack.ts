// The path of the last query: the arcs up from the source, through the top and down to the target,
// each unpacked into arcs of the graph (expand.ts).

import { WEIGHT } from '../layout';
import { BEFORE } from './layout';
import { NONE } from '../status';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { expandArc, expandCreate, pathBegin, pathFinish } from './expand';
import { queryDescent, querySummit } from './query';
import { firstArcOf, hierarchyLabels, hierarchyNodes } from './state';
import { topDist } from './top';

/**
 * Ranks over which a path is followed back, before their arcs are expanded in the opposite order:
 * at most one per level.
 */
let chain: usize = 0;

/** Allocates scratch for a hierarchy of `levels` levels. */
export function unpackCreate(levels: u32): void {
  chain = reallocate(0, 0, (<usize>levels + 2) << 2);
  expandCreate(levels);
}

/** The arc of an item's row whose upper end is `head`. */
function arcTo(item: u32, head: u32): usize {
  let arc = firstArcOf(item);
  while (load<u32>(arc) != head) arc += 8;
  return arc;
}

/**
 * Appends the path through the top from `rank` to where the descent begins, and returns that rank.
 * The part still to be found leads from `low` to `high`, either of which may be the higher rank.
 * `topFill` computed the distance of these two as the weight of an arc of the lower rank plus
 * another distance of the table. An arc of the lower rank with this sum is on a shortest path. If
 * the lower rank is `low`, the arc is the first one and is expanded at once. Else it is the last
 * one: `high` goes into `chain`, and the arc down to it is expanded at the end.
 */
function crossTop(rank: u32): u32 {
  let low = rank;
  let high = queryDescent();
  let count: usize = 0;
  while (low != high) {
    const dist = topDist(low, high);
    if (low < high) {
      let arc = firstArcOf(low << 1);
      while (load<f32>(arc, WEIGHT) + topDist(load<u32>(arc), high) != dist) arc += 8;
      expandArc(arc);
      low = load<u32>(arc);
    } else {
      store<u32>(chain + (count << 2), high);
      count++;
      let arc = firstArcOf((high << 1) | 1);
      while (load<f32>(arc, WEIGHT) + topDist(low, load<u32>(arc)) != dist) arc += 8;
      high = load<u32>(arc);
    }
  }
  while (count > 0) {
    count--;
    const next = load<u32>(chain + (count << 2));
    expandArc(arcTo((next << 1) | 1, high));
    high = next;
  }
  return queryDescent();
}

/** The rank from which the last search came to an item, NONE where it began. */
function before(item: u32): u32 {
  return load<u32>(hierarchyLabels() + ((<usize>item) << 3), BEFORE);
}

/**
 * Unpacks the path of the last search, which found one; returns the number of its nodes. `sums`:
 * adds up weights for `pathCost`. `loops`: leaves out cycles, see `pathFinish`.
 */
export function hierarchyUnpack(sums: bool, loops: bool): u32 {
  let count: usize = 0;
  for (let rank = querySummit(); rank != NONE; rank = before(rank << 1)) {
    store<u32>(chain + (count << 2), rank);
    count++;
  }
  let rank = load<u32>(chain + ((count - 1) << 2));
  pathBegin(load<u32>(hierarchyNodes() + ((<usize>rank) << 2)), sums);
  for (let i = count - 1; i > 0; i--) {
    const next = load<u32>(chain + ((i - 1) << 2));
    expandArc(arcTo(rank << 1, next));
    rank = next;
  }
  rank = crossTop(rank);
  for (;;) {
    const next = before((rank << 1) | 1);
    if (next == NONE) break;
    expandArc(arcTo((next << 1) | 1, rank));
    rank = next;
  }
  return pathFinish(loops);
}
