// One thread of a surface pool, a web worker or a Node worker thread: an instance of the kernels
// with scratch of its own, on the mesh and the columns in shared memory. surface-pool.ts sends it
// the ranges of rows to answer.
import { serveKernels } from '@wayfield/wasm';
import { runRows } from './calls/batch.ts';
import type { SurfaceStart, SurfaceWork } from './pool/pool-messages.ts';
import type { Kernels } from './kernels.gen.ts';

serveKernels<Kernels, SurfaceStart, SurfaceWork, object>(({ kernels }, { world, record }) => {
  kernels.worldBind(world);
  kernels.rowsBind(record);
  return ({ kernel, first, end, options }) => {
    runRows(kernels, kernel, first, end, options);
    return {};
  };
});
