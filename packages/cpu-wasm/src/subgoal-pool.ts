// The entry `@wayfield/cpu-wasm/subgoal-pool`: threads on a grid and labels of its subgoals.
export {
  createSubgoalPool,
  type HubLabelRunOptions,
  type PoolWorker,
  type SubgoalPool,
  type SubgoalPoolOptions,
} from './pool/subgoal-pool.ts';
