export { createGpuHubLabelSolver } from './hub-labels/solver.ts';
export type {
  GpuHubLabels,
  GpuHubLabelOptions,
  GpuHubLabelRunOptions,
  GpuHubLabelSolver,
  GpuLabelDistances,
  GpuLabelSide,
} from './hub-labels/types.ts';
