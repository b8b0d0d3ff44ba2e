// One thread of a pool on a hierarchy: a searcher with scratch memory of its own on the shared
// memory. `createHierarchyPool` starts it as a web worker or as a Node worker thread.

import { serveKernels } from '@wayfield/wasm';
import type { Kernels } from './hierarchy.gen.ts';
import { createHierarchySearcher } from './hierarchy/searcher.ts';
import { answerJob } from './pool/answer-job.ts';
import { createTableAnswerer } from './pool/answer-table.ts';
import type { HierarchyRun, HierarchyStart } from './pool/messages.ts';
import { createSegments } from './pool/segments.ts';

serveKernels<Kernels, HierarchyStart, HierarchyRun, object>((host, start) => {
  const searcher = createHierarchySearcher(host, start.layout);
  const paths = createSegments(host.blocks);
  const answerTable = createTableAnswerer(host);
  return (work) => {
    if (work.type === 'table') answerTable(work.table);
    else answerJob(work.job, host.arena, searcher, paths);
    return {};
  };
});
