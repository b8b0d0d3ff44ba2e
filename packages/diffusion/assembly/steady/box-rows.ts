// Rows of the first coarse level of the multigrid of method 'steady': what flows between boxes of
// 2 x 2 cells. What a row is: levels.ts. `cellsRestrict` (cells.ts) copies cells into the scratch
// memory and calls restrictBox box by box.

import { f64At, i32At, setF64, setI32 } from '../layout';
import { hasCornerRule, isOpen } from './corners';
import { power } from './levels';

/** Bytes of a row of 20 cells of scratch memory, and of a row of 16 losses. */
export const ROW: usize = 20 * 8;
export const LOSS_ROW: usize = 16 * 8;
/** Bytes of what flows to each of 3 x 3 boxes. */
const FLOWS: usize = 9 * 8;
/** Bytes of scratch memory: four rows of cells, two rows of losses, the flows. */
export const CELL_SCRATCH: u32 = 4 * <u32>ROW + 2 * <u32>LOSS_ROW + <u32>FLOWS;

let width: i32 = 0;
let scratch: usize = 0;
/** Whether edges are found now; else they were found before, and only weights are written. */
let build: bool = false;
let first: usize = 0;
let head: usize = 0;
let weight: usize = 0;
let diagonal: usize = 0;
let inflow: usize = 0;
let units: usize = 0;

/** Which arrays `cellsRestrict` writes: rows of the first coarse level, see levels.ts. */
export function cellsBindRows(
  firstOut: usize,
  heads: usize,
  weights: usize,
  diagonals: usize,
  inflows: usize,
  unitList: usize,
): void {
  first = firstOut;
  head = heads;
  weight = weights;
  diagonal = diagonals;
  inflow = inflows;
  units = unitList;
}

export function boxRowsBind(mapWidth: i32, scratchMemory: usize): void {
  width = mapWidth;
  scratch = scratchMemory;
}

/** Begins all rows, with their edges or without. */
export function boxRowsStart(withEdges: bool): void {
  build = withEdges;
}

/** Begins a node's inflow, in units of 2^unit. */
export function startRow(node: i32, unit: i32): void {
  setF64(inflow, node, 0);
  setI32(units, node, unit);
}

/** Adds value * 2^scale to the inflow of a node. */
export function addInflow(node: i32, value: f64, scale: i32): void {
  const by = power(scale - i32At(units, node));
  setF64(inflow, node, f64At(inflow, node) + value * by);
}

/**
 * Writes the row of box (i, j), one of the eight boxes in the scratch. `edges`: the edges of all
 * boxes before; returns their number with those of this box.
 */
