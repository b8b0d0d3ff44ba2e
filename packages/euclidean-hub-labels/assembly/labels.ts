// Builds the hub labels of the corners, by pruned Dijkstra searches from the hubs in the order of
// their ranks (Akiba, Iwata and Yoshida 2013). The label of a corner has an entry for a hub if no
// hub of lower rank lies on a shortest path between both. `cornerLabels` of src/labels/build.ts
// calls the functions whose names begin with `labels`; candidates.ts and keep.ts read the finished
// labels.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
import { arcAt, arcHead, arcsFrom, cornerCount } from '@wayfield/navmesh/assembly/tangent/graph';
import { pointX, pointY } from '@wayfield/navmesh/assembly/tangent/view';
import { HEAD_BITS, wallsBeside } from '@wayfield/navmesh/assembly/tangent/walls';
import { entriesBind, entryPut } from './entries';
import { fillFloats, floatAt, setFloatAt } from './floats';
import { SUMS } from '@wayfield/navmesh/assembly/rounding';
import { arcLength, hubCorner } from './order';
import { queueClear, queueCount, queueKey, queuePop, queuePush } from './queue';

// While searches add entries: per corner the address, room and count of the entries of its label,
// u32 each. An entry has 16 bytes: f64 length, u32 rank of the hub, u32 next corner on the path to
// the hub.
let lists: usize = 0;
const LIST: usize = 12;
const ROOM: usize = 4;
const COUNT: usize = 8;
const RANK: usize = 8;
const NEXT: usize = 12;
/** The number of entries of all labels. */
let total: u32 = 0;

/** f64 per corner: the length in the current search, Infinity if the corner was not reached. */
let lengths: usize = 0;
/** u32 per corner: the corner before this one on the path from the hub of the current search. */
let befores: usize = 0;
/** The corners that the current search has reached, u32 each. */
let touched: usize = 0;
/** f64 per rank: the length in the label of the current hub; Infinity without such an entry. */
let own: usize = 0;
/** The number of hubs from which a search has been run. */
let done: u32 = 0;

// Finished labels, corner by corner. `firsts`: u32 per corner, its first entry; then the end of all
// entries. The other columns have one value per entry: u32 rank of the hub, u32 entry of the next
// corner on the path, u32 corner, f64 length.
let firsts: usize = 0;
let ranks: usize = 0;
let nexts: usize = 0;
let owners: usize = 0;
let entryLengths: usize = 0;
/**
 * u32 per entry: the next corner on the path. The two highest bits say which walls of the entry's
 * corner the line to the next corner touches.
 */
let steps: usize = 0;
/** u32 per entry: its number in the order of entries.ts, which queries read. */
let numbers: usize = 0;

/** Allocates what the searches need; called once per build. */
export function labelsBegin(): void {
  const count = cornerCount();
  lists = reallocate(0, 0, <usize>max<u32>(1, count) * LIST);
  memory.fill(lists, 0, <usize>count * LIST);
  lengths = reallocate(0, 0, (<usize>count + 1) << 3);
  own = reallocate(0, 0, (<usize>count + 1) << 3);
  befores = reallocate(0, 0, (<usize>count + 1) << 2);
  touched = reallocate(0, 0, (<usize>count + 1) << 2);
  fillFloats(lengths, count, Infinity);
  fillFloats(own, count, Infinity);
  total = 0;
  done = 0;
}

/** The address, room and count of the entries of a corner. */
function listOf(corner: u32): usize {
  return lists + <usize>corner * LIST;
}
function entriesOf(corner: u32): usize {
  return load<u32>(listOf(corner));
}
function endOf(corner: u32): usize {
  return entriesOf(corner) + ((<usize>load<u32>(listOf(corner), COUNT)) << 4);
}

/** Runs the searches of the next `most` hubs; returns the number of hubs done so far. */
export function labelsSome(most: u32): u32 {
  const end = min(cornerCount(), done + most);
  for (; done < end; done++) search(done);
  return done;
}

/**
 * Adds a hub to the labels of the corners to which no shortest path from the hub leads over a hub
 * of lower rank.
 */
