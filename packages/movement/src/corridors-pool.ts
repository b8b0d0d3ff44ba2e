export {
  createCorridorPool,
  type CorridorPool,
  type CorridorPoolOptions,
} from './corridors/corridor-pool.ts';
export type { PoolWorker } from '@wayfield/wasm';
