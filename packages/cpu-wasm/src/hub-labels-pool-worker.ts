// One thread of a pool on hub labels: a searcher with scratch memory of its own on the shared
// memory. `createHubLabelPool` starts it as a web worker or as a Node worker thread.

import { serveKernels } from '@wayfield/wasm';
import type { Kernels } from './hub-labels.gen.ts';
import { createHubLabelSearcher } from './hub-labels/searcher.ts';
import { answerDistances, answerJob } from './pool/answer-job.ts';
import type { HubLabelRun, HubLabelStart } from './pool/messages.ts';
import { createSegments } from './pool/segments.ts';

serveKernels<Kernels, HubLabelStart, HubLabelRun, object>((host, start) => {
  const searcher = createHubLabelSearcher(host, start.layout);
  const paths = createSegments(host.blocks);
  return ({ type, job }) => {
    if (type === 'run') {
      answerJob(job, host.arena, searcher, paths);
    } else {
      const { source, target, cost } = job;
      answerDistances(job, host.arena, (begin, count) =>
        host.kernels.hubLabelsDistances(
          source + 4 * begin,
          target + 4 * begin,
          cost + 4 * begin,
          count,
        ),
      );
    }
    return {};
  };
});
