export {
  createGpuDiffusion,
  type GpuDiffusion,
  type GpuDiffusionOptions,
  type ResidentField,
} from './diffusion.ts';
export type { GpuPursuers } from './pursuers.ts';
export type { StepShape } from './shape.ts';
export type { AsyncDiffusion, DiffusionMap, DiffusionOptions } from '../types.ts';
