// The entry `@wayfield/cpu-wasm/hub-labels`: hub labels, their file, distances, paths.
export { buildHubLabels, type BuildHubLabelsOptions } from './hub-labels/build.ts';
export { checkHubLabels } from './hub-labels/check.ts';
export { readHubLabels, writeHubLabels } from './hub-labels/file.ts';
export { createHubLabelSolver, type HubLabelSolver } from './hub-labels/solver.ts';
export type { Route } from '@wayfield/graph';
export type {
  DistanceOptions,
  HubLabelRunOptions,
  HubLabels,
  LabelSide,
  TableOptions,
} from './hub-labels/types.ts';
