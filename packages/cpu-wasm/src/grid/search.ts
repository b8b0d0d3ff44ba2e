import { NONE, ticksToLength } from '@wayfield/graph';
import type { Arena, Blocks, KernelHost } from '@wayfield/wasm';
import { allocateAll } from '../allocate-all.ts';
import { createJumpSearcher, type JumpSearcher } from '../jps/searcher.ts';
import {
  ANSWER_BYTES,
  EUCLIDEAN,
  type Kernels,
  MANHATTAN,
  OCTILE,
  TICKS_OVERFLOW,
  ZERO,
} from '../kernels.gen.ts';
import type { QueryBlock, SearchChoice } from '../searcher.ts';
import type { Algorithm, Heuristic } from '../types.ts';
import { createGridBlocks } from './block.ts';
import { CELLS, gridLengthOf, PATH, SETTLED } from './answer.ts';
import type { GridLayer, GridLayout } from './layout.ts';
import { createThetaSearcher, type ThetaSearcher } from './theta.ts';

const HEURISTICS: Record<Heuristic, number> = {
  zero: ZERO,
  manhattan: MANHATTAN,
  octile: OCTILE,
  euclidean: EUCLIDEAN,
  // for graphs only
  landmarks: ZERO,
};
/**
 * First room of the heap and of the queue of buckets, in entries, and the least first room for
 * paths, in cells. All are doubled when full.
 */
const ENTRIES = 1024;
/**
 * The room for paths at first, in cells: PATH_CELLS per column and per row of the map, but at most
 * MOST_PATH_CELLS. Chosen so that the paths of a block mostly fit: the first growth of a process
 * takes 0.2 ms. A block may need more (MOST_SETTLED and MOST_CELLS of assembly/grid/block.ts); then
 * the room grows.
 */
const PATH_CELLS = 128;
const MOST_PATH_CELLS = 8192;
/**
 * Weighted bounds count `least` times this per cell. 2^-21 is eight roundings of at most 2^-24
 * each: enough for the roundings inside one bound and one step cost, at most 6.3 of that size. (The
 * Euclidean bound: coordinates 1, squares and their sum 1, root 1, this product 1, the product of
 * distance and scale 1, a step's cost 1, the f32 square root of 2 0.3.) So no bound exceeds the
 * unrounded sum of the step costs left, however many steps are left. What rounding of the sums
 * along a path then costs: assembly/grid/weighted.ts.
 */
const BOUND_SHARE = 1 - 2 ** -21;

/** The algorithms whose queries a uniform grid answers in blocks: `uniformPath` and jump points. */
const IN_BLOCKS: readonly Algorithm[] = ['astar', 'dijkstra', 'jps', 'jps+'];

/** The searches of one algorithm on a bound grid, and the path they last found. */
export interface GridSearch {
  /** The layout bound last. */
  layout(): GridLayout;
  /** Takes the layout after the map changed. */
  bind(layout: GridLayout): void;
  /** Throws RangeError unless the layer was prepared. */
  layerOf(size: number): GridLayer;
  /** Searches one path; where it is found, `keepPath` keeps it. Returns a status. */
  toTarget(layer: GridLayer, source: number, target: number, maxSettled: number): number;
  /** As `answerBlock` of searchers: 0 on weighted grids, and for algorithms not in IN_BLOCKS. */
  answerBlock(layer: GridLayer, block: QueryBlock): number;
  /** Whether the last block ended with a query that found no path inside one component. */
  blockMetStaleComponents(): boolean;
  /**
   * For algorithm 'dijkstra': searches until the `count` cells with bits at address `marks` are
   * settled; with `count` 0, everywhere. Returns NO_PATH, or BUDGET_SPENT after `maxSettled` cells.
   */
  everywhere(
    layer: GridLayer,
    source: number,
    maxSettled: number,
    marks: number,
    count: number,
  ): number;
  /** Keeps the path to `end` that the last search found. */
  keepPath(end: number): void;
  /** Forgets the path: `pathLength` is 0. */
  clearPath(): void;
  /** Cost of the path kept, nodes settled by the last search, cells of the path, their address. */
  cost(): number;
  settled(): number;
  pathLength(): number;
  path(): number;
}

/**
 * How the last search left its path: in the records of one side or of two sides, in the records of
 * jump points, as the parents of turns, or in the answer already.
 */
type Trail = 'one side' | 'two sides' | 'jump points' | 'turns' | 'answer';

