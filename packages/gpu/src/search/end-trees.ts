// The tree engines of a solver: one per end that trees may be rooted at.
import {
  forEachStep,
  type Graph,
  type Grid,
  isGrid,
  reverseGraph,
  uniformCost,
} from '@wayfield/graph';
import type { Internals, RootEnd, TreeEngine } from './engine.ts';
import type { Problem } from './problem.ts';
import { createTreeEngine } from './tree-engine.ts';

/** The window of rule 'tiled': labels of trees from this number of ticks on are counted modulo. */
const TREE_TICKS = 2 ** 31;
/**
 * Trees of an end are measured once the searches that they could have saved add up to this
 * predicted time, which is about what the measurement takes. MEASURE_MS_PER_ARC counts on graphs,
 * and for the reversed graph of a weighted grid, because there the CPU cuts the arcs into tiles.
 */
const MEASURE_MS = 15;
const MEASURE_MS_PER_ARC = 6e-4;

export interface EndTreeOptions {
  readonly algorithm: 'astar' | 'dijkstra' | 'greedy';
  /** Bytes for the trees of all ends. */
  readonly budget: number;
  readonly internals: Internals;
  /** The engine's map on the device, if there is an engine. */
  readonly map: (() => GPUBuffer) | undefined;
}

/** Trees rooted at sources or at targets. */
export interface EndTrees {
  /** The ends that queries may share, in the order in which they are looked for. */
  readonly ends: readonly RootEnd[];
  /** One tree serves both ends: on uniform grids, where a path has the same length both ways. */
  readonly same: boolean;
  /** The tree engine of an end, made at the first call and, if that fails, at the next. */
  engineFor(end: RootEnd): Promise<TreeEngine>;
  /** The tree engine of an end, if it was made. */
  madeFor(end: RootEnd): TreeEngine | undefined;
  /**
   * Adds milliseconds of searches that trees of this end could have saved. True once their sum
   * reaches what a measurement of trees costs.
   */
  spend(end: RootEnd, ms: number): boolean;
  readonly memoryBytes: number;
  destroy(): void;
}

/** The trees of one end; on uniform grids of both. */
interface Entry {
  readonly reversed: boolean;
  /** Milliseconds that a measurement takes, and milliseconds of searches added by `spend`. */
  readonly price: number;
  spent: number;
  engine: TreeEngine | undefined;
}

/** No engine yet: `engineFor` makes them. */
export function createEndTrees(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  { algorithm, budget, internals, map }: EndTreeOptions,
): EndTrees {
  const uniform = isGrid(data) && uniformCost(data) > 0;
  const countsSteps = uniform && problem.longest >= (internals.window ?? TREE_TICKS);
  const ends = endsOf(uniform, algorithm);
  const entries = ends.map((end): Entry => {
    const reversed = end === 'target' && !uniform;
    const arcs = reversed || !isGrid(data) ? problem.arcCount : 0;
    const price = MEASURE_MS + MEASURE_MS_PER_ARC * arcs;
    return { reversed, price, spent: 0, engine: undefined };
  });
  const entryOf = (end: RootEnd): Entry => entries[uniform ? 0 : ends.indexOf(end)];
  const share = uniform ? budget : budget / ends.length;
  let destroyed = false;
  return {
    ends,
    same: uniform,
    async engineFor(end) {
      const entry = entryOf(end);
      if (entry.engine) return entry.engine;
      const reverse = entry.reversed
        ? { graph: reversedGraph(data), map: () => map!() }
        : undefined;
      const options = { budget: share, countsSteps, internals, ...(reverse && { reverse }) };
      entry.engine = await (internals.makeTrees?.() ??
        createTreeEngine(device, data, problem, options));
      if (destroyed) entry.engine.destroy();
      return entry.engine;
    },
    madeFor: (end) => entryOf(end).engine,
    spend(end, ms) {
      const entry = entryOf(end);
      entry.spent += ms;
      return entry.spent >= entry.price;
    },
    get memoryBytes() {
      return entries.reduce((sum, { engine }) => sum + (engine?.memoryBytes ?? 0), 0);
    },
    destroy() {
      destroyed = true;
      for (const { engine } of entries) engine?.destroy();
    },
  };
}

/**
 * The ends that trees may be rooted at. Costs on weighted maps are sums from the source on, so only
 * trees rooted at the source have the bits of Dijkstra's sums. A* promises no more than the sum
 * along its path, which tree-walk.wgsl.ts adds up again from the source on (SUMS).
 */
function endsOf(uniform: boolean, algorithm: string): readonly RootEnd[] {
  if (uniform) return ['target', 'source'];
  return algorithm === 'astar' ? ['source', 'target'] : ['source'];
}

/**
 * The arcs of a graph, or the steps of a grid, turned around; nodes are cells. Diagonal steps into
 * the dearest cells are longer than `buildGraph` allows, so the rows are made here.
 */
function reversedGraph(data: Graph | Grid): Graph {
  if (!isGrid(data)) return reverseGraph(data);
  const nodeCount = data.cost.length;
  const firstOut = new Uint32Array(nodeCount + 1);
  for (let u = 0; u < nodeCount; u++) forEachStep(data, u, (v) => firstOut[v + 1]++);
  for (let v = 0; v < nodeCount; v++) firstOut[v + 1] += firstOut[v];
  const arcCount = firstOut[nodeCount];
  const next = firstOut.slice();
  const head = new Uint32Array(arcCount);
  const weight = new Float32Array(arcCount);
  for (let u = 0; u < nodeCount; u++) {
    forEachStep(data, u, (v, w) => {
      head[next[v]] = u;
      weight[next[v]++] = w;
    });
  }
  return { nodeCount, arcCount, firstOut, head, weight, heuristicScale: 0, buffer: head.buffer };
}
