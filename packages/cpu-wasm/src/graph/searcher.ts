import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH, NONE, type Tree } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import { createMarks, NO_LIMIT, treeArrays } from '../marks.ts';
import { EUCLIDEAN, type Kernels, LANDMARKS, MANHATTAN, OCTILE, ZERO } from '../kernels.gen.ts';
import { NEAREST_TARGET } from '../nearest.ts';
import type { MapLayout, SearchChoice, Searcher } from '../searcher.ts';
import type { Heuristic } from '../types.ts';
import type { GraphLayout } from './layout.ts';

const HEURISTICS: Record<Heuristic, number> = {
  zero: ZERO,
  manhattan: MANHATTAN,
  octile: OCTILE,
  euclidean: EUCLIDEAN,
  landmarks: LANDMARKS,
};
/** First room of the chunks of the queue, which grows. */
const QUEUE_BYTES = 8192;
/** The list of improvements, of 511 arcs, which stays: see assembly/graph/expand.ts. */
const LIST_BYTES = 8192;
/** First entries of the heap, which grows. */
const HEAP_ENTRIES = 256;
/** Nodes of a tree that are read out at a time. */
const TREE_CHUNK = 4096;

/** A searcher on a graph, with the host's blocks as its scratch memory. */
export function createGraphSearcher(
  host: KernelHost<Kernels>,
  layout: GraphLayout,
  choice: SearchChoice,
): Searcher {
  const { blocks, arena } = host;
  const { nodeCount, components } = layout;
  const search = createSearch(host, layout, choice);
  const trees = createTrees(host, nodeCount, search);
  const marks = createMarks(blocks, arena, nodeCount);
  /** The last one-to-many search: its component, and the status of targets it did not settle. */
  let manyComponent = NONE;
  let manyStatus = NO_PATH;
  /** Whether the last call began a search; if not, it settled no node. */
  let searched = false;

  const componentOf = (node: number): number => arena.words()[components / 4 + node];

  return {
    blocks,
    bind: (next: MapLayout) => search.bind(next as GraphLayout),
    // update never changes which arcs there are
    metStaleComponents: () => false,
    search(source, target, _size, ends, maxSettled) {
      const nearest = (ends & NEAREST_TARGET) !== 0;
      search.path.clear();
      const apart = componentOf(source) !== componentOf(target);
      searched = !apart || nearest;
      if (!searched) return NO_PATH;
      const status = apart ? NO_PATH : search.toTarget(source, target, maxSettled);
      if (status === FOUND) return FOUND;
      search.path.clear();
      if (status === BUDGET_SPENT || !nearest) return status;
      return search.toNearest(source, target, apart, maxSettled);
    },
    searchMany(source, targets, _size, maxSettled) {
      searched = true;
      manyComponent = componentOf(source);
      // a target that cannot be reached must not keep the search going
      const count = marks.set(targets, (target) => componentOf(target) === manyComponent);
      const most = count > 0 ? maxSettled : 0;
      try {
        const status = search.everywhere(source, most, marks.address(), count);
        manyStatus = count > 0 ? status : NO_PATH;
      } finally {
        marks.clear(targets);
      }
    },
    take(target) {
      search.path.clear();
      if (componentOf(target) !== manyComponent) return NO_PATH;
      if (!host.kernels.graphIsSettled(target)) return manyStatus;
      search.path.keep(target, false);
      return FOUND;
    },
    cost: search.path.cost,
    settled: () => (searched ? search.settled() : 0),
    pathLength: search.path.length,
    path: search.path.address,
    tree: (source, _size, reuse) => trees(source, reuse),
  };
}

