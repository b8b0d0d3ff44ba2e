// A first path, over the tree of the shortest paths from all corners to one landmark, the tree's
// root. One path climbs the tree from the source and one from the target, from corner to next
// corner, until both meet, or until one comes to a corner that sees the other end. The landmark
// lies beyond one end as seen from the other, so the detour is small.

import { NONE } from '../sides';
import { distanceTo, nodeAt } from './graph';
import { lengthTo, nextTo, unit } from './landmarks';
import { listAdd, listAt, listClear, listCount, listCut } from './lists';

let sx: f64 = 0;
let sy: f64 = 0;
let query: u32 = 0;
/** What `Corner.reached` holds, while climbing, of corners that the source sees. */
let started: u32 = 0;

/**
 * The best path so far: its length, and how many corners it has from the source, and from the
 * target.
 */
let best: f64 = Infinity;
let fromStart: u32 = 0;
let fromTarget: u32 = 0;

/** Marks with `stamp` the corners that the source of query `number` sees: the list `seen`. */
export function climbBegin(seen: usize, startX: f64, startY: f64, number: u32, stamp: u32): void {
  sx = startX;
  sy = startY;
  query = number;
  started = stamp;
  for (let i: u32 = 0; i < listCount(seen); i++) nodeAt(listAt(seen, i)).reached = started;
}

/**
 * Writes into `turns` the turns of a path over `nearStart`, the corner nearest to the source, and
 * `nearAim`, the corner nearest to the target. The landmark reaches both corners. `scratch` is a
 * list for the corners from the target. Returns the path's length; Infinity where no path is found.
 * `climbBegin` comes before.
 */
export function climb(
  landmark: u32,
  nearStart: u32,
  nearAim: u32,
  turns: usize,
  scratch: usize,
): f64 {
  best = Infinity;
  let a = nearStart;
  let b = nearAim;
  let lengthA = restTo(a, false);
  let lengthB = restTo(b, true);
  listClear(turns);
  listClear(scratch);
  listAdd(turns, a);
  listAdd(scratch, b);
  if (nodeAt(a).aimed == query) keep(lengthA + restTo(a, true), 1, 0);
  if (nodeAt(b).reached == started) keep(lengthB + restTo(b, false), 0, 1);
  // the remaining lengths from both corners to the landmark, within rounding
  let leftA = <f64>lengthTo(landmark, a) * unit();
  let leftB = <f64>lengthTo(landmark, b) * unit();
  while (a != b) {
    let isA = leftA >= leftB;
    let next = nextTo(landmark, isA ? a : b);
    if (next == NONE) {
      isA = !isA;
      next = nextTo(landmark, isA ? a : b);
      if (next == NONE) break;
    }
    const node = nodeAt(next);
    const length = distanceTo(nodeAt(isA ? a : b), node.x, node.y);
    if (isA) {
      lengthA += length;
      leftA -= length;
      a = next;
      listAdd(turns, a);
      if (node.aimed == query) keep(lengthA + restTo(a, true), listCount(turns), 0);
    } else {
      lengthB += length;
      leftB -= length;
      b = next;
      listAdd(scratch, b);
      if (node.reached == started) keep(lengthB + restTo(b, false), 0, listCount(scratch));
    }
  }
  if (a == b) meet(lengthA + lengthB, turns, scratch);
  listCut(turns, fromStart);
  for (let i = fromTarget; i > 0; i--) listAdd(turns, listAt(scratch, i - 1));
  return best;
}

/**
 * Joins the two paths, which end at one corner. If they also share corners right before their ends,
 * the joined path leaves out all shared corners but the first.
 */
function meet(length: f64, turns: usize, scratch: usize): void {
  let fromA = listCount(turns);
  let fromB = listCount(scratch);
  let both = length;
  for (; min(fromA, fromB) > 1 && listAt(turns, fromA - 2) == listAt(scratch, fromB - 2); fromA--) {
    const node = nodeAt(listAt(turns, fromA - 2));
    both -= 2 * distanceTo(nodeAt(listAt(turns, fromA - 1)), node.x, node.y);
    fromB--;
  }
  keep(both, fromA, fromB - 1);
}

/** Keeps a path by its length and its corners on both lists, if it is the shortest so far. */
function keep(length: f64, startCount: u32, targetCount: u32): void {
  if (length >= best) return;
  best = length;
  fromStart = startCount;
  fromTarget = targetCount;
}

/** The length of the straight line from a corner to the end that sees the corner. */
function restTo(corner: u32, isTarget: bool): f64 {
  return isTarget ? nodeAt(corner).toTarget : distanceTo(nodeAt(corner), sx, sy);
}
