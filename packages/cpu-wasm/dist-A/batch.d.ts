import { type Queries, type Routes } from '@wayfield/graph';
import type { Arena } from './arena.ts';
import type { Searcher } from './searcher.ts';
import type { RunOptions } from './types.ts';
/** The arrays of a result while it grows. */
export interface RouteWriter {
    readonly status: Uint8Array;
    readonly cost: Float32Array;
    readonly settled: Uint32Array;
    /** Takes over the answer of query `i` from a searcher; queries come in order. */
    put(i: number, status: number, searcher: Searcher): void;
    /** The path of query `i`: `length` nodes at `address` in WebAssembly memory. */
    append(i: number, address: number, length: number): void;
    finish(): Routes;
}
/** Collects `count` answers, in the arrays of an earlier result where they are large enough. */
export declare function createRouteWriter(arena: Arena, count: number, options: RunOptions): RouteWriter;
/** A batch under way on the calling thread. */
export interface Batch {
    /** Goes on for about `ms` milliseconds. True when every query is answered. */
    advance(ms: number): boolean;
    finish(): Routes;
}
/** Starts a batch of checked queries. `settle` runs after each search. */
export declare function startBatch(searcher: Searcher, arena: Arena, queries: Queries, sizes: (i: number) => number, options: RunOptions, settle: () => void): Batch;
//# sourceMappingURL=batch.d.ts.map