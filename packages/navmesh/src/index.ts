export { buildReduction } from './reduction/build-reduction.ts';
export { checkTriangulation } from './triangulation/check-triangulation.ts';
export { createFunnel, type Funnel } from './channels/create-funnel.ts';
export { createNavMesh } from './obstacles/create-nav-mesh.ts';
export type { Coordinates, NavMesh, NavMeshInput, Polygon } from './obstacles/create-nav-mesh.ts';
export {
  createPolyanya,
  type PolyanyaRunOptions,
  type PolyanyaSolver,
} from './polyanya/create-polyanya.ts';
export { createReduction, type LiveReduction } from './live/create-reduction.ts';
export { createTriangleSearch } from './channels/create-triangle-search.ts';
export { outlineGrid } from './formats/grid-outlines.ts';
export { loadMesh } from './formats/load-mesh.ts';
export { buildPolygonMesh, type MergeOptions } from './polygons/merge-triangles.ts';
export { buildPointQueries } from './queries/point-queries.ts';
export type { BoundedPointRoutes, PointQueries, PointRoutes } from './queries/point-queries.ts';
export type { PolygonMesh } from './polygons/polygon-mesh.ts';
export type { Reduction } from './reduction/reduction.ts';
export { createSleeve, pushPortal, pushSide, type Sleeve } from './channels/sleeve.ts';
export { triangulate, type TriangulateResult } from './triangulation/triangulate.ts';
export type { Triangulation } from './triangulation/triangulation.ts';
export type {
  AnytimeSearch,
  SearchLimits,
  TriangleRunOptions,
  TriangleSearch,
  TriangleSearchOptions,
} from './channels/triangle-search.ts';
