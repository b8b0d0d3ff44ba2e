import type { Arena, Blocks } from './arena.ts';
/**
 * A batch in shared memory: the queries, the control words and the answers. Addresses in bytes.
 * The worker that takes query i writes its answer, and the path into a segment of its own.
 */
export interface PoolJob {
    readonly count: number;
    readonly nearest: boolean;
    readonly maxSettled: number;
    /** Leave the paths out. */
    readonly costOnly: boolean;
    /** i32: the next query to take, the number finished, 1 = stop. */
    readonly control: number;
    /** u32 each. */
    readonly source: number;
    readonly target: number;
    /** One byte each. */
    readonly size: number;
    readonly status: number;
    /** f32 each. */
    readonly cost: number;
    /** u32 each: settled nodes, address and length of the path. */
    readonly settled: number;
    readonly pathAt: number;
    readonly pathLength: number;
}
export declare const NEXT = 0;
export declare const DONE = 1;
export declare const STOP = 2;
/** Allocates a job of `count` queries; `free` gives its memory back. */
export declare function allocateJob(blocks: Blocks, count: number, rest: Pick<PoolJob, 'nearest' | 'maxSettled' | 'costOnly'>): {
    job: PoolJob;
    free(): void;
};
export declare function controlWords(arena: Arena, job: PoolJob): Int32Array;
//# sourceMappingURL=pool-job.d.ts.map