function search(rank: u32): void {
  const hub = hubCorner(rank);
  for (let e = entriesOf(hub), end = endOf(hub); e < end; e += 16)
    setFloatAt(own, load<u32>(e, RANK), load<f64>(e));
  let touchedCount: u32 = 1;
  set(touched, 0, hub);
  set(befores, hub, hub);
  setFloatAt(lengths, hub, 0);
  queueClear();
  queuePush(0, hub);
  while (queueCount() > 0) {
    const v = queuePop();
    const length = queueKey();
    if (length > floatAt(lengths, v) || isCovered(v, length)) continue;
    add(v, rank, length, at(befores, v));
    // All arcs are relaxed, even those into which no shortest path in the plane turns. Shortest
    // lengths over all arcs are a metric, and then pruning leaves the fewest entries.
    for (let a = arcsFrom(v), end = arcsFrom(v + 1); a < end; a++) {
      const head = arcHead(arcAt(a));
      const through = length + arcLength(a);
      const known = floatAt(lengths, head);
      if (through >= known) continue;
      if (known == Infinity) set(touched, touchedCount++, head);
      setFloatAt(lengths, head, through);
      set(befores, head, v);
      queuePush(through, head);
    }
  }
  for (let i: u32 = 0; i < touchedCount; i++) setFloatAt(lengths, at(touched, i), Infinity);
  for (let e = entriesOf(hub), end = endOf(hub); e < end; e += 16)
    setFloatAt(own, load<u32>(e, RANK), Infinity);
}

/**
 * Whether a search is pruned at a corner: the labels already give a path from the current hub over
 * a hub of lower rank that is not longer. A path longer by at most the share SUMS counts as equal.
 */
function isCovered(corner: u32, length: f64): bool {
  const most = length * (1 + SUMS);
  for (let e = entriesOf(corner), end = endOf(corner); e < end; e += 16)
    if (load<f64>(e) + floatAt(own, load<u32>(e, RANK)) <= most) return true;
  return false;
}

/** Adds an entry to the label of a corner. */
function add(corner: u32, rank: u32, length: f64, next: u32): void {
  const list = listOf(corner);
  const count = load<u32>(list, COUNT);
  const room = load<u32>(list, ROOM);
  if (count == room) {
    const more = max<u32>(4, room + (room >> 1));
    const moved = reallocate(load<u32>(list), (<usize>count) << 4, (<usize>more) << 4);
    store<u32>(list, <u32>moved);
    store<u32>(list, more, ROOM);
  }
  const entry = load<u32>(list) + (count << 4);
  store<f64>(entry, length);
  store<u32>(entry, rank, RANK);
  store<u32>(entry, next, NEXT);
  store<u32>(list, count + 1, COUNT);
  total++;
}

/** The number of entries of all labels so far. */
export function labelsEntries(): u32 {
  return total;
}
/** Bytes of the entries so far, in the form that queries read. */
export function labelsBytes(): f64 {
  return 16 * <f64>total;
}

function words(count: u32): usize {
  return reallocate(0, 0, ((<usize>count) << 2) + 4);
}

// Finished labels are made by the following functions, called in this order, each for all items in
// rising ranges `from` to `to` - 1.

/** Copies the labels of a range of corners into columns, and frees what the searches kept. */
export function labelsColumns(from: u32, to: u32): void {
  if (from == 0) newColumns();
  let entry = at(firsts, from);
  for (let corner = from; corner < to; corner++) {
    for (let e = entriesOf(corner), end = endOf(corner); e < end; e += 16) {
      set(ranks, entry, load<u32>(e, RANK));
      set(nexts, entry, load<u32>(e, NEXT));
      set(owners, entry, corner);
      setFloatAt(entryLengths, entry, load<f64>(e));
      entry++;
    }
    if (entriesOf(corner) != 0) reallocate(entriesOf(corner), 0, 0);
    set(firsts, corner + 1, entry);
  }
}

function newColumns(): void {
  firsts = words(cornerCount());
  ranks = words(total);
  nexts = words(total);
  owners = words(total);
  entryLengths = reallocate(0, 0, ((<usize>total) << 3) + 8);
  steps = words(total);
}

/** Links a range of entries to the entries of their next corners: trees of paths to the hubs. */
export function labelsLinks(from: u32, to: u32): void {
  if (from == 0) newTree();
  for (let e = from; e < to; e++) {
    const owner = at(owners, e);
    const head = at(nexts, e);
    const walls = wallsBeside(owner, pointX(head) - pointX(owner), pointY(head) - pointY(owner));
    set(steps, e, head | (walls << HEAD_BITS));
    // the search of the hub came over the next corner, so that corner has an entry of this hub
    const next = labelEntry(head, at(ranks, e));
    set(nexts, e, next);
    set(tree.sizes, e, 1);
    if (next == e) continue;
    set(tree.siblings, e, at(tree.children, next));
    set(tree.children, next, e);
  }
}

