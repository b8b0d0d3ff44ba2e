export {
  createSubgoalPool,
  type HubLabelRunOptions,
  type PoolWorker,
  type SubgoalPool,
  type SubgoalPoolOptions,
} from './pool/subgoal-pool.ts';
