// Connected components of the open cells as a union-find forest, u32 parent per cell. The root of a
// component is its smallest cell number and its own parent; it is the number of the component.
// Opening a cell joins components at once. Closing one may split a component, which the forest
// cannot show: the components are stale. Different roots always prove that there is no path; equal
// roots prove nothing until the components are rebuilt. src/grid/layers.ts builds them and knows
// whether they are stale; src/grid/searcher.ts and block.ts compare roots before a search.

import { E, N, NE, NW, S, SE, SW, W } from './moves';
import { NO_PATH, NONE, SOURCE_BLOCKED, TARGET_BLOCKED } from '../status';

/** Builds flat components (every cell points at its root) from the legal moves. */
export function buildComponents(moves: usize, components: usize, width: u32, height: u32): void {
  const cells = width * height;
  for (let cell: u32 = 0; cell < cells; cell++) {
    store<u32>(components + ((<usize>cell) << 2), cell);
    const m = load<u8>(moves + cell);
    // the neighbours with smaller numbers
    if (m & W) join(components, cell, cell - 1);
    if (m & N) join(components, cell, cell - width);
    if (m & NE) join(components, cell, cell - width + 1);
    if (m & NW) join(components, cell, cell - width - 1);
  }
  for (let cell: u32 = 0; cell < cells; cell++) {
    const at = components + ((<usize>cell) << 2);
    // parents have smaller numbers and are flat already
    store<u32>(at, load<u32>(components + ((<usize>load<u32>(at)) << 2)));
  }
}

/** Joins an open cell with the neighbours that it can step to; for cells opened by an update. */
export function joinNeighbours(moves: usize, components: usize, width: u32, cell: u32): void {
  const m = load<u8>(moves + cell);
  if (m & E) join(components, cell, cell + 1);
  if (m & W) join(components, cell, cell - 1);
  if (m & S) join(components, cell, cell + width);
  if (m & N) join(components, cell, cell - width);
  if (m & SE) join(components, cell, cell + width + 1);
  if (m & SW) join(components, cell, cell + width - 1);
  if (m & NE) join(components, cell, cell - width + 1);
  if (m & NW) join(components, cell, cell - width - 1);
}

/** The root of a cell's component. Does not write, so that threads may ask at the same time. */
export function findRoot(components: usize, cell: u32): u32 {
  let root = cell;
  let parent = load<u32>(components + ((<usize>root) << 2));
  while (parent != root) {
    root = parent;
    parent = load<u32>(components + ((<usize>root) << 2));
  }
  return root;
}

/**
 * Whether an agent of `size` cells may go from `source` to `target`, as far as blocked cells and
 * components tell: 0, or the status that says why not.
 */
export function gridEnds(
  clearance: usize,
  size: u32,
  components: usize,
  source: u32,
  target: u32,
): u32 {
  if (load<u8>(clearance + source) < size) return SOURCE_BLOCKED;
  if (load<u8>(clearance + target) < size) return TARGET_BLOCKED;
  return findRoot(components, source) == findRoot(components, target) ? 0 : NO_PATH;
}

/** Joins the components of two cells, or of two nodes of a graph. */
export function join(components: usize, a: u32, b: u32): void {
  let ra = findHalving(components, a),
    rb = findHalving(components, b);
  if (ra == rb) return;
  if (ra > rb) {
    const swap = ra;
    ra = rb;
    rb = swap;
  }
  store<u32>(components + ((<usize>rb) << 2), ra);
}

/** As findRoot, but shortens the path to the root: every second cell gets its grandparent. */
function findHalving(components: usize, cell: u32): u32 {
  let at = components + ((<usize>cell) << 2);
  let parent = load<u32>(at);
  while (parent != cell) {
    const up = components + ((<usize>parent) << 2);
    const grand = load<u32>(up);
    store<u32>(at, grand);
    cell = grand;
    at = components + ((<usize>cell) << 2);
    parent = load<u32>(at);
  }
  return cell;
}

/**
 * The open cell with root `root`, or with any root where `root` is NONE, that is nearest to
 * (tx, ty) by straight-line distance, the lowest number among equals; NONE when there is no cell.
 * `nearestCell` of @wayfield/graph gives the same cell. The search looks at growing square rings
 * around (tx, ty), so the work depends on the distance; on all cells only where none is found.
 */
export function nearestInComponent(
  clearance: usize,
  size: u32,
  components: usize,
  width: u32,
  height: u32,
  root: u32,
  tx: i32,
  ty: i32,
): u32 {
  let best = NONE;
  let bestSquare = <u64>0xffffffffffffffff;
  const w = <i32>width,
    h = <i32>height;
  const reach = max(max(tx, w - 1 - tx), max(ty, h - 1 - ty));
  for (let r: i32 = 0; r <= reach; r++) {
    if (<u64>r * <u64>r > bestSquare) break;
    for (let y = ty - r; y <= ty + r; y++) {
      if (y < 0 || y >= h) continue;
      // whole rows at the top and bottom of the ring, its two ends in between
      const step = y == ty - r || y == ty + r || r == 0 ? 1 : 2 * r;
      for (let x = tx - r; x <= tx + r; x += step) {
        if (x < 0 || x >= w) continue;
        const cell = <u32>y * width + <u32>x;
        if (load<u8>(clearance + cell) < size) continue;
        const dx = <i64>(x - tx),
          dy = <i64>(y - ty);
        const square = <u64>(dx * dx + dy * dy);
        if (square > bestSquare || (square == bestSquare && cell >= best)) continue;
        if (root != NONE && findRoot(components, cell) != root) continue;
        best = cell;
        bestSquare = square;
      }
    }
  }
  return best;
}
