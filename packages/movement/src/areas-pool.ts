export { createAreaPool, type AreaPool, type AreaPoolOptions } from './areas/area-pool.ts';
export type { PoolWorker } from '@wayfield/wasm';
