// The entry `@wayfield/cpu-wasm/hub-labels-pool`: threads on the same hub labels.
export {
  createHubLabelPool,
  type DistanceOptions,
  type HubLabelPool,
  type HubLabelPoolOptions,
  type HubLabelRunOptions,
  type PoolWorker,
} from './pool/hub-labels-pool.ts';
