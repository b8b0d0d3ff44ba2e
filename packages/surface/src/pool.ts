export {
  createSurfacePool,
  type SurfacePool,
  type SurfacePoolOptions,
} from './pool/surface-pool.ts';
export type { PoolWorker } from '@wayfield/wasm';
