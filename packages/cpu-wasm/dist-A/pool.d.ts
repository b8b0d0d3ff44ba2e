import { type Graph, type Grid, type Queries, type Routes } from '@wayfield/graph';
import type { Algorithm, Heuristic, RunOptions, SolverOptions } from './types.ts';
export type { Algorithm, Heuristic, RunOptions, SolverOptions } from './types.ts';
export interface PoolOptions extends SolverOptions {
    /** Worker threads. Default: what the machine runs at the same time, at most 64. */
    threads?: number;
}
/** As `WasmSolver`, with many threads: a batch is split query by query. */
export interface WasmPool {
    readonly backend: 'wasm';
    readonly algorithm: Algorithm;
    readonly heuristic: Heuristic;
    /** Threads that search: 1 where there is no shared memory. */
    readonly threads: number;
    /** Why there is only the calling thread; undefined when there are workers. */
    readonly fallback: string | undefined;
    /** Bytes of scratch memory of all threads. */
    readonly memoryBytes: number;
    readonly sharedBytes: number;
    /**
     * As `run` of a solver; batches are answered one after another. Rejects with the signal's reason
     * when aborted, with RangeError for bad queries.
     */
    run(queries: Queries, options?: RunOptions): Promise<Routes>;
    /** As `update` of a solver; waits for the batches before it. */
    update(changed?: ArrayLike<number>): Promise<void>;
    /** Ends the threads. Batches that are not finished reject. */
    destroy(): Promise<void>;
}
/**
 * A pool of worker threads on one copy of the map in shared memory. Threads take queries one by one
 * from a common counter, so a slow query holds up nobody. Where `SharedArrayBuffer` is missing it
 * works on the calling thread, in short slices, and says so in `fallback`.
 */
export declare function createWasmPool(map: Grid | Graph, options?: PoolOptions): Promise<WasmPool>;
//# sourceMappingURL=pool.d.ts.map