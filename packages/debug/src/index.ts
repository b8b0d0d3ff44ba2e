// Lines and triangles of the structures of all packages. Inputs are read by their fields, so this
// package needs none of the others.
export {
  type AgentsLike,
  type BodiesLike,
  type DiscShapeOptions,
  shapesOfAgents,
  shapesOfBodies,
  shapesOfWalls,
  type WallsLike,
} from './agents.ts';
export { type AreaLike, type LinkLike, shapesOfAreas, shapesOfLinks } from './areas.ts';
export { type CellShapeOptions, type GridLike } from './grid.ts';
export { shapesOfCells, shapesOfGrid, shapesOfHeadings, shapesOfPath } from './grid.ts';
export { shapesOfMesh, shapesOfPointRoutes, shapesOfReduction } from './mesh.ts';
export { shapesOfSleeve, shapesOfTriangulation } from './mesh.ts';
export type { MeshShapeOptions, PointRoutesLike, PolygonMeshLike } from './mesh.ts';
export type { ReductionLike, SleeveLike, TriangulationLike } from './mesh.ts';
export { shapesOfCustomizable, shapesOfGraph, shapesOfHierarchy, shapesOfRoads } from './roads.ts';
export type { CustomizableLike, GraphLike, HierarchyArcsLike, HierarchyLike } from './roads.ts';
export type { RoadNetworkLike } from './roads.ts';
export { shapesOfRoutes, shapesOfTrajectories, shapesOfTree } from './searches.ts';
export type { MapLike, RoutesLike, TrajectoryLike, TreeLike } from './searches.ts';
export { type DebugShapes, joinShapes, positions3d } from './shapes.ts';
export type { Positions3dOptions, ShapeOptions } from './shapes.ts';
