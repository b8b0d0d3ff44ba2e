import type { Queries, Routes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { RouteOptions, RunOptions, SettledRoute } from '../types.ts';

/**
 * The part of a hierarchy that does not depend on weights (Dibbelt, Strasser and Wagner 2014):
 * nodes in the order in which they are contracted, and an arc between two of them wherever a path
 * over lower nodes alone joins them, whatever the directions of its arcs. Ranks are sorted by
 * level, as in `Hierarchy`. Plain data: it can be sent to a worker. Made by `buildCustomizable` or
 * `readCustomizable`; solvers check its form, and that the arcs of the graph lie where it says.
 */
export interface CustomizableHierarchy {
  readonly nodeCount: number;
  /** Arcs of the graph. */
  readonly graphArcCount: number;
  /** Arcs of the hierarchy: pairs of nodes, each to be climbed and descended. */
  readonly arcCount: number;
  /** One entry per node of the graph: its rank. */
  readonly rank: Uint32Array;
  /** One entry per rank: its node. */
  readonly node: Uint32Array;
  /**
   * levelCount + 1 entries, ascending from 0 to nodeCount: level l holds ranks levelStart[l] ..
   * levelStart[l + 1] - 1.
   */
  readonly levelStart: Uint32Array;
  /**
   * One entry per rank: its parent in the elimination tree, the lowest upper neighbour; NONE for a
   * root.
   */
  readonly parent: Uint32Array;
  /**
   * nodeCount + 1 entries: the arcs between rank r and higher ranks are firstArc[r] .. firstArc[r +
   * 1] - 1.
   */
  readonly firstArc: Uint32Array;
  /** arcCount entries: the rank of the upper end; ascending in every row. */
  readonly head: Uint32Array;
  /**
   * graphArcCount entries: twice the arc of the hierarchy that joins the ends of an arc of the
   * graph, plus 1 if that leads from the higher rank to the lower; NONE for a self-loop.
   */
  readonly arcOf: Uint32Array;
}

/** Options of `buildCustomizable`. */
export interface BuildCustomizableOptions {
  /**
   * The nodes in the order of their contraction, each once, where you have an order. Default: an
   * order by nested dissection, along `x` and `y` where the graph has them.
   */
  order?: ArrayLike<number>;
  /**
   * How many directions of cutting are tried for each separator, 1 to 64. Default 8. More take
   * longer and seldom give a better hierarchy.
   */
  directions?: number;
  /** Called at most every 50 ms with the number of nodes that have their place, and at the end. */
  onProgress?: (done: number, count: number) => void;
  /** Looked at together with `onProgress`; an aborted build throws the signal's reason. */
  signal?: AbortSignal;
}

/** Options of `createCustomizableSolver`. */
export interface CustomizableSolverOptions {
  /**
   * Search only the arcs that are shortest paths themselves (perfect customisation): queries are
   * somewhat faster. An update of all weights takes twice as long, and an update of a few arcs is
   * followed by a pass over all arcs. Default false.
   */
  perfect?: boolean;
}

/** What `run` of a customizable solver takes; `maxSettled` counts nodes climbed. */
export type CustomizableRunOptions = Pick<
  RunOptions,
  'maxSettled' | 'result' | 'reuse' | 'onProgress' | 'signal'
>;

/** What `route` of a customizable solver takes. */
export type CustomizableRouteOptions = Pick<RouteOptions, 'maxSettled'>;

/** Searches on a customizable hierarchy with the weights of a graph. Owns its scratch memory. */
export interface CustomizableSolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory of the hierarchy, its weights and the scratch of the searches. */
  readonly memoryBytes: number;
  /**
   * Answers every query by climbing the elimination tree from both ends; nothing is allocated per
   * query. Costs are f32 sums along the path. Paths are shortest by the sums of the hierarchy: the
   * cost is that of Dijkstra's algorithm bit for bit where sums are exact, as those of whole
   * numbers below 2^24 are, and else differs from it by rounding only. `result: 'cost'` is faster
   * where sums are exact. `settled` counts the nodes climbed. Throws RangeError for a node out of
   * range, before any search starts.
   */
  run(queries: Queries, options?: CustomizableRunOptions): Routes;
  /** Answers one query, with the answer that `run` gives, in the shortest time. */
  route(source: number, target: number, options?: CustomizableRouteOptions): SettledRoute;
  /**
   * Takes over what the caller changed in `graph.weight`: at these arcs, or everywhere. Customises
   * only what these arcs touch, or everything where that is as fast. Throws RangeError for an arc
   * that the graph lacks and for a weight that `checkWeights` of `@wayfield/graph` refuses, and
   * then changes nothing.
   */
  update(changed?: ArrayLike<number>): void;
  /**
   * A copy of the hierarchy with the weights of the last `update`, for everything that searches a
   * `Hierarchy`. With `perfect` it has only the arcs that are shortest paths, and the arcs these
   * are made of, at the price of a second pass. Default: as the solver searches.
   */
  hierarchy(options?: { perfect?: boolean }): Hierarchy;
  /** Frees the memory. Later calls throw Error, except `destroy`. */
  destroy(): void;
}
