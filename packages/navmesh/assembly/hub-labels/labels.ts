// Hub labels of the corners, by pruned Dijkstra searches from the hubs in their order (Akiba, Iwata
// and Yoshida 2013). The label of a corner has an entry for each hub that is the first in the order
// on a shortest path between both.

import { reallocate } from '../env';
import { at, NONE, set } from '../sides';
import { arcAt, arcHead, arcsFrom, cornerCount } from '../tangent/graph';
import { pointX, pointY } from '../tangent/view';
import { HEAD_BITS, wallsBeside } from '../tangent/walls';
import { fillFloats, floatAt, setFloatAt } from './floats';
import { arcLength, hubCorner } from './order';
import { queueClear, queueCount, queueKey, queuePop, queuePush } from './queue';

// While labels grow: per corner the address, room and count of its entries, u32 each. An entry has
// 16 bytes: f64 length, u32 rank of the hub, u32 next corner on the path to the hub.
let lists: usize = 0;
const LIST: usize = 12;
const ROOM: usize = 4;
const COUNT: usize = 8;
const RANK: usize = 8;
const NEXT: usize = 12;
let total: u32 = 0;

/** f64 per corner: lengths of the current search; u32: the corner before, and the list of them. */
let lengths: usize = 0;
let befores: usize = 0;
let touched: usize = 0;
/** f64 per rank: lengths in the label of the current hub, Infinity elsewhere. */
let own: usize = 0;
let done: u32 = 0;
/** Sums of lengths that differ by less than this share are the same length. */
const ROUNDING: f64 = 1e-12;

// Finished labels: u32 per corner and one more, its first entry; per entry u32 rank of the hub,
// u32 entry of the next corner on the path, f64 length. u32 per entry: its corner.
let firsts: usize = 0;
let ranks: usize = 0;
let nexts: usize = 0;
let owners: usize = 0;
let entryLengths: usize = 0;
/**
 * Only while lists are made: u32 per entry, the next corner, with the walls of the corner that the
 * line to the next one touches in the two highest bits.
 */
let steps: usize = 0;

/** Zeroed room for searches. */
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

function listOf(corner: u32): usize {
  return lists + <usize>corner * LIST;
}
function entriesOf(corner: u32): usize {
  return load<u32>(listOf(corner));
}
function endOf(corner: u32): usize {
  return entriesOf(corner) + ((<usize>load<u32>(listOf(corner), COUNT)) << 4);
}

/** Takes `most` further hubs into the labels; returns the number of hubs taken so far. */
export function labelsSome(most: u32): u32 {
  const end = min(cornerCount(), done + most);
  for (; done < end; done++) search(done);
  return done;
}

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
    // All arcs, also those after which no shortest path in the plane turns: pruning leaves the
    // fewest entries if lengths are those of the whole graph, which are a metric.
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

/** Whether a hub of lower rank lies on a path that is as short. */
function isCovered(corner: u32, length: f64): bool {
  const most = length * (1 + ROUNDING);
  for (let e = entriesOf(corner), end = endOf(corner); e < end; e += 16)
    if (load<f64>(e) + floatAt(own, load<u32>(e, RANK)) <= most) return true;
  return false;
}

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

/** The number of entries so far. */
export function labelsEntries(): u32 {
  return total;
}
/** Bytes of finished labels, without the numbers of corners. */
export function labelsBytes(): f64 {
  return 16 * <f64>total + 4 * <f64>(cornerCount() + 1);
}

/** Binds finished labels. `owner` has the corner of each entry. */
export function labelsBind(
  first: usize,
  rank: usize,
  next: usize,
  length: usize,
  owner: usize,
): void {
  firsts = first;
  ranks = rank;
  nexts = next;
  entryLengths = length;
  owners = owner;
}

/** Writes the corner of each entry of bound labels. */
export function labelsOwners(count: u32): void {
  for (let corner: u32 = 0; corner < count; corner++)
    for (let e = labelFirst(corner), end = labelEnd(corner); e < end; e++) set(owners, e, corner);
}

/** Writes the labels into the arrays that are bound, with the corner of each entry. */
export function labelsWrite(): void {
  const first = firsts;
  const rank = ranks;
  const next = nexts;
  const count = cornerCount();
  let entry: u32 = 0;
  for (let corner: u32 = 0; corner < count; corner++) {
    set(first, corner, entry);
    for (let e = entriesOf(corner), end = endOf(corner); e < end; e += 16) {
      set(rank, entry, load<u32>(e, RANK));
      set(next, entry, load<u32>(e, NEXT));
      setFloatAt(entryLengths, entry, load<f64>(e));
      entry++;
    }
    if (entriesOf(corner) != 0) reallocate(entriesOf(corner), 0, 0);
  }
  set(first, count, entry);
  labelsOwners(count);
  steps = reallocate(0, 0, (<usize>entry + 1) << 2);
  for (let e: u32 = 0; e < entry; e++) {
    const from = at(owners, e);
    const head = at(next, e);
    const walls = wallsBeside(from, pointX(head) - pointX(from), pointY(head) - pointY(from));
    set(steps, e, head | (walls << HEAD_BITS));
    // the next corner has an entry of the hub: the search came to the corner from there
    const corner = at(next, e);
    set(next, e, labelEntry(corner, at(rank, e)));
  }
}

export function labelFirst(corner: u32): u32 {
  return at(firsts, corner);
}
export function labelEnd(corner: u32): u32 {
  return at(firsts, corner + 1);
}
export function entryRank(entry: u32): u32 {
  return at(ranks, entry);
}
export function entryLength(entry: u32): f64 {
  return floatAt(entryLengths, entry);
}
export function entryCorner(entry: u32): u32 {
  return at(owners, entry);
}
/** The next corner and its walls: see `steps`. */
export function entryStep(entry: u32): u32 {
  return at(steps, entry);
}
/** The entry of the same hub in the label of the next corner; the entry itself at the hub. */
export function entryNext(entry: u32): u32 {
  return at(nexts, entry);
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
