// The path of the last query: the arcs up from the source, through the top and down to the target,
// each unpacked into arcs of the graph: runs of nodes are copied.

import { WEIGHT } from '../layout';
import { BEFORE, END, LENGTH } from './layout';
import { NONE } from '../status';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { queryDescent, querySummit } from './query';
import {
  hierarchyArcs,
  firstOf,
  hierarchyLabels,
  hierarchyNodes,
  hierarchyExpansionOf,
  hierarchyExpansion,
  hierarchyExpansionWeights,
  REFERENCE,
} from './state';
import { topDist } from './top';

/** Ranks of a climb from its end back, or of a descent; their shortcuts are unpacked later. */
let chain: usize = 0;
/** Stack: where to continue after a reference, u32 place and end. */
let stack: usize = 0;
/** Whether weights are wanted. */
let weighed: bool = false;
/** u32 node and f32 weight of the arc to it, of the whole path. */
let pathAt: usize = 0;
let weightsAt: usize = 0;
let capacity: u32 = 0;
let length: u32 = 0;
let cost: f32 = 0;
/** Address of a u32 per node: where in a path it was last put. 0 until `unpackPlaces`. */
let places: usize = 0;

/** Allocates scratch for a hierarchy of `levels` levels. */
export function unpackCreate(levels: u32): void {
  chain = reallocate(0, 0, (<usize>levels + 2) << 2);
  stack = reallocate(0, 0, (<usize>levels + 2) << 3);
  capacity = 1024;
  pathAt = reallocate(0, 0, (<usize>capacity) << 2);
  weightsAt = reallocate(0, 0, (<usize>capacity) << 2);
}

export function pathAddress(): usize {
  return pathAt;
}

/** The f32 sum of the weights along the path, from the source on. */
export function pathCost(): f32 {
  return cost;
}

/** Makes room for `more` nodes. */
function reserve(more: u32): void {
  while (length + more > capacity) {
    const bytes = (<usize>capacity) << 2;
    pathAt = reallocate(pathAt, bytes, bytes << 1);
    weightsAt = reallocate(weightsAt, bytes, bytes << 1);
    capacity <<= 1;
  }
}

/** The arc of an item's row whose upper end is `head`. */
function arcTo(item: u32, head: u32): usize {
  let arc = firstOf(item);
  while (load<u32>(arc) != head) arc += 8;
  return arc;
}

/** Appends the nodes of an arc, without its first. */
function expand(arc: usize): void {
  const base = stack;
  let top = base;
  const part = load<u64>(hierarchyExpansionOf() + (arc - hierarchyArcs()));
  let place = <usize>(<u32>part);
  let end = place + <usize>(part >> 32);
  for (;;) {
    reserve(<u32>(end - place));
    const from = place;
    const to = pathAt + ((<usize>length) << 2) - (place << 2);
    let word: u32 = 0;
    while (place < end) {
      word = load<u32>(hierarchyExpansion() + (place << 2));
      if (word >= REFERENCE) break;
      store<u32>(to + (place << 2), word);
      place++;
    }
    if (weighed) {
      memory.copy(
        weightsAt + ((<usize>length) << 2),
        hierarchyExpansionWeights() + (from << 2),
        (place - from) << 2,
      );
    }
    length += <u32>(place - from);
    if (place < end) {
      const count = <usize>load<u32>(hierarchyExpansion() + (place << 2), LENGTH);
      if (place + 2 < end) {
        store<u32>(top, <u32>place + 2);
        store<u32>(top, <u32>end, END);
        top += 8;
      }
      place = <usize>(word - REFERENCE);
      end = place + count;
      continue;
    }
    if (top == base) return;
    top -= 8;
    place = <usize>load<u32>(top);
    end = <usize>load<u32>(top, END);
  }
}

/**
 * Appends the path through the top from `rank` to where the descent begins, and returns that rank.
 * The table got the distance of the lower of two ranks over one of its arcs: that arc is next.
 */
function crossTop(rank: u32): u32 {
  let low = rank;
  let high = queryDescent();
  let count: usize = 0;
  while (low != high) {
    const dist = topDist(low, high);
    if (low < high) {
      let arc = firstOf(low << 1);
      while (load<f32>(arc, WEIGHT) + topDist(load<u32>(arc), high) != dist) arc += 8;
      expand(arc);
      low = load<u32>(arc);
    } else {
      store<u32>(chain + (count << 2), high);
      count++;
      let arc = firstOf((high << 1) | 1);
      while (load<f32>(arc, WEIGHT) + topDist(low, load<u32>(arc)) != dist) arc += 8;
      high = load<u32>(arc);
    }
  }
  while (count > 0) {
    count--;
    const next = load<u32>(chain + (count << 2));
    expand(arcTo((next << 1) | 1, high));
    high = next;
  }
  return queryDescent();
}

function before(item: u32): u32 {
  return load<u32>(hierarchyLabels() + ((<usize>item) << 3), BEFORE);
}

/**
 * Unpacks the path of the last search; returns the number of its nodes. `sums`: for `pathCost`.
 * `loops`: arcs of weight 0, or rounding, may lead back to a node; the circle is left out.
 */
export function hierarchyUnpack(sums: bool, loops: bool): u32 {
  weighed = sums;
  let count: usize = 0;
  for (let rank = querySummit(); rank != NONE; rank = before(rank << 1)) {
    store<u32>(chain + (count << 2), rank);
    count++;
  }
  let rank = load<u32>(chain + ((count - 1) << 2));
  store<u32>(pathAt, load<u32>(hierarchyNodes() + ((<usize>rank) << 2)));
  store<f32>(weightsAt, 0);
  length = 1;
  for (let i = count - 1; i > 0; i--) {
    const next = load<u32>(chain + ((i - 1) << 2));
    expand(arcTo(rank << 1, next));
    rank = next;
  }
  rank = crossTop(rank);
  for (;;) {
    const next = before((rank << 1) | 1);
    if (next == NONE) break;
    expand(arcTo((next << 1) | 1, rank));
    rank = next;
  }
  if (loops) cutLoops();
  if (weighed) {
    cost = 0;
    for (let i: u32 = 1; i < length; i++) cost += load<f32>(weightsAt + ((<usize>i) << 2));
  }
  return length;
}

/** Gives memory for `hierarchyUnpack` with loops: a u32 per node. */
export function unpackPlaces(at: usize): void {
  places = at;
}

function cutLoops(): void {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const at = (<usize>i) << 2;
    const node = load<u32>(pathAt + at);
    const place = places + ((<usize>node) << 2);
    const known = load<u32>(place);
    // what was noted for an earlier path may point anywhere
    if (known < kept && load<u32>(pathAt + ((<usize>known) << 2)) == node) {
      kept = known + 1;
      continue;
    }
    store<u32>(place, kept);
    store<u32>(pathAt + ((<usize>kept) << 2), node);
    store<f32>(weightsAt + ((<usize>kept) << 2), load<f32>(weightsAt + at));
    kept++;
  }
  length = kept;
}
