// The graph of the jump points of a grid (Harabor, Uras, Stuckey and Koenig 2019). Its nodes are
// the cells that are jump points for at least one direction of arrival, because canonical ordering
// forces a turn there (jps/layer.ts). Where corners are not cut, these are the simple subgoals of
// Uras, Koenig and Hernandez (2013). An arc leads from a node to each jump point that jump point
// search meets next, in the directions in which the search may leave the node.
//
// Why shortest paths stay: jump point search finds a shortest path as a chain of jump points, and
// from each it meets the next one in a single jump. So the first is among those that `connect`
// lists for the source, the arcs between the others are in the graph, and the last is among those
// that `connectBack` lists for the target. Arcs and listed jumps are paths over open cells, so no
// sum is below the distance.

import { MOVES, ONWARD, TRAITS } from '../jps/layout';
import { diagonalsBind, diagonalsFill, nodesBehind } from './diagonals';
import { stepX, stepY } from '../grid/state';
import { jpsBuildBitmaps, jpsCountPoints } from '../jps/bitmaps';
import { jpsLayer } from '../jps/layer';
import { isPoint, jumpDiagonal, jumpStraight, pointAt, scanLayer } from '../jps/scan';
import { NONE } from '../status';

let width: u32 = 0;
let height: u32 = 0;
/** One byte per cell: its moves. */
let allMoves: usize = 0;
/** Per moves byte, one byte: the directions of arcs out of such a node, see jps/layer.ts. */
let onward: usize = 0;
/** The cell of each node, u32. */
let cells: usize = 0;
/** Address of the list of nodes that a cell reaches, u32 each, see `connectBytes`. */
let reached: usize = 0;

/** Sets up a layer as `jpsLayer` does, and its bitmaps. Returns the number of nodes. */
export function subgoalsLayer(
  layer: usize,
  moves: usize,
  columnCount: u32,
  rowCount: u32,
  rows: usize,
  columns: usize,
  successors: usize,
  traits: usize,
): u32 {
  jpsLayer(layer, moves, columnCount, rowCount, rows, columns, successors, traits);
  jpsBuildBitmaps(layer);
  return jpsCountPoints(layer);
}

/**
 * Bytes of the two lists that `subgoalsBind` gets. First come the nodes that the source reaches, in
 * as many bytes as `jpsBind` of jps/search.ts asks for. Then come the nodes that reach the target,
 * at most all nodes.
 */
export function connectBytes(columnCount: u32, rowCount: u32, nodeCount: u32): u32 {
  return 16 * min(columnCount, rowCount) + 4 * nodeCount + 64;
}

/**
 * Chooses a layer. `nodeCells` is memory for the cell of each node, a u32, and `diagonals` of
 * `diagonalsBytes` for the bitmaps of diagonals. With `fill` both are filled; without it they were
 * filled before. `list` has `connectBytes`.
 */
export function subgoalsBind(
  layer: usize,
  columnCount: u32,
  rowCount: u32,
  nodeCells: usize,
  list: usize,
  diagonals: usize,
  fill: bool,
): void {
  width = columnCount;
  height = rowCount;
  cells = nodeCells;
  reached = list;
  scanLayer(layer);
  allMoves = load<u32>(layer, MOVES);
  onward = <usize>load<u32>(layer, TRAITS) + ONWARD;
  diagonalsBind(diagonals, width, height);
  if (!fill) return;
  diagonalsFill(allMoves, onward - ONWARD, width, height);
  for (let y: u32 = 0; y < height; y++) {
    for (let x: u32 = 0; x < width; x++) {
      if (isPoint(x, y)) store<u32>(cells + ((<usize>pointAt(x, y)) << 2), y * width + x);
    }
  }
}

/** The cell of a node. */
export function cellOfNode(node: u32): u32 {
  return load<u32>(cells + ((<usize>node) << 2));
}

/**
 * Lists at `out` the nodes that jumps from a cell in the directions of `set` reach; returns the end
 * of the list.
 */
