// Roots, the turns of paths: the start, and corners of walls, each with the length of a way there.

import { reallocate } from './env';
import { distance, startVertex, X, Y } from './mesh';
import { NONE } from './sides';

/** Root entries, 16 bytes: vertex, entry before, f64 length so far. */
let roots: usize = 0;
let rootRoom: u32 = 0;
let rootCount: u32 = 0;
export const BEFORE: usize = 4;
export const LENGTH: usize = 8;

/** Vertices, 16 bytes: the shortest length by which it was a root, the search that says so, 1 where a shortest path can turn. */
let vertices: usize = 0;
const SEARCH: usize = 8;
const TURNS: usize = 12;
/** The number of the search. */
export let search: u32 = 0;

export function rootsBind(root: usize, room: u32, vertex: usize): void {
  roots = root;
  rootRoom = room;
  vertices = vertex;
  search = 0;
}

/** A new search, from the start. */
export function rootsBegin(): void {
  search++;
  rootCount = 0;
  addRoot(startVertex, NONE, 0);
}

export function rootAt(root: u32): usize {
  return roots + ((<usize>root) << 4);
}
function vertexAt(v: u32): usize {
  return vertices + ((<usize>v) << 4);
}

export function mayTurnAt(v: u32): bool {
  return load<u32>(vertexAt(v), TURNS) != 0;
}

function addRoot(vertex: u32, before: u32, length: f64): u32 {
  if (rootCount == rootRoom) {
    roots = reallocate(roots, (<usize>rootRoom) << 4, (<usize>rootRoom) << 5);
    rootRoom <<= 1;
  }
  const entry = rootAt(rootCount);
  store<u32>(entry, vertex);
  store<u32>(entry, before, BEFORE);
  store<f64>(entry, length, LENGTH);
  return rootCount++;
}

/** The entry for a turn at `v` after `before`; NONE where it was reached shorter already. */
export function turnAt(v: u32, before: u32): u32 {
  const old = rootAt(before);
  const oldVertex = load<u32>(old);
  const length = load<f64>(old, LENGTH) + distance(X(oldVertex), Y(oldVertex), X(v), Y(v));
  const vertex = vertexAt(v);
  if (load<u32>(vertex, SEARCH) == search) {
    const best = load<f64>(vertex);
    if (best < length * (1 - 1e-12)) return NONE;
    if (length < best) store<f64>(vertex, length);
  } else {
    store<u32>(vertex, search, SEARCH);
    store<f64>(vertex, length);
  }
  return addRoot(v, before, length);
}

/** Whether a shorter way to the root was found later. */
export function isBeaten(root: u32): bool {
  const entry = rootAt(root);
  const v = load<u32>(entry);
  if (v == startVertex) return false;
  return load<f64>(vertexAt(v)) < load<f64>(entry, LENGTH) * (1 - 1e-12);
}

/** The number of turns of the path to an entry. */
export function turnsTo(last: u32): u32 {
  let count: u32 = 0;
  for (let root = last; root != NONE; root = load<u32>(rootAt(root), BEFORE)) count++;
  return count - 1;
}

/** Writes the vertices of the turns from the start on. */
export function writeTurns(last: u32, address: usize): void {
  let i = turnsTo(last);
  for (let root = last; i > 0; root = load<u32>(rootAt(root), BEFORE)) {
    i--;
    store<u32>(address + ((<usize>i) << 2), load<u32>(rootAt(root)));
  }
}
