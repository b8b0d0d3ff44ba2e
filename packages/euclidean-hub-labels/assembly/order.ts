// The order of hubs. The next hub is the corner that lies on the largest number of shortest paths
// which no hub covers yet, counted on trees of shortest paths from sampled corners (Delling et al.
// 2014, "Robust distance queries on massive networks"). The rank of a hub is its place in this
// order: rank 0 is the most important. `cornerLabels` of src/labels/build.ts calls these functions.
// Few trees give a poor order: on Aurora, labels have 989 hubs with 32 trees, 98 with 1,541.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
import {
  arcAt,
  arcHead,
  arcsBegin,
  arcsEnd,
  arcsFrom,
  arcWalls,
  cornerCount,
  distanceTo,
  HEADS,
  nodeAt,
} from '@wayfield/navmesh/assembly/tangent/graph';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT } from '@wayfield/navmesh/assembly/tangent/walls';
import { fillFloats, floatAt, setFloatAt } from './floats';
import { queueClear, queueCount, queueKey, queuePop, queuePush } from './queue';

/** f64 per arc: its length. */
let arcLengths: usize = 0;
/**
 * The latest tree, per corner. `lengths`: f64 length of the path from the root. `befores`: u32, the
 * previous corner on this path; the two highest bits say which walls of the corner the last arc of
 * the path touches.
 */
let lengths: usize = 0;
let befores: usize = 0;
/**
 * The latest tree as well, u32 each. `children`, `siblings`: per corner its first child, its next
 * sibling. `reached`: the corners in the order in which they were settled. `stack`: corners that
 * the preorder has still to visit.
 */
let children: usize = 0;
let siblings: usize = 0;
let reached: usize = 0;
let stack: usize = 0;

/**
 * Columns of a tree, one after another, with a word per corner. `positions` is indexed by corners,
 * the others by positions. The position of a corner is its place in a preorder of the tree.
 */
const COLUMNS: u32 = 5;
/** u32 per tree: the address of its columns. */
let trees: usize = 0;
let treeCount: u32 = 0;
/**
 * u32 per corner, its score: how many shortest paths of all trees lead to or over the corner and
 * are not covered by a hub. It is the sum, over all trees, of the number of uncovered descendants
 * of the corner, the corner included.
 */
let scores: usize = 0;
/** u32 per rank: the corner that is the hub. */
let order: usize = 0;
let picked: u32 = 0;
/** u8 per corner: 1 once the corner is a hub. */
let isPicked: usize = 0;

function column(tree: u32, k: u32): usize {
  return <usize>at(trees, tree) + ((<usize>cornerCount() * k) << 2);
}
/** The position of a corner, NONE if the root does not reach it. */
function positions(tree: u32): usize {
  return column(tree, 0);
}
/** The corner at a position. */
function corners(tree: u32): usize {
  return column(tree, 1);
}
/** The position of the parent; NONE at the root. */
function parents(tree: u32): usize {
  return column(tree, 2);
}
/** The number of uncovered descendants, the corner included; 0 for a covered corner. */
function sizes(tree: u32): usize {
  return column(tree, 3);
}
/** One more than the position of the last descendant. */
function ends(tree: u32): usize {
  return column(tree, 4);
}

/** Allocates an array of u32 with at least one entry. */
function words(count: u32): usize {
  return reallocate(0, 0, (<usize>max<u32>(1, count)) << 2);
}

/**
 * Computes the lengths of all arcs and allocates room for `most` trees. `orderPick` will write the
 * corner of each rank into `list`.
 */
export function orderBegin(most: u32, list: usize): void {
  const count = cornerCount();
  const arcs = arcsFrom(count);
  arcLengths = reallocate(0, 0, (<usize>arcs + 1) << 3);
  for (let corner: u32 = 0; corner < count; corner++) {
    const node = nodeAt(corner);
    for (let a = arcsFrom(corner), end = arcsFrom(corner + 1); a < end; a++) {
      const head = nodeAt(arcHead(arcAt(a)));
      setFloatAt(arcLengths, a, distanceTo(node, head.x, head.y));
    }
  }
  lengths = reallocate(0, 0, (<usize>count + 1) << 3);
  befores = words(count);
  children = words(count);
  siblings = words(count);
  reached = words(count);
  stack = words(count);
  scores = words(count);
  trees = words(most);
  isPicked = words(count);
  memory.fill(scores, 0, (<usize>count) << 2);
  memory.fill(isPicked, 0, count);
  order = list;
  treeCount = 0;
  picked = 0;
}

export function arcLength(arc: u32): f64 {
  return floatAt(arcLengths, arc);
}
export function hubCorner(rank: u32): u32 {
  return at(order, rank);
}

