import { NONE, ticksToLength } from '@wayfield/graph';
import type { Arena, KernelHost } from '@wayfield/wasm';
import { createJumpSearcher } from '../jps/searcher.ts';
import {
  ANSWER_BYTES,
  EUCLIDEAN,
  type Kernels,
  MANHATTAN,
  OCTILE,
  TICKS_OVERFLOW,
  ZERO,
} from '../kernels.gen.ts';
import type { SearchChoice } from '../searcher.ts';
import type { Heuristic } from '../types.ts';
import type { GridLayer, GridLayout } from './layout.ts';

const HEURISTICS: Record<Heuristic, number> = {
  zero: ZERO,
  manhattan: MANHATTAN,
  octile: OCTILE,
  euclidean: EUCLIDEAN,
  // for graphs only
  landmarks: ZERO,
};
/** First entries of the heap, of the queue of buckets and of the path; all grow. */
const ENTRIES = 1024;
/**
 * Weighted bounds count `least` times this per cell, as room for f32 sums that were rounded down:
 * 2^-21 is eight roundings of at most 2^-24 each. Sums that lost more can cost only rounding: a
 * cell settled too early is settled again, see assembly/grid/weighted.ts.
 */
const BOUND_SHARE = 1 - 2 ** -21;
/** Words of the answer record, see assembly/grid/layout.ts. */
const SETTLED = 0;
const CELLS = 1;
const DIAGONALS = 2;
const PATH = 3;

/** The searches of one algorithm on a bound grid, and the path they last found. */
export interface GridSearch {
  layout(): GridLayout;
  bind(layout: GridLayout): void;
  /** Throws RangeError unless the layer was prepared. */
  layerOf(size: number): GridLayer;
  toTarget(layer: GridLayer, source: number, target: number, limit: number): number;
  /** Without a heuristic: until `open` marked cells are settled, or, with 0, everywhere. */
  everywhere(layer: GridLayer, source: number, limit: number, marked: number, open: number): number;
  /** Keeps the path to `end` that the last search found. */
  keepPath(end: number): void;
  clearPath(): void;
  cost(): number;
  settled(): number;
  pathLength(): number;
  path(): number;
}

/**
 * How the last search left its path: in the records of one side or of two sides, in the records of
 * jump points, or in the answer already.
 */
type Trail = 'one side' | 'two sides' | 'jump points' | 'answer';

export function createGridSearch(
  { kernels, blocks, arena }: KernelHost<Kernels>,
  layout: GridLayout,
  { algorithm, heuristic: name }: SearchChoice,
): GridSearch {
  const heuristic = algorithm === 'dijkstra' ? ZERO : HEURISTICS[name];
  const jumper =
    algorithm === 'jps' || algorithm === 'jps+'
      ? createJumpSearcher(kernels, blocks, layout, algorithm === 'jps+')
      : undefined;
  const useCells = bindGrid(kernels, blocks, layout, algorithm === 'bidirectional');
  // jump point search needs records of cells only where it leaves the work to A*
  if (jumper === undefined) useCells(undefined);
  const answer = blocks.allocate(ANSWER_BYTES) / 4;
  kernels.answerBind(answer * 4, blocks.allocate(ENTRIES * 4), ENTRIES);
  let bound = layout;
  let lastLayer: GridLayer | undefined;
  let trail: Trail = 'one side';
  const path = createGridPath(kernels, arena, answer, () => ({ layout: bound, trail }));

  function oneSided(
    source: number,
    target: number,
    limit: number,
    marked: number,
    open: number,
  ): number {
    trail = 'one side';
    if (bound.factor > 0) {
      return kernels.uniformSearch(source, target, heuristic, limit, marked, open);
    }
    const least = Math.fround(bound.least * BOUND_SHARE);
    return kernels.weightedSearch(source, target, heuristic, least, limit, marked, open);
  }

  return {
    layout: () => bound,
    bind(next) {
      bound = next;
      lastLayer = undefined;
      kernels.weightedBind(next.costs);
    },
    layerOf(size) {
      if (lastLayer?.size === size) return lastLayer;
      lastLayer = bound.layers.find((l) => l.size === size);
      if (lastLayer === undefined) throw new RangeError(`no layer for agents of ${size} cells`);
      return lastLayer;
    },
    toTarget(layer, source, target, limit) {
      if (jumper !== undefined && layer.jumps !== undefined && bound.factor > 0) {
        trail = 'jump points';
        return jumper.search(layer.jumps, layer.size, source, target, limit);
      }
      useCells(layer);
      if (algorithm === 'greedy') {
        trail = 'one side';
        return kernels.greedySearch(source, target, heuristic, limit);
      }
      if (algorithm === 'bidirectional') {
        const weighted = bound.factor > 0 ? 0 : 1;
        const status = kernels.bidirectionalSearch(source, target, weighted, limit);
        trail = 'two sides';
        if (status !== TICKS_OVERFLOW) return status;
      }
      if (bound.factor > 0) {
        trail = 'answer';
        return kernels.uniformPath(source, target, heuristic, limit);
      }
      return oneSided(source, target, limit, 0, 0);
    },
    everywhere(layer, source, limit, marked, open) {
      useCells(layer);
      return oneSided(source, NONE, limit, marked, open);
    },
    ...path,
    settled: () => arena.words()[answer + SETTLED],
  };
}

