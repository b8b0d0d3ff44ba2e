// What batch-runner.ts asks of wave-runner.ts and wave-turns.ts.
import type { Queries } from '@wayfield/graph';
import type { Collector } from './collector.ts';
import type { Searcher } from './engine.ts';
import type { Result } from './layout.ts';

/** Queries for a searcher, and where the answers go. */
export interface WaveRequest {
  readonly searcher: Searcher;
  readonly queries: Queries;
  /** The number of each query in the batch of the collector; undefined: the same number. */
  readonly places: Uint32Array | undefined;
  readonly collector: Collector;
  readonly result: Result;
  readonly signal: AbortSignal | undefined;
  /** Takes the nodes of all paths where wave-turns.ts answers the whole batch. */
  readonly reuse?: Uint32Array | undefined;
  /** Called after each wave with the number of answered queries of this request. */
  readonly onWave?: (done: number) => void;
}
