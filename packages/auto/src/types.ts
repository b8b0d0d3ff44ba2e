import type { Queries, Routes } from '@wayfield/graph';
import type { Calibration } from './choose.ts';

/** The algorithms that every backend has. */
export type FastestAlgorithm = 'astar' | 'dijkstra' | 'greedy';
/** 'gpu': WebGPU. 'pool': worker threads. 'thread': the calling thread. */
export type FastestBackend = 'gpu' | 'pool' | 'thread';

export interface FastestOptions {
  /** 'astar' (default) and 'dijkstra' find shortest paths, 'greedy' finds paths. */
  readonly algorithm?: FastestAlgorithm;
  /** The number of queries of a `run`, or a batch with typical distances. Default 1,000. */
  readonly queries?: number | Queries;
  /** Threads of the pool; 1: no pool. Default: as many as the machine runs at the same time. */
  readonly threads?: number;
  /** A device, which the caller destroys; false: no GPU. Default: a device that `destroy` frees. */
  readonly device?: GPUDevice | false;
  /** The result of `calibrate` of `@wayfield/auto/choose`. Default: measured where it matters. */
  readonly calibration?: Calibration;
}

export interface FastestRunOptions {
  /** 'cost' leaves the paths out: `node` is empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** Write into the arrays of this earlier result where they are large enough. */
  readonly reuse?: Routes;
  /** An aborted run rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then with the number of answered queries. */
  readonly onProgress?: (done: number, count: number) => void;
}

/** A solver on one of the backends. */
export interface FastestSolver {
  readonly backend: FastestBackend;
  /** Why this backend was chosen, with numbers, and why the others were not. */
  readonly reason: string;
  readonly algorithm: FastestAlgorithm;
  /** Bytes that the solver holds now, in CPU or GPU memory. */
  readonly memoryBytes: number;
  /** Answers every query, as `run` of `@wayfield/cpu-wasm` and `@wayfield/gpu` do. */
  run(queries: Queries, options?: FastestRunOptions): Promise<Routes>;
  /** Frees the memory, ends the threads, and destroys a device that was asked for here. */
  destroy(): Promise<void>;
}