/** The searches of one algorithm on a bound graph. */
interface GraphSearch {
  readonly path: GraphPath;
  bind(layout: GraphLayout): void;
  /** Nodes settled by the last query: by both searches if `toNearest` searched again. */
  settled(): number;
  /** Searches one path and, where there is one, keeps it. */
  toTarget(source: number, target: number, maxSettled: number): number;
  /**
   * After `toTarget` found no path: keeps the path to the reachable node nearest to `target`.
   * `apart`: the target lies in another component, so nothing was searched yet. After a two-sided
   * search a second search is needed, which may settle what is left of `maxSettled`.
   */
  toNearest(source: number, target: number, apart: boolean, maxSettled: number): number;
  /**
   * One-sided search without a heuristic: until the `count` nodes whose bits are set at address
   * `marks` are settled, or, with `marks` 0, everywhere.
   */
  everywhere(source: number, maxSettled: number, marks: number, count: number): number;
  /**
   * The tree of `source`, which overwrites the records: the address of its dists, 0 where only
   * `everywhere` can make it.
   */
  tree(source: number): number;
}

function createSearch(
  host: KernelHost<Kernels>,
  layout: GraphLayout,
  { algorithm, heuristic: name, landmarks }: SearchChoice,
): GraphSearch {
  const { kernels, blocks } = host;
  const { nodeCount } = layout;
  const heuristic = HEURISTICS[name];
  const twoSided = algorithm === 'bidirectional';
  // trees are read from the records four nodes at a time
  const recordBytes = Math.ceil(nodeCount / 4) * 32;
  const records = blocks.allocate(recordBytes);
  kernels.graphBind(
    nodeCount,
    layout.firstOut,
    layout.arcs,
    layout.coordinates,
    records,
    twoSided ? blocks.allocate(recordBytes) : 0,
  );
  const forward = blocks.allocate(kernels.graphSideBytes());
  const backward = twoSided ? blocks.allocate(kernels.graphSideBytes()) : 0;
  bindScratch(host);
  const tree = treesInRecords(kernels, forward, records);
  const path = createPath(kernels, blocks);
  const bindLandmarks = createLandmarkBinder(host, landmarks);
  let scale = 0;
  /** Nodes settled by the search of the same query before the last search. */
  let before = 0;

  function bind(next: GraphLayout): void {
    scale = next.scale;
    tree.weightsChanged();
    kernels.graphQueueShape(next.density, next.ordered ? 1 : 0);
    kernels.graphSumLoss(next.leastWeight, nodeCount);
    kernels.graphBackwardBind(next.firstIn, next.reverse);
    bindLandmarks(next);
  }
  bind(layout);

  const everywhere: GraphSearch['everywhere'] = (source, most, marks, count) =>
    kernels.graphSearch(forward, source, NONE, ZERO, 0, most, marks, count);

  return {
    path,
    bind,
    settled: () => before + (kernels.graphSettledCount() >>> 0),
    toTarget(source, target, most) {
      before = 0;
      if (twoSided) {
        const status = kernels.graphBidirectionalSearch(forward, backward, source, target, most);
        if (status === FOUND) path.keep(kernels.graphMeeting() >>> 0, true);
        return status;
      }
      const status =
        algorithm === 'greedy'
          ? kernels.graphGreedySearch(source, target, heuristic, most)
          : kernels.graphSearch(forward, source, target, heuristic, scale, most, 0, 0);
      if (status === FOUND) path.keep(target, false);
      return status;
    },
    toNearest(source, target, apart, most) {
      before = twoSided && !apart ? kernels.graphSettledCount() >>> 0 : 0;
      // a one-sided search that found no path has settled all that can be reached
      if (apart || twoSided) {
        const status =
          algorithm === 'greedy'
            ? kernels.graphGreedySearch(source, target, heuristic, most)
            : everywhere(source, most - before, 0, 0);
        if (status === BUDGET_SPENT) return status;
      }
      path.keep(kernels.graphNearestReached(target) >>> 0, false);
      return NEAREST;
    },
    everywhere,
    tree: tree.of,
  };
}

/** Returns what binds the table of `count` landmarks, where the layout has one. */
function createLandmarkBinder(
  { kernels, blocks }: KernelHost<Kernels>,
  count: number,
): (layout: GraphLayout) => void {
  /**
   * Room for a copy of the target's row of the table. A row has up to 2 * count u16, rounded up to
   * a multiple of 8, so at most 4 * count + 16 bytes.
   */
  const targetRow = count > 0 ? blocks.allocate(4 * count + 16) : 0;
  return ({ landmarks }) => {
    const tables = landmarks.find((made) => made.count === count);
    if (tables === undefined) return;
    const { address, rowEntries, twoWay, unit, slack } = tables;
    kernels.graphLandmarksBind(address, rowEntries, twoWay ? 1 : 0, targetRow, unit, slack);
  };
}

