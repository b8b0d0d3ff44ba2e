import { checkOptions, list } from '@wayfield/check';
import {
  checkNode,
  checkNodes,
  checkQueries,
  type Graph,
  type Grid,
  nodeCountOf,
  type Queries,
} from '@wayfield/graph';
import { compileKernels } from '@wayfield/wasm';
import { answerOne, type Batch, RouteWriter, startBatch } from './batch.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import { chooseLandmarks } from './graph-rules.ts';
import { checkAlgorithm, chooseHeuristic, createMapHost, type MapHost } from './map-host.ts';
import {
  agentSizes,
  aMap,
  checkRouteOptions,
  checkRunOptions,
  NO_OPTIONS,
  SOLVER_RULES,
  TREE_RULES,
} from './options.ts';
import { createSearcher } from './searcher.ts';
import type { RunOptions, SolverOptions, WasmSolver } from './types.ts';

const hosts = new WeakMap<Grid | Graph, { host: MapHost; users: number }>();

/**
 * A solver for a grid or a graph. It copies the map into WebAssembly memory once; solvers on the
 * same object share that copy. Throws RangeError for an invalid map, an algorithm or a heuristic that
 * does not fit it, and when memory ends.
 */
export function createWasmSolver(map: Grid | Graph, options: SolverOptions = {}): WasmSolver {
  return openSolver(map, options).solver;
}

/** A solver, and how to run it in slices. */
export function openSolver(
  map: Grid | Graph,
  options: SolverOptions,
): { solver: WasmSolver; begin(queries: Queries, options: RunOptions): Batch } {
  aMap(map, 'map');
  checkOptions('createWasmSolver', options, SOLVER_RULES);
  const { algorithm = 'astar' } = options;
  checkAlgorithm(map, algorithm);
  const heuristic = chooseHeuristic(map, options);
  const landmarks = chooseLandmarks(options);
  const module = compileKernels(KERNELS_BASE64);
  let shared = hosts.get(map);
  if (shared === undefined) {
    shared = { host: createMapHost(map, module, false), users: 0 };
    hosts.set(map, shared);
  }
  const holder = shared;
  const { host } = holder;
  const searcher = createSearcher(module, host.arena, host.layout, algorithm, heuristic, landmarks);
  holder.users++;
  const nodes = nodeCountOf(map);
  let version = host.version();
  let destroyed = false;

  /** Before every search: takes over updates and prepares what the agents need. */
  function prepare(sizes: readonly number[], exact: boolean): void {
    host.prepare(sizes, exact, algorithm, landmarks);
    if (version === host.version()) return;
    version = host.version();
    searcher.bind(host.layout);
  }

  /** Labels that a closed cell made useless are built again once, so the next answer is immediate. */
  function settle(): void {
    if (!searcher.labelsMislead()) return;
    host.relabel();
    searcher.bind(host.layout);
  }

  function alive(): void {
    if (destroyed) throw new Error('the solver was destroyed');
  }

  function needDijkstra(what: string): void {
    if (algorithm !== 'dijkstra') {
      throw new TypeError(`${what} needs algorithm 'dijkstra', this solver is '${algorithm}'`);
    }
  }

  /** Checks everything, then starts a batch. */
  function begin(queries: Queries, runOptions: RunOptions): Batch {
    alive();
    checkQueries(map, queries);
    checkRunOptions(runOptions);
    const sizes = agentSizes(runOptions.agentSize, queries.count);
    prepare(sizes.distinct, runOptions.nearest === true);
    return startBatch(searcher, host.arena, queries, sizes, runOptions, settle);
  }

  const solver: WasmSolver = {
    backend: 'wasm',
    algorithm,
    heuristic,
    get memoryBytes() {
      return searcher.blocks.held();
    },
    get sharedBytes() {
      return host.blocks.held();
    },
    run(queries, runOptions = NO_OPTIONS) {
      const batch = begin(queries, runOptions);
      batch.advance(Infinity);
      return batch.finish();
    },
    route(source, target, routeOptions = NO_OPTIONS) {
      alive();
      checkNode(source, nodes, 'source');
      checkNode(target, nodes, 'target');
      checkRouteOptions(routeOptions);
      const { agentSize, nearest } = routeOptions;
      prepare(agentSizes(agentSize, 1).distinct, nearest === true);
      const route = answerOne(searcher, host.arena, source, target, routeOptions);
      settle();
      return route;
    },
    runOneToMany(source, targets, runOptions = NO_OPTIONS) {
      alive();
      needDijkstra('runOneToMany');
      checkNode(source, nodes, 'source');
      list(targets, 'targets');
      checkNodes(targets, nodes, 'targets');
      checkRunOptions(runOptions, 'runOneToMany');
      const target = Uint32Array.from(targets);
      const sizes = agentSizes(runOptions.agentSize, 1);
      prepare(sizes.distinct, false);
      const writer = new RouteWriter(host.arena, target.length, runOptions);
      searcher.searchMany(source, target, sizes.of(0), runOptions.maxSettled ?? 0xffffffff);
      for (let i = 0; i < target.length; i++) writer.put(i, searcher.take(target[i]), searcher);
      return writer.finish();
    },
    tree(source, treeOptions = NO_OPTIONS) {
      alive();
      needDijkstra('tree');
      checkNode(source, nodes, 'source');
      checkOptions('tree', treeOptions, TREE_RULES);
      const sizes = agentSizes(treeOptions.agentSize, 1);
      prepare(sizes.distinct, false);
      return searcher.tree(source, sizes.of(0), treeOptions.reuse);
    },
    update(changed) {
      alive();
      if (changed !== undefined) list(changed, 'changed');
      host.update(changed);
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      searcher.blocks.freeAll();
      if (--holder.users === 0) hosts.delete(map);
    },
  };
  return { solver, begin };
}
