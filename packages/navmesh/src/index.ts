export { createNavMesh, loadMesh, outlineGrid } from '@wayfield/triangulation';
export type { Coordinates, NavMesh, NavMeshInput, Polygon } from '@wayfield/triangulation';
export { checkTriangulation, triangulate } from '@wayfield/triangulation';
export type { TriangulateResult, Triangulation } from '@wayfield/triangulation';
export { buildPolygonMesh, type MergeOptions, type PolygonMesh } from '@wayfield/triangulation';
export { buildReduction, createReduction } from '@wayfield/triangulation';
export type { LiveReduction, Reduction } from '@wayfield/triangulation';
export { createFunnel, createSleeve, pushPortal, pushSide } from '@wayfield/triangulation';
export type { Funnel, Sleeve } from '@wayfield/triangulation';
export {
  createPolyanya,
  type PolyanyaRunOptions,
  type PolyanyaSolver,
} from './polyanya/create-polyanya.ts';
export { createTriangleSearch } from './channels/create-triangle-search.ts';
export { buildPointQueries } from './queries/point-queries.ts';
export type { BoundedPointRoutes, PointQueries, PointRoutes } from './queries/point-queries.ts';
export type {
  AnytimeSearch,
  SearchLimits,
  TriangleRunOptions,
  TriangleSearch,
  TriangleSearchOptions,
} from './channels/triangle-search.ts';
