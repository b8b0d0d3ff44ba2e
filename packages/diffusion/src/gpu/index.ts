export type { AsyncDiffusion, DiffusionMap, DiffusionOptions } from '../types.ts';
