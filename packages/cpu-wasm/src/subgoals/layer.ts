import { buildGraph, checkGrid, type Graph, type Grid, uniformCost } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import {
  COLUMN_BYTES,
  type Kernels,
  LAYER_BYTES,
  ROW_BYTES,
  TRAITS_BYTES,
} from '../subgoals.gen.ts';
import { pruned } from './prune.ts';
import { CORNERS } from '../grid/layers.ts';

/** Bytes of a table of successors: 256 moves bytes for each of 8 directions. */
const SUCCESSORS_BYTES = 8 * 256;
/** Bytes per cell, rounded up: open or clearance 1, moves 1, bitmaps 1, diagonals at least 0.75. */
const CELL_BYTES = 4;

/** Which cells of a grid are nodes, in WebAssembly memory: numbers only, to be sent to threads. */
export interface SubgoalLayer {
  readonly width: number;
  readonly height: number;
  readonly agentSize: number;
  /** The factor of all open cells, 1 if none is open. */
  readonly factor: number;
  /** One byte per cell: an agent fits where it is at least `agentSize`. */
  readonly clearance: number;
  /** One byte per cell: assembly/grid/moves.ts. */
  readonly moves: number;
  /** Address of the layer of jump points: assembly/jps/layout.ts. */
  readonly layer: number;
  readonly nodeCount: number;
  /** The cell of each node. */
  readonly cells: number;
  /** The bitmaps of diagonals: assembly/subgoals/diagonals.ts. */
  readonly diagonals: number;
}

/**
 * Throws RangeError for a grid that is not valid, that subgoals cannot answer (they need 8
 * neighbours and one cost for all open cells), or that needs more than 4 GiB.
 */
export function checkSubgoalGrid(grid: Grid): void {
  checkGrid(grid);
  const { width, height, neighbours } = grid;
  if (neighbours !== 8) throw new RangeError(`neighbours is ${neighbours}; subgoals need 8`);
  if (uniformCost(grid) === 0 && grid.cost.some((cost) => cost > 0)) {
    throw new RangeError('the open cells have different costs; subgoals need one cost');
  }
  const least = width * height * CELL_BYTES;
  if (least > 2 ** 32) {
    throw new RangeError(
      `grid of ${width} x ${height} = ${width * height} cells needs at least ${least} bytes; ` +
        'WebAssembly memory ends at 4 GiB',
    );
  }
}

/** Puts the layer of one agent size of a checked grid into memory, and binds the kernels to it. */
export function createSubgoalLayer(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  grid: Grid,
  agentSize: number,
): SubgoalLayer {
  const { width, height, cost } = grid;
  const count = width * height;
  const open = blocks.allocate(count);
  const bytes = arena.bytes();
  for (let c = 0; c < count; c++) bytes[open + c] = cost[c] > 0 ? 1 : 0;
  let clearance = open;
  if (agentSize > 1) {
    clearance = blocks.allocate(count);
    kernels.buildClearance(open, clearance, width, height);
    blocks.free(open);
  }
  const moves = blocks.allocate(count);
  const successors = blocks.allocate(SUCCESSORS_BYTES);
  const corners = CORNERS[grid.corners];
  kernels.buildSuccessors(successors, corners);
  kernels.movesBind(width, height, 8, corners);
  kernels.buildMoves(clearance, agentSize, moves, 0, 0, width, height);
  const layer = blocks.allocate(LAYER_BYTES);
  const nodeCount = kernels.subgoalsLayer(
    layer,
    moves,
    width,
    height,
    blocks.allocate(ROW_BYTES * height * Math.ceil((width + 2) / 64)),
    blocks.allocate(COLUMN_BYTES * width * Math.ceil((height + 2) / 64)),
    successors,
    blocks.allocate(TRAITS_BYTES),
  );
  const diagonals = blocks.allocate(kernels.diagonalsBytes(width, height));
  const cells = blocks.allocate(Math.max(1, nodeCount) * 4);
  const made = { width, height, agentSize, factor: uniformCost(grid) || 1, clearance, moves };
  const subgoals = { ...made, layer, nodeCount, cells, diagonals };
  bindSubgoals({ blocks, kernels }, subgoals, true);
  return subgoals;
}

/**
 * Binds an instance of the kernels to a layer, and takes the room of its lists of nodes. With
 * `fill` it first fills the cells of the nodes and the bitmaps of diagonals.
 */
export function bindSubgoals(
  { blocks, kernels }: Pick<KernelHost<Kernels>, 'blocks' | 'kernels'>,
  { width, height, layer, nodeCount, cells, diagonals }: SubgoalLayer,
  fill = false,
): void {
  const list = blocks.allocate(kernels.connectBytes(width, height, nodeCount));
  kernels.subgoalsBind(layer, width, height, cells, list, diagonals, fill ? 1 : 0);
}

/**
 * The subgoal graph of a layer that the kernels are bound to. Weights are ticks. The graph is
 * directed: a jump takes its diagonal steps first, so the arc back need not exist.
 */
export function subgoalGraph(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  { width, height, nodeCount }: SubgoalLayer,
): Graph {
  const room = blocks.allocate(2 * kernels.connectBytes(width, height, 0));
  let tail = new Uint32Array(16 * nodeCount);
  let head = new Uint32Array(16 * nodeCount);
  let weight = new Float32Array(16 * nodeCount);
  let used = 0;
  for (let v = 0; v < nodeCount; v++) {
    const count = kernels.connectPoint(v, room);
    const words = arena.words();
    const floats = arena.floats();
    if (used + count > tail.length) {
      [tail, head, weight] = [grown(tail, count), grown(head, count), grown(weight, count)];
    }
    for (let i = 0; i < count; i++) {
      tail[used] = v;
      head[used] = words[room / 4 + i];
      weight[used++] = floats[room / 4 + count + i];
    }
  }
  blocks.free(room);
  return pruned(
    buildGraph(
      {
        nodeCount,
        tail: tail.subarray(0, used),
        head: head.subarray(0, used),
        weight: weight.subarray(0, used),
      },
      { parallelArcs: 'cheapest' },
    ),
  );
}

function grown<T extends Uint32Array | Float32Array>(array: T, more: number): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length + more);
  larger.set(array);
  return larger;
}
