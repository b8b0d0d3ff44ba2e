// Sub-path ./walls: walls from polygons, meshes and grids.
export type { Walls } from './walls/types.ts';
export { ALL_STOREYS, checkWalls, joinWalls, type WallOptions } from './walls/walls.ts';
export { type PolygonWallOptions, wallsOfPolygons } from './walls/of-polygons.ts';
export {
  type BlockedGrid,
  type CellPlaces,
  type GridWallOptions,
  wallsOfGrid,
} from './walls/of-grid.ts';
export {
  type ChangingMesh,
  type FixedMesh,
  type MeshTriangulation,
  wallsOfMesh,
} from './walls/of-mesh.ts';
export { createMeshWalls, type MeshWalls } from './walls/mesh-walls.ts';
