// One thread of a pool: a searcher with scratch memory of its own on the shared memory of the map.
// `createWasmPool` starts it as a web worker or as a Node worker thread.

import { serveKernels } from '@wayfield/wasm';
import { createSearcher } from './create-searcher.ts';
import type { Kernels } from './kernels.gen.ts';
import { answerJob } from './pool/answer-job.ts';
import type { RunMessage, StartMessage } from './pool/messages.ts';
import { createSegments } from './pool/segments.ts';

serveKernels<Kernels, StartMessage, RunMessage, { metStaleComponents: boolean }>((host, start) => {
  const searcher = createSearcher(host, start.layout, start.choice);
  const paths = createSegments(host.blocks);
  return ({ layout, job }) => {
    searcher.bind(layout);
    answerJob(job, host.arena, searcher, paths);
    return { metStaleComponents: searcher.metStaleComponents() };
  };
});
