// The path that is being unpacked, for unpack.ts, ../hub-labels/path.ts and ../subgoals/path.ts:
// arcs of the hierarchy become the heads of arcs of the graph, by copying their expansions
// (state.ts). Order of calls: pathBegin, expandArc for each arc, pathFinish.

import { END, LENGTH } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import {
  hierarchyArcs,
  hierarchyExpansionOf,
  hierarchyExpansion,
  hierarchyExpansionWeights,
  REFERENCE,
} from './state';

/**
 * Stack: where to continue after a reference, u32 index of the next word and of the end. A
 * reference leads to an arc of a lower level, so one entry per level suffices.
 */
let stack: usize = 0;
/** Whether the weights along the path are wanted, for `pathCost`. */
let weighed: bool = false;
/** Address of the nodes of the path, u32, and of the f32 weights of the arcs to them. */
let pathAt: usize = 0;
let weightsAt: usize = 0;
/** Nodes that the two arrays have room for; nodes of the path. */
let capacity: u32 = 0;
let length: u32 = 0;
/** The f32 sum of the weights, which `pathFinish` adds up where they are wanted. */
let cost: f32 = 0;
/** Address of a u32 per node: its index in the last path that had it. 0 until `unpackPlaces`. */
let places: usize = 0;

/** Allocates scratch for a hierarchy of `levels` levels. */
export function expandCreate(levels: u32): void {
  stack = reallocate(0, 0, (<usize>levels + 2) << 3);
  capacity = 1024;
  pathAt = reallocate(0, 0, (<usize>capacity) << 2);
  weightsAt = reallocate(0, 0, (<usize>capacity) << 2);
}

export function pathAddress(): usize {
  return pathAt;
}

/** The f32 sum of the weights along the path, from the source on, where `pathBegin` got `sums`. */
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

/** Begins a path at a node. `sums`: `pathFinish` adds up weights for `pathCost`. */
export function pathBegin(node: u32, sums: bool): void {
  weighed = sums;
  store<u32>(pathAt, node);
  store<f32>(weightsAt, 0);
  length = 1;
}

/** Appends the nodes, without the first, of the path that the arc at address `arc` stands for. */
export function expandArc(arc: usize): void {
  const base = stack;
  let top = base;
  const span = load<u64>(hierarchyExpansionOf() + (arc - hierarchyArcs()));
  let place = <usize>(<u32>span);
  let end = place + <usize>(span >> 32);
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
 * Ends the path; returns the number of its nodes. With `loops`, which needs `unpackPlaces`, cycles
 * are left out: arcs of weight 0, or rounding, may lead back to a node.
 */
export function pathFinish(loops: bool): u32 {
  if (loops) cutLoops();
  if (weighed) {
    cost = 0;
    for (let i: u32 = 1; i < length; i++) cost += load<f32>(weightsAt + ((<usize>i) << 2));
  }
  return length;
}

/** Gives `pathFinish` memory to leave cycles out: a u32 per node, of any content. */
export function unpackPlaces(at: usize): void {
  places = at;
}

/** Takes the nodes between two visits of one node, and the second visit, out of the path. */
function cutLoops(): void {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const at = (<usize>i) << 2;
    const node = load<u32>(pathAt + at);
    const place = places + ((<usize>node) << 2);
    const known = load<u32>(place);
    // an index of an earlier path may point to any node of this one
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
