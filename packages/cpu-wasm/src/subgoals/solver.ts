import { checkOptions } from '@wayfield/check';
import { checkNode, checkQueries, type Grid, type Queries, type Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { compileKernels, createDestroyGuard, openKernels } from '@wayfield/wasm';
import { answerOne, type Batch, startBatch } from '../batch.ts';
import type { HubLabelRunOptions, HubLabels } from '../hub-labels/types.ts';
import { aHubLabels } from '../hub-labels/check.ts';
import {
  aGrid,
  aHierarchy,
  checkHubLabelOptions,
  NO_OPTIONS,
  ONE_CELL,
  SUBGOAL_RULES,
} from '../options.ts';
import { type Kernels, KERNELS_BASE64 } from '../subgoals.gen.ts';
import type { SettledRoute } from '../types.ts';
import { createSubgoalMap } from './map.ts';
import { createSubgoalSearcher } from './searcher.ts';

/** Options of `createSubgoalSolver`. */
export interface SubgoalOptions {
  /** The `agentSize` that `buildSubgoalHierarchy` was given. Default 1. */
  agentSize?: number;
}

/** Any number of searches on a grid and the hierarchy of its subgoals. */
export interface SubgoalSolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory: grid, hub labels, arcs of the hierarchy, scratch of searches. */
  readonly memoryBytes: number;
  /**
   * Answers every query: status and cost are those of `createWasmSolver`, the path is one of the
   * shortest, `settled` is 0. Throws RangeError for a cell out of range, before any search starts.
   */
  run(queries: Queries, options?: HubLabelRunOptions): Routes;
  /** Answers one query, with the answer that `run` gives, in the shortest time. */
  route(source: number, target: number): SettledRoute;
  /** Frees the memory. Later calls throw Error, except `destroy`. */
  destroy(): void;
}

/**
 * A solver on a uniform 8-neighbour grid that does not change, by the hierarchy that
 * `buildSubgoalHierarchy` made of it and the hub labels of that hierarchy, or by both as read from
 * files. Copies the grid: later changes of the grid are not seen. Throws RangeError for a grid that
 * `buildSubgoalHierarchy` refuses, for a hierarchy of another grid or of another agent size, for
 * labels of another hierarchy, and when memory ends.
 *
 * @example
 * const hierarchy = buildSubgoalHierarchy(grid);
 * const solver = createSubgoalSolver(grid, hierarchy, buildHubLabels(hierarchy));
 * const { cost, path } = solver.route(source, target);
 * console.log(cost.toFixed(2), path.length); // 41.01 30
 * solver.destroy();
 */
export function createSubgoalSolver(
  grid: Grid,
  hierarchy: Hierarchy,
  labels: HubLabels,
  options: SubgoalOptions = {},
): SubgoalSolver {
  return openSubgoalSolver(grid, hierarchy, labels, options).solver;
}

/** A solver, and how to run it in slices. */
export function openSubgoalSolver(
  grid: Grid,
  hierarchy: Hierarchy,
  labels: HubLabels,
  options: SubgoalOptions,
): { solver: SubgoalSolver; begin(queries: Queries, options: HubLabelRunOptions): Batch } {
  aGrid(grid, 'grid');
  aHierarchy(hierarchy, 'hierarchy');
  aHubLabels(labels, 'labels');
  checkOptions('createSubgoalSolver', options, SUBGOAL_RULES);
  const { agentSize = 1 } = options;
  const module = compileKernels(KERNELS_BASE64);
  const map = createSubgoalMap({ grid, hierarchy, labels, agentSize }, module, false);
  const { arena } = map;
  const host = openKernels<Kernels>(module, { arena });
  const searcher = createSubgoalSearcher(host, map.layout);
  const cellCount = grid.width * grid.height;
  const guard = createDestroyGuard('solver');

  function begin(queries: Queries, run: HubLabelRunOptions): Batch {
    guard.check();
    checkQueries(grid, queries);
    checkHubLabelOptions(run);
    return startBatch({ searcher, arena, guard }, queries, ONE_CELL, run);
  }

  const solver: SubgoalSolver = {
    backend: 'wasm',
    get memoryBytes() {
      return map.blocks.held() + host.blocks.held();
    },
    run(queries, run = NO_OPTIONS) {
      const batch = begin(queries, run);
      batch.advance(Infinity);
      return batch.finish();
    },
    route(source, target) {
      guard.check();
      checkNode(source, cellCount, 'source');
      checkNode(target, cellCount, 'target');
      return answerOne(searcher, arena, source, target, NO_OPTIONS);
    },
    destroy() {
      if (!guard.end()) return;
      host.blocks.freeAll();
      map.blocks.freeAll();
    },
  };
  return { solver, begin };
}
