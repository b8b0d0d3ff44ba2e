// What the main thread of a worker and its lanes, the threads that compute, say to one another.
import type { Json } from '../types.ts';
import type { WorkerGpu } from './device.ts';

/** What a lane is started with. */
export interface LaneStart {
  /** Modules with kinds of work: the option `kinds` of `createWorker`. */
  readonly modules: readonly string[];
  /** The GPU for kinds with `gpu`; undefined: none. */
  readonly gpu: WorkerGpu | undefined;
}

/** To a lane. */
export type ToLane =
  | {
      readonly type: 'chunk';
      readonly ticket: number;
      readonly kind: string;
      readonly spec: Json;
      readonly shape: Json;
      readonly threads: number;
    }
  | { readonly type: 'reply'; readonly question: number; readonly bytes: Uint8Array }
  | { readonly type: 'refused'; readonly question: number; readonly reason: string };

/** From a lane. */
export type FromLane =
  | {
      readonly type: 'ask';
      readonly question: number;
      readonly sha: string;
      /** Undefined: the whole input. */
      readonly range: readonly [start: number, end: number] | undefined;
    }
  | {
      readonly type: 'done';
      readonly ticket: number;
      readonly bytes: Uint8Array;
      readonly seconds: number;
    }
  | { readonly type: 'failed'; readonly ticket: number; readonly reason: string };
