// One thread of a pool on the subgoals of a grid: a searcher with scratch memory of its own on the
// shared memory. `createSubgoalPool` starts it as a web worker or as a Node worker thread.

import { serveKernels } from '@wayfield/wasm';
import { answerJob } from './pool/answer-job.ts';
import type { SubgoalRun, SubgoalStart } from './pool/messages.ts';
import { createSegments } from './pool/segments.ts';
import type { Kernels } from './subgoals.gen.ts';
import { createSubgoalSearcher } from './subgoals/searcher.ts';

serveKernels<Kernels, SubgoalStart, SubgoalRun, object>((host, start) => {
  const searcher = createSubgoalSearcher(host, start.layout);
  const paths = createSegments(host.blocks);
  return ({ job }) => {
    answerJob(job, host.arena, searcher, paths);
    return {};
  };
});