export function connect(cell: u32, set: u32, out: usize): usize {
  const y = cell / width;
  const x = cell - y * width;
  let end = out;
  for (let d: u32 = 0; d < 4; d++) {
    if (!((set >> d) & 1)) continue;
    const node = jumpStraight(d, x, y);
    store<u32>(end, node);
    // `end` does not advance past END, the only result whose highest bit is set
    end += ((node >>> 31) ^ 1) << 2;
  }
  for (let d: u32 = 4; d < 8; d++) if ((set >> d) & 1) end = jumpDiagonal(d, x, y, end, NONE);
  return end;
}

/**
 * Lists at `out` the nodes from which a jump may reach `cell`. A jump takes its diagonal steps
 * first, then straight ones, and may lack either. Its first step must have a direction in which an
 * arc may leave the node. Walks straight back from `cell` in the four directions. A walk ends at a
 * wall, or at the first cell where a jump towards `cell` would stop; that cell is still looked at.
 * For each cell of a walk it lists the cell, if it is such a node, and such nodes on the two
 * diagonals that lead to the cell. Returns the end of the list.
 */
export function connectBack(cell: u32, out: usize): usize {
  const row = <i32>(cell / width);
  const column = <i32>cell - row * <i32>width;
  let end = out;
  for (let d: u32 = 4; d < 8; d++) end = nodesBehind(d, column, row, end);
  for (let back: u32 = 0; back < 4; back++) {
    // the direction of the steps towards `cell`, and its bit
    const d = back ^ 1;
    const onto: u32 = 1 << d;
    const dx = stepX(back);
    const dy = stepY(back);
    const step = dy * <i32>width + dx;
    let x = column;
    let y = row;
    let at = allMoves + cell;
    while (load<u8>(at) & (1 << back)) {
      at += step;
      x += dx;
      y += dy;
      const m = <usize>load<u8>(at);
      // the arrivals for which a jump stops at this cell; 0 if the cell is no node
      const stops = <u32>load<u8>(onward - ONWARD + m);
      if (stops && load<u8>(onward + m) & onto) {
        store<u32>(end, pointAt(x, y));
        end += 4;
      }
      // the two diagonals that have this straight direction as a part
      if (d < 2) {
        end = nodesBehind(4 + d, x, y, end);
        end = nodesBehind(6 + d, x, y, end);
      } else {
        end = nodesBehind(2 * d, x, y, end);
        end = nodesBehind(2 * d + 1, x, y, end);
      }
      if (stops & onto) break;
    }
  }
  return end;
}

/** Address of the list that `subgoalsBind` got. */
export function connectList(): usize {
  return reached;
}

export function subgoalsWidth(): u32 {
  return width;
}

/** The octile distance of two cells in ticks. */
export function ticksBetween(a: u32, b: u32): u32 {
  const ay = a / width;
  const by = b / width;
  const dx = <u32>abs(<i32>(a - ay * width) - <i32>(b - by * width));
  const dy = <u32>abs(<i32>ay - <i32>by);
  // a straight step takes 2378 ticks, a diagonal one 985 more: `octileTicks` of jps/search.ts
  return 985 * (dx + dy) + (2378 - 985) * max(dx, dy);
}

/**
 * Writes the arcs of a node at `out`: first all heads, u32 each, then the weights in ticks, f32
 * each. Overwrites the list that `subgoalsBind` got. Returns the number of arcs.
 */
export function connectPoint(node: u32, out: usize): u32 {
  const cell = cellOfNode(node);
  const count = <u32>(
    ((connect(cell, load<u8>(onward + <usize>load<u8>(allMoves + cell)), reached) - reached) >> 2)
  );
  const ticks = out + ((<usize>count) << 2);
  for (let i: usize = 0; i < <usize>count; i++) {
    const head = load<u32>(reached + (i << 2));
    store<u32>(out + (i << 2), head);
    store<f32>(ticks + (i << 2), <f32>ticksBetween(cell, cellOfNode(head)));
  }
  return count;
}