/** Scratch of all searches of an instance: the first chunks, the list of improvements, the heap. */
function bindScratch({ kernels, blocks }: KernelHost<Kernels>): void {
  kernels.graphQueueBind(blocks.allocate(QUEUE_BYTES), QUEUE_BYTES);
  kernels.graphListBind(blocks.allocate(LIST_BYTES), LIST_BYTES);
  kernels.heapBind(blocks.allocate(HEAP_ENTRIES * 8), HEAP_ENTRIES);
}

/** Trees that overwrite the records at `records`. */
function treesInRecords(
  kernels: Kernels,
  side: number,
  records: number,
): { weightsChanged(): void; of: GraphSearch['tree'] } {
  /** Whether heaps had to order the queue of a tree with these weights. */
  let heaped = false;
  return {
    weightsChanged() {
      heaped = false;
    },
    of(source) {
      heaped ||= !kernels.graphTree(side, source);
      return heaped ? 0 : records;
    },
  };
}

/** The path last found, in a block that grows. */
interface GraphPath {
  clear(): void;
  /** Keeps the path to `end`; with `joined` also the half that the backward search found. */
  keep(end: number, joined: boolean): void;
  cost(): number;
  length(): number;
  address(): number;
}

function createPath(kernels: Kernels, blocks: KernelHost<Kernels>['blocks']): GraphPath {
  let capacity = 1024;
  let block = blocks.allocate(capacity * 4);
  let count = 0;

  function reserve(nodes: number): void {
    if (nodes > capacity) {
      const larger = 2 ** Math.ceil(Math.log2(nodes));
      const address = blocks.allocate(larger * 4);
      blocks.free(block);
      block = address;
      capacity = larger;
    }
    count = nodes;
  }

  return {
    clear() {
      count = 0;
    },
    keep(end, joined) {
      const steps = kernels.graphSteps(end, 0);
      reserve(steps + 1 + (joined ? kernels.graphSteps(end, 1) : 0));
      kernels.graphTrace(end, block, steps);
      if (joined) kernels.graphTraceBackward(end, block + (steps + 1) * 4);
    },
    cost: () => kernels.graphPathCost(block, count),
    length: () => count,
    address: () => block,
  };
}

/** Trees; a block for reading them is taken for the first one that needs it. */
function createTrees(
  { kernels, blocks, arena }: KernelHost<Kernels>,
  nodeCount: number,
  search: GraphSearch,
): (source: number, reuse: Parameters<Searcher['tree']>[2]) => ReturnType<Searcher['tree']> {
  let block = 0;

  /** By an exhaustive search, whose records are read out part by part. */
  function readRecords(source: number, { dist, parent }: Omit<Tree, 'source'>): void {
    search.everywhere(source, NO_LIMIT, 0, 0);
    if (block === 0) block = blocks.allocate(TREE_CHUNK * 8);
    const parents = block + TREE_CHUNK * 4;
    for (let first = 0; first < nodeCount; first += TREE_CHUNK) {
      const part = Math.min(TREE_CHUNK, nodeCount - first);
      kernels.graphTreeInto(first, part, block, parents);
      dist.set(arena.floats().subarray(block / 4, block / 4 + part), first);
      parent.set(arena.words().subarray(parents / 4, parents / 4 + part), first);
    }
  }

  return (source, reuse) => {
    const arrays = treeArrays(nodeCount, reuse);
    const address = search.tree(source);
    if (address === 0) readRecords(source, arrays);
    else {
      const [dists, parents] = [address / 4, (kernels.graphTreeParents() >>> 0) / 4];
      arrays.dist.set(arena.floats().subarray(dists, dists + nodeCount));
      arrays.parent.set(arena.words().subarray(parents, parents + nodeCount));
    }
    return { source, ...arrays };
  };
}
