export {
  createHubLabelPool,
  type DistanceOptions,
  type HubLabelPool,
  type HubLabelPoolOptions,
  type HubLabelRunOptions,
  type PoolWorker,
} from './pool/hub-labels-pool.ts';
