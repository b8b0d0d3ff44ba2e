import type { NearestEnds, Queries, Routes, Tree } from '@wayfield/graph';
import type { Calibration } from './choose.ts';

/** The algorithms that every backend has. */
export type BestAlgorithm = 'astar' | 'dijkstra' | 'greedy';
/** 'gpu': WebGPU. 'pool': worker threads. 'thread': the calling thread. */
export type BestBackend = 'gpu' | 'pool' | 'thread';

/** Options of `createBestSolver`. */
export interface BestOptions {
  /** 'astar' (default) and 'dijkstra' find shortest paths, 'greedy' finds paths. */
  readonly algorithm?: BestAlgorithm;
  /** The number of queries of a `run`, or a batch with typical distances. Default 1,000. */
  readonly queries?: number | Queries;
  /**
   * The map will change: take a backend that follows changes, no GPU. Default false: the first
   * `update` moves the solver from the GPU to the CPU.
   */
  readonly changes?: boolean;
  /**
   * Threads of the pool, 1 to 64; 1: no pool. Default: as many as the machine runs at the same
   * time, at most 64.
   */
  readonly threads?: number;
  /** A device, which the caller destroys; false: no GPU. Default: a device that `destroy` frees. */
  readonly device?: GPUDevice | false;
  /**
   * The result of `calibrate` of `@wayfield/auto/choose`. Default: measured where a GPU is compared
   * with the CPU.
   */
  readonly calibration?: Calibration;
}

/** Options of `run` of a `BestSolver`. */
export interface BestRunOptions {
  /** 'cost' leaves the paths out: `node` is empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** Ends of queries that may be replaced, as in `@wayfield/cpu-wasm`. Default false. */
  readonly nearest?: NearestEnds;
  /** Write into the arrays of this earlier result where they are large enough. */
  readonly reuse?: Routes;
  /** An aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then with the number of answered queries. */
  readonly onProgress?: (done: number, count: number) => void;
}

/**
 * A solver on one of the backends. Calls are answered one after another, in their order. Statuses
 * do not depend on the backend. Nor do costs of shortest paths, except for the rounding of f32 sums
 * on graphs and weighted grids. Of several shortest paths backends may take different ones.
 * 'greedy' may find paths of other costs on the GPU than on the CPU.
 */
export interface BestSolver {
  /**
   * Where the next call is answered. 'gpu' becomes 'pool' or 'thread' at the first `update`, and at
   * a `run` that wants nearest targets on a graph.
   */
  readonly backend: BestBackend;
  /** Why this backend was chosen, with numbers, and why the others were not. */
  readonly reason: string;
  readonly algorithm: BestAlgorithm;
  /** Bytes that the solver holds now, in CPU or GPU memory. */
  readonly memoryBytes: number;
  /**
   * Answers every query, as `run` of `@wayfield/cpu-wasm` and `@wayfield/gpu` do. Rejects with
   * RangeError where nearest targets are wanted on a graph without coordinates.
   */
  run(queries: Queries, options?: BestRunOptions): Promise<Routes>;
  /**
   * Takes over what the caller changed in `grid.cost` or `graph.weight`: at these cells or arcs, or
   * everywhere. From the GPU the solver moves to a pool or one thread, for good. Rejects with
   * RangeError for cells or weights outside their limits.
   */
  update(changed?: ArrayLike<number>): Promise<void>;
  /** Frees the memory, ends the threads, and destroys a device that was asked for here. */
  destroy(): Promise<void>;
}

/** Options of `createBestTreeSolver`. */
export interface BestTreeOptions {
  /** The number of sources of a `run`. Default 1. */
  readonly sources?: number;
  /**
   * The map will change: no GPU. Default false: the first `update` moves the solver to one thread.
   */
  readonly changes?: boolean;
  /** A device, which the caller destroys; false: no GPU. Default: a device that `destroy` frees. */
  readonly device?: GPUDevice | false;
  /**
   * The result of `calibrate` of `@wayfield/auto/choose` for task 'tree', whose `cpu` was one
   * thread. Default: both are measured on the map itself. That takes up to a second; on large maps
   * as long as 14 trees on one thread and 6 runs on the GPU, with several sources 12.
   */
  readonly calibration?: Calibration;
}

/** Options of `run` of a `BestTreeSolver`. */
export interface BestTreeRunOptions {
  /** Write into the arrays of these earlier trees where they fit. */
  readonly reuse?: readonly Tree[];
  /** An aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then with the number of finished trees. */
  readonly onProgress?: (done: number, count: number) => void;
}

/**
 * Shortest-path trees on one thread or, where it was seen to be faster, on the GPU. Calls are
 * answered one after another. Distances do not depend on the backend; where several shortest paths
 * end in a node its parents may.
 */
export interface BestTreeSolver {
  /** Where a call with the number of sources of the options is answered. */
  readonly backend: 'gpu' | 'thread';
  /** Why, with numbers. */
  readonly reason: string;
  /** Bytes that the solver holds now, in CPU and GPU memory. */
  readonly memoryBytes: number;
  /** Where a call with this number of sources is answered: a GPU may pay from some number on. */
  backendFor(count: number): 'gpu' | 'thread';
  /** A tree per source, in their order. Rejects with RangeError for a node out of range. */
  run(sources: ArrayLike<number>, options?: BestTreeRunOptions): Promise<Tree[]>;
  /**
   * Takes over what the caller changed in `grid.cost` or `graph.weight`: at these cells or arcs, or
   * everywhere. From the GPU the solver moves to one thread, for good.
   */
  update(changed?: ArrayLike<number>): Promise<void>;
  /** Frees the memory, and destroys a device that was asked for here. */
  destroy(): Promise<void>;
}
