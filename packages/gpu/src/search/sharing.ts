// Answers queries that share a goal, or a source, from one tree for all of them.
import {
  buildGraph,
  forEachStep,
  type Graph,
  type Grid,
  isGrid,
  NONE,
  nodeCountOf,
  type Queries,
  reverseGraph,
  uniformCost,
} from '@wayfield/graph';
import type { Internals, Searcher } from './engine.ts';
import type { GpuAlgorithm, GpuHeuristic } from './heuristic.ts';
import type { Problem } from './problem.ts';
import { createSharedGoals, type Shared, type SharedGoals, type Side } from './shared-goals.ts';
import { createTreeField, type TreeField } from './tree-field.ts';

/** Ticks that labels of trees count without help. */
const TREE_TICKS = 2 ** 31;
/** Nodes that a GPU looks at while the CPU cuts the tiles of an arc, once per map. */
const ARC_WORK = 1000;

/** Bytes of a tree per node. */
const TREE_BYTES = 28;

/** Queries of a batch that one set of trees answers. */
export interface Errand {
  readonly by: Searcher;
  /** The other end of each query, then the number of its tree. */
  readonly queries: Queries;
  /** The query in the batch; undefined: they are all of it. */
  readonly places: Uint32Array | undefined;
  readonly trees: number;
}

/** What belongs to the trees of a solver. */
export interface Sharing {
  /**
   * Those who share, by side, and marks them in `taken`. None where not even a tree fits, unless it has to:
   * then it rejects with RangeError.
   */
  find(queries: Queries, least: number | 'auto', taken: Uint8Array): Promise<Shared[]>;
  /**
   * Finds the trees, as many at once as there is room for, and gives what they answer; `walks`: more than
   * costs.
   */
  errands(
    queries: Queries,
    shared: Shared,
    walks: boolean,
    signal: AbortSignal | undefined,
  ): AsyncIterable<Errand>;
  readonly memoryBytes: number;
  destroy(): void;
}

export interface SharingOptions {
  readonly algorithm: GpuAlgorithm;
  readonly heuristic: GpuHeuristic;
  /** Bytes for the trees. */
  readonly budget: number;
  readonly internals: Internals;
  /** The map of the engine, if there is one. */
  readonly map: (() => GPUBuffer) | undefined;
}

/** The trees of one side. */
interface Field {
  /** They are those of the reverse graph. */
  readonly reversed: boolean;
  /** What it takes to begin, in nodes looked at. */
  readonly setUp: number;
  /** What trees would have saved before they were there: once it is enough, they are made. */
  missed: number;
  trees: TreeField | undefined;
}

