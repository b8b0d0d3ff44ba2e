// Crowds on WebGPU.
export type { FieldAim, GoalAim, GpuAim, PathAim } from './aim/aim.ts';
export {
  createHeadings,
  type HeadingField,
  type HeadingOptions,
  type Headings,
} from './aim/headings.ts';
export { createGpuCrowd } from './crowd.ts';
export type { GpuCrowd, GpuCrowdOptions, ResidentCrowd } from './types.ts';
