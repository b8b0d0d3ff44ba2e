// The path of the last query. build.ts made the distance of an entry as the weight of an arc up
// plus the distance to the same hub in the label at the upper end of that arc. So the path begins
// with an arc for which this sum, rounded in the same way, equals the distance. Arcs are unpacked
// as those of a search in the hierarchy.

import { WEIGHT } from '../layout';
import { NONE } from '../status';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { expandArc, expandCreate, pathBegin, pathFinish } from '../hierarchy/expand';
import { firstArcOf, hierarchyNodeCount } from '../hierarchy/state';
import {
  backwardLabel,
  distOfHub,
  forwardLabel,
  hubOf,
  meetingHub,
  querySource,
  queryTarget,
} from './query';

/** Addresses of the arcs of the descent, from the target back: at most one per level. */
let descent: usize = 0;
/** The distance between the hub and the upper end of the arc that `arcTowards` found. */
let rest: f32 = 0;

/** Allocates scratch for a hierarchy of `levels` levels. */
export function hubLabelsPathCreate(levels: u32): void {
  descent = reallocate(0, 0, (<usize>levels + 2) << 2);
  expandCreate(levels);
}

/** The rank of a node. */
function rankOf(node: u32): u32 {
  return hierarchyNodeCount() - 1 - hubOf(node);
}

/** The distance of a hub in the label of an item. */
function distAt(item: u32, hub: u32): f32 {
  const own = hierarchyNodeCount() - 1 - (item >> 1);
  return item & 1
    ? distOfHub(backwardLabel(own), backwardLabel(own + 1), hub)
    : distOfHub(forwardLabel(own), forwardLabel(own + 1), hub);
}

/** The arc up with which a path of length `dist` from an item to a hub begins; 0: no such arc. */
function arcTowards(item: u32, hub: u32, dist: f32): usize {
  const summit = hierarchyNodeCount() - 1 - hub;
  const end = firstArcOf(item + 1);
  for (let a = firstArcOf(item); a < end; a += 8) {
    const upper = load<u32>(a);
    // most arcs need no look at a label
    if (upper > summit || load<f32>(a, WEIGHT) > dist) continue;
    rest = distAt((upper << 1) | (item & 1), hub);
    if (rest != Infinity && load<f32>(a, WEIGHT) + rest == dist) return a;
  }
  return 0;
}

/**
 * Unpacks the path of the last search; returns the number of its nodes, or 0 where the labels are
 * not those of the hierarchy. `sums`: for `pathCost`. `loops`: see `pathFinish`.
 */
export function hubLabelsUnpack(sums: bool, loops: bool): u32 {
  const hub = meetingHub();
  if (hub == NONE) return 0;
  const summit = hierarchyNodeCount() - 1 - hub;
  pathBegin(querySource(), sums);
  let item = rankOf(querySource()) << 1;
  let dist = distAt(item, hub);
  while (item >> 1 != summit) {
    const arc = arcTowards(item, hub, dist);
    if (arc == 0) return 0;
    expandArc(arc);
    item = load<u32>(arc) << 1;
    dist = rest;
  }
  let count: usize = 0;
  item = (rankOf(queryTarget()) << 1) | 1;
  dist = distAt(item, hub);
  while (item >> 1 != summit) {
    const arc = arcTowards(item, hub, dist);
    if (arc == 0) return 0;
    store<u32>(descent + (count << 2), <u32>arc);
    count++;
    item = (load<u32>(arc) << 1) | 1;
    dist = rest;
  }
  while (count > 0) {
    count--;
    expandArc(<usize>load<u32>(descent + (count << 2)));
  }
  return pathFinish(loops);
}
