// Pools of threads, in the folder pool/. pool.ts (on a map) and hierarchy-pool.ts (on a hierarchy)
// are the public objects; route-pool.ts is what they have in common: turns, checks, and the pool on
// the calling thread. A batch with threads passes through job-crew.ts (the threads, how many begin:
// pace.ts) and run-job.ts (puts the batch into shared memory, waits, copies the answers out,
// frees). job.ts says where queries and answers of a batch lie. Each thread runs answer-job.ts,
// with its paths in segments.ts; messages.ts has what is sent. The scripts of the threads are
// ../pool-worker.ts and ../hierarchy-pool-worker.ts.
export {
  type Algorithm,
  createWasmPool,
  type Heuristic,
  type PoolOptions,
  type PoolWorker,
  type RunOptions,
  type SolverOptions,
  type WasmPool,
} from './pool/pool.ts';
