import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH, NONE } from '@wayfield/graph';
import { type Arena, createBlocks, instantiateKernels } from '@wayfield/wasm';
import type { GraphLayout } from './graph-map.ts';
import type { Kernels } from './kernel-exports.ts';
import type { Searcher } from './searcher.ts';
import type { Algorithm, Heuristic } from './types.ts';

const HEURISTICS: Record<Heuristic, number> = {
  zero: 0,
  manhattan: 1,
  octile: 2,
  euclidean: 3,
  landmarks: 4,
};
const QUEUE_BYTES = 8192;
const LIST_BYTES = 8192;
const HEAP_ENTRIES = 256;
const TREE_CHUNK = 4096;
const NO_LIMIT = 0xffffffff;

/** A searcher with scratch memory of its own, in the arena of the graph. */
export function createGraphSearcher(
  module: WebAssembly.Module,
  arena: Arena,
  layout: GraphLayout,
  algorithm: Algorithm,
  heuristicName: Heuristic,
  landmarks: number,
): Searcher {
  const { nodeCount, labels } = layout;
  const blocks = createBlocks(arena);
  const kernels: Kernels = instantiateKernels(module, arena.memory, blocks.reallocate);
  const heuristic = HEURISTICS[heuristicName];
  const twoSided = algorithm === 'bidirectional';
  // trees are read from the records four nodes at a time
  const recordBytes = Math.ceil(nodeCount / 4) * 32;
  kernels.graphBind(
    nodeCount,
    layout.firstOut,
    layout.arcs,
    layout.coordinates,
    blocks.allocate(recordBytes),
    twoSided ? blocks.allocate(recordBytes) : 0,
  );
  const side = blocks.allocate(kernels.graphSideBytes());
  const backward = twoSided ? blocks.allocate(kernels.graphSideBytes()) : 0;
  kernels.graphQueueBind(blocks.allocate(QUEUE_BYTES), QUEUE_BYTES);
  kernels.graphListBind(blocks.allocate(LIST_BYTES), LIST_BYTES);
  kernels.heapBind(blocks.allocate(HEAP_ENTRIES * 8), HEAP_ENTRIES);

  const aimed = landmarks > 0 ? blocks.allocate(4 * landmarks + 16) : 0;
  let bound: GraphLayout;
  let marks = 0;
  /** The last one-to-many search: its component, and the status of targets that it did not settle. */
  let manyLabel = NONE;
  let manyStatus = NO_PATH;
  let treeBlock = 0;
  let pathBlock = blocks.allocate(4096);
  let pathCapacity = 1024;
  let count = 0;
  /** Whether the last call came as far as a search. */
  let searched = false;

  function bind(next: GraphLayout): void {
    bound = next;
    kernels.graphQueueShape(next.density, next.ordered ? 1 : 0);
    kernels.graphSumLoss(next.leastWeight, nodeCount);
    kernels.graphBackwardBind(next.firstIn, next.reverse);
    const tables = next.landmarks.find((made) => made.count === landmarks);
    if (tables === undefined) return;
    const { address, lanes, twoWay, unit, slack } = tables;
    kernels.graphLandmarksBind(address, lanes, twoWay ? 1 : 0, aimed, unit, slack);
  }
  bind(layout);

  const labelOf = (node: number): number => arena.words()[labels / 4 + node];

  function reserve(nodes: number): void {
    count = nodes;
    if (count <= pathCapacity) return;
    blocks.free(pathBlock);
    pathCapacity = 2 ** Math.ceil(Math.log2(count));
    pathBlock = blocks.allocate(pathCapacity * 4);
  }

  /** Keeps the path to `end`, and beyond it the second half of a path found by two sides. */
  function keepPath(end: number, joined: boolean): void {
    const steps = kernels.graphSteps(end, 0);
    reserve(steps + 1 + (joined ? kernels.graphSteps(end, 1) : 0));
    kernels.graphTrace(end, pathBlock, steps);
    if (joined) kernels.graphTraceBackward(end, pathBlock + (steps + 1) * 4);
  }

  /** One-sided search without a heuristic: to marked nodes, or to all. */
  function searchAll(source: number, limit: number, marked: number, open: number): number {
    return kernels.graphSearch(side, source, NONE, 0, 0, limit, marked, open);
  }

  /** Searches one path and, where there is one, keeps it. */
  function searchKernel(source: number, target: number, limit: number): number {
    if (twoSided) {
      const status = kernels.graphBidirectionalSearch(side, backward, source, target, limit);
      if (status === FOUND) keepPath(kernels.graphMeeting() >>> 0, true);
      return status;
    }
    const status =
      algorithm === 'greedy'
        ? kernels.graphGreedySearch(source, target, heuristic, limit)
        : kernels.graphSearch(side, source, target, heuristic, bound.scale, limit, 0, 0);
    if (status === FOUND) keepPath(target, false);
    return status;
  }

  return {
    blocks,
    bind,
    labelsMislead: () => false,
    search(source, target, _size, nearest, maxSettled) {
      count = 0;
      const apart = labelOf(source) !== labelOf(target);
      searched = !apart || nearest;
      if (!searched) return NO_PATH;
      let status = apart ? NO_PATH : searchKernel(source, target, maxSettled);
      if (status === FOUND) return FOUND;
      count = 0;
      if (status === BUDGET_SPENT || !nearest) return status;
      // everything that can be reached; a one-sided search that found no path has been everywhere
      if (apart || twoSided) {
        status =
          algorithm === 'greedy'
            ? kernels.graphGreedySearch(source, target, heuristic, maxSettled)
            : searchAll(source, maxSettled, 0, 0);
        if (status === BUDGET_SPENT) return status;
      }
      keepPath(kernels.graphNearestReached(target) >>> 0, false);
      return NEAREST;
    },
    searchMany(source, targets, _size, maxSettled) {
      searched = true;
      manyLabel = labelOf(source);
      if (marks === 0) marks = blocks.allocate(Math.ceil(nodeCount / 8));
      const bytes = arena.bytes();
      let open = 0;
      for (let i = 0; i < targets.length; i++) {
        // a target that cannot be reached must not keep the search going
        if (labelOf(targets[i]) !== manyLabel) continue;
        const at = marks + (targets[i] >>> 3);
        const bit = 1 << (targets[i] & 7);
        if (!(bytes[at] & bit)) open++;
        bytes[at] |= bit;
      }
      const status = searchAll(source, open > 0 ? maxSettled : 0, marks, open);
      manyStatus = open > 0 ? status : NO_PATH;
      // what was not settled is still marked
      const after = arena.bytes();
      for (let i = 0; i < targets.length; i++) after[marks + (targets[i] >>> 3)] = 0;
    },
    take(target) {
      count = 0;
      if (labelOf(target) !== manyLabel) return NO_PATH;
      if (!kernels.graphIsSettled(target)) return manyStatus;
      keepPath(target, false);
      return FOUND;
    },
    cost: () => kernels.graphPathCost(pathBlock, count),
    settled: () => (searched ? kernels.graphSettledCount() >>> 0 : 0),
    pathLength: () => count,
    path: () => pathBlock,
    tree(source, _size, reuse) {
      searchAll(source, NO_LIMIT, 0, 0);
      if (treeBlock === 0) treeBlock = blocks.allocate(TREE_CHUNK * 8);
      const dist = reuse?.dist.length === nodeCount ? reuse.dist : new Float32Array(nodeCount);
      const parent = reuse?.parent.length === nodeCount ? reuse.parent : new Uint32Array(nodeCount);
      for (let first = 0; first < nodeCount; first += TREE_CHUNK) {
        const part = Math.min(TREE_CHUNK, nodeCount - first);
        const parents = treeBlock + TREE_CHUNK * 4;
        kernels.graphTreeInto(first, part, treeBlock, parents);
        dist.set(arena.floats().subarray(treeBlock / 4, treeBlock / 4 + part), first);
        parent.set(arena.words().subarray(parents / 4, parents / 4 + part), first);
      }
      return { source, dist, parent };
    },
  };
}
