// Rows of landmarks: the lengths of the shortest paths in the graph from one corner to all corners.
// A path may follow any arc, also an arc that does not bend around the walls of the arc before.
// So the lengths at both ends of an arc differ by at most the length of the arc, and lower bounds
// by exact lengths would be consistent.
//
// The search is delta-stepping (Meyer and Sanders 2003): band by band of lengths, instead of corner
// by corner as in Dijkstra's algorithm. Within a band, corners are expanded in the order of their
// numbers, some more than once. Neighbouring corners have neighbouring numbers, so their arcs are
// in the cache. A heap would wait for memory.

import { NONE } from '../sides';
import { arcAt, arcHead, arcsFrom, cornerCount, distanceTo, nodeAt } from './graph';
import { LATER, RowArc, Waiting } from './layout';
import { setLength, setNext } from './landmarks';

/** A record `RowArc` per arc. */
let arcs: usize = 0;
/**
 * f64 per corner: the length of the shortest known path. The lengths lie apart from the nodes,
 * because eight lengths share a cache line and only one node fills one.
 */
let dists: usize = 0;
/**
 * f32 per corner: upper bound of the length in `dists`. For most arcs this bound shows that the arc
 * leads to no shorter path, and it takes half the memory of the f64.
 */
let tops: usize = 0;
/** Rounding to f32 changes a number by a factor of at most 1 + 2^-24 = 1 + 0.6e-7. */
const UP: f64 = 1 + 2e-7;
/**
 * Makes a sum of two f32 a lower bound. Rounding a length to f32, rounding a product, and the sum
 * change the result by a factor of at most 1 + 3 x 2^-24 = 1 + 1.8e-7.
 */
const DOWN: f64 = 1 - 4e-7;
/** A record `Waiting` per 64 corners: the corners that wait to be expanded. */
let waiting: usize = 0;
/** A record `Waiting` per 64 records of `waiting`: which of them are not empty. */
let groups: usize = 0;
let groupCount: u32 = 0;
/** Offset in a record `Waiting` of the corners that wait in the current band. */
const NOW: usize = 0;
/**
 * The width of a band: the mean length of all arcs, 1 without arcs. It must be above 0, because
 * `nextBand` would else not advance.
 */
let band: f64 = 0;
/** The end of the current band. */
let limit: f64 = 0;

/**
 * Takes the memory for rows: at `arc` eight bytes per arc, at `dist` twelve bytes per corner, and
 * at `marks` `rowsMarks` bytes. Copies the arcs with their lengths.
 */
export function rowsBind(arc: usize, dist: usize, marks: usize): void {
  arcs = arc;
  dists = dist;
  tops = dist + ((<usize>cornerCount()) << 3);
  waiting = marks;
  groups = waitingAt(64 * groupsOf(cornerCount()));
  groupCount = groupsOf(cornerCount());
  let sum: f64 = 0;
  for (let corner: u32 = 0; corner < cornerCount(); corner++) {
    const node = nodeAt(corner);
    const end = arcsFrom(corner + 1);
    for (let i = arcsFrom(corner); i < end; i++) {
      const head = arcHead(arcAt(i));
      const length = distanceTo(node, nodeAt(head).x, nodeAt(head).y);
      const to = rowArcAt(i);
      to.head = head;
      to.length = <f32>length;
      sum += length;
    }
  }
  // a corner that sees no other has no arcs
  band = sum > 0 ? sum / <f64>arcsFrom(cornerCount()) : 1;
}

/**
 * Finds the shortest paths from the corner `from`, which is to be a landmark. Afterwards
 * `spreadLandmarks` of src/tangents/tangent-kernels.ts reads their lengths from `tops`: rounded up,
 * Infinity where no path leads.
 */
export function rowsFill(landmark: u32, from: u32): void {
  for (let corner: u32 = 0; corner < cornerCount(); corner++) {
    store<f64>(distAt(corner), Infinity);
    store<f32>(topAt(corner), Infinity);
    setNext(corner, landmark, NONE);
  }
  memory.fill(waiting, 0, rowsMarks(cornerCount()));
  limit = 0;
  shorten(from, 0);
  while (nextBand()) while (sweep(landmark)) {}
}

/** Keeps the lengths that `rowsFill` found last as the lengths to a landmark. */
export function rowsKeep(landmark: u32): void {
  for (let corner: u32 = 0; corner < cornerCount(); corner++)
    setLength(corner, landmark, load<f64>(distAt(corner)));
}

