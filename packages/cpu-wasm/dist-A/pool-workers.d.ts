import type { RunMessage, StartMessage, WorkerReply } from './worker.ts';
/** A thread of a pool, the same in Node and in a browser. */
export interface PoolWorker {
    post(message: StartMessage | RunMessage): void;
    /** The next reply; rejects when the thread says that it failed, or dies. */
    reply(): Promise<Exclude<WorkerReply, {
        type: 'failed';
    }>>;
    terminate(): Promise<void>;
}
/** Threads that the machine runs at the same time. */
export declare function hardwareThreads(): Promise<number>;
/** Why shared memory cannot be used here; undefined where it can. */
export declare function noSharedMemory(): string | undefined;
/** Starts one thread. */
export declare function startWorker(): Promise<PoolWorker>;
//# sourceMappingURL=pool-workers.d.ts.map