/**
 * Adds the tree of shortest paths from a corner. The score of each corner grows by its number of
 * descendants in this tree, the corner included.
 */
export function orderTree(root: u32): void {
  const count = cornerCount();
  const total = search(root);
  const tree = treeCount++;
  set(trees, tree, <u32>words(COLUMNS * count));
  const position = positions(tree);
  const corner = corners(tree);
  const parent = parents(tree);
  const size = sizes(tree);
  const end = ends(tree);
  memory.fill(position, 255, (<usize>count) << 2);
  for (let i: u32 = 0; i < total; i++) set(children, at(reached, i), NONE);
  for (let i = total - 1; i > 0; i--) {
    const v = at(reached, i);
    const before = at(befores, v) & HEADS;
    set(siblings, v, at(children, before));
    set(children, before, v);
  }
  set(stack, 0, root);
  let next: u32 = 0;
  for (let waiting: u32 = 1; waiting > 0;) {
    const v = at(stack, --waiting);
    set(position, v, next);
    set(corner, next, v);
    set(parent, next, v == root ? NONE : at(position, at(befores, v) & HEADS));
    set(size, next, 1);
    next++;
    for (let c = at(children, v); c != NONE; c = at(siblings, c)) set(stack, waiting++, c);
  }
  for (let i = total - 1; i > 0; i--) {
    const p = at(parent, i);
    set(size, p, at(size, p) + at(size, i));
  }
  for (let i: u32 = 0; i < total; i++) {
    const v = at(corner, i);
    set(end, i, i + at(size, i));
    set(scores, v, at(scores, v) + at(size, i));
  }
}

/** The root counts as touching walls on both sides, so a path may begin with any of its arcs. */
const ANY_WALL: u32 = (WALL_LEFT | WALL_RIGHT) << HEAD_BITS;

/**
 * Dijkstra's search from a corner; returns the number of corners that the search reaches. At a
 * corner a path goes on only over arcs that turn around a wall which the arc before touches.
 */
function search(root: u32): u32 {
  fillFloats(lengths, cornerCount(), Infinity);
  let total: u32 = 0;
  queueClear();
  setFloatAt(lengths, root, 0);
  set(befores, root, ANY_WALL);
  queuePush(0, root);
  while (queueCount() > 0) {
    const v = queuePop();
    const length = queueKey();
    if (length > floatAt(lengths, v)) continue;
    set(reached, total++, v);
    const walls = at(befores, v) >> HEAD_BITS;
    for (let a = arcsBegin(v, walls), end = arcsEnd(v, walls); a < end; a++) {
      const arc = arcAt(a);
      const head = arcHead(arc);
      const through = length + arcLength(a);
      if (through >= floatAt(lengths, head)) continue;
      setFloatAt(lengths, head, through);
      set(befores, head, v | (arcWalls(arc) << HEAD_BITS));
      queuePush(through, head);
    }
  }
  return total;
}

/** Picks up to `most` more hubs; returns the number of hubs picked so far. */
export function orderPick(most: u32): u32 {
  const count = cornerCount();
  if (picked == 0) {
    queueClear();
    for (let v: u32 = 0; v < count; v++) queuePush(-(<f64>at(scores, v)), v);
  }
  for (let i: u32 = 0; i < most && queueCount() > 0;) {
    const v = queuePop();
    if (load<u8>(isPicked + v)) continue;
    // scores only become smaller, so a corner with an outdated score goes back into the queue
    if (-queueKey() != <f64>at(scores, v)) {
      queuePush(-(<f64>at(scores, v)), v);
      continue;
    }
    store<u8>(isPicked + v, 1);
    set(order, picked++, v);
    for (let tree: u32 = 0; tree < treeCount; tree++) cover(tree, at(positions(tree), v));
    i++;
  }
  if (picked == count) release();
  return picked;
}

/**
 * Takes the subtree of a new hub out of the scores, for one tree: the hub covers the paths to all
 * corners of its subtree.
 */
function cover(tree: u32, position: u32): void {
  if (position == NONE) return;
  const size = sizes(tree);
  const covered = at(size, position);
  if (covered == 0) return;
  const corner = corners(tree);
  const parent = parents(tree);
  for (let p = at(parent, position); p != NONE; p = at(parent, p)) {
    set(size, p, at(size, p) - covered);
    set(scores, at(corner, p), at(scores, at(corner, p)) - covered);
  }
  for (let i = position, end = at(ends(tree), position); i < end; i++) {
    const v = at(corner, i);
    set(scores, v, at(scores, v) - at(size, i));
    set(size, i, 0);
  }
}

/** Frees the trees, which are not needed once all hubs are picked. */
function release(): void {
  for (let tree: u32 = 0; tree < treeCount; tree++) reallocate(at(trees, tree), 0, 0);
  treeCount = 0;
}
