export {
  type ClusterWorker,
  createWorker,
  type WorkerCounts,
  type WorkerOptions,
} from './worker/worker.ts';
export {
  createGpuCrew,
  type GpuCrew,
  type GpuCrewOptions,
  type GpuPlan,
} from './worker/gpu-crew.ts';
