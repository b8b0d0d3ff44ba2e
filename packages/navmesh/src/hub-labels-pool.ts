export { createLabelPool, type LabelPool } from './hub-labels/pool.ts';
export type { LabelRunOptions } from './hub-labels/types.ts';
export type { PoolWorker, ThreadOptions } from '@wayfield/wasm';
