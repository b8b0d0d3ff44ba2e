import { checkOptions, list } from '@wayfield/check';
import {
  checkNode,
  checkNodes,
  checkQueries,
  type Graph,
  type Queries,
  type Routes,
} from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { compileKernels, createDestroyGuard, openKernels } from '@wayfield/wasm';
import { answerOne, type Batch, type SlicedWork, startBatch } from '../batch.ts';
import { type Kernels, KERNELS_BASE64 } from '../hub-labels.gen.ts';
import {
  aGraph,
  aHierarchy,
  checkHubLabelOptions,
  NO_OPTIONS,
  ONE_CELL,
  TABLE_RULES,
} from '../options.ts';
import type { SettledRoute } from '../types.ts';
import { aHubLabels } from './check.ts';
import { createDistances } from './distances.ts';
import { createHubLabelMap } from './map.ts';
import { createHubLabelSearcher } from './searcher.ts';
import { createHubLabelTables } from './tables.ts';
import type { DistanceOptions, HubLabelRunOptions, HubLabels, TableOptions } from './types.ts';

/** Any number of queries on hub labels. Its scratch memory only grows, until `destroy`. */
export interface HubLabelSolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory of the labels, of the hierarchy and of the scratch of queries. */
  readonly memoryBytes: number;
  /**
   * The distance of every query, `Infinity` where there is no path: the fastest answer, less than a
   * microsecond each. Distances are sums of the hierarchy: exactly Dijkstra's where sums are exact,
   * else within the tolerance of `Hierarchy`. Throws RangeError for a node out of range, before any
   * query is answered.
   */
  distances(queries: Queries, options?: DistanceOptions): Float32Array;
  /**
   * Answers every query. Costs are f32 sums along the path, as of a hierarchy solver. No query
   * settles a node, so `settled` is 0. Throws RangeError for a node out of range, before any query
   * is answered.
   */
  run(queries: Queries, options?: HubLabelRunOptions): Routes;
  /** Answers one query, with the answer that `run` gives, in the shortest time. */
  route(source: number, target: number): SettledRoute;
  /**
   * Distances from every source to every target, as sums of the hierarchy, row by row: entry
   * `i * targets.length + j` is that from source i to target j, `Infinity` where there is no path.
   */
  table(
    sources: ArrayLike<number>,
    targets: ArrayLike<number>,
    options?: TableOptions,
  ): Float32Array;
  /** Frees the memory. Later calls throw Error, except `destroy`. */
  destroy(): void;
}

/**
 * A solver on hub labels, made by `buildHubLabels` or read from a file, and on their hierarchy,
 * which unpacks paths. Copies both into WebAssembly memory. Throws RangeError for a hierarchy that
 * is damaged or not of this graph with its current weights, for labels that are damaged or
 * of another hierarchy, and when memory ends.
 *
 * @example
 * const hierarchy = buildHierarchy(graph);
 * const solver = createHubLabelSolver(graph, hierarchy, buildHubLabels(hierarchy));
 * const distances = solver.distances(buildQueries([[source, target]]));
 * const { cost, path } = solver.route(source, target);
 * console.log(Math.abs(distances[0] - cost) < 0.01, path.length); // true 59
 * solver.destroy();
 */
export function createHubLabelSolver(
  graph: Graph,
  hierarchy: Hierarchy,
  labels: HubLabels,
): HubLabelSolver {
  return openHubLabelSolver(graph, hierarchy, labels).solver;
}

/** A solver, and how a pool on the calling thread runs it in slices. */
interface OpenHubLabelSolver {
  readonly solver: HubLabelSolver;
  begin(queries: Queries, options: HubLabelRunOptions): Batch;
  beginDistances(queries: Queries, options: DistanceOptions): SlicedWork<Float32Array>;
}

/** Opens a solver, to be used alone or by a pool without threads. */
export function openHubLabelSolver(
  graph: Graph,
  hierarchy: Hierarchy,
  labels: HubLabels,
): OpenHubLabelSolver {
  aGraph(graph, 'graph');
  aHierarchy(hierarchy, 'hierarchy');
  aHubLabels(labels, 'labels');
  const module = compileKernels(KERNELS_BASE64);
  const map = createHubLabelMap(graph, hierarchy, labels, module, false);
  const { arena } = map;
  const host = openKernels<Kernels>(module, { arena });
  const searcher = createHubLabelSearcher(host, map.layout);
  const { nodeCount } = labels;
  const guard = createDestroyGuard('solver');
  const distances = createDistances(host, guard);
  const tables = createHubLabelTables(host, guard);

  function begin(queries: Queries, options: HubLabelRunOptions): Batch {
    guard.check();
    checkQueries(graph, queries);
    checkHubLabelOptions(options);
    return startBatch({ searcher, arena, guard }, queries, ONE_CELL, options);
  }

  function beginDistances(queries: Queries, options: DistanceOptions): SlicedWork<Float32Array> {
    guard.check();
    checkQueries(graph, queries);
    checkOptions('distances', options, TABLE_RULES);
    return distances.begin(queries, options);
  }

  const solver: HubLabelSolver = {
    backend: 'wasm',
    get memoryBytes() {
      return map.blocks.held() + host.blocks.held();
    },
    distances(queries, options = {}) {
      const work = beginDistances(queries, options);
      work.advance(Infinity);
      return work.finish();
    },
    run(queries, options = NO_OPTIONS) {
      const batch = begin(queries, options);
      batch.advance(Infinity);
      return batch.finish();
    },
    route(source, target) {
      guard.check();
      checkNode(source, nodeCount, 'source');
      checkNode(target, nodeCount, 'target');
      return answerOne(searcher, arena, source, target, NO_OPTIONS);
    },
    table(sources, targets, options = {}) {
      guard.check();
      list(sources, 'sources');
      list(targets, 'targets');
      checkOptions('table', options, TABLE_RULES);
      checkNodes(sources, nodeCount, 'sources');
      checkNodes(targets, nodeCount, 'targets');
      return tables.run(sources, targets, options);
    },
    destroy() {
      if (!guard.end()) return;
      host.blocks.freeAll();
      map.blocks.freeAll();
    },
  };
  return { solver, begin, beginDistances };
}
