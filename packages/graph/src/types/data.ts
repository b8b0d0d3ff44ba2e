// The data of all packages: graphs, grids, queries, and the answers of solvers.

/**
 * A directed graph in compressed sparse rows. The arcs that leave node `u` are
 * `firstOut[u] .. firstOut[u + 1]`; arc `a` leads to `head[a]` and costs `weight[a]`.
 * All arrays are views on one buffer (see docs/graph-layout.md).
 *
 * Costs of paths are f32 sums, rounded at every step from the source on:
 * `dist[v] = Math.fround(dist[u] + weight[a])`. Weights have limits (see `weight`), so no such sum
 * overflows and none is subnormal: every solver and every GPU counts alike.
 *
 * Weights may be changed at any time, within their limits, to more or less. A solver takes changes
 * over when its `update` is called. A solver that is created later reads the weights of that time.
 */
export interface Graph {
  readonly nodeCount: number;
  readonly arcCount: number;
  /** nodeCount + 1 entries, not descending, from 0 to arcCount. */
  readonly firstOut: Uint32Array;
  /** One entry per arc: the node it leads to. */
  readonly head: Uint32Array;
  /** One entry per arc: 0, or from 2^-126 to 2^126 / nodeCount (`largestWeight`). */
  readonly weight: Float32Array;
  /**
   * One entry per node, in metres or cells, from -2^60 to 2^60: what heuristics use. Both or
   * neither.
   */
  readonly x?: Float32Array;
  readonly y?: Float32Array;
  /**
   * The factor of the lower bound of A*: straight-line distance times this scale. 0 = no heuristic.
   * `buildGraph` takes the largest scale with which the bound is never above the exact cost of a
   * path, less a margin of 2^-20 for f32 (`largestScale` in heuristic-scale.ts, which also says
   * when it is 0); a caller may give a smaller one. If weights have fallen since, searches use a
   * smaller scale (`heuristicScaleOf`).
   */
  readonly heuristicScale: number;
  /** The one buffer behind all arrays. */
  readonly buffer: ArrayBufferLike;
}

/** Which diagonal steps an 8-neighbour grid allows, by the two cells beside the step. */
export type CornerRule =
  /** both must be open: no corner is cut */
  | 'never'
  /** at least one must be open */
  | 'one-open'
  /** they do not matter: agents squeeze between two blocked corners */
  | 'always';

/**
 * A grid map, the implicit graph whose node `y * width + x` is a cell. Entering a cell costs its
 * factor times the step length: 1, or the square root of 2 for a diagonal.
 *
 * A grid is uniform when all open cells have the same factor c. Its lengths are counted in ticks
 * (see `STRAIGHT_TICKS`) and given as `Math.fround(c * ticksToLength(ticks))`: the same bits from
 * every solver. On other grids costs are f32 sums like those of a `Graph`, the diagonal step being
 * `Math.fround(Math.fround(Math.SQRT2) * cost[v])`. On 4-neighbour uniform grids a tick is a step.
 */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /**
   * width * height entries, row by row: the factor for entering the cell, from 2^-126 to 2^126 /
   * (width * height); 0 = blocked.
   */
  readonly cost: Float32Array;
  readonly neighbours: 4 | 8;
  readonly corners: CornerRule;
  readonly buffer: ArrayBufferLike;
}

/** Pairs of nodes: query `i` asks for a path from `source[i]` to `target[i]`. */
export interface Queries {
  readonly count: number;
  readonly source: Uint32Array;
  readonly target: Uint32Array;
}

/**
 * Option `nearest` of solvers: which ends of a query may be replaced.
 *
 * - 'source', grids: where the source is blocked (or the agent does not fit there), the path starts
 *   at the nearest open cell. An open source is never replaced, so a target in another component
 *   stays NO_PATH.
 * - 'target', or `true`: where no path leads from the start to the target, or the target is
 *   blocked, the path ends at the nearest node that can be reached from the start.
 * - 'both': first the source, then the target.
 *
 * Nearest is by the straight line between centres of cells or coordinates of nodes; among equal
 * cells it is the one with the lowest index, as in `nearestCell`. The status is then NEAREST, and
 * the path tells where it starts and ends. A graph has no blocked nodes: its source is never
 * replaced.
 */
export type NearestEnds = boolean | 'source' | 'target' | 'both';

/**
 * One answer per query. The path of query `i` is `node[firstNode[i] .. firstNode[i + 1]]`, both
 * ends included.
 */
export interface Routes {
  readonly count: number;
  /**
   * count entries: FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED, BUDGET_SPENT or
   * NOT_RUN.
   */
  readonly status: Uint8Array;
  /** count entries: the cost of the path, `Infinity` if there is no path. */
  readonly cost: Float32Array;
  /** count + 1 entries. */
  readonly firstNode: Uint32Array;
  /** The nodes of all paths one after another, at least firstNode[count] entries. */
  readonly node: Uint32Array;
  /** count entries, where the solver counts them: nodes taken from its queue for this query. */
  readonly settled?: Uint32Array;
}

/** Shortest paths from one source to every node. */
export interface Tree {
  readonly source: number;
  /** nodeCount entries; `Infinity` = not reached. */
  readonly dist: Float32Array;
  /**
   * nodeCount entries: the node before this one on a shortest path; NONE for the source and the
   * unreached.
   */
  readonly parent: Uint32Array;
}
