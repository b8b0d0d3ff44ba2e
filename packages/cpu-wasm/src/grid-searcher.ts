import {
  BUDGET_SPENT,
  FOUND,
  NEAREST,
  NO_PATH,
  NONE,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
  ticksToLength,
} from '@wayfield/graph';
import { type Arena, createBlocks, instantiateKernels } from '@wayfield/wasm';
import type { GridLayer, GridLayout } from './grid-map.ts';
import type { Kernels } from './kernel-exports.ts';
import { createJumpSearcher } from './jps-searcher.ts';
import type { Searcher } from './searcher.ts';
import type { Algorithm, Heuristic } from './types.ts';

const HEURISTICS: Record<Heuristic, number> = {
  zero: 0,
  manhattan: 1,
  octile: 2,
  euclidean: 3,
  // for graphs only
  landmarks: 0,
};
const TICKS_OVERFLOW = 255;
const TREE_CHUNK = 16384;
const NO_LIMIT = 0xffffffff;

/** A searcher with scratch memory of its own, in the arena of the map. */
export function createGridSearcher(
  module: WebAssembly.Module,
  arena: Arena,
  layout: GridLayout,
  algorithm: Algorithm,
  heuristicName: Heuristic,
): Searcher {
  const { width, height } = layout;
  const cells = width * height;
  const blocks = createBlocks(arena);
  const kernels: Kernels = instantiateKernels(module, arena.memory, blocks.reallocate);
  const heuristic = algorithm === 'dijkstra' ? 0 : HEURISTICS[heuristicName];
  const jumper =
    algorithm === 'jps' || algorithm === 'jps+'
      ? createJumpSearcher(kernels, blocks, width, height, algorithm === 'jps+')
      : undefined;
  let hasCells = false;
  if (jumper === undefined) bindCells();
  kernels.uniformBind(layout.successors);
  kernels.bucketsBind(blocks.allocate(kernels.bucketsBytes()), blocks.allocate(1024 * 8), 1024);
  kernels.heapBind(blocks.allocate(1024 * 8), 1024);
  if (algorithm === 'bidirectional') kernels.bidirectionalBind(blocks.allocate(cells * 8));
  kernels.weightedBind(layout.costs);

  let bound = layout;
  let misled = false;
  let marks = 0;
  /** The last one-to-many search: its layer, and the status of targets that it did not settle. */
  let many: GridLayer | undefined;
  let manyStatus = NO_PATH;
  let treeBlock = 0;
  // see `answer` of assembly/grid-state.ts
  const answer = blocks.allocate(16) / 4;
  kernels.answerBind(answer * 4, blocks.allocate(4096), 1024);
  let count = 0;
  /** Whether the last call came as far as a search. */
  let searched = false;
  /** How the last search left its path: in records of one side, of two sides, of jump points, or kept already. */
  let trail: 'one' | 'two' | 'jumps' | 'kept' = 'one';

  let lastLayer: GridLayer | undefined;
  function layerOf(size: number): GridLayer {
    if (lastLayer?.size === size) return lastLayer;
    lastLayer = bound.layers.find((l) => l.size === size);
    if (lastLayer === undefined) throw new RangeError(`no layer for agents of ${size} cells`);
    return lastLayer;
  }

  function keepPath(end: number): void {
    if (trail === 'jumps') {
      const cellsOfPath = kernels.jpsPathLength();
      kernels.jpsPath(kernels.reservePath(cellsOfPath) >>> 0, cellsOfPath);
    } else if (trail === 'two') kernels.keepMeeting();
    else if (trail === 'one') kernels.keepTrace(end);
    count = arena.words()[answer + 1];
  }

  /** Records of cells: jump point search needs them only where it leaves the work to A*. */
  function bindCells(): void {
    kernels.gridBind(
      width,
      height,
      layout.neighbours,
      layout.straight,
      layout.diagonal,
      blocks.allocate(cells * 8),
      blocks.allocate(32),
    );
    hasCells = true;
  }

  let moves = 0;
  function useCells(layer: GridLayer): void {
    if (!hasCells) bindCells();
    if (moves === layer.moves) return;
    moves = layer.moves;
    kernels.gridUseMoves(moves);
  }

  function exact(
    source: number,
    target: number,
    limit: number,
    marked: number,
    open: number,
  ): number {
    trail = 'one';
    return bound.factor > 0
      ? kernels.uniformSearch(source, target, heuristic, limit, marked, open)
      : kernels.weightedSearch(
          source,
          target,
          heuristic,
          Math.fround(bound.least * (1 - 2 ** -21)),
          limit,
          marked,
          open,
        );
  }

  function searchKernel(layer: GridLayer, source: number, target: number, limit: number): number {
    if (jumper !== undefined && layer.jumps !== undefined && bound.factor > 0) {
      trail = 'jumps';
      return jumper.search(layer.jumps, layer.size, source, target, limit);
    }
    useCells(layer);
    if (algorithm === 'greedy') {
      trail = 'one';
      return kernels.greedySearch(source, target, heuristic, limit);
    }
    if (algorithm === 'bidirectional') {
      const weighted = bound.factor > 0 ? 0 : 1;
      const status = kernels.bidirectionalSearch(source, target, weighted, limit);
      trail = 'two';
      if (status !== TICKS_OVERFLOW) return status;
    }
    if (bound.factor > 0) {
      trail = 'kept';
      return kernels.uniformPath(source, target, heuristic, limit);
    }
    return exact(source, target, limit, 0, 0);
  }

  return {
    blocks,
    bind(next: GridLayout) {
      bound = next;
      lastLayer = undefined;
      kernels.weightedBind(next.costs);
      misled = false;
    },
    labelsMislead: () => misled,
    search(source, target, size, nearest, maxSettled) {
      const layer = layerOf(size);
      count = 0;
      searched = false;
      const { field, labels } = layer;
      let end = target;
      const refused = kernels.gridEnds(field, size, labels, source, target);
      if (refused !== 0) {
        if (!nearest || refused === SOURCE_BLOCKED) return refused;
        const root = kernels.findLabel(labels, source);
        const x = target % width;
        const y = (target - x) / width;
        end = kernels.nearestInComponent(field, size, labels, width, height, root, x, y) >>> 0;
      }
      searched = true;
      const status = searchKernel(layer, source, end, maxSettled);
      if (status === FOUND) {
        keepPath(end);
        return end === target ? FOUND : NEAREST;
      }
      if (status === NO_PATH) misled = true;
      return status;
    },
    searchMany(source, targets, size, maxSettled) {
      many = layerOf(size);
      manyStatus = NO_PATH;
      searched = true;
      if (marks === 0) marks = blocks.allocate(Math.ceil(cells / 8));
      if (arena.bytes()[many.field + source] < size) {
        manyStatus = SOURCE_BLOCKED;
        searched = false;
        return;
      }
      const bytes = arena.bytes();
      const root = kernels.findLabel(many.labels, source);
      let open = 0;
      for (let i = 0; i < targets.length; i++) {
        const target = targets[i];
        // a target that cannot be reached must not keep the search going
        if (bytes[many.field + target] < size) continue;
        if (kernels.findLabel(many.labels, target) !== root) continue;
        const at = marks + (target >>> 3);
        const bit = 1 << (target & 7);
        if (!(bytes[at] & bit)) open++;
        bytes[at] |= bit;
      }
      useCells(many);
      exact(source, NONE, open > 0 ? maxSettled : 0, marks, open);
      if (open > 0 && arena.words()[answer] === maxSettled) manyStatus = BUDGET_SPENT;
      // what was not settled is still marked
      const after = arena.bytes();
      for (let i = 0; i < targets.length; i++) after[marks + (targets[i] >>> 3)] = 0;
    },
    take(target) {
      count = 0;
      if (manyStatus === SOURCE_BLOCKED) return SOURCE_BLOCKED;
      if (many === undefined || arena.bytes()[many.field + target] < many.size)
        return TARGET_BLOCKED;
      if (!kernels.isSettled(target)) return manyStatus;
      keepPath(target);
      return FOUND;
    },
    cost() {
      const words = arena.words();
      if (bound.factor === 0) return kernels.pathCost(words[answer + 3], count);
      if (layout.straight === 1) return bound.factor * (count - 1);
      if (trail === 'jumps') return bound.factor * ticksToLength(kernels.jpsPathTicks());
      const diagonals = words[answer + 2];
      const straights = count - 1 - diagonals;
      // what ticksToLength gives, without its two divisions
      if (diagonals < layout.straight) return bound.factor * (straights + diagonals * Math.SQRT2);
      return (
        bound.factor * ticksToLength(straights * layout.straight + diagonals * layout.diagonal)
      );
    },
    settled: () => (searched ? arena.words()[answer] : 0),
    pathLength: () => count,
    path: () => arena.words()[answer + 3],
    tree(source, size, reuse) {
      const layer = layerOf(size);
      const dist = reuse?.dist.length === cells ? reuse.dist : new Float32Array(cells);
      const parent = reuse?.parent.length === cells ? reuse.parent : new Uint32Array(cells);
      // from a blocked cell nothing is reached, not even itself
      if (arena.bytes()[layer.field + source] < size) {
        return { source, dist: dist.fill(Infinity), parent: parent.fill(NONE) };
      }
      useCells(layer);
      exact(source, NONE, NO_LIMIT, 0, 0);
      if (treeBlock === 0) treeBlock = blocks.allocate(TREE_CHUNK * 8);
      for (let first = 0; first < cells; first += TREE_CHUNK) {
        const part = Math.min(TREE_CHUNK, cells - first);
        const parents = treeBlock + TREE_CHUNK * 4;
        kernels.treeInto(first, part, bound.factor, treeBlock, parents);
        dist.set(arena.floats().subarray(treeBlock / 4, treeBlock / 4 + part), first);
        parent.set(arena.words().subarray(parents / 4, parents / 4 + part), first);
      }
      if (bound.factor > 0 && kernels.ticksWrapped()) recount(dist, parent);
      return { source, dist, parent };
    },
  };

  /** Distances along the parents in doubles, for trees whose ticks passed 2^32. */
  function recount(dist: Float32Array, parent: Uint32Array): void {
    const ticks = new Float64Array(cells).fill(-1);
    const chain: number[] = [];
    for (let c = 0; c < cells; c++) {
      if (dist[c] === Infinity) continue;
      let u = c;
      while (ticks[u] < 0 && parent[u] !== NONE) {
        chain.push(u);
        u = parent[u];
      }
      if (ticks[u] < 0) ticks[u] = 0;
      for (let v = chain.pop(); v !== undefined; v = chain.pop()) {
        const p = parent[v];
        const straight = p % width === v % width || rowOf(p) === rowOf(v);
        ticks[v] = ticks[p] + (straight ? layout.straight : layout.diagonal);
      }
      dist[c] = bound.factor * (layout.straight === 1 ? ticks[c] : ticksToLength(ticks[c]));
    }
  }

  function rowOf(cell: number): number {
    return Math.floor(cell / width);
  }
}