/** Gives the kernels the answer record and room for paths. Returns the record's first word. */
function bindAnswer(kernels: Kernels, blocks: Blocks, { width, height }: GridLayout): number {
  const answer = blocks.allocate(ANSWER_BYTES);
  const guess = PATH_CELLS * (width + height);
  const cells = Math.max(ENTRIES, Math.min(guess, MOST_PATH_CELLS));
  kernels.answerBind(answer, blocks.allocate(cells * 4), cells);
  return answer / 4;
}

/** The searches of a choice, with their scratch memory in `host.blocks`. */
export function createGridSearch(
  host: KernelHost<Kernels>,
  layout: GridLayout,
  { algorithm, heuristic: name }: SearchChoice,
): GridSearch {
  const { kernels, blocks, arena } = host;
  const heuristic = algorithm === 'dijkstra' ? ZERO : HEURISTICS[name];
  const jumper = openJumpSearcher(host, layout, algorithm);
  const useCells = bindGrid(kernels, blocks, layout, algorithm);
  if (jumper === undefined) useCells();
  const answer = bindAnswer(kernels, blocks, layout);
  const last: LastSearch = { layout, trail: 'one side' };
  const theta = algorithm === 'theta*' ? createThetaSearcher(host, layout, answer) : undefined;
  let lastLayer: GridLayer | undefined;
  const path = createGridPath({ kernels, arena, answer, last, theta });
  const oneSided = createOneSided(kernels, last, heuristic);
  const twoSided = createTwoSided(host, last, heuristic, answer);
  const queryBlocks = createGridBlocks(host, heuristic, jumper);

  return {
    layout: () => last.layout,
    bind(next) {
      last.layout = next;
      lastLayer = undefined;
      kernels.weightedBind(next.costs);
    },
    layerOf(size) {
      if (lastLayer?.size === size) return lastLayer;
      lastLayer = last.layout.layers.find((l) => l.size === size);
      if (lastLayer === undefined) throw new RangeError(`no layer for agents of ${size} cells`);
      return lastLayer;
    },
    toTarget(layer, source, target, most) {
      const { factor } = last.layout;
      if (jumper !== undefined && layer.jumps !== undefined && factor > 0) {
        last.trail = 'jump points';
        return jumper.search(layer.jumps, layer.size, source, target, most);
      }
      useCells(layer);
      if (algorithm === 'greedy') {
        last.trail = 'one side';
        return kernels.greedySearch(source, target, heuristic, most);
      }
      if (algorithm === 'bidirectional') return twoSided(source, target, most);
      if (theta !== undefined && factor > 0) {
        const status = theta.search(layer, source, target, most);
        last.trail = theta.turns() ? 'turns' : 'answer';
        return status;
      }
      if (factor > 0) {
        last.trail = 'answer';
        return kernels.uniformPath(source, target, heuristic, most);
      }
      return oneSided(source, target, most, 0, 0);
    },
    answerBlock(layer, block) {
      const { factor } = last.layout;
      if (!IN_BLOCKS.includes(algorithm) || factor === 0) return 0;
      if (jumper === undefined || layer.jumps === undefined) useCells(layer);
      return queryBlocks.answer(layer, factor, block);
    },
    blockMetStaleComponents: queryBlocks.metStaleComponents,
    everywhere(layer, source, most, marks, count) {
      useCells(layer);
      return oneSided(source, NONE, most, marks, count);
    },
    // named one by one: calls through an object with spread parts take some ns longer
    keepPath: path.keepPath,
    clearPath: path.clearPath,
    cost: path.cost,
    pathLength: path.pathLength,
    path: path.path,
    settled: () => arena.words()[answer + SETTLED],
  };
}

/** A* or Dijkstra, which leave their paths in the records of cells. */
function createOneSided(
  kernels: Kernels,
  last: LastSearch,
  heuristic: number,
): (source: number, target: number, most: number, marks: number, count: number) => number {
  return (source, target, most, marks, count) => {
    last.trail = 'one side';
    if (last.layout.factor > 0) {
      return kernels.uniformSearch(source, target, heuristic, most, marks, count);
    }
    const least = Math.fround(last.layout.least * BOUND_SHARE);
    return kernels.weightedSearch(source, target, heuristic, least, most, marks, count);
  };
}

/**
 * Bidirectional search. If its ticks pass 2^32, which they do on uniform grids only, A* answers
 * with the rest of `most`; the settled cells of both searches are then added up.
 */
