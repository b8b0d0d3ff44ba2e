// Rows of landmarks: the shortest ways in the graph from a corner to all. All arcs count, also those that do not bend around the walls of the
// one before: lengths are to differ by no more than an arc is long, whatever arc it is.
//
// Not in order of length, as by Dijkstra, but band by band (Meyer and Sanders 2003), and in a band in order of the corners' numbers, some more than
// once: corners near one another have numbers near one another, so that their arcs are in the cache, for which a heap would wait.

import { NONE } from '../sides';
import { arcAt, arcHead, arcsFrom, cornerCount, distanceTo, nodeAt } from './graph';
import { setLength, setNext } from './landmarks';

/** Per arc, 8 bytes: the corner that it leads to; f32, how long it is, rounded, of which landmarks know. */
let arcs: usize = 0;
/** f64 per corner: the shortest length so far. Apart from the nodes, as arcs lead all over them. */
let dists: usize = 0;
/** The same as f32, rounded up, which tells of most arcs that they lead to nothing shorter, in half the memory. */
let tops: usize = 0;
const UP: f64 = 1 + 2e-7;
const DOWN: f64 = 1 - 4e-7;
/** Per 64 corners, one bit each, two u64: those in the band at hand whose arcs have to be looked at, those further away. Then per 64 of these whether there are any. */
let waiting: usize = 0;
let groups: usize = 0;
let groupCount: u32 = 0;
const LATER: usize = 8;
/** How wide bands are, as arcs are long on average, and where the one at hand ends. */
let band: f64 = 0;
let limit: f64 = 0;

/** Room for rows: eight bytes for each arc, twelve for each corner, and `rowsMarks` for what waits. */
export function rowsBind(arc: usize, dist: usize, marks: usize): void {
  arcs = arc;
  dists = dist;
  tops = dist + ((<usize>cornerCount) << 3);
  waiting = marks;
  groups = waitingAt(64 * groupsOf(cornerCount));
  groupCount = groupsOf(cornerCount);
  let sum: f64 = 0;
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    const node = nodeAt(corner);
    const end = arcsFrom(corner + 1);
    for (let i = arcsFrom(corner); i < end; i++) {
      const head = arcHead(arcAt(i));
      const length = distanceTo(node, load<f64>(nodeAt(head)), load<f64>(nodeAt(head), 8));
      const to = arcs + ((<usize>i) << 3);
      store<u32>(to, head);
      store<f32>(to, <f32>length, 4);
      sum += length;
    }
  }
  band = sum / max<f64>(1, <f64>arcsFrom(cornerCount));
}

/** The ways from a corner, as those of a landmark. Their lengths lie behind the f64 of the corners, f32, rounded up, Infinity where there is none. */
export function rowsFill(landmark: u32, from: u32): void {
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    store<f64>(distAt(corner), Infinity);
    store<f32>(topAt(corner), Infinity);
    setNext(corner, landmark, NONE);
  }
  memory.fill(waiting, 0, rowsMarks(cornerCount));
  limit = 0;
  reach(from, 0);
  while (nextBand()) while (sweep(landmark)) {}
}

/** The lengths found last are those to a landmark. */
export function rowsKeep(landmark: u32): void {
  for (let corner: u32 = 0; corner < cornerCount; corner++)
    setLength(corner, landmark, load<f64>(distAt(corner)));
}

function distAt(corner: u32): usize {
  return dists + ((<usize>corner) << 3);
}
function topAt(corner: u32): usize {
  return tops + ((<usize>corner) << 2);
}
function waitingAt(word: u32): usize {
  return waiting + ((<usize>word) << 4);
}

function groupsOf(corners: u32): u32 {
  return (corners >> 12) + 1;
}
export function rowsMarks(corners: u32): usize {
  return (<usize>(65 * groupsOf(corners))) << 4;
}
function groupAt(group: u32): usize {
  return groups + ((<usize>group) << 4);
}

/** A corner is to be looked at, in this band or later. */
function reach(corner: u32, length: f64): void {
  store<f64>(distAt(corner), length);
  store<f32>(topAt(corner), <f32>(length * UP));
  if (length >= limit) {
    wait(corner, LATER);
    return;
  }
  wait(corner, 0);
  const marks = waitingAt(corner >> 6);
  store<u64>(marks, load<u64>(marks, LATER) & ~((<u64>1) << (corner & 63)), LATER);
}

function wait(corner: u32, when: usize): void {
  const marks = waitingAt(corner >> 6) + when;
  const old = load<u64>(marks);
  store<u64>(marks, old | ((<u64>1) << (corner & 63)));
  if (old != 0) return;
  const group = groupAt(corner >> 12) + when;
  store<u64>(group, load<u64>(group) | ((<u64>1) << ((corner >> 6) & 63)));
}

/** Goes on to the next band that corners wait in. False where there is no more. */
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
          wait(corner, 0);
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

/** Looks at the corners that wait in this band. False where there were none. */
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

/** Along the arcs of a corner to those that are nearer over it. */
function expand(corner: u32, landmark: u32): void {
  const dist = load<f64>(distAt(corner));
  const least = <f32>(dist * DOWN);
  const end = arcs + ((<usize>arcsFrom(corner + 1)) << 3);
  for (let arc = arcs + ((<usize>arcsFrom(corner)) << 3); arc < end; arc += 8) {
    const head = load<u32>(arc);
    const own = load<f32>(arc, 4);
    if (least + own * <f32>DOWN >= load<f32>(topAt(head))) continue;
    const length = dist + <f64>own;
    if (length >= load<f64>(distAt(head))) continue;
    setNext(head, landmark, corner);
    reach(head, length);
  }
}