/**
 * The path in the answer record at word `answer`. `last` tells the layout and where the last search
 * left its path.
 */
function createGridPath(
  kernels: Kernels,
  arena: Arena,
  answer: number,
  last: () => { readonly layout: GridLayout; readonly trail: Trail },
): Pick<GridSearch, 'keepPath' | 'clearPath' | 'cost' | 'pathLength' | 'path'> {
  let count = 0;
  return {
    keepPath(end) {
      const { trail } = last();
      if (trail === 'jump points') {
        const cells = kernels.jpsPathLength();
        kernels.jpsPath(kernels.reservePath(cells) >>> 0, cells);
      } else if (trail === 'two sides') kernels.keepMeeting();
      else if (trail === 'one side') kernels.keepTrace(end);
      count = arena.words()[answer + CELLS];
    },
    clearPath() {
      count = 0;
    },
    cost() {
      const { layout, trail } = last();
      const { straight, diagonal, factor } = layout;
      const words = arena.words();
      if (factor === 0) return kernels.pathCost(words[answer + PATH], count);
      if (straight === 1) return factor * (count - 1);
      if (trail === 'jump points') return factor * ticksToLength(kernels.jpsPathTicks());
      const diagonals = words[answer + DIAGONALS];
      const straights = count - 1 - diagonals;
      // what ticksToLength gives, without its two divisions
      if (diagonals < straight) return factor * (straights + diagonals * Math.SQRT2);
      return factor * ticksToLength(straights * straight + diagonals * diagonal);
    },
    pathLength: () => count,
    path: () => arena.words()[answer + PATH],
  };
}

/**
 * Gives the kernels the memory of their queues. The result takes the records of cells, when it is
 * first called, and then the moves of a layer.
 */
function bindGrid(
  kernels: Kernels,
  blocks: KernelHost<Kernels>['blocks'],
  layout: GridLayout,
  twoSided: boolean,
): (layer: GridLayer | undefined) => void {
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
  if (twoSided) kernels.bidirectionalBind(blocks.allocate(cells * 8));
  kernels.weightedBind(layout.costs);

  return (layer) => {
    if (!hasCells) {
      const { width, height, neighbours, straight, diagonal } = layout;
      const [records, deltas] = [blocks.allocate(cells * 8), blocks.allocate(32)];
      kernels.gridBind(width, height, neighbours, straight, diagonal, records, deltas);
      hasCells = true;
    }
    if (layer === undefined || moves === layer.moves) return;
    moves = layer.moves;
    kernels.gridUseMoves(moves);
  };
}
