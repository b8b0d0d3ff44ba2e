import { callback, checkOptions, object, type OptionRules, signal } from '@wayfield/check';
import { createEnds } from '../network/ends.ts';
import { infiniteOver } from '../network/ticks.ts';
import { checkPoints, routingRule } from '../rules.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { directCosts } from './columns.ts';
import { type MatrixOptions, type MatrixRows, OPTIONS, seedsOf } from './matrix.ts';

/** The sources or the targets of a table: each has nodes, with the cost before or after a node. */
export interface TableEnds {
  readonly node: ArrayLike<number>;
  readonly cost: ArrayLike<number>;
  /** One more entry than ends: end i has the nodes from `first[i]` to `first[i + 1]`. */
  readonly first: ArrayLike<number>;
}

/**
 * A backend that computes costs: a `GpuHierarchySolver` of `@wayfield/gpu/hierarchy`, or a
 * `HierarchyPool` of `@wayfield/cpu-wasm/hierarchy-pool`.
 */
export interface TableSolver {
  /** Costs from all sources to all targets, some rows at a time. */
  tableRows(
    sources: TableEnds,
    targets: TableEnds,
    options?: { readonly signal?: AbortSignal },
  ): AsyncIterable<MatrixRows>;
}

/** Options of rows. */
export interface AsyncRowsOptions {
  /** Ends the work with its reason, after at most one block of rows. */
  readonly signal?: AbortSignal;
}

/** Matrices by a GPU or by a pool of threads. */
export interface AsyncMatrix {
  /** As `Matrix.costs`. */
  costs(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    options?: MatrixOptions,
  ): Promise<Float32Array>;
  /**
   * As `Matrix.rows`, in larger blocks: of a GPU up to 1,024 rows. Calls may overlap; the solver
   * takes them in turn.
   */
  rows(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    options?: AsyncRowsOptions,
  ): AsyncGenerator<MatrixRows, void>;
}

const ROWS_OPTIONS: OptionRules = { signal };
const SOLVER = object({ tableRows: callback }, 'a TableSolver');

/**
 * Matrices by a GPU or by a pool of threads. The solver or pool must have been made from
 * `routing.hierarchy`, and stays the caller's. Costs are those of `Matrix.costs`, bit for bit.
 *
 * @example
 * const pool = await createHierarchyPool(routing.graph, routing.hierarchy, { threads: 4 });
 * const matrix = createAsyncMatrix(routing, pool);
 * for await (const { first, count, cost } of matrix.rows(all, all)) {
 *   console.log(first, count, cost.length); // 0 3 9
 * }
 * @example
 * const solver = await createGpuHierarchySolver(device, routing.hierarchy);
 * const costs = await createAsyncMatrix(routing, solver).costs(depots, customers);
 * console.log(costs.length); // 2
 */
export function createAsyncMatrix(routing: RoutingNetwork, solver: TableSolver): AsyncMatrix {
  routingRule(routing, 'routing');
  SOLVER(solver, 'solver');
  const ends = createEnds(routing);
  const closeOver = infiniteOver(routing.graph.weight);

  async function* rowsOf(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    options: AsyncRowsOptions,
  ): AsyncGenerator<MatrixRows, void> {
    const exits = seedsOf(sources.map((source) => ends.exits(source)));
    const entries = seedsOf(targets.map((target) => ends.entries(target)));
    const lowerDirect = directCosts(ends, targets);
    const width = targets.length;
    for await (const { first, count, cost } of solver.tableRows(exits, entries, options)) {
      for (let i = 0; i < count; i++) {
        lowerDirect(sources[first + i], cost.subarray(i * width, (i + 1) * width));
      }
      closeOver?.(cost);
      yield { first, count, cost };
    }
  }

  const check = (sources: readonly RoadPoint[], targets: readonly RoadPoint[]): void => {
    checkPoints(sources, routing, 'sources', 1);
    checkPoints(targets, routing, 'targets', 1);
  };

  return {
    async costs(sources, targets, options = {}) {
      check(sources, targets);
      checkOptions('costs', options, OPTIONS);
      const { reuse, onProgress, signal: abort } = options;
      abort?.throwIfAborted();
      const length = sources.length * targets.length;
      const costs = reuse?.length === length ? reuse : new Float32Array(length);
      const watch = abort === undefined ? {} : { signal: abort };
      for await (const { first, count, cost } of rowsOf(sources, targets, watch)) {
        costs.set(cost, first * targets.length);
        onProgress?.(first + count, sources.length);
        abort?.throwIfAborted();
      }
      return costs;
    },
    rows(sources, targets, options = {}) {
      check(sources, targets);
      checkOptions('rows', options, ROWS_OPTIONS);
      return rowsOf(sources, targets, options);
    },
  };
}
