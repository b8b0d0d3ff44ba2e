import { checkOptions, list } from '@wayfield/check';
import {
  checkNode,
  checkNodes,
  checkQueries,
  type Graph,
  type Queries,
  type Routes,
  type Tree,
} from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { compileKernels, createDestroyGuard, openKernels } from '@wayfield/wasm';
import { answerOne, type Batch, startBatch, takeRoute } from '../batch.ts';
import { type Kernels, KERNELS_BASE64 } from '../hierarchy.gen.ts';
import {
  aGraph,
  aHierarchy,
  checkHierarchyOptions,
  checkHierarchyRouteOptions,
  HIERARCHY_TREE_RULES,
  NO_OPTIONS,
  ONE_CELL,
  TABLE_RULES,
} from '../options.ts';
import type { SettledRoute } from '../types.ts';
import { createHierarchyMap } from './map.ts';
import { createHierarchySearcher } from './searcher.ts';
import { createSweeps } from './sweeps.ts';
import { checkRouteEnds } from './table-ends.ts';
import { createTables } from './tables.ts';
import { createTrees } from './trees.ts';
import type {
  HierarchyRouteOptions,
  HierarchyRunOptions,
  HierarchyTrees,
  RouteEnds,
  TableOptions,
  TargetSweeps,
} from './types.ts';

/** Any number of searches on one hierarchy. Its scratch memory only grows, until `destroy`. */
export interface HierarchySolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory of the hierarchy and of the scratch of its searches. */
  readonly memoryBytes: number;
  /**
   * Answers every query. Costs are f32 sums along the path; paths are shortest by the sums of the
   * hierarchy (see `Hierarchy`): exactly Dijkstra's costs where sums are exact, else within its
   * tolerance. `result: 'cost'` is faster where sums are exact. Throws RangeError for a node out of
   * range, before any search starts.
   */
  run(queries: Queries, options?: HierarchyRunOptions): Routes;
  /** Answers one query, with the answer that `run` gives, in the shortest time. */
  route(source: number, target: number, options?: HierarchyRouteOptions): SettledRoute;
  /**
   * The cheapest path from any of some sources to any of some targets by one search, the costs of
   * the ends included, as for positions on roads that have two ends each. `path[0]` and the last
   * node tell which ends were taken. `cost` is that of the path alone. The search adds in f32: of
   * paths whose sums round to one f32, any may be the answer.
   *
   * @example
   * const { path } = solver.routeAmong({ node: [u, v], cost: [0, 3] }, { node: [w], cost: [0] });
   * console.log(path[0], path[path.length - 1]); // 1 899
   */
  routeAmong(sources: RouteEnds, targets: RouteEnds, options?: HierarchyRouteOptions): SettledRoute;
  /**
   * Distances from 1 to 16 sources to all nodes by one sweep (PHAST), as sums of the hierarchy. The
   * result is a view on the solver's memory: it ends with the next call.
   */
  trees(sources: ArrayLike<number>): HierarchyTrees;
  /**
   * Prepares sweeps that cover only some targets and the nodes from which paths lead down to them;
   * without targets, all nodes. That is the fastest table from many sources to targets that are few
   * compared with the nodes. Targets take 12 bytes per node of the graph, and 4 per node and 8 per
   * arc that sweeps cover, until `free`. The sweep to all nodes, and the distances, take memory
   * once, until `destroy`.
   *
   * @example
   * const sweeps = solver.sweepsTo(targets);
   * const { lanes, dist } = sweeps.run({ node: [u, v], cost: [0, 3], first: [0, 2] });
   * // the least distance to targets[0] from u, or from v for 3 more
   * console.log(Math.round(dist[sweeps.place[0] * lanes])); // 6935
   */
  sweepsTo(targets?: ArrayLike<number>): TargetSweeps;
  /**
   * Shortest paths from `source` to all nodes: distances bit for bit those of Dijkstra's algorithm,
   * and parents. Where sums are exact, the distances are those of a sweep; else the sweep gives the
   * order in which nodes are relaxed once more. The first call copies the graph into WebAssembly
   * memory, with its weights of when the solver was made.
   */
  tree(source: number, options?: { reuse?: Tree }): Tree;
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
 * A solver on a contraction hierarchy of a graph, made by `buildHierarchy` or by customisation or
 * read from a file. Copies both into WebAssembly memory. Throws RangeError for a hierarchy that is
 * damaged or not of this graph with its current weights, and when memory ends.
 *
 * @example
 * const solver = createHierarchySolver(graph, buildHierarchy(graph));
 * const { cost, path } = solver.route(source, target);
 * console.log(Math.round(cost), path.length); // 7039 59
 * const distances = solver.table(sources, targets);
 * console.log(distances.length); // 6
 * solver.destroy();
 */
export function createHierarchySolver(graph: Graph, hierarchy: Hierarchy): HierarchySolver {
  return openHierarchySolver(graph, hierarchy).solver;
}

/** A solver, and how a pool on the calling thread runs it in slices. */
export function openHierarchySolver(
  graph: Graph,
  hierarchy: Hierarchy,
): { solver: HierarchySolver; begin(queries: Queries, options: HierarchyRunOptions): Batch } {
  aGraph(graph, 'graph');
  aHierarchy(hierarchy, 'hierarchy');
  const module = compileKernels(KERNELS_BASE64);
  const map = createHierarchyMap(graph, hierarchy, module, false);
  const { arena } = map;
  const host = openKernels<Kernels>(module, { arena });
  const paths = createHierarchySearcher(host, map.layout);
  const sweeps = createSweeps(hierarchy, host);
  const trees = createTrees(graph, map.layout, host, sweeps);
  const { nodeCount } = hierarchy;
  const guard = createDestroyGuard('solver');
  const tables = createTables(hierarchy, host, guard);

  function begin(queries: Queries, options: HierarchyRunOptions): Batch {
    guard.check();
    checkQueries(graph, queries);
    checkHierarchyOptions(options);
    return startBatch({ searcher: paths, arena, guard }, queries, ONE_CELL, options);
  }

  const solver: HierarchySolver = {
    backend: 'wasm',
    get memoryBytes() {
      return map.blocks.held() + host.blocks.held();
    },
    run(queries, options = NO_OPTIONS) {
      const batch = begin(queries, options);
      batch.advance(Infinity);
      return batch.finish();
    },
    route(source, target, options = NO_OPTIONS) {
      guard.check();
      checkNode(source, nodeCount, 'source');
      checkNode(target, nodeCount, 'target');
      checkHierarchyRouteOptions(options);
      return answerOne(paths, arena, source, target, options);
    },
    routeAmong(sources, targets, options = NO_OPTIONS) {
      guard.check();
      checkRouteEnds(nodeCount, { sources, targets });
      checkHierarchyRouteOptions(options);
      return takeRoute(paths, arena, paths.searchAmong(sources, targets, options));
    },
    trees(sources) {
      guard.check();
      list(sources, 'sources');
      checkNodes(sources, nodeCount, 'sources');
      return sweeps.run(sources);
    },
    sweepsTo(targets) {
      guard.check();
      return sweeps.to(targets, () => guard.check());
    },
    tree(source, options = {}) {
      guard.check();
      checkNode(source, nodeCount, 'source');
      checkOptions('tree', options, HIERARCHY_TREE_RULES);
      return trees.run(source, options.reuse);
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
  return { solver, begin };
}
