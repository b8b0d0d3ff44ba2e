// Pools of threads, in the folder pool/: see architecture/pools.md.
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
