// The cells of a layer in WebAssembly memory, as assembly/steady/cells.ts reads them.
// buildMultigrid (multigrid.ts) calls layOutCells for each run of cycles.
import { CELL_SCRATCH } from '../kernels.ts';
import type { HeldBlocks } from './held-blocks.ts';
import { forEachLoss } from './losses.ts';
import { goalBytes, writeGoals } from './solve-goals.ts';
import type { Solving } from './solving.ts';

/** The nodes of the first coarse level: boxes of 2 x 2 cells that have something to solve for. */
export interface BoxNodes {
  readonly count: number;
  /** Place of each box. */
  readonly x: Int32Array;
  readonly y: Int32Array;
}

/** Lays the cells out with a value of 1 each, binds the kernels to them and numbers the boxes. */
export function layOutCells(solving: Solving, held: HeldBlocks): BoxNodes {
  const { arena, kernels, model, state } = solving;
  const { width, height } = model.map;
  const blockCount = Math.ceil(width / 16);
  // rows of cells with two cells of padding on each side, and one row above and two below
  const stride = blockCount * 128 + 32;
  const scaleStride = blockCount * 4 + 8;
  const values = held.take(stride * (height + 3)) + stride + 16;
  const inverses = held.take(stride * (height + 3)) + stride + 16;
  const oldValues = held.take(stride * height);
  const scales = held.take(scaleStride * (height + 3)) + scaleStride + 4;
  const oldScales = held.take(scaleStride * height);
  const boxWidth = (width + 1) >> 1;
  const boxHeight = (height + 1) >> 1;
  const boxBytes = (boxWidth + 2) * (boxHeight + 2) * 4;
  const boxRows = held.take(boxBytes);
  const goals = state.active();
  const goalList = held.take(goalBytes(goals.cell.length));
  const most = boxWidth * boxHeight;
  const places = held.take(most * 8);
  writeGoals(arena, goalList, goals);
  writeCells(solving, values, inverses, stride);

  kernels.cellsBindMap(width, height, held.take(CELL_SCRATCH));
  // one box of padding all round
  const boxes = boxRows + (boxWidth + 3) * 4;
  kernels.cellsBind(values, inverses, oldValues, scales, oldScales, boxes);
  kernels.steadyBindCorners(solving.corners, solving.rowBytes);
  kernels.cellsBindGoals(goalList, goals.cell.length);
  // NONE for all boxes at first, also for the padding around the map
  arena.bytes().fill(0xff, boxRows, boxRows + boxBytes);
  const count = kernels.cellsBoxes(places, places + most * 4);
  const words = arena.words();
  const listed = (from: number): Int32Array =>
    new Int32Array(words.slice(from / 4, from / 4 + count));
  return { count, x: listed(places), y: listed(places + most * 4) };
}

/** 1 / loss and a value of 1 for cells that are solved for, 0 for all others. */
function writeCells(
  { arena, model, state }: Solving,
  values: number,
  inverses: number,
  stride: number,
): void {
  const { width } = model.map;
  const doubles = new Float64Array(arena.memory.buffer);
  const row = stride / 8;
  forEachLoss(model, state, (x, y, loss) => {
    doubles[inverses / 8 + y * row + x] = 1 / loss;
    doubles[values / 8 + y * row + x] = 1;
  });
  for (const cell of state.active().cell) {
    const x = cell % width;
    const at = ((cell - x) / width) * row + x;
    doubles[inverses / 8 + at] = 0;
    doubles[values / 8 + at] = 0;
  }
}
