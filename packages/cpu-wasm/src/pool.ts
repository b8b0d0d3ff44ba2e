// The entry `@wayfield/cpu-wasm/pool`: threads on one grid or graph. All pools: the folder pool/.
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
