export { buildCustomizable } from './customizable/build-customizable.ts';
export { readCustomizable, writeCustomizable } from './customizable/customizable-file.ts';
export { createCustomizableSolver } from './customizable/solver.ts';
export type { SettledRoute } from './types.ts';
export type {
  BuildCustomizableOptions,
  CustomizableHierarchy,
  CustomizableRouteOptions,
  CustomizableRunOptions,
  CustomizableSolver,
  CustomizableSolverOptions,
} from './customizable/types.ts';