/** For shortest paths on this map. */
export function createSharing(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  { algorithm, heuristic, budget, internals, map }: SharingOptions,
): Sharing {
  let goals: SharedGoals | undefined;
  const uniform = isGrid(data) && uniformCost(data) > 0;
  const counts = uniform && problem.longest >= (internals.window ?? TREE_TICKS);
  // costs on other maps are sums from the source on: only trees from there have the bits of Dijkstra's;
  // those of A* are as good as the sum along the path
  const sides: readonly Side[] = uniform
    ? ['target', 'source']
    : algorithm === 'astar'
      ? ['source', 'target']
      : ['source'];
  const fields: Field[] = sides.map((side) => {
    const reversed = side === 'target' && !uniform;
    // the CPU cuts graphs into tiles
    const arcs = reversed || !isGrid(data) ? problem.arcCount : 0;
    return { reversed, setUp: ARC_WORK * arcs, missed: 0, trees: undefined };
  });
  // those of a uniform grid do for either side
  const fieldOf = (side: Side): Field => fields[uniform ? 0 : sides.indexOf(side)]!;
  const fieldBudget = uniform ? budget : budget / sides.length;
  let fits = true;
  let destroyed = false;

  /** Makes the trees' memory unless it is there. False where it does not pay yet. */
  async function isReady({ side, saved }: Shared, least: number | 'auto'): Promise<boolean> {
    const field = fieldOf(side);
    if (field.trees) return true;
    field.missed += saved;
    if (least === 'auto' && field.missed < field.setUp) return false;
    const reverse = field.reversed ? { graph: reversedGraph(data), map: () => map!() } : undefined;
    const options = { budget: fieldBudget, counts, internals, ...(reverse && { reverse }) };
    try {
      field.trees = await createTreeField(device, data, problem, options);
    } catch (error) {
      // searches do without; if the device is lost, they say so
      if (least !== 'auto') throw error;
      fits = false;
      return false;
    }
    if (destroyed) field.trees.destroy();
    return true;
  }

  return {
    async find(queries, least, taken) {
      if (least === 'auto' && !fits) return [];
      const treesAtOnce = fieldBudget / (TREE_BYTES * nodeCountOf(data));
      goals ??= createSharedGoals(data, problem, algorithm, heuristic, treesAtOnce);
      const all: Shared[] = [];
      for (const side of sides) {
        const shared = goals.find(queries, side, taken, least);
        if (!shared) continue;
        if (await isReady(shared, least)) all.push(shared);
        else shared.treeOf.forEach((tree, q) => tree !== NONE && (taken[q] = 0));
      }
      return all;
    },
    async *errands(batch, { side, roots, treeOf, queries: members }, walks, signal) {
      const field = fieldOf(side).trees!;
      const size = field.waveSize(roots.length);
      const leaves = side === 'source' ? batch.target : batch.source;
      const whole = members === batch.count && size >= roots.length;
      const lists = whole ? undefined : listsOf(treeOf, members, roots.length, size);
      for (let begin = 0, wave = 0; begin < roots.length; begin += size, wave++) {
        signal?.throwIfAborted();
        const some = roots.subarray(begin, begin + size);
        await field.solve(some, side, walks, signal);
        const places = lists?.[wave];
        const queries: Queries = places
          ? {
              count: places.length,
              source: places.map((q) => leaves[q]),
              target: places.map((q) => treeOf[q] - begin),
            }
          : { count: batch.count, source: leaves, target: treeOf };
        yield { by: field.searcher, queries, places, trees: some.length };
      }
    },
    get memoryBytes() {
      return fields.reduce((sum, { trees }) => sum + (trees?.memoryBytes ?? 0), 0);
    },
    destroy() {
      destroyed = true;
      for (const { trees } of fields) trees?.destroy();
    },
  };
}

/** The arcs of a graph, or the steps of a grid, turned around; nodes are cells. */
function reversedGraph(data: Graph | Grid): Graph {
  if (!isGrid(data)) return reverseGraph(data);
  const nodeCount = data.cost.length;
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  for (let u = 0; u < nodeCount; u++) {
    forEachStep(data, u, (v, w) => {
      tail.push(v);
      head.push(u);
      weight.push(w);
    });
  }
  return buildGraph({ nodeCount, tail, head, weight });
}

/** The numbers of the queries that have a tree, in order, for each wave of so many trees. */
function listsOf(
  treeOf: Uint32Array,
  members: number,
  trees: number,
  waveSize: number,
): Uint32Array[] {
  const lists: Uint32Array[] = [];
  const counts = new Uint32Array(Math.ceil(trees / waveSize));
  if (counts.length > 1) {
    for (const tree of treeOf) if (tree !== NONE) counts[Math.floor(tree / waveSize)]++;
  } else {
    counts[0] = members;
  }
  for (const count of counts) lists.push(new Uint32Array(count));
  counts.fill(0);
  for (let q = 0; q < treeOf.length; q++) {
    if (treeOf[q] === NONE) continue;
    const wave = Math.floor(treeOf[q] / waveSize);
    lists[wave][counts[wave]++] = q;
  }
  return lists;
}
