// The graph while it is contracted (contract.ts): for every node a list of the arcs out of it and
// one of the arcs into it, both only between nodes that are left. When a node is contracted, its
// lists stay unchanged: they become its rows in the hierarchy. Records: layout.ts.

import { WEIGHT } from '../layout';
import { ARC, CAPACITY, COUNT, HOPS, IN, LEVEL, OUT, OUTDATED, VIA } from './layout';
import { reallocate } from '@wayfield/wasm/assembly/env';

/** Bytes taken from the arena at a time, from which lists are cut. A longer list takes its own. */
const CHUNK: usize = 1 << 20;
/** log2 of the arcs in the smallest list. */
const LEAST: u32 = 1;

/** Address of the nodes' records. */
let nodes: usize = 0;
/** Lists given back, by log2 of their capacity: each begins with the address of the next. */
let freed: usize = 0;
/** The unused part of the chunk taken last. */
let chunk: usize = 0;
let chunkEnd: usize = 0;

/** Makes empty lists for the nodes. */
export function listsCreate(nodeCount: u32): void {
  nodes = reallocate(0, 0, (<usize>nodeCount) << 5);
  freed = reallocate(0, 0, 32 * 4);
  chunk = chunkEnd = 0;
}

/** Address of the record of node 0, for the host. */
export function contractNodes(): usize {
  return nodes;
}

/** Address of a node's record. */
export function nodeAt(v: u32): usize {
  return nodes + ((<usize>v) << 5);
}

export function levelOf(v: u32): u32 {
  return load<u32>(nodeAt(v), LEVEL);
}

export function setLevel(v: u32, level: u32): void {
  store<u32>(nodeAt(v), level, LEVEL);
}

export function isOutdated(v: u32): bool {
  return load<u32>(nodeAt(v), OUTDATED) != 0;
}

export function setOutdated(v: u32, outdated: u32): void {
  store<u32>(nodeAt(v), outdated, OUTDATED);
}

/** First arc of a list, which is a node's record plus OUT or IN. */
export function arcsOf(list: usize): usize {
  return load<u32>(list);
}

export function countOf(list: usize): u32 {
  return load<u32>(list, COUNT);
}

export function arcsEnd(list: usize): usize {
  return <usize>load<u32>(list) + ((<usize>load<u32>(list, COUNT)) << 4);
}

/** Address of the arc of a list to or from `node`, or 0. */
export function findArc(list: usize, node: u32): usize {
  const end = arcsEnd(list);
  for (let a = arcsOf(list); a < end; a += ARC) if (load<u32>(a) == node) return a;
  return 0;
}

/** Moves a full list to a place twice as large. */
function grow(list: usize): void {
  const capacity = load<u32>(list, CAPACITY);
  const power = capacity ? ctz(capacity) + 1 : LEAST;
  const bytes = ARC << power;
  let block = <usize>load<u32>(freed + ((<usize>power) << 2));
  if (block) {
    store<u32>(freed + ((<usize>power) << 2), load<u32>(block));
  } else {
    if (chunk + bytes > chunkEnd) {
      const size = max(bytes, CHUNK);
      chunk = reallocate(0, 0, size);
      chunkEnd = chunk + size;
    }
    block = chunk;
    chunk += bytes;
  }
  if (capacity) {
    const old = <usize>load<u32>(list);
    memory.copy(block, old, (<usize>capacity) << 4);
    const head = freed + ((<usize>(power - 1)) << 2);
    store<u32>(old, load<u32>(head));
    store<u32>(head, <u32>old);
  }
  store<u32>(list, <u32>block);
  store<u32>(list, (<u32>1) << power, CAPACITY);
}

export function setArc(arc: usize, weight: f32, via: u32, hops: u32): void {
  store<f32>(arc, weight, WEIGHT);
  store<u32>(arc, via, VIA);
  store<u32>(arc, hops, HOPS);
}

/** Appends an arc to or from `node` to a list. */
export function appendArc(list: usize, node: u32, weight: f32, via: u32, hops: u32): void {
  const count = load<u32>(list, COUNT);
  if (count == load<u32>(list, CAPACITY)) grow(list);
  const arc = <usize>load<u32>(list) + ((<usize>count) << 4);
  store<u32>(arc, node);
  setArc(arc, weight, via, hops);
  store<u32>(list, count + 1, COUNT);
}

/** Takes out the arc to or from `node`, which is there; the last arc moves to its place. */
export function removeArc(list: usize, node: u32): void {
  const arc = findArc(list, node);
  const last = arcsEnd(list) - ARC;
  store<v128>(arc, load<v128>(last));
  store<u32>(list, countOf(list) - 1, COUNT);
}

/** Adds the arc u -> w. If there is such an arc, replaces it only where the weight is smaller. */
export function offerArc(u: u32, w: u32, weight: f32, via: u32, hops: u32): void {
  const out = nodeAt(u) + OUT;
  const into = nodeAt(w) + IN;
  const arc = findArc(out, w);
  if (!arc) {
    appendArc(out, w, weight, via, hops);
    appendArc(into, u, weight, via, hops);
  } else if (weight < load<f32>(arc, WEIGHT)) {
    setArc(arc, weight, via, hops);
    setArc(findArc(into, u), weight, via, hops);
  }
}
