// Lazy Theta* (Nash, Koenig and Tovey 2010; Theta*: Nash, Daniel, Koenig and Felner 2007) on
// uniform grids. A* relaxes a neighbour v of cell u by the path over u. Theta* relaxes v by the
// straight line from the parent of u, if that parent sees v. The lazy form tests sight only when v
// is settled: if its parent does not see v, the settled neighbour with the shortest path becomes
// the parent. There is always one, because a settled neighbour put v into the queue.

import { THETA_BYTES, THETA_PARENT, THETA_STAMP } from './layout';
import { WORD } from '../layout';
import { BUDGET_SPENT, FOUND, NO_PATH } from '../status';
import { sees } from './sight';
import { gridDeltas, gridMoves, gridWidth, reservePath, setDiagonals, setSettled } from './state';
import { heapClear, heapEntry, heapPop, heapPush, heapSize } from '@wayfield/wasm/assembly/heap';

/** The first number that 31 bits cannot hold: all records are cleared instead. */
const GENERATIONS: u32 = 1 << 31;

let records: usize = 0;
let cells: u32 = 0;
let generation: u32 = 0;

/** Gives the search its records, THETA_BYTES per cell, zeroed. */
export function thetaBind(recordsAt: usize, cellCount: u32): void {
  records = recordsAt;
  cells = cellCount;
  generation = 0;
}

function recordOf(cell: u32): usize {
  return records + <usize>cell * THETA_BYTES;
}

/** The straight line between the centres of two cells, in cells. */
function distance(a: u32, b: u32): f64 {
  const wide = gridWidth();
  const dx = <f64>(<i32>(a % wide) - <i32>(b % wide)),
    dy = <f64>(<i32>(a / wide) - <i32>(b / wide));
  return Math.sqrt(dx * dx + dy * dy);
}

/**
 * Searches a path of lines of sight; call `sightBind` before. Returns FOUND, after which
 * thetaLength and thetaPath read the path, NO_PATH, or BUDGET_SPENT after `maxSettled` cells.
 */
export function thetaSearch(source: u32, target: u32, maxSettled: u32): u32 {
  if (++generation == GENERATIONS) {
    memory.fill(records, 0, <usize>cells * THETA_BYTES);
    generation = 1;
  }
  const stamp = generation << 1;
  heapClear();
  const first = recordOf(source);
  store<f64>(first, 0);
  store<u32>(first, source, THETA_PARENT);
  store<u32>(first, stamp, THETA_STAMP);
  heapPush(heapEntry(0, source));
  let count: u32 = 0;
  let status = NO_PATH;
  while (heapSize()) {
    const u = <u32>heapPop();
    const at = recordOf(u);
    if (load<u32>(at, THETA_STAMP) & 1) continue;
    if (count == maxSettled) {
      status = BUDGET_SPENT;
      break;
    }
    count++;
    settle(u, at, stamp);
    if (u == target) {
      status = FOUND;
      break;
    }
    const parent = load<u32>(at, THETA_PARENT);
    const before = load<f64>(recordOf(parent));
    for (let m = <u32>load<u8>(gridMoves() + u); m; m &= m - 1) {
      const v = u + load<i32>(gridDeltas() + ((<usize>ctz(m)) << 2));
      const atV = recordOf(v);
      const known = load<u32>(atV, THETA_STAMP);
      if (known == (stamp | 1)) continue;
      const next = before + distance(parent, v);
      if (known == stamp && next >= load<f64>(atV)) continue;
      store<f64>(atV, next);
      store<u32>(atV, parent, THETA_PARENT);
      store<u32>(atV, stamp, THETA_STAMP);
      heapPush(heapEntry(<f32>(next + distance(v, target)), v));
    }
  }
  setSettled(count);
  return status;
}

/**
 * Settles a cell. A parent that does not see the cell is replaced by the settled neighbour over
 * which the path to the cell is shortest.
 */
function settle(u: u32, at: usize, stamp: u32): void {
  const parent = load<u32>(at, THETA_PARENT);
  if (!sees(parent, u)) {
    let best = Infinity;
    for (let m = <u32>load<u8>(gridMoves() + u); m; m &= m - 1) {
      const v = u + load<i32>(gridDeltas() + ((<usize>ctz(m)) << 2));
      const atV = recordOf(v);
      if (load<u32>(atV, THETA_STAMP) != (stamp | 1)) continue;
      const through = load<f64>(atV) + distance(v, u);
      if (through >= best) continue;
      best = through;
      store<u32>(at, v, THETA_PARENT);
    }
    store<f64>(at, best);
  }
  store<u32>(at, stamp | 1, THETA_STAMP);
}

/** The length in cells of the path to a cell that the last search settled. */
export function thetaLength(end: u32): f64 {
  return load<f64>(recordOf(end));
}

/** Keeps the cells where the path to `end` turns, ends included, as the answer. */
export function thetaPath(end: u32): void {
  let count: u32 = 1;
  for (let v = end; ; count++) {
    const parent = load<u32>(recordOf(v), THETA_PARENT);
    if (parent == v) break;
    v = parent;
  }
  let at = reservePath(count) + <usize>count * WORD;
  for (let v = end, i: u32 = 0; i < count; i++) {
    store<u32>((at -= WORD), v);
    v = load<u32>(recordOf(v), THETA_PARENT);
  }
  setDiagonals(0);
}
