// Greedy best-first search on any grid: the cell that looks nearest to the target is settled next,
// whatever the way to it cost. Fast, not optimal.

import { cellsBound } from './grid-heuristic';
import {
  BUDGET_SPENT,
  CLOSED,
  deltas,
  FOUND,
  moves,
  nextGeneration,
  NO_PATH,
  records,
  setSettled,
  SOURCE,
  stepX,
  stepY,
  width,
} from './grid-state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from './heap';

export function greedySearch(source: u32, target: u32, heuristic: u32, maxSettled: u32): u32 {
  const stamp = nextGeneration() << 5;
  const wide = width;
  const tx = <i32>(target % wide),
    ty = <i32>(target / wide);
  heapClear();
  store<u64>(records + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);
  heapPush(heapEntry(0, source));

  let count: u32 = 0;
  let status = NO_PATH;
  while (heapSize()) {
    const u = <u32>heapPop();
    const at = records + ((<usize>u) << 3);
    if (count == maxSettled) {
      status = BUDGET_SPENT;
      break;
    }
    store<u32>(at, load<u32>(at, 4) | CLOSED, 4);
    count++;
    if (u == target) {
      status = FOUND;
      break;
    }
    const y = u / wide;
    const ux = <i32>(u - y * wide) - tx,
      uy = <i32>y - ty;
    for (let m = <u32>load<u8>(moves + u); m; m &= m - 1) {
      const e = <u32>ctz(m);
      const v = u + load<i32>(deltas + ((<usize>e) << 2));
      const atV = records + ((<usize>v) << 3);
      // the first way to a cell is kept
      if ((load<u32>(atV, 4) ^ stamp) < 32) continue;
      store<u32>(atV, stamp | e, 4);
      heapPush(
        heapEntry(cellsBound(heuristic, <f32>abs(ux + stepX(e)), <f32>abs(uy + stepY(e))), v),
      );
    }
  }
  setSettled(count);
  return status;
}
