// Greedy best-first search on any grid: the cell that looks nearest to the target is settled next,
// whatever the path to it cost. Fast, not optimal.

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
  gridWidth,
} from './state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

/**
 * Searches from `source` to `target` by the distance in cells that `heuristic` gives. Returns
 * FOUND, after which keepTrace keeps the path, NO_PATH, or BUDGET_SPENT after `maxSettled` cells.
 */
export function greedySearch(source: u32, target: u32, heuristic: u32, maxSettled: u32): u32 {
  const stamp = nextGeneration() << 5;
  const wide = gridWidth();
  const tx = <i32>(target % wide),
    ty = <i32>(target / wide);
  heapClear();
  store<u64>(gridRecords() + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);
  heapPush(heapEntry(0, source));

  let count: u32 = 0;
  let status = NO_PATH;
  while (heapSize()) {
    const u = <u32>heapPop();
    const at = gridRecords() + ((<usize>u) << 3);
    if (count == maxSettled) {
      status = BUDGET_SPENT;
      break;
    }
    store<u32>(at, load<u32>(at, META) | CLOSED, META);
    count++;
    if (u == target) {
      status = FOUND;
      break;
    }
    const y = u / wide;
    const ux = <i32>(u - y * wide) - tx,
      uy = <i32>y - ty;
    for (let m = <u32>load<u8>(gridMoves() + u); m; m &= m - 1) {
      const e = <u32>ctz(m);
      const v = u + load<i32>(gridDeltas() + ((<usize>e) << 2));
      const atV = gridRecords() + ((<usize>v) << 3);
      // the first path to a cell is kept
      if ((load<u32>(atV, META) ^ stamp) < 32) continue;
      store<u32>(atV, stamp | e, META);
      heapPush(
        heapEntry(distanceInCells(heuristic, <f32>abs(ux + stepX(e)), <f32>abs(uy + stepY(e))), v),
      );
    }
  }
  setSettled(count);
  return status;
}
