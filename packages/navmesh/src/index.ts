export { checkTriangulation } from './check-triangulation.ts';
export { createNavMesh } from './create-nav-mesh.ts';
export type { Coordinates, NavMesh, NavMeshInput, Polygon } from './create-nav-mesh.ts';
export { outlineGrid } from './grid-outlines.ts';
export { triangulate, type TriangulateResult } from './triangulate.ts';
export type { Triangulation } from './triangulation.ts';
