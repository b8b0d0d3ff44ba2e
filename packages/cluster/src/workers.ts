export {
  type ClusterWorker,
  createWorker,
  type WorkerCounts,
  type WorkerOptions,
} from './worker/worker.ts';
