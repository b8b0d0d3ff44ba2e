// A* and Dijkstra on uniform grids: whole-number ticks, a bucket queue that keeps exact order, and
// canonical ordering on 8 neighbours (see buildSuccessors), on 4 neighbours its counterpart
// "columns before rows". Ties are broken last in, first out, which follows the goal.

import { bucketsPop, bucketsPush, bucketsReset } from './buckets';
import { ticksBound } from './grid-heuristic';
import {
  BUDGET_SPENT,
  CLOSED,
  deltas,
  diagonalTicks,
  FOUND,
  moves,
  neighbours,
  nextGeneration,
  NO_PATH,
  NONE,
  records,
  setSettled,
  SOURCE,
  stepX,
  stepY,
  straightTicks,
  takeMark,
  width,
} from './grid-state';

let successors: usize = 0;
let wrapped: bool = false;

/** Binds the table that buildSuccessors filled (2048 bytes). */
export function uniformBind(successorTable: usize): void {
  successors = successorTable;
}

/** Whether the ticks of the last search without heuristic passed 2^32. */
export function ticksWrapped(): bool {
  return wrapped;
}

/**
 * Searches from `source` until `target` is settled, or until `open` marked cells are (see takeMark),
 * or, with neither, everywhere.
 */
export function uniformSearch(
  source: u32,
  target: u32,
  heuristic: u32,
  maxSettled: u32,
  marks: usize,
  open: u32,
): u32 {
  const stamp = nextGeneration() << 5;
  const wide = width;
  const tx = <i32>(target % wide),
    ty = <i32>(target / wide);
  const first = ticksBound(
    heuristic,
    abs(<i32>(source % wide) - tx),
    abs(<i32>(source / wide) - ty),
  );
  bucketsReset(first);
  store<u64>(records + ((<usize>source) << 3), (<u64>(stamp | SOURCE)) << 32);
  bucketsPush(first, source);

  const eight = neighbours == 8;
  const rec = records,
    mov = moves,
    del = deltas,
    suc = successors;
  const straight = straightTicks,
    diagonal = diagonalTicks;
  let count: u32 = 0;
  let status = NO_PATH;
  let last: u32 = 0;
  wrapped = false;
  for (;;) {
    const u = bucketsPop();
    if (u == NONE) break;
    const at = rec + ((<usize>u) << 3);
    const record = load<u64>(at);
    const meta = <u32>(record >> 32);
    // stale entry: u was pushed again later with fewer ticks, and is settled
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

    const g = <u32>record;
    if (g < last) wrapped = true;
    last = g;
    const d = meta & 7;
    let m = <u32>load<u8>(mov + u);
    if (!(meta & SOURCE)) {
      if (eight) m = load<u8>(suc + (d << 8) + m);
      else if (d >= 2) m &= ~(1 << (d ^ 1));
      // along a row, turn only where the cell before could not
      else m &= (1 << d) | (12 & ~(<u32>load<u8>(mov + (u - load<i32>(del + ((<usize>d) << 2))))));
    }
    const y = u / wide;
    const ux = <i32>(u - y * wide) - tx,
      uy = <i32>y - ty;
    while (m) {
      const e = <u32>ctz(m);
      m &= m - 1;
      const v = u + load<i32>(del + ((<usize>e) << 2));
      const next = g + (e < 4 ? straight : diagonal);
      const atV = rec + ((<usize>v) << 3);
      const other = load<u64>(atV);
      const metaV = <u32>(other >> 32);
      // a difference, because ticks may wrap around
      if ((metaV ^ stamp) < 32 && ((metaV & CLOSED) != 0 || <i32>(next - <u32>other) >= 0))
        continue;
      store<u64>(atV, <u64>next | ((<u64>(stamp | e)) << 32));
      bucketsPush(next + ticksBound(heuristic, abs(ux + stepX(e)), abs(uy + stepY(e))), v);
    }
  }
  setSettled(count);
  return status;
}
