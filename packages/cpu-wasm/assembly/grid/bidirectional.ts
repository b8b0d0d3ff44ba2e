// Bidirectional Dijkstra on any grid. One heap holds both searches, item = cell << 1 | side, so the
// side with the smaller key goes on, and all keys left on both sides are at least the key just
// taken. No shorter path can be found once twice that key reaches the best meeting (Pohl 1971).
// Each side has records of its own; keys are ticks or the bits of an f32, which order alike.
//
// Rounding of f32 sums does not break the rule. Adding a factor >= 0 never lowers a rounded sum, so
// keys are taken in rising order, and a path not met yet has two halves of at least that key each.
// Halves are added as f64, without another rounding. Each half is rounded from its own end, though,
// so the path may not be the one with the smallest f32 sum from the source: docs/costs.md.

import { META } from './layout';
import { BUDGET_SPENT, FOUND, NONE, NO_PATH } from '../status';
import {
  cellCount,
  CLOSED,
  gridDeltas,
  gridDiagonalTicks,
  gridMoves,
  nextGeneration,
  gridRecords,
  reservePath,
  setDiagonals,
  setSettled,
  SOURCE,
  gridStraightTicks,
} from './state';
import { traceLength, tracePath } from './trace';
import { stepCost } from './weighted';
import { heapClear, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

/** Ticks passed 2^32: the host answers the query by uniformPath, whose ticks may wrap around. */
export const TICKS_OVERFLOW: u32 = 255;

/** Records of the backward search; those of the forward one are `gridRecords`. */
let backward: usize = 0;
/** The generation of the last bidirectional search, 0 before the first. */
let lastGeneration: u32 = 0;
/** The cell at which the shortest path found so far joins both searches. */
let meeting: u32 = NONE;

/** Binds the records of the backward search (8 bytes per cell, zeroed). */
export function bidirectionalBind(backwardRecords: usize): void {
  backward = backwardRecords;
  lastGeneration = 0;
}

/**
 * Searches from both ends. Returns FOUND, after which `keepMeeting` reads the path, NO_PATH,
 * BUDGET_SPENT after `maxSettled` cells of both sides together, or TICKS_OVERFLOW.
 */
export function bidirectionalSearch(
  source: u32,
  target: u32,
  weighted: bool,
  maxSettled: u32,
): u32 {
  const generation = nextGeneration();
  // One-sided searches on cells take generations too. If this one is not larger than that of the
  // last bidirectional search, nextGeneration began again at 1 and cleared only the forward records
  if (generation <= lastGeneration) memory.fill(backward, 0, (<usize>cellCount()) << 3);
  lastGeneration = generation;
  const stamp = generation << 5;
  heapClear();
  store<u64>(gridRecords() + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);
  store<u64>(backward + ((<usize>target) << 3), (<u64>(stamp | SOURCE)) << 32);
  meeting = NONE;
  let best: f64 = Infinity;
  if (source == target) {
    meeting = source;
    best = 0;
  }
  heapPush((<u64>source) << 1);
  heapPush(((<u64>target) << 1) | 1);

  let count: u32 = 0;
  while (heapSize()) {
    const top = heapPop();
    const key = <u32>(top >> 32),
      u = <u32>top >> 1,
      side = <u32>top & 1;
    if (2 * amount(key, weighted) >= best) break;
    const mine = side ? backward : gridRecords(),
      others = side ? gridRecords() : backward;
    const at = mine + ((<usize>u) << 3);
    const record = load<u64>(at);
    const meta = <u32>(record >> 32);
    if (meta & CLOSED) continue;
    if (count == maxSettled) {
      setSettled(count);
      return BUDGET_SPENT;
    }
    store<u32>(at, meta | CLOSED, META);
    count++;
    const dist = <u32>record;
    for (let m = <u32>load<u8>(gridMoves() + u); m; m &= m - 1) {
      const e = <u32>ctz(m);
      const v = u + load<i32>(gridDeltas() + ((<usize>e) << 2));
      let next: u32;
      if (weighted) {
        // backwards the step goes from v into u
        next = reinterpret<u32>(reinterpret<f32>(dist) + stepCost(side ? u : v, e));
      } else {
        next = dist + (e < 4 ? gridStraightTicks() : gridDiagonalTicks());
        if (next < dist) {
          setSettled(count);
          return TICKS_OVERFLOW;
        }
      }
      const atV = mine + ((<usize>v) << 3);
      const known = load<u64>(atV);
      if ((<u32>(known >> 32) ^ stamp) < 32 && next >= <u32>known) continue;
      store<u64>(atV, <u64>next | ((<u64>(stamp | e)) << 32));
      heapPush(((<u64>next) << 32) | ((<u64>v) << 1) | <u64>side);
      const far = load<u64>(others + ((<usize>v) << 3));
      if ((<u32>(far >> 32) ^ stamp) < 32) {
        const through = amount(next, weighted) + amount(<u32>far, weighted);
        if (through < best) {
          best = through;
          meeting = v;
        }
      }
    }
  }
  setSettled(count);
  return meeting != NONE ? FOUND : NO_PATH;
}

/** The length that a key stands for: in ticks, or in cost on weighted grids. */
function amount(key: u32, weighted: bool): f64 {
  return weighted ? <f64>reinterpret<f32>(key) : <f64>key;
}

/** Keeps the path that the last bidirectionalSearch found as the answer. */
export function keepMeeting(): void {
  const middle = meeting;
  const forward = traceLength(middle);
  let steps: u32 = 0;
  for (let cell = middle, meta = metaOf(cell); !(meta & SOURCE); steps++) {
    cell -= load<i32>(gridDeltas() + ((<usize>(meta & 7)) << 2));
    meta = metaOf(cell);
  }
  const path = reservePath(forward + steps);
  let diagonals = tracePath(middle, path, forward);
  let out = path + ((<usize>forward) << 2);
  for (let cell = middle, meta = metaOf(cell); !(meta & SOURCE); out += 4) {
    diagonals += (meta >> 2) & 1;
    cell -= load<i32>(gridDeltas() + ((<usize>(meta & 7)) << 2));
    meta = metaOf(cell);
    store<u32>(out, cell);
  }
  setDiagonals(diagonals);
}

function metaOf(cell: u32): u32 {
  return load<u32>(backward + ((<usize>cell) << 3), META);
}
