// One thread of a pool on a hierarchy: a searcher with scratch memory of its own on the shared memory. Runs as a
// web worker and as a Node worker thread.

import { createArena, serveThread } from '@wayfield/wasm';
import { answerJob } from './answer-job.ts';
import type { PathSearcher } from './batch.ts';
import type { HierarchyLayout } from './hierarchy/hierarchy-map.ts';
import { createHierarchySearcher, type HierarchySearcher } from './hierarchy/searcher.ts';
import type { JobReply } from './job-crew.ts';
import type { PoolJob } from './pool-job.ts';
import { createSegments, type Segments } from './segments.ts';

export interface HierarchyStart {
  readonly type: 'start';
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Where the arena of this thread lists its blocks. */
  readonly ledger: number;
  readonly layout: HierarchyLayout;
}

export interface HierarchyRun {
  readonly type: 'run';
  readonly job: PoolJob;
}

function createServer(): (message: HierarchyStart | HierarchyRun) => JobReply {
  let arena: ReturnType<typeof createArena>;
  let searcher: HierarchySearcher;
  let asked: PathSearcher;
  let paths: Segments;
  return (message) => {
    const begun = performance.now();
    if (message.type === 'start') {
      arena = createArena(message.memory, message.ledger);
      searcher = createHierarchySearcher(message.module, arena, message.layout);
      const { search } = searcher;
      asked = {
        ...searcher,
        search: (source, target, _size, _nearest, maxSettled) => search(source, target, maxSettled),
      };
      paths = createSegments(searcher.blocks);
    } else {
      answerJob(message.job, arena, asked, paths);
    }
    return {
      type: message.type === 'start' ? 'ready' : 'done',
      held: searcher.blocks.held(),
      ms: performance.now() - begun,
    };
  };
}

serveThread(createServer());
