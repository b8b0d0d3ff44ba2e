// Finds the hubs that the lists of both ends of a query have: top hubs by their bits, further hubs
// by a merge of sorted ranks. The merge is left out if no block of the map holds further hubs of
// both lists. Hubs that differ may still share a block, so the merge decides. `listHubs` of
// group.ts calls `join`; query.ts takes the hubs in the order of their lower bounds.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE } from '@wayfield/wasm/assembly/words';
import { End, rankBytes } from './ends';
import { BLOCKS, LIST_BITS, LIST_BLOCKS, TOP } from './list-form';

/**
 * Meetings: the hubs that both lists of a query have, for all queries of a group. Each has MEETING
 * bytes: f64 lower bound on paths over the hub, u32 place of the hub in the list of the source, u32
 * place in the list of the target. Places count top hubs first, then further hubs.
 */
let meetings: usize = 0;
let room: u32 = 0;
let total: u32 = 0;
export const MEETING: usize = 16;
export const SOURCE_HUB: usize = 8;
export const TARGET_HUB: usize = 12;

let source: End = changetype<End>(0);
let target: End = changetype<End>(0);

export function meetingsClear(): void {
  total = 0;
}
export function meetingCount(): u32 {
  return total;
}
export function meetingAt(i: u32): usize {
  return meetings + <usize>i * MEETING;
}

/** The address of the meeting with the least bound, of `count` > 0 meetings at `from`. */
export function leastMeeting(from: usize, count: u32): usize {
  let first = from;
  for (let m = from + MEETING, end = from + <usize>count * MEETING; m < end; m += MEETING)
    if (load<f64>(m) < load<f64>(first)) first = m;
  return first;
}

/** Adds the meetings of two ends. */
export function join(s: End, t: End): void {
  source = s;
  target = t;
  const most = total + min(s.top, t.top) + min(s.further, t.further);
  if (most > room) {
    room = 2 * most;
    meetings = reallocate(meetings, <usize>total * MEETING, <usize>room * MEETING);
  }
  joinTop();
  if (haveBlocks()) joinFurther();
}

/**
 * Adds the top hubs that both lists have. The place of a hub in a list is the number of bits before
 * its own: `fromS` and `fromT` count those of earlier words, `popcnt` those of the current word.
 */
function joinTop(): void {
  let s = source.list + (LIST_BITS << 2);
  let t = target.list + (LIST_BITS << 2);
  let fromS: u32 = 0;
  let fromT: u32 = 0;
  for (const end = s + (TOP >> 3); s < end; s += 8, t += 8) {
    const own = load<u64>(s);
    const others = load<u64>(t);
    for (let both = own & others; both != 0; both &= both - 1) {
      const below: u64 = (both & (0 - both)) - 1;
      const i = fromS + <u32>popcnt(own & below);
      const k = fromT + <u32>popcnt(others & below);
      const bound =
        <f64>load<f32>(source.bounds + ((<usize>i) << 2)) +
        <f64>load<f32>(target.bounds + ((<usize>k) << 2));
      addMeeting(bound, i, k);
    }
    fromS += <u32>popcnt(own);
    fromT += <u32>popcnt(others);
  }
}

function addMeeting(bound: f64, s: u32, t: u32): void {
  const meeting = meetingAt(total);
  store<f64>(meeting, bound);
  store<u32>(meeting, s, SOURCE_HUB);
  store<u32>(meeting, t, TARGET_HUB);
  total++;
}

/** Whether some block of the map holds a further hub of each list. */
function haveBlocks(): bool {
  const s = source.list + (LIST_BLOCKS << 2);
  const t = target.list + (LIST_BLOCKS << 2);
  let both = v128.and(v128.load(s), v128.load(t));
  for (let i: usize = 16; i < BLOCKS >> 3; i += 16)
    both = v128.or(both, v128.and(v128.load(s + i), v128.load(t + i)));
  return v128.any_true(both);
}

/**
 * Adds the further hubs that both lists have. Ranks ascend in groups of four. All 16 pairs of two
 * groups are compared at once. Then the list whose group has the smaller last rank goes on to its
 * next group; if the last ranks are equal, both lists do.
 */
function joinFurther(): void {
  const sourceEnd = source.ranks + rankBytes(source.further);
  const targetEnd = target.ranks + rankBytes(target.further);
  for (let s = source.ranks, t = target.ranks; s < sourceEnd && t < targetEnd;) {
    const own = v128.load(s);
    const others = v128.load(t);
    const one = v128.or(i32x4.eq(own, others), i32x4.eq(own, Lanes.turned(others, 1)));
    const two = v128.or(
      i32x4.eq(own, Lanes.turned(others, 2)),
      i32x4.eq(own, Lanes.turned(others, 3)),
    );
    if (v128.any_true(v128.or(one, two))) addFurther(s, t);
    const last = load<u32>(s, LAST_RANK);
    const otherLast = load<u32>(t, LAST_RANK);
    s += (<usize>(last <= otherLast)) << GROUP_SHIFT;
    t += (<usize>(otherLast <= last)) << GROUP_SHIFT;
  }
}

/** A group of four ranks: the offset of the last, and the shift that multiplies by its bytes. */
const LAST_RANK: usize = 12;
const GROUP_SHIFT: usize = 4;

// A method, because the decorator is not allowed on functions in TypeScript.
class Lanes {
  /** Four numbers, rotated by 1, 2 or 3 places. */
  @inline
  static turned(lanes: v128, by: i32): v128 {
    if (by == 1) return i32x4.shuffle(lanes, lanes, 1, 2, 3, 0);
    if (by == 2) return i32x4.shuffle(lanes, lanes, 2, 3, 0, 1);
    return i32x4.shuffle(lanes, lanes, 3, 0, 1, 2);
  }
}

/**
 * Adds the hubs that a group of the source's list and a group of the target's list both have. NONE
 * fills the last group of a list, so the first NONE ends the loop.
 */
function addFurther(s: usize, t: usize): void {
  for (let i: u32 = 0; i < 4; i++) {
    const rank = at(s, i);
    if (rank == NONE) return;
    for (let k: u32 = 0; k < 4; k++) {
      if (at(t, k) != rank) continue;
      const own = <u32>((s - source.ranks) >> 2) + i;
      const other = <u32>((t - target.ranks) >> 2) + k;
      const bound =
        <f64>load<f32>(source.furtherBounds + ((<usize>own) << 2)) +
        <f64>load<f32>(target.furtherBounds + ((<usize>other) << 2));
      addMeeting(bound, source.top + own, target.top + other);
    }
  }
}
