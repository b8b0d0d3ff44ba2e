// Models on a GPU, `@wayfield/diffusion/gpu`.
//
// diffusion.ts  methods 'diffusion' and 'steady': a model and its interface (settling.ts, types.ts)
//   solvers.ts    the owners of the buffers: the step engine, the settler, method 'steady'
//   parts.ts      all that a model consists of
//   calls.ts      the order of calls; attempts.ts: buffers that come back where a call fails
//   watch.ts      signal and progress
//   step/         the step kernels (one file for each strategy), buffers, settling, changes
//   steady/       the multigrid of method 'steady'
//   distance/     method 'distance'
//   pursuers/     pursuers and the marks that they leave
//   steering/     free-moving agents
//   paths/        walks up a scent or down costs
//   memory/       how fields, masks and parameters lie in buffers
//   template.ts   how texts of kernels are made from templates
export { createGpuDiffusion } from './diffusion.ts';
export type { GpuPursuers } from './pursuers/pursuers.ts';
export type { GpuAgentOptions, GpuAgents } from './steering/agents.ts';
export type { StepShape, StripShape } from './step/shape.ts';
export type { GpuDiffusion, GpuDiffusionOptions, ResidentField } from './types.ts';
export type { AsyncDiffusion, DiffusionMap, DiffusionOptions } from '../types.ts';
