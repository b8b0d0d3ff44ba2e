// A first way: from the start and from the target along the shortest ways to one landmark, up to where they meet, or up to a corner that sees
// the other end. As the landmark lies beyond one of the ends as seen from the other, that is a small detour.

import { NONE } from '../sides';
import { AIMED, distanceTo, nodeAt, REACHED, TO_TARGET } from './graph';
import { lengthTo, nextTo, unit } from './landmarks';
import { listAdd, listAt, listClear, listCount } from './lists';

let sx: f64 = 0;
let sy: f64 = 0;
let query: u32 = 0;
/** What corners that the start sees are marked with. */
let started: u32 = 0;

/** The best way so far: its length, and how many corners it has from the start, and from the target. */
let best: f64 = Infinity;
let fromStart: u32 = 0;
let fromTarget: u32 = 0;

/** Writes the turns of a way over the corner nearest to the start and that nearest to the target. Returns its length; Infinity where none is found. */
export function climb(
  landmark: u32,
  nearStart: u32,
  nearAim: u32,
  starts: usize,
  startX: f64,
  startY: f64,
  number: u32,
  stamp: u32,
  turns: usize,
  half: usize,
): f64 {
  sx = startX;
  sy = startY;
  query = number;
  started = stamp;
  best = Infinity;
  for (let i: u32 = 0; i < listCount(starts); i++)
    store<u32>(nodeAt(listAt(starts, i)), started, REACHED);
  let a = nearStart;
  let b = nearAim;
  let lengthA = restTo(a, false);
  let lengthB = restTo(b, true);
  listClear(turns);
  listClear(half);
  listAdd(turns, a);
  listAdd(half, b);
  if (load<u32>(nodeAt(a), AIMED) == query) keep(lengthA + restTo(a, true), 1, 0);
  if (load<u32>(nodeAt(b), REACHED) == started) keep(lengthB + restTo(b, false), 0, 1);
  // how far both still have to go, within rounding
  let leftA = <f64>lengthTo(landmark, a) * unit;
  let leftB = <f64>lengthTo(landmark, b) * unit;
  while (a != b) {
    let isA = leftA >= leftB;
    let next = nextTo(landmark, isA ? a : b);
    if (next == NONE) {
      isA = !isA;
      next = nextTo(landmark, isA ? a : b);
      if (next == NONE) break;
    }
    const node = nodeAt(next);
    const length = distanceTo(nodeAt(isA ? a : b), load<f64>(node), load<f64>(node, 8));
    if (isA) {
      lengthA += length;
      leftA -= length;
      a = next;
      listAdd(turns, a);
      if (load<u32>(node, AIMED) == query) keep(lengthA + restTo(a, true), listCount(turns), 0);
    } else {
      lengthB += length;
      leftB -= length;
      b = next;
      listAdd(half, b);
      if (load<u32>(node, REACHED) == started) keep(lengthB + restTo(b, false), 0, listCount(half));
    }
  }
  if (a == b) meet(lengthA + lengthB, turns, half);
  store<u32>(turns, fromStart, 8);
  for (let i = fromTarget; i > 0; i--) listAdd(turns, listAt(half, i - 1));
  return best;
}

/** Both ways end at one corner, perhaps not where they first met. */
function meet(length: f64, turns: usize, half: usize): void {
  let fromA = listCount(turns);
  let fromB = listCount(half);
  let both = length;
  for (; min(fromA, fromB) > 1 && listAt(turns, fromA - 2) == listAt(half, fromB - 2); fromA--) {
    const node = nodeAt(listAt(turns, fromA - 2));
    both -= 2 * distanceTo(nodeAt(listAt(turns, fromA - 1)), load<f64>(node), load<f64>(node, 8));
    fromB--;
  }
  keep(both, fromA, fromB - 1);
}

function keep(length: f64, startCount: u32, targetCount: u32): void {
  if (length >= best) return;
  best = length;
  fromStart = startCount;
  fromTarget = targetCount;
}

/** From a corner straight to the end that sees it. */
function restTo(corner: u32, isTarget: bool): f64 {
  return isTarget ? load<f64>(nodeAt(corner), TO_TARGET) : distanceTo(nodeAt(corner), sx, sy);
}