export function restrictBox(eight: bool, i: i32, j: i32, box: usize, node: i32, edges: i32): i32 {
  const k = i & 7;
  let edge = edges;
  // four rows of cells; the box is
  //   a c
  //   d e
  const above = scratch + 16 + ((<usize>k) << 4);
  const upper = above + ROW;
  const lower = upper + ROW;
  const below = lower + ROW;
  const a = f64At(upper, 0);
  const c = f64At(upper, 1);
  const d = f64At(lower, 0);
  const e = f64At(lower, 1);
  // 1 where the cell is solved for
  const A: f64 = a > 0 ? 1 : 0;
  const C: f64 = c > 0 ? 1 : 0;
  const D: f64 = d > 0 ? 1 : 0;
  const E: f64 = e > 0 ? 1 : 0;
  const l = scratch + 4 * ROW + ((<usize>k) << 4);
  let own = f64At(l, 0) + f64At(l, 1) + f64At(l + LOSS_ROW, 0) + f64At(l + LOSS_ROW, 1);
  let north: f64, south: f64, west: f64, east: f64;
  const boxBytes = (<usize>((width + 1) >> 1) + 2) << 2;
  const up = box - boxBytes;
  const down = box + boxBytes;
  if (build) setI32(first, node, edge);
  const end = build ? 0 : i32At(first, node + 1);
  if (hasCornerRule()) return restrictPast(i, j, box, node, edge);
  if (eight) {
    own -= A * (c + d + e) + C * (a + d + e) + (D * (a + c + e) + E * (a + c + d));
    north = (A + C) * (f64At(above, 0) + f64At(above, 1));
    south = (D + E) * (f64At(below, 0) + f64At(below, 1));
    west = (A + D) * (f64At(upper, -1) + f64At(lower, -1));
    east = (C + E) * (f64At(upper, 2) + f64At(lower, 2));
    edge = put(edge, end, up - 4, A * f64At(above, -1));
    edge = put(edge, end, up + 4, C * f64At(above, 2));
    edge = put(edge, end, down - 4, D * f64At(below, -1));
    edge = put(edge, end, down + 4, E * f64At(below, 2));
  } else {
    own -= A * (c + d) + C * (a + e) + (D * (a + e) + E * (c + d));
    north = A * f64At(above, 0) + C * f64At(above, 1);
    south = D * f64At(below, 0) + E * f64At(below, 1);
    west = A * f64At(upper, -1) + D * f64At(lower, -1);
    east = C * f64At(upper, 2) + E * f64At(lower, 2);
  }
  edge = put(edge, end, up, north);
  edge = put(edge, end, box - 4, west);
  edge = put(edge, end, box + 4, east);
  edge = put(edge, end, down, south);
  setF64(diagonal, node, own);
  return edge;
}

/** `restrictBox` with a corner rule: neighbour by neighbour of the four cells. */
function restrictPast(i: i32, j: i32, box: usize, node: i32, edges: i32): i32 {
  const k = (<usize>(i & 7)) << 4;
  const losses = scratch + 4 * ROW + k;
  const flows = scratch + 4 * ROW + 2 * LOSS_ROW;
  memory.fill(flows, 0, FLOWS);
  let own: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const x = c & 1;
    const y = c >> 1;
    const row = scratch + 16 + k + <usize>(y + 1) * ROW;
    if (f64At(row, x) == 0) continue;
    own += f64At(losses + <usize>y * LOSS_ROW, x);
    for (let dy = -1; dy < 2; dy++) {
      for (let dx = -1; dx < 2; dx++) {
        if (dx == 0 && dy == 0) continue;
        if (dx != 0 && dy != 0 && !isOpen((i << 1) + x + max(dx, 0), (j << 1) + y + max(dy, 0)))
          continue;
        // of 3 x 3 boxes, which one the neighbour lies in
        const to = 3 * ((y + dy + 2) >> 1) + ((x + dx + 2) >> 1);
        setF64(flows, to, f64At(flows, to) + f64At(row + <usize>dy * ROW, x + dx));
      }
    }
  }
  const boxBytes = (<usize>((width + 1) >> 1) + 2) << 2;
  let edge = edges;
  if (build) setI32(first, node, edge);
  const end = build ? 0 : i32At(first, node + 1);
  for (let to = 0; to < 9; to++) {
    const there = box + <usize>(to / 3 - 1) * boxBytes + ((<usize>((to % 3) - 1)) << 2);
    if (to != 4) edge = put(edge, end, there, f64At(flows, to));
  }
  setF64(diagonal, node, own - f64At(flows, 4));
  return edge;
}

/**
 * Writes the weight of the edge to a box; returns the index of the next edge. With `build` an edge
 * is made where the flow is not 0. Else the weight is written where an edge was made.
 */
function put(edge: i32, end: i32, box: usize, flow: f64): i32 {
  const to = head + ((<usize>edge) << 2);
  if (build) {
    if (flow == 0) return edge;
    store<u32>(to, load<u32>(box));
  } else if (edge == end || load<u32>(to) != load<u32>(box)) return edge;
  setF64(weight, edge, flow);
  return edge + 1;
}
