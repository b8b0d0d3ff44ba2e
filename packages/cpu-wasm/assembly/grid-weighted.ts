// A* and Dijkstra on weighted grids: f32 sums rounded at every step, the u64 heap, costs per cell.
// A settled cell is opened again when a cheaper way to it turns up, which f32 rounding of the
// heuristic can cause; so the answer is exact up to the rounding of the sums themselves.

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
  takeMark,
  width,
} from './grid-state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from './heap';

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

/** As uniformSearch; `scale` is at most the smallest factor of an open cell. */
export function weightedSearch(
  source: u32,
  target: u32,
  heuristic: u32,
  scale: f32,
  maxSettled: u32,
  marks: usize,
  open: u32,
): u32 {
  const stamp = nextGeneration() << 5;
  const wide = width;
  const tx = <i32>(target % wide),
    ty = <i32>(target / wide);
  heapClear();
  store<u64>(records + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);
  heapPush(heapEntry(0, source));

  const rec = records,
    mov = moves,
    del = deltas;
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
    store<u32>(at, meta | CLOSED, 4);
    count++;
    if (u == target) {
      status = FOUND;
      break;
    }
    if (open && takeMark(marks, u) && --open == 0) break;

    const g = reinterpret<f32>(<u32>record);
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
      const next = g + stepCost(v, e);
      const atV = rec + ((<usize>v) << 3);
      const other = load<u64>(atV);
      if ((<u32>(other >> 32) ^ stamp) < 32 && next >= reinterpret<f32>(<u32>other)) continue;
      store<u64>(atV, <u64>reinterpret<u32>(next) | ((<u64>(stamp | e)) << 32));
      const bound = heuristic
        ? scale * cellsBound(heuristic, <f32>abs(ux + stepX(e)), <f32>abs(uy + stepY(e)))
        : <f32>0;
      heapPush(heapEntry(next + bound, v));
    }
  }
  setSettled(count);
  return status;
}
