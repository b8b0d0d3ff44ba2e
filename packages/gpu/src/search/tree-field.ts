// Trees of several roots at once, and the kernel that answers queries from them.
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
import type { ResidentTrees } from '../sssp/types.ts';
import { barOf } from './barred.ts';
import type { CostUnits } from './costs.ts';
import type { Internals, Searcher } from './engine.ts';
import type { Side } from './shared-goals.ts';
import type { Problem } from './problem.ts';
import { traceWgsl } from './trace.wgsl.ts';
import { RESULT_CODE } from './wave.ts';

/** Finds trees and answers from them. */
export interface TreeField {
  /** Most trees at once. */
  waveSize(trees: number): number;
  /**
   * Finds the trees of these roots. From then on `searcher` answers queries whose source is the node at
   * the other end and whose target is the number of the tree; unless it `walks`, by their costs alone.
   */
  solve(
    roots: Uint32Array,
    side: Side,
    walks: boolean,
    signal: AbortSignal | undefined,
  ): Promise<void>;
  readonly searcher: Searcher;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Bytes of what is not planned by the tree solver: parameters and states. */
const SPARE_BYTES = 2 ** 14;

/** Bytes of a map in the tree solver, rather too many. */
function mapBytes(data: Graph | Grid): number {
  if (!isGrid(data)) return 64 * data.nodeCount + 24 * data.arcCount + SPARE_BYTES;
  const slots = (data.width + 64) * (data.height + 64);
  return slots * (uniformCost(data) > 0 ? 1 : 9) + SPARE_BYTES;
}

export interface TreeFieldOptions {
  /** Bytes for everything. */
  readonly budget: number;
  /** Costs are counted along the paths: for uniform grids whose labels could not hold them. */
  readonly counts: boolean;
  /** The map with all arcs turned around, where that is not the same, and where the map itself lies. */
  readonly reverse?: { readonly graph: Graph; map(): GPUBuffer };
  readonly internals: Internals;
}

/**
 * For a map. Trees are rooted at sources or, given the reverse graph, at targets; on uniform grids at
 * either. Rejects with RangeError where not even one tree fits.
 */
export async function createTreeField(
  device: GPUDevice,
  map: Graph | Grid,
  problem: Problem,
  { budget, counts, reverse, internals: { window } }: TreeFieldOptions,
): Promise<TreeField> {
  const data = reverse?.graph ?? map;
  const memoryBudget = Math.max(1, Math.floor(budget - mapBytes(data)));
  const tuning = window === undefined ? {} : { tuning: { window } };
  const solver = await openTreeSolver(device, data, { memoryBudget, ...tuning });
  const waveSize = (trees: number): number => solver.plan(trees, { resident: true }).waveSize;
  try {
    waveSize(1);
  } catch (error) {
    solver.destroy();
    throw error;
  }
  const factor = isGrid(data) ? uniformCost(data) : 0;
  const eight = isGrid(data) && data.neighbours === 8;
  const ticks = eight ? ([STRAIGHT_TICKS, DIAGONAL_TICKS] as const) : ([1, 1] as const);
  const integer = factor > 0 && !counts;
  let rootsNow = new Uint32Array(0);
  const units: CostUnits = { integer, factor: integer ? factor : 1, ticks, tickScale: 1 };
  let trees: ResidentTrees | undefined;
  let backward = false;
  const scaled = factor === 0 && !reverse;

  /** Why there is no path, as far as the tree does not know; and steps or scaled sums to costs. */
  function amend(results: Uint32Array, { count, source: leaf, target: tree }: Queries): void {
    const costs = new Float32Array(results.buffer, results.byteOffset + 4 * count, count);
    for (let i = 0; i < count; i++) {
      const status = results[i];
      if (status === NO_PATH) {
        const root = rootsNow[tree[i]];
        results[i] =
          (backward ? barOf(problem, root, leaf[i]) : barOf(problem, leaf[i], root)) || NO_PATH;
      } else if (counts) {
        const length = results[count + i] * ticks[0] + results[2 * count + i] * ticks[1];
        costs[i] = factor * (eight ? ticksToLength(length) : length);
        results[2 * count + i] = 0;
      } else if (scaled) {
        costs[i] = trees!.toCost(results[count + i]);
      }
    }
  }
  const searcher: Searcher = {
    kernel: (result) => ({
      label: 'search: from trees',
      code: traceWgsl(reverse !== undefined),
      entry: 'answer',
      constants: { RESULT: RESULT_CODE[result], COUNTS: counts ? 1 : 0, SUMS: reverse ? 1 : 0 },
    }),
    get resources() {
      // where costs are all, nothing looks at parents
      const trace = { 6: trees!.labels, 7: trees!.parents ?? trees!.labels };
      return reverse ? { ...trace, 1: reverse.map() } : trace;
    },
    units,
    params(count, begin, limit, pathWords) {
      const { stride, unreached } = trees!;
      const width = isGrid(data) ? data.width : 0;
      const flag = backward ? 1 : 0;
      const words = [count, limit, pathWords, begin, stride, unreached, width, flag];
      const { compact, firstOut, out } = problem.offsets;
      return Uint32Array.from([...words, compact, firstOut, out]);
    },
    workgroups: (count) => Math.min(2048, Math.ceil(count / 64)),
    perDispatch: 2 ** 17,
    amend,
  };
  return {
    waveSize,
    async solve(roots, side, walks, signal) {
      backward = side === 'source';
      rootsNow = roots.slice();
      trees = await solver.runResident(roots, {
        parents: walks || counts || reverse !== undefined,
        modulo: counts,
        ...(signal && { signal }),
      });
    },
    searcher,
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: () => solver.destroy(),
  };
}
