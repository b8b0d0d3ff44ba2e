// The path of the last jump point search, from the chain of jump points before the target: between
// two of them the diagonal steps come first. For src/grid/search.ts and, in blocks, grid/block.ts.

import { BEFORE } from './layout';
import { NONE } from '../status';
import {
  jumpColumnBits,
  jumpLastPoint,
  jumpMapWidth,
  jumpPoints,
  jumpSourceCell,
  jumpTargetCell,
} from './search';

/** Steps of the path that jpsPathLength measured last. */
let straights: u32 = 0;
let diagonals: u32 = 0;
// the column and the row of a point of the chain
let atX: i32 = 0;
let atY: i32 = 0;

/** Sets `atX` and `atY` to the cell of jump point `u`, of the source for NONE. */
function place(u: u32): void {
  if (u == NONE) {
    atX = <i32>(jumpSourceCell() % jumpMapWidth());
    atY = <i32>(jumpSourceCell() / jumpMapWidth());
  } else {
    const packed = load<u32>(jumpPoints() + ((<usize>u) << 4));
    atX = <i32>(packed & (((<u32>1) << jumpColumnBits()) - 1));
    atY = <i32>(packed >> jumpColumnBits());
  }
}

/** The jump point before `u` on the path, NONE for the source. */
function before(u: u32): u32 {
  return load<u32>(jumpPoints() + ((<usize>u) << 4), BEFORE);
}

/** The number of cells on the path, both ends included. */
export function jpsPathLength(): u32 {
  let x = <i32>(jumpTargetCell() % jumpMapWidth());
  let y = <i32>(jumpTargetCell() / jumpMapWidth());
  straights = 0;
  diagonals = 0;
  if (jumpSourceCell() == jumpTargetCell()) return 1;
  let u = jumpLastPoint();
  for (;;) {
    place(u);
    const ax = <u32>abs(atX - x);
    const ay = <u32>abs(atY - y);
    const both = min(ax, ay);
    diagonals += both;
    straights += max(ax, ay) - both;
    x = atX;
    y = atY;
    if (u == NONE) break;
    u = before(u);
  }
  return straights + diagonals + 1;
}

/** The ticks of the path, after jpsPathLength: a double because they may pass 2^32. */
export function jpsPathTicks(): f64 {
  return <f64>straights * 2378 + <f64>diagonals * 3363;
}

/** The diagonal steps of the path, after jpsPathLength. */
export function jpsPathDiagonals(): u32 {
  return diagonals;
}

/** Writes the path at `out`: `count` cells (from jpsPathLength), u32 each. */
export function jpsPath(out: usize, count: u32): void {
  const width = <i32>jumpMapWidth();
  let cell = <i32>jumpTargetCell();
  let x = cell % width;
  let y = cell / width;
  let at = out + ((<usize>count) << 2) - 4;
  store<u32>(at, cell);
  if (jumpSourceCell() == jumpTargetCell()) return;
  for (let u = jumpLastPoint(); ; u = before(u)) {
    place(u);
    const dx = atX - x;
    const dy = atY - y;
    const ax = <u32>abs(dx);
    const ay = <u32>abs(dy);
    const stepX = dx > 0 ? 1 : dx < 0 ? -1 : 0;
    const stepY = dy > 0 ? width : dy < 0 ? -width : 0;
    // the path is written from the target to the source, so the straight steps come first
    const ahead = ax > ay ? stepX : stepY;
    const both = min(ax, ay);
    for (let n = max(ax, ay); n; n--) {
      cell += n > both ? ahead : stepX + stepY;
      store<u32>((at -= 4), cell);
    }
    x = atX;
    y = atY;
    if (u == NONE) return;
  }
}