/** The trees of paths to all hubs: arrays of u32 per entry. */
// @ts-ignore: decorator
@unmanaged
class Tree {
  /** The first child, NONE without one; the next sibling, NONE for the last. Hubs have none. */
  children: usize;
  siblings: usize;
  /** The number of entries of the branch that begins with the entry. */
  sizes: usize;
  /** The entries hub by hub, those of a hub in preorder. */
  order: usize;
  /** Entries that `preorder` has still to write. */
  stack: usize;
}
let tree: Tree = changetype<Tree>(0);
/** The number of entries in `Tree.order` so far. */
let ordered: u32 = 0;

function newTree(): void {
  numbers = words(total);
  tree = changetype<Tree>(reallocate(0, 0, offsetof<Tree>()));
  tree.children = words(total);
  tree.siblings = words(total);
  tree.sizes = words(total);
  tree.order = words(total);
  tree.stack = words(total);
  memory.fill(tree.children, 255, (<usize>total) << 2);
  ordered = 0;
}

/** Numbers the entries of a range of hubs, given by their ranks: hub by hub, trees in preorder. */
export function labelsNumbers(from: u32, to: u32): void {
  for (let rank = from; rank < to; rank++) {
    const root = labelEntry(hubCorner(rank), rank);
    // the first pass is for the sizes of branches, the second puts the largest branch first
    const end = preorder(root, ordered);
    for (let i = end - 1; i > ordered; i--) {
      const next = at(nexts, at(tree.order, i));
      set(tree.sizes, next, at(tree.sizes, next) + at(tree.sizes, at(tree.order, i)));
    }
    preorder(root, ordered);
    for (; ordered < end; ordered++) set(numbers, at(tree.order, ordered), ordered);
  }
}

/**
 * Writes a tree into `Tree.order` in preorder from place `from` on, the largest child first;
 * returns the place behind the tree.
 */
function preorder(root: u32, from: u32): u32 {
  let end = from;
  set(tree.stack, 0, root);
  for (let waiting: u32 = 1; waiting > 0;) {
    const e = at(tree.stack, --waiting);
    set(tree.order, end++, e);
    const first = waiting;
    for (let c = at(tree.children, e); c != NONE; c = at(tree.siblings, c)) {
      set(tree.stack, waiting, c);
      // the largest child stays on top of the stack, so it comes next
      if (waiting > first && at(tree.sizes, at(tree.stack, waiting - 1)) > at(tree.sizes, c)) {
        set(tree.stack, waiting, at(tree.stack, waiting - 1));
        set(tree.stack, waiting - 1, c);
      }
      waiting++;
    }
  }
  return end;
}

/**
 * Writes a range of entries for queries to `address`, which has room for 16 bytes per entry of all
 * labels. The last call frees the trees.
 */
export function labelsWrite(address: usize, from: u32, to: u32): void {
  entriesBind(address);
  for (let e = from; e < to; e++)
    entryPut(at(numbers, e), floatAt(entryLengths, e), at(numbers, at(nexts, e)), at(owners, e));
  if (to < total) return;
  reallocate(tree.children, 0, 0);
  reallocate(tree.siblings, 0, 0);
  reallocate(tree.sizes, 0, 0);
  reallocate(tree.order, 0, 0);
  reallocate(tree.stack, 0, 0);
}

export function labelFirst(corner: u32): u32 {
  return at(firsts, corner);
}
export function labelEnd(corner: u32): u32 {
  return at(firsts, corner + 1);
}
export function labelRank(entry: u32): u32 {
  return at(ranks, entry);
}
export function labelLength(entry: u32): f64 {
  return floatAt(entryLengths, entry);
}
/** The number of the entry in the order of entries.ts. */
export function labelNumber(entry: u32): u32 {
  return at(numbers, entry);
}
/** The next corner on the path, and the walls that the line to it touches: see `steps`. */
export function labelStep(entry: u32): u32 {
  return at(steps, entry);
}
/** The entry of a hub in the label of a corner, NONE if there is none. */
export function labelEntry(corner: u32, rank: u32): u32 {
  let low = labelFirst(corner);
  let high = labelEnd(corner);
  const end = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(ranks, middle) < rank) low = middle + 1;
    else high = middle;
  }
  return low < end && at(ranks, low) == rank ? low : NONE;
}
