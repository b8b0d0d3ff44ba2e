// Sub-path ./guides: preferred velocities from arrays, fields, paths and corridors.
export { createArrayGuide, joinGuides } from './guides/array-guide.ts';
export { GUIDE_STATUS, type GuidedCrowd, type PaceOptions } from './guides/types.ts';
export {
  createFieldGuide,
  type FieldGuide,
  type FieldGuideOptions,
  type FieldModel,
  type FieldPool,
  type FieldPoolGuide,
} from './guides/field-guide.ts';
export type { JamOptions } from './guides/jam.ts';
export { createPathGuide, type PathGuide, type PathGuideOptions } from './guides/path-guide.ts';
export type { PathRoutes } from './guides/path-store.ts';
export type { Planner, PlanRequests } from './guides/plans.ts';
export { type CellSolver, type GridPlanOptions, planOnGrid } from './guides/grid-plans.ts';
export { type RaySurface, type Sight, sightOfGrid, sightOfSurface } from './guides/sight.ts';
export { sightOfWalls, type WallSightOptions } from './guides/wall-sight.ts';
export {
  type CorridorGuide,
  type CorridorGuideOptions,
  type CorridorSlots,
  createCorridorGuide,
} from './guides/corridor-guide.ts';