function rowArcAt(i: u32): RowArc {
  return changetype<RowArc>(arcs + <usize>i * offsetof<RowArc>());
}
function distAt(corner: u32): usize {
  return dists + ((<usize>corner) << 3);
}
function topAt(corner: u32): usize {
  return tops + ((<usize>corner) << 2);
}
function waitingAt(word: u32): usize {
  return waiting + <usize>word * offsetof<Waiting>();
}

/** The number of records in `groups`: one per 64 x 64 corners. */
function groupsOf(corners: u32): u32 {
  return (corners >> 12) + 1;
}
/** The bytes of `waiting` and `groups`. */
export function rowsMarks(corners: u32): usize {
  return <usize>(65 * groupsOf(corners)) * offsetof<Waiting>();
}
function groupAt(group: u32): usize {
  return groups + <usize>group * offsetof<Waiting>();
}

/** Writes a shorter length of a corner, which then waits in the current band or a later one. */
function shorten(corner: u32, length: f64): void {
  store<f64>(distAt(corner), length);
  store<f32>(topAt(corner), <f32>(length * UP));
  if (length >= limit) {
    wait(corner, LATER);
    return;
  }
  wait(corner, NOW);
  const marks = waitingAt(corner >> 6);
  store<u64>(marks, load<u64>(marks, LATER) & ~((<u64>1) << (corner & 63)), LATER);
}

/** Marks a corner as waiting; `when` is NOW or LATER, an offset in the record. */
function wait(corner: u32, when: usize): void {
  const marks = waitingAt(corner >> 6) + when;
  const old = load<u64>(marks);
  store<u64>(marks, old | ((<u64>1) << (corner & 63)));
  if (old != 0) return;
  const group = groupAt(corner >> 12) + when;
  store<u64>(group, load<u64>(group) | ((<u64>1) << ((corner >> 6) & 63)));
}

/** Moves to the next band in which corners wait. Returns false if no corner waits. */
function nextBand(): bool {
  for (let least: f64 = 0; least < Infinity;) {
    limit += band;
    least = Infinity;
    let hasOne = false;
    for (let group: u32 = 0; group < groupCount; group++) {
      const at = groupAt(group);
      for (let words = load<u64>(at, LATER); words != 0; words &= words - 1) {
        const word = (group << 6) + <u32>ctz(words);
        const marks = waitingAt(word);
        let left = load<u64>(marks, LATER);
        for (let bits = left; bits != 0; bits &= bits - 1) {
          const corner = (word << 6) + <u32>ctz(bits);
          const length = load<f64>(distAt(corner));
          least = min(least, length);
          if (length >= limit) continue;
          left &= ~(bits & -bits);
          wait(corner, NOW);
          hasOne = true;
        }
        store<u64>(marks, left, LATER);
        if (left == 0) store<u64>(at, load<u64>(at, LATER) & ~(words & -words), LATER);
      }
    }
    if (hasOne) return true;
    limit = least;
  }
  return false;
}

/** Expands the corners that wait in this band. Returns false if no corner waited. */
function sweep(landmark: u32): bool {
  let hasOne = false;
  for (let group: u32 = 0; group < groupCount; group++) {
    const at = groupAt(group);
    for (let words = load<u64>(at); words != 0; words = load<u64>(at)) {
      const word = (group << 6) + <u32>ctz(words);
      const marks = waitingAt(word);
      for (let bits = load<u64>(marks); bits != 0; bits = load<u64>(marks)) {
        store<u64>(marks, bits & (bits - 1));
        expand((word << 6) + <u32>ctz(bits), landmark);
      }
      store<u64>(at, load<u64>(at) & ~(words & -words));
      hasOne = true;
    }
  }
  return hasOne;
}

/** Relaxes the arcs out of a corner. */
function expand(corner: u32, landmark: u32): void {
  const dist = load<f64>(distAt(corner));
  const least = <f32>(dist * DOWN);
  const end = changetype<usize>(rowArcAt(arcsFrom(corner + 1)));
  let at = changetype<usize>(rowArcAt(arcsFrom(corner)));
  for (; at < end; at += offsetof<RowArc>()) {
    const head = changetype<RowArc>(at).head;
    const own = changetype<RowArc>(at).length;
    if (least + own * <f32>DOWN >= load<f32>(topAt(head))) continue;
    const length = dist + <f64>own;
    if (length >= load<f64>(distAt(head))) continue;
    setNext(head, landmark, corner);
    shorten(head, length);
  }
}
