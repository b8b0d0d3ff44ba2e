export { createLabelPool, type LabelPool } from './label-pool.ts';
export type { LabelRunOptions } from '../labels/types.ts';
export type { PoolWorker, ThreadOptions } from '@wayfield/wasm';
