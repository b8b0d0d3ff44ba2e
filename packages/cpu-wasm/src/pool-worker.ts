// One thread of a pool: a searcher with scratch memory of its own on the shared memory of the map.
// Runs as a web worker and as a Node worker thread.

import { createArena, serveThread } from '@wayfield/wasm';
import { answerJob } from './answer-job.ts';
import type { JobReply } from './job-crew.ts';
import type { PoolJob } from './pool-job.ts';
import { createSearcher, type MapLayout, type Searcher } from './searcher.ts';
import { createSegments, type Segments } from './segments.ts';
import type { Algorithm, Heuristic } from './types.ts';

export interface StartMessage {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Where the arena of this thread lists its blocks. */
  readonly ledger: number;
  readonly layout: MapLayout;
  readonly algorithm: Algorithm;
  readonly heuristic: Heuristic;
  readonly landmarks: number;
}

export interface RunMessage {
  readonly type: 'run';
  readonly layout: MapLayout;
  readonly job: PoolJob;
}

export interface WorkerReply extends JobReply {
  readonly misled: boolean;
}

function createServer(): (message: StartMessage | RunMessage) => WorkerReply {
  let arena: ReturnType<typeof createArena>;
  let searcher: Searcher;
  let paths: Segments;
  return (message) => {
    const begun = performance.now();
    if (message.type === 'start') {
      const { module, memory, ledger, layout, algorithm, heuristic, landmarks } = message;
      arena = createArena(memory, ledger);
      searcher = createSearcher(module, arena, layout, algorithm, heuristic, landmarks);
      paths = createSegments(searcher.blocks);
    } else {
      searcher.bind(message.layout);
      answerJob(message.job, arena, searcher, paths);
    }
    return {
      type: message.type === 'start' ? 'ready' : 'done',
      held: searcher.blocks.held(),
      ms: performance.now() - begun,
      misled: searcher.labelsMislead(),
    };
  };
}

serveThread(createServer());
