export {
  createSurfacePool,
  type SurfacePool,
  type SurfacePoolOptions,
} from './surface/surface-pool.ts';
export type { PoolWorker } from '@wayfield/wasm';
