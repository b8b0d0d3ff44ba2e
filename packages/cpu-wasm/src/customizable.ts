// The entry `@wayfield/cpu-wasm/customizable`: hierarchies whose weights may change.
export { buildCustomizable } from './customizable/build.ts';
export { readCustomizable, writeCustomizable } from './customizable/file.ts';
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
