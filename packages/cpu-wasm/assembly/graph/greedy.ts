// Greedy best-first search on a graph: the node that looks nearest to the target is settled next,
// whatever the path to it cost. Fast, not optimal. Keys may fall, so the queue is a heap.

import { NEXT_ROW, WEIGHT } from '../layout';
import { BUDGET_SPENT, FOUND, NO_PATH } from '../status';
import { aim, boundOf } from './heuristic';
import {
  graphArcs,
  graphClosedBit,
  distOf,
  graphDistShift,
  graphFirstOut,
  generationBits,
  isReached,
  nextGeneration,
  graphRecords,
  setSettled,
} from './state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

/**
 * Searches from `source` towards `target`, and through everything in reach if the target is not.
 * Returns FOUND, NO_PATH, or BUDGET_SPENT after `maxSettled` nodes.
 */
export function graphGreedySearch(source: u32, target: u32, heuristic: u32, maxSettled: u32): u32 {
  nextGeneration();
  aim(heuristic, 1, target);
  const shift = graphDistShift(),
    stamp = generationBits();
  heapClear();
  store<u64>(graphRecords() + ((<usize>source) << 3), (stamp << shift) | <u64>source);
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
    const at = graphRecords() + ((<usize>u) << 3);
    const record = load<u64>(at);
    store<u64>(at, record | graphClosedBit());
    if (u == target) {
      status = FOUND;
      break;
    }
    const dist = distOf(record);
    const row = graphFirstOut() + ((<usize>u) << 2);
    const end = graphArcs() + ((<usize>load<u32>(row, NEXT_ROW)) << 3);
    for (let arc = graphArcs() + ((<usize>load<u32>(row)) << 3); arc < end; arc += 8) {
      const v = load<u32>(arc),
        next = dist + load<f32>(arc, WEIGHT);
      const atV = graphRecords() + ((<usize>v) << 3);
      // the first path to a node is kept
      if (isReached(load<u64>(atV))) continue;
      store<u64>(atV, ((stamp | <u64>reinterpret<u32>(next)) << shift) | <u64>u);
      heapPush(heapEntry(heuristic ? <f32>boundOf(v) : <f32>0, v));
    }
  }
  setSettled(count);
  return status;
}
