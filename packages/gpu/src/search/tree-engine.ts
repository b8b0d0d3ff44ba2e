// Trees of several roots at once, and the searcher that answers queries from them by walks from the
// leaf to the root (tree-walk.wgsl.ts).
import {
  DIAGONAL_TICKS,
  type Graph,
  type Grid,
  isGrid,
  NO_PATH,
  type Queries,
  STRAIGHT_TICKS,
  ticksToLength,
  uniformCost,
} from '@wayfield/graph';
import { openTreeSolver } from '../sssp/tree-solver.ts';
import type { GpuTreeSolver, ResidentTrees } from '../sssp/types.ts';
import type { CostUnits } from './costs.ts';
import type { Internals, Searcher, TreeEngine } from './engine.ts';
import { RESULT_CODE, sectionOf } from './layout.ts';
import { statusWithoutSearch } from './no-search.ts';
import type { Problem } from './problem.ts';
import { treeWalkWgsl } from './tree-walk.wgsl.ts';

/** Bytes that the plan of the tree solver does not count: parameters and states. */
const SPARE_BYTES = 2 ** 14;
/** Most queries of one dispatch: a walk takes as long as its path, far less than a search. */
const QUERIES_PER_DISPATCH = 2 ** 17;

/**
 * An upper bound on the bytes of a map in the tree solver. A graph takes 36 bytes per slot and 16
 * per arc; 64 per node and 24 per arc leave room for slots without a node. A grid takes 1 byte per
 * slot, 9 if weighted, and its last tiles reach at most 63 cells beyond its edges.
 */
function mapBytes(data: Graph | Grid): number {
  if (!isGrid(data)) return 64 * data.nodeCount + 24 * data.arcCount + SPARE_BYTES;
  const slots = (data.width + 64) * (data.height + 64);
  return slots * (uniformCost(data) > 0 ? 1 : 9) + SPARE_BYTES;
}

export interface TreeEngineOptions {
  /** Bytes for the map of the trees, the trees and their scratch memory. */
  readonly budget: number;
  /** Costs are counted step by step: for uniform grids whose labels could pass their window. */
  readonly countsSteps: boolean;
  /** The reverse graph, where trees are rooted at targets, and the map of the search kernels. */
  readonly reverse?: { readonly graph: Graph; map(): GPUBuffer };
  readonly internals: Internals;
}

/** The map, and the trees that were found last, for the searcher. */
interface TreeState {
  readonly data: Graph | Grid;
  readonly problem: Problem;
  readonly countsSteps: boolean;
  readonly reverse: TreeEngineOptions['reverse'];
  trees: ResidentTrees | undefined;
  roots: Uint32Array;
  /** The roots are sources, so that a walk meets the end of the path first. */
  backward: boolean;
}

/**
 * An engine for one map. Trees are rooted at sources or, given the reverse graph, at targets; on
 * uniform grids at either. Rejects with RangeError where not even one tree fits.
 */
export async function createTreeEngine(
  device: GPUDevice,
  map: Graph | Grid,
  problem: Problem,
  { budget, countsSteps, reverse, internals: { window } }: TreeEngineOptions,
): Promise<TreeEngine> {
  const data = reverse?.graph ?? map;
  const memoryBudget = Math.max(1, Math.floor(budget - mapBytes(data)));
  const tuning = window === undefined ? {} : { tuning: { window } };
  const solver = await openTreeSolver(device, data, { memoryBudget, ...tuning });
  const waveSize = (trees: number): number => solver.plan(trees, { resident: true }).waveSize;
  checkOneFits(solver, waveSize);
  const state: TreeState = {
    data,
    problem,
    countsSteps,
    reverse,
    trees: undefined,
    roots: new Uint32Array(0),
    backward: false,
  };
  return {
    waveSize,
    async solve({ roots, end, walks, signal }) {
      state.backward = end === 'source';
      state.roots = roots.slice();
      state.trees = await solver.runResident(roots, {
        parents: walks || countsSteps || reverse !== undefined,
        modulo: countsSteps,
        ...(signal && { signal }),
      });
    },
    searcher: treeSearcher(state),
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: () => solver.destroy(),
  };
}

function checkOneFits(solver: GpuTreeSolver, waveSize: (trees: number) => number): void {
  try {
    waveSize(1);
  } catch (error) {
    solver.destroy();
    throw error;
  }
}

/** Answers queries from the trees of `state`. */
function treeSearcher(state: TreeState): Searcher {
  const { data, problem, countsSteps, reverse } = state;
  const factor = isGrid(data) ? uniformCost(data) : 0;
  const eight = isGrid(data) && data.neighbours === 8;
  const ticks = eight ? ([STRAIGHT_TICKS, DIAGONAL_TICKS] as const) : ([1, 1] as const);
  const integer = factor > 0 && !countsSteps;
  const units: CostUnits = { integer, factor: integer ? factor : 1, ticks, tickScale: 1 };

  /** Sets the status of queries without a path and turns counted steps into costs. */
  function amend(results: Uint32Array, { count, source: leaf, target: tree }: Queries): void {
    const { backward, roots } = state;
    const status = sectionOf(results, count, 'status');
    const label = sectionOf(results, count, 'label');
    const settled = sectionOf(results, count, 'settled');
    const costs = new Float32Array(label.buffer, label.byteOffset, count);
    for (let i = 0; i < count; i++) {
      if (status[i] === NO_PATH) {
        const root = roots[tree[i]];
        const [from, to] = backward ? [root, leaf[i]] : [leaf[i], root];
        status[i] = statusWithoutSearch(problem, from, to) || NO_PATH;
      } else if (countsSteps) {
        const length = label[i] * ticks[0] + settled[i] * ticks[1];
        costs[i] = factor * (eight ? ticksToLength(length) : length);
        settled[i] = 0;
      }
    }
  }

  return {
    kernel: (result) => ({
      label: 'search: from trees',
      code: treeWalkWgsl(reverse !== undefined),
      entry: 'answer',
      constants: {
        RESULT: RESULT_CODE[result],
        COUNTS: countsSteps ? 1 : 0,
        SUMS: reverse ? 1 : 0,
      },
    }),
    get resources() {
      // a kernel that gives costs alone does not look at parents
      const { labels, parents } = state.trees!;
      const walked = { 6: labels, 7: parents ?? labels };
      return reverse ? { ...walked, 1: reverse.map() } : walked;
    },
    units,
    params({ count, begin, limit, pathWords }) {
      const { stride, unreached } = state.trees!;
      const width = isGrid(data) ? data.width : 0;
      const backward = state.backward ? 1 : 0;
      // in the order of `Params` of tree-walk.wgsl.ts
      const words = [count, limit, pathWords, begin, stride, unreached, width, backward];
      const { nodeOf, firstOut, out } = problem.offsets;
      return Uint32Array.from([...words, nodeOf, firstOut, out]);
    },
    workgroups: (count) => Math.min(2048, Math.ceil(count / 64)),
    perDispatch: QUERIES_PER_DISPATCH,
    amend,
  };
}
