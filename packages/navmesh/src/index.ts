export { buildReduction } from './build-reduction.ts';
export { checkTriangulation } from './check-triangulation.ts';
export { createFunnel, type Funnel } from './create-funnel.ts';
export {
  createLiveTriangleSearch,
  type LiveTriangleSearch,
} from './create-live-triangle-search.ts';
export { createNavMesh } from './create-nav-mesh.ts';
export type { Coordinates, NavMesh, NavMeshInput, Polygon } from './create-nav-mesh.ts';
export { createPolyanya, type PolyanyaRunOptions, type PolyanyaSolver } from './create-polyanya.ts';
export { createReduction, type LiveReduction } from './create-reduction.ts';
export { createTriangleSearch } from './create-triangle-search.ts';
export { outlineGrid } from './grid-outlines.ts';
export { loadMesh } from './load-mesh.ts';
export { buildPolygonMesh, type MergeOptions } from './merge-triangles.ts';
export { buildPointQueries, type PointQueries, type PointRoutes } from './point-queries.ts';
export type { PolygonMesh } from './polygon-mesh.ts';
export type { Reduction } from './reduction.ts';
export { createSleeve, pushPortal, pushSide, type Sleeve } from './sleeve.ts';
export { triangulate, type TriangulateResult } from './triangulate.ts';
export type { Triangulation } from './triangulation.ts';
export type {
  AnytimeSearch,
  BoundedPointRoutes,
  SearchLimits,
  TriangleRunOptions,
  TriangleSearch,
  TriangleSearchOptions,
} from './triangle-search.ts';
