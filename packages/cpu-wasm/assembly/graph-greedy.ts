// Greedy best-first search on a graph: the node that looks nearest to the target is settled next,
// whatever the way to it cost. Fast, not optimal. Keys may fall, so this one needs the heap.

import { aim, boundOf } from './graph-heuristic';
import {
  arcs,
  BUDGET_SPENT,
  closedBit,
  distOf,
  distShift,
  firstOut,
  FOUND,
  generationBits,
  isReached,
  nextGeneration,
  NO_PATH,
  records,
  setSettled,
} from './graph-state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from './heap';

/** Searches from `source` towards `target`; without a target that can be reached, everything. */
export function graphGreedySearch(source: u32, target: u32, heuristic: u32, maxSettled: u32): u32 {
  nextGeneration();
  aim(heuristic, 1, target);
  const shift = distShift,
    stamp = generationBits();
  heapClear();
  store<u64>(records + ((<usize>source) << 3), (stamp << shift) | <u64>source);
  heapPush(heapEntry(0, source));
  let count: u32 = 0;
  let status = NO_PATH;
  while (heapSize()) {
    const u = <u32>heapPop();
    if (count == maxSettled) {
      status = BUDGET_SPENT;
      break;
    }
    count++;
    const at = records + ((<usize>u) << 3);
    const record = load<u64>(at);
    store<u64>(at, record | closedBit);
    if (u == target) {
      status = FOUND;
      break;
    }
    const dist = distOf(record);
    const row = firstOut + ((<usize>u) << 2);
    const end = arcs + ((<usize>load<u32>(row, 4)) << 3);
    for (let arc = arcs + ((<usize>load<u32>(row)) << 3); arc < end; arc += 8) {
      const v = load<u32>(arc),
        next = dist + load<f32>(arc, 4);
      const atV = records + ((<usize>v) << 3);
      // the first way to a node is kept, and f32 ends before infinity
      if (isReached(load<u64>(atV)) || next == Infinity) continue;
      store<u64>(atV, ((stamp | <u64>reinterpret<u32>(next)) << shift) | <u64>u);
      heapPush(heapEntry(heuristic ? <f32>boundOf(v) : <f32>0, v));
    }
  }
  setSettled(count);
  return status;
}