function createTwoSided(
  { kernels, arena }: KernelHost<Kernels>,
  last: LastSearch,
  heuristic: number,
  answer: number,
): (source: number, target: number, most: number) => number {
  return (source, target, most) => {
    const weighted = last.layout.factor > 0 ? 0 : 1;
    last.trail = 'two sides';
    const status = kernels.bidirectionalSearch(source, target, weighted, most);
    if (status !== TICKS_OVERFLOW) return status;
    last.trail = 'answer';
    const settled = arena.words()[answer + SETTLED];
    const found = kernels.uniformPath(source, target, heuristic, most - settled);
    arena.words()[answer + SETTLED] += settled;
    return found;
  };
}

/** What searches jump points; undefined for other algorithms. */
function openJumpSearcher(
  { kernels, blocks }: KernelHost<Kernels>,
  layout: GridLayout,
  algorithm: Algorithm,
): JumpSearcher | undefined {
  if (algorithm !== 'jps' && algorithm !== 'jps+') return undefined;
  return createJumpSearcher(kernels, blocks, layout, algorithm === 'jps+');
}

/** The map as bound now, and where the last search left its path. */
interface LastSearch {
  layout: GridLayout;
  trail: Trail;
}

/** What `GridSearch` tells of the path of the last search; `answer`: word of the answer record. */
function createGridPath({
  kernels,
  arena,
  answer,
  last,
  theta,
}: {
  readonly kernels: Kernels;
  readonly arena: Arena;
  readonly answer: number;
  readonly last: Readonly<LastSearch>;
  readonly theta: ThetaSearcher | undefined;
}): Pick<GridSearch, 'keepPath' | 'clearPath' | 'cost' | 'pathLength' | 'path'> {
  const gridLength = gridLengthOf(last.layout, arena, answer);
  let count = 0;

  function copyToAnswer(end: number): void {
    const { trail } = last;
    if (trail === 'jump points') {
      const cells = kernels.jpsPathLength();
      kernels.jpsPath(kernels.reservePath(cells) >>> 0, cells);
    } else if (trail === 'two sides') kernels.keepMeeting();
    else if (trail === 'turns') theta?.keep(end);
    else kernels.keepTrace(end);
  }

  return {
    keepPath(end) {
      if (last.trail !== 'answer') copyToAnswer(end);
      count = arena.words()[answer + CELLS];
    },
    clearPath() {
      count = 0;
    },
    cost() {
      const { trail } = last;
      const { factor } = last.layout;
      if (factor === 0) return kernels.pathCost(arena.words()[answer + PATH], count);
      if (trail === 'turns' && theta !== undefined) return factor * theta.length();
      if (trail === 'jump points') return factor * ticksToLength(kernels.jpsPathTicks());
      return factor * gridLength();
    },
    pathLength: () => count,
    path: () => arena.words()[answer + PATH],
  };
}

/**
 * Gives the kernels the memory of their queues. Returns a function that binds the moves of a layer
 * and, in its first call, gives the kernels the records of cells. Jump point search needs both only
 * where it leaves the query to A*.
 */
function bindGrid(
  kernels: Kernels,
  blocks: KernelHost<Kernels>['blocks'],
  layout: GridLayout,
  algorithm: Algorithm,
): (layer?: GridLayer) => void {
  const cells = layout.width * layout.height;
  let moves = 0;
  let hasCells = false;
  kernels.uniformBind(layout.successors);
  kernels.bucketsBind(
    blocks.allocate(kernels.bucketsBytes()),
    blocks.allocate(ENTRIES * 8),
    ENTRIES,
  );
  kernels.heapBind(blocks.allocate(ENTRIES * 8), ENTRIES);
  if (algorithm === 'bidirectional') kernels.bidirectionalBind(blocks.allocate(cells * 8));
  kernels.weightedBind(layout.costs);

  function bindCells(): void {
    const { width, height, neighbours, straight, diagonal } = layout;
    const [records, deltas] = allocateAll(blocks, [cells * 8, 32]);
    kernels.gridBind(width, height, neighbours, straight, diagonal, records, deltas);
    hasCells = true;
  }

  return (layer) => {
    if (layer?.moves === moves) return;
    if (!hasCells) bindCells();
    if (layer === undefined) return;
    moves = layer.moves;
    kernels.gridUseMoves(moves);
  };
}
