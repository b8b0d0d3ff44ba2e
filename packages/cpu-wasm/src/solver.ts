import { checkOptions, list } from '@wayfield/check';
import {
  checkNode,
  checkNodes,
  checkQueries,
  type Graph,
  type Grid,
  NO_PATH,
  nodeCountOf,
  type Queries,
} from '@wayfield/graph';
import { compileKernels, createDestroyGuard, type DestroyGuard, openKernels } from '@wayfield/wasm';
import { answerOne, type Batch, RouteWriter, startBatch } from './batch.ts';
import { chooseSearch } from './create-map-host.ts';
import { createSearcher } from './create-searcher.ts';
import { type Kernels, KERNELS_BASE64 } from './kernels.gen.ts';
import type { MapHost } from './map-host.ts';
import { type MapShare, shareMap } from './map-share.ts';
import { NO_LIMIT } from './marks.ts';
import { nearestBits } from './nearest.ts';
import {
  type AgentSizes,
  agentSizes,
  aMap,
  checkRouteOptions,
  checkRunOptions,
  NO_OPTIONS,
  ONE_CELL,
  ONE_TO_MANY_RULES,
  SOLVER_RULES,
  TREE_RULES,
} from './options.ts';
import type { SearchChoice, Searcher } from './searcher.ts';
import type { RunOptions, SolverOptions, WasmSolver } from './types.ts';
import { WARM_UP_MS, warmUp } from './warm-up.ts';

/**
 * A solver for a grid or a graph. It copies the map into WebAssembly memory once; solvers on the
 * same object share that copy. Throws RangeError for an invalid map, an algorithm or a heuristic
 * that does not fit it, and when memory ends.
 *
 * @example
 * const solver = createWasmSolver(grid, { algorithm: 'jps' });
 * const { status, cost, path } = solver.route(source, target);
 * console.log(statusName(status), cost.toFixed(2), path.length); // FOUND 41.01 30
 * const routes = solver.run(queries);
 * console.log(routes.cost.length); // 2
 * solver.destroy();
 */
export function createWasmSolver(map: Grid | Graph, options: SolverOptions = {}): WasmSolver {
  return openSolver(map, options).solver;
}

/** A solver, and what a pool on the calling thread needs to answer in slices. */
export interface OpenSolver {
  readonly solver: WasmSolver;
  begin(queries: Queries, options: RunOptions): Batch;
}

/** A solver, and how to run it in slices. */
export function openSolver(map: Grid | Graph, options: SolverOptions): OpenSolver {
  aMap(map, 'map');
  checkOptions('createWasmSolver', options, SOLVER_RULES);
  const choice = chooseSearch(map, options);
  const module = compileKernels(KERNELS_BASE64);
  const share = shareMap(map, module);
  const host = openKernels<Kernels>(module, { arena: share.host.arena });
  share.join();
  try {
    const searcher = createSearcher(host, share.host.layout, choice);
    const engine: Engine = {
      map,
      choice,
      searcher,
      guard: createDestroyGuard('solver'),
      share,
      ...followMap(share.host, searcher, choice),
    };
    const begin = beginOn(engine);
    warmUp(map, choice.algorithm, options.warmUp ?? WARM_UP_MS, begin);
    return { solver: solverOn(engine, begin), begin };
  } catch (error) {
    // memory ended while the searcher was made
    host.blocks.freeAll();
    share.leave();
    throw error;
  }
}

/** Checks a batch and starts it. `advance` of the batch prepares the map. */
function beginOn(engine: Engine): OpenSolver['begin'] {
  const { map, searcher, guard, share, prepare, rebuildStale } = engine;
  const search = { searcher, arena: share.host.arena, guard, prepare, afterNoPath: rebuildStale };
  return (queries, runOptions) => {
    guard.check();
    checkQueries(map, queries);
    checkRunOptions(runOptions);
    const sizes = agentSizes(runOptions.agentSize, queries.count);
    return startBatch(search, queries, sizes, runOptions);
  };
}

