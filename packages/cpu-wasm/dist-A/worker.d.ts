import { type PoolJob } from './pool-job.ts';
import { type MapLayout } from './searcher.ts';
import type { Algorithm, Heuristic } from './types.ts';
export interface StartMessage {
    readonly type: 'start';
    readonly module: WebAssembly.Module;
    readonly memory: WebAssembly.Memory;
    readonly layout: MapLayout;
    readonly algorithm: Algorithm;
    readonly heuristic: Heuristic;
}
export interface RunMessage {
    readonly type: 'run';
    readonly layout: MapLayout;
    readonly job: PoolJob;
}
export type WorkerReply = {
    readonly type: 'ready' | 'done';
    readonly held: number;
    readonly misled: boolean;
} | {
    readonly type: 'failed';
    readonly message: string;
    readonly range: boolean;
};
//# sourceMappingURL=worker.d.ts.map