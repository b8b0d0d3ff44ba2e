import type { NearestEnds, Queries, Routes } from '@wayfield/graph';
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
  /** Threads of the pool; 1: no pool. Default: as many as the machine runs at the same time. */
  readonly threads?: number;
  /** A device, which the caller destroys; false: no GPU. Default: a device that `destroy` frees. */
  readonly device?: GPUDevice | false;
  /** The result of `calibrate` of `@wayfield/auto/choose`. Default: measured where it matters. */
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
 * and costs do not depend on the backend, but for the rounding of f32 sums on graphs and weighted
 * grids; of several shortest paths backends may take different ones.
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
  /** Answers every query, as `run` of `@wayfield/cpu-wasm` and `@wayfield/gpu` do. */
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
