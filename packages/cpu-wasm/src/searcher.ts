import type { Queries, Tree } from '@wayfield/graph';
import type { Blocks } from '@wayfield/wasm';
import type { GraphLayout } from './graph/layout.ts';
import type { GridLayout } from './grid/layout.ts';
import type { Algorithm, Heuristic } from './types.ts';

/** What a thread must know of a map: numbers only, so that it can be sent to a worker. */
export type MapLayout = GridLayout | GraphLayout;

/** How a searcher searches, with all defaults filled in. */
export interface SearchChoice {
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  /** The number of landmarks; 0 unless the algorithm is 'alt'. */
  readonly landmarks: number;
}

/** Addresses of the answers of a block of queries, an entry per query, and of their paths. */
export interface BlockAnswers {
  readonly statuses: number;
  readonly costs: number;
  readonly settled: number;
  /** Where the path of each query ends in the nodes of the whole result. */
  readonly ends: number;
  /** The nodes of all paths of the block, one path behind the other. */
  readonly paths: number;
}

/** The queries of a batch that are left, and what they have in common. */
export interface QueryBlock {
  readonly queries: Queries;
  /** The first query without an answer. */
  readonly first: number;
  readonly maxSettled: number;
  readonly writer: BlockWriter;
}

/** Where a searcher puts the answers of a block of queries. */
export interface BlockWriter {
  /** Whether paths are wanted. */
  readonly paths: boolean;
  /** The nodes that the result has so far. */
  pathEnd(): number;
  /** Takes over the answers of `count` queries from query `first` on. */
  putBlock(first: number, count: number, answers: BlockAnswers): void;
}

/** One search at a time on a bound map: what a solver and each worker of a pool drive. */
export interface Searcher {
  /** The scratch memory of this searcher. */
  readonly blocks: Blocks;
  /** Takes the layout of the map. Call it after the version of the map changed. */
  bind(layout: MapLayout): void;
  /**
   * Whether a search since the last `bind` found no path between two cells of one component: the
   * components are stale, and worth building again. Always false on a graph.
   */
  metStaleComponents(): boolean;
  /**
   * Searches one path and keeps it for `pathLength` and `path`. Returns a status of `Routes`.
   * `size` is the agent's on grids, else 1. `nearest`: ends that may be replaced, see nearest.ts.
   */
  search(source: number, target: number, size: number, nearest: number, maxSettled: number): number;
  /**
   * Answers some of the queries from `block.first` on, for agents of `size` cells and without
   * replacing ends. Returns how many; 0 where only `search` can answer.
   */
  answerBlock?(size: number, block: QueryBlock): number;
  /**
   * Searches from one source until every target in its component is settled, or `maxSettled` nodes
   * are; then `take` answers for each. Of algorithm 'dijkstra' only, like `tree`.
   */
  searchMany(source: number, targets: Uint32Array, size: number, maxSettled: number): void;
  /** Answers for one target after `searchMany`: a status, the path kept as after `search`. */
  take(target: number): number;
  /** Cost of the path last found. */
  cost(): number;
  /** Nodes settled by the last search. */
  settled(): number;
  /** Nodes on the path last found, 0 when there is none. */
  pathLength(): number;
  /** Address of these nodes in WebAssembly memory, u32 each, from source to target. */
  path(): number;
  /** Shortest paths from `source` to all nodes. */
  tree(source: number, size: number, reuse: Tree | undefined): Tree;
}