/** What the methods of one solver work with. */
interface Engine extends Following {
  readonly map: Grid | Graph;
  readonly choice: SearchChoice;
  readonly searcher: Searcher;
  readonly guard: DestroyGuard;
  readonly share: MapShare;
}

/** Keeps a searcher in step with its map. */
interface Following {
  /**
   * Before searches: takes over updates of the map, and prepares what agents of these sizes and the
   * option `nearest` (as bits, nearest.ts) need.
   */
  prepare(sizes: AgentSizes, nearest: number): void;
  /** After a search without a path: rebuilds stale components, so that the next answer is fast. */
  rebuildStale(): void;
}

function followMap(host: MapHost, searcher: Searcher, choice: SearchChoice): Following {
  /** The version of the map that the searcher is bound to. */
  let version = host.version();
  /** The version of the map that was last prepared for agents of one cell. */
  let prepared = -1;
  return {
    prepare(sizes, nearest) {
      if (prepared === host.version() && sizes === ONE_CELL && !nearest) return;
      host.prepare(sizes.distinct, nearest, choice);
      if (sizes === ONE_CELL) prepared = host.version();
      if (version === host.version()) return;
      version = host.version();
      searcher.bind(host.layout);
    },
    rebuildStale() {
      if (!searcher.metStaleComponents()) return;
      host.rebuildComponents();
      searcher.bind(host.layout);
    },
  };
}

function solverOn(engine: Engine, begin: OpenSolver['begin']): WasmSolver {
  const { map, choice, searcher, guard, share, prepare, rebuildStale } = engine;
  const { host } = share;
  const { algorithm, heuristic } = choice;
  const nodes = nodeCountOf(map);

  function needDijkstra(what: string): void {
    if (algorithm !== 'dijkstra') {
      throw new TypeError(`${what} needs algorithm 'dijkstra', this solver is '${algorithm}'`);
    }
  }

  return {
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
      guard.check();
      checkNode(source, nodes, 'source');
      checkNode(target, nodes, 'target');
      checkRouteOptions(routeOptions);
      const { agentSize, nearest } = routeOptions;
      prepare(agentSizes(agentSize, 1), nearestBits(nearest));
      const route = answerOne(searcher, host.arena, source, target, routeOptions);
      if (route.status === NO_PATH) rebuildStale();
      return route;
    },
    runOneToMany(source, targets, manyOptions = NO_OPTIONS) {
      guard.check();
      needDijkstra('runOneToMany');
      checkNode(source, nodes, 'source');
      list(targets, 'targets');
      checkNodes(targets, nodes, 'targets');
      checkOptions('runOneToMany', manyOptions, ONE_TO_MANY_RULES);
      const target = Uint32Array.from(targets);
      const sizes = agentSizes(manyOptions.agentSize, 1);
      prepare(sizes, 0);
      const writer = new RouteWriter(host.arena, target.length, manyOptions);
      searcher.searchMany(source, target, sizes.of(0), manyOptions.maxSettled ?? NO_LIMIT);
      for (let i = 0; i < target.length; i++) writer.put(i, searcher.take(target[i]), searcher);
      return writer.finish();
    },
    tree(source, treeOptions = NO_OPTIONS) {
      guard.check();
      needDijkstra('tree');
      checkNode(source, nodes, 'source');
      checkOptions('tree', treeOptions, TREE_RULES);
      const sizes = agentSizes(treeOptions.agentSize, 1);
      prepare(sizes, 0);
      return searcher.tree(source, sizes.of(0), treeOptions.reuse);
    },
    update(changed) {
      guard.check();
      if (changed !== undefined) list(changed, 'changed');
      host.update(changed);
    },
    destroy() {
      if (!guard.end()) return;
      searcher.blocks.freeAll();
      share.leave();
    },
  };
}
