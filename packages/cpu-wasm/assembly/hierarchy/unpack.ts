// The path of the last query: the arcs up to the meeting node and down from it, each taken apart into
// arcs of the graph. A shortcut knows its two halves, so that takes constant time per node.

import { reallocate } from '../env';
import { meeting } from './query';
import { firstOf, labels, LEAF, nodes, NONE, partRows, parts } from './state';

/** Ranks from the source to the meeting node; shortcuts taken apart later. */
let chain: usize = 0;
let stack: usize = 0;
/** u32 node and f32 weight of the arc to it, of the whole path. */
let pathAt: usize = 0;
let weightsAt: usize = 0;
let capacity: u32 = 0;
let length: u32 = 0;
let cost: f32 = 0;
/** Where in the path a node was last put, per node; 0 until it is needed. */
let places: usize = 0;

/** Scratch memory for a hierarchy of so many levels. */
export function unpackCreate(levels: u32): void {
  chain = reallocate(0, 0, (<usize>levels + 2) << 2);
  stack = reallocate(0, 0, (<usize>levels + 2) << 2);
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

function put(node: u32, weight: f32): void {
  if (length == capacity) {
    const bytes = (<usize>capacity) << 2;
    pathAt = reallocate(pathAt, bytes, bytes << 1);
    weightsAt = reallocate(weightsAt, bytes, bytes << 1);
    capacity <<= 1;
  }
  store<u32>(pathAt + ((<usize>length) << 2), node);
  store<f32>(weightsAt + ((<usize>length) << 2), weight);
  length++;
}

/** Puts the nodes after the first of an arc of an item's row, the one whose upper end is `head`. */
function expand(item: u32, head: u32): void {
  const first = firstOf(item);
  let arc = first;
  while (load<u32>(arc) != head) arc += 8;
  const base = stack;
  let top = base;
  let at = ((<usize>load<u32>(partRows + ((<usize>item) << 2))) << 3) + (arc - first);
  for (;;) {
    const part = load<u64>(parts + at);
    const low = <u32>part;
    const high = <u32>(part >> 32);
    if (low < LEAF) {
      store<u32>(top, high);
      top += 4;
      at = (<usize>low) << 3;
      continue;
    }
    put(low - LEAF, reinterpret<f32>(high));
    if (top == base) return;
    top -= 4;
    at = (<usize>load<u32>(top)) << 3;
  }
}

function before(item: u32): u32 {
  return load<u32>(labels + ((<usize>item) << 3), 4);
}

/**
 * Takes the path of the last search apart; returns the number of its nodes. `loops`: a node may turn up
 * twice, where arcs that weigh nothing lead round; what lies between is left out.
 */
export function hierarchyUnpack(loops: bool): u32 {
  let count: usize = 0;
  for (let rank = meeting; rank != NONE; rank = before(rank << 1)) {
    store<u32>(chain + (count << 2), rank);
    count++;
  }
  length = 0;
  let rank = load<u32>(chain + ((count - 1) << 2));
  put(load<u32>(nodes + ((<usize>rank) << 2)), 0);
  for (let i = count - 1; i > 0; i--) {
    const next = load<u32>(chain + ((i - 1) << 2));
    expand(rank << 1, next);
    rank = next;
  }
  for (;;) {
    const next = before((rank << 1) | 1);
    if (next == NONE) break;
    expand((next << 1) | 1, rank);
    rank = next;
  }
  if (loops) cutLoops();
  let sum: f32 = 0;
  for (let i: u32 = 1; i < length; i++) sum += load<f32>(weightsAt + ((<usize>i) << 2));
  cost = sum;
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
