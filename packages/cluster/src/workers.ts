export {
  type ClusterWorker,
  createWorker,
  type WorkerCounts,
  type WorkerOptions,
} from './worker/worker.ts';
export type { WorkerGpu } from './worker/device.ts';
export {
  createGpuCrew,
  type GpuCrew,
  type GpuCrewOptions,
  type GpuPlan,
} from './worker/gpu-crew.ts';
