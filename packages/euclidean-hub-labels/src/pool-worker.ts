// One thread of a label pool: kernels with scratch memory of their own, on the mesh and its labels
// in shared memory. Runs as a web worker and as a Node worker thread.
import { serveKernels } from '@wayfield/wasm';
import type { Kernels } from './kernels.gen.ts';
import type { LabelReply, LabelStart, LabelWork } from './pool/label-pool.ts';
import { queryBlocks } from './labels/query-blocks.ts';

serveKernels<Kernels, LabelStart, LabelWork, LabelReply>((host, { layout }) => {
  const inBlocks = queryBlocks(host, layout);
  return ({ queries, asks }) => ({ routes: inBlocks.answer(queries, asks) });
});
