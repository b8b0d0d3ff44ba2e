// How a run goes, where to change what: ARCHITECTURE.md and the pages of architecture/.
export { type Cluster, type ClusterOptions, createCluster } from './cluster.ts';
export { decodeArrays, encodeArrays } from './arrays/encode.ts';
export { createStore } from './store/store.ts';
export type { WaitOptions } from './run/results.ts';
export type { Run, SetAside } from './run/run.ts';
export type { Progress, RunState, WorkerStatus } from './run/progress.ts';
export type { SubmitOptions } from './run/submit.ts';
export type {
  Arrays,
  Json,
  Part,
  Plan,
  PlanContext,
  ResultArray,
  RunContext,
  Store,
  WorkKind,
} from './types.ts';
