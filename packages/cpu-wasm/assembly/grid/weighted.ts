// A* and Dijkstra on weighted grids: f32 sums rounded at every step, the u64 heap, costs per cell.
//
// The bounds are admissible (`BOUND_SHARE` in src/grid/search.ts), but not consistent in f32: sums
// and bounds are rounded by up to 2^-24 of themselves, which can exceed 2^-21 of a step, so a step
// can lower the key. A cell settled too early is opened again when a smaller dist reaches it.
//
// The target is settled once, and then the search ends. The target's label exceeds Dijkstra's label
// by a share of at most (m + 1) * 2^-24, where m counts the steps of a path that has Dijkstra's
// label. Proof: until that label reaches the target, the heap holds a cell v of that path whose
// label is at most the path's sum at v. Sum and bound of v exceed Dijkstra's label only by the
// roundings of the at most m sums after v and of the key, and the target's key is not above the key
// of v.

import { META } from './layout';
import { BUDGET_SPENT, FOUND, NO_PATH } from '../status';
import { distanceInCells } from './heuristic';
import {
  CLOSED,
  gridDeltas,
  gridMoves,
  nextGeneration,
  gridRecords,
  setSettled,
  SOURCE,
  stepX,
  stepY,
  takeMark,
  gridWidth,
} from './state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

let costs: usize = 0;

/** Binds the factors of the cells, one f32 each. */
export function weightedBind(costsAt: usize): void {
  costs = costsAt;
}

/** The cost of the step in direction d into cell v. */
export function stepCost(v: u32, d: u32): f32 {
  const factor = load<f32>(costs + ((<usize>v) << 2));
  return d < 4 ? factor : <f32>1.41421354 * factor;
}

/**
 * As uniformSearch; `scale`, by which bounds in cells are multiplied, is at most the smallest
 * factor of an open cell.
 */
export function weightedSearch(
  source: u32,
  target: u32,
  heuristic: u32,
  scale: f32,
  maxSettled: u32,
  marks: usize,
  marked: u32,
): u32 {
  const stamp = nextGeneration() << 5;
  const wide = gridWidth();
  const tx = <i32>(target % wide),
    ty = <i32>(target / wide);
  heapClear();
  store<u64>(gridRecords() + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);
  heapPush(heapEntry(0, source));

  const rec = gridRecords(),
    mov = gridMoves(),
    del = gridDeltas();
  let count: u32 = 0;
  let status = NO_PATH;
  while (heapSize()) {
    const u = <u32>heapPop();
    const at = rec + ((<usize>u) << 3);
    const record = load<u64>(at);
    const meta = <u32>(record >> 32);
    if (meta & CLOSED) continue;
    if (count == maxSettled) {
      status = BUDGET_SPENT;
      break;
    }
    store<u32>(at, meta | CLOSED, META);
    count++;
    if (u == target) {
      status = FOUND;
      break;
    }
    if (marked && takeMark(marks, u) && --marked == 0) break;

    const dist = reinterpret<f32>(<u32>record);
    let m = <u32>load<u8>(mov + u);
    // straight back is never shorter; the reverse of direction d is d ^ 1, of a diagonal 11 - d
    const d = meta & 7;
    if (!(meta & SOURCE)) m &= ~(1 << (d < 4 ? d ^ 1 : 11 - d));
    const y = u / wide;
    const ux = <i32>(u - y * wide) - tx,
      uy = <i32>y - ty;
    while (m) {
      const e = <u32>ctz(m);
      m &= m - 1;
      const v = u + load<i32>(del + ((<usize>e) << 2));
      const next = dist + stepCost(v, e);
      const atV = rec + ((<usize>v) << 3);
      const other = load<u64>(atV);
      // closed cells are not skipped: a smaller dist opens them again (see the head of this file)
      if ((<u32>(other >> 32) ^ stamp) < 32 && next >= reinterpret<f32>(<u32>other)) continue;
      store<u64>(atV, <u64>reinterpret<u32>(next) | ((<u64>(stamp | e)) << 32));
      const bound = heuristic
        ? scale * distanceInCells(heuristic, <f32>abs(ux + stepX(e)), <f32>abs(uy + stepY(e)))
        : <f32>0;
      heapPush(heapEntry(next + bound, v));
    }
  }
  setSettled(count);
  return status;
}
