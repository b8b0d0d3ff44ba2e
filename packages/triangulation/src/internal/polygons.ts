// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Facts about a polygon mesh, the polygon of a point, pass widths, and the
// polygons of a NavMesh kept up to date.
export { addPortal } from '../funnel/sleeve.ts';
export { buildCore, changeCore, type Core, createCore } from '../live/core.ts';
export { buildLivePolygons, changePolygons, type LivePolygons } from '../live/live-polygons.ts';
export type { Box } from '../polygons/buckets.ts';
export { findExits, findLoose, findParts, findTurns } from '../polygons/mesh-facts.ts';
export {
  areaRounding,
  boxOf,
  createPointLocator,
  type MeshPoint,
  type PointLocator,
} from '../polygons/point-locator.ts';
export { sideOwners } from '../polygons/polygon-mesh.ts';
export { splitVertices } from '../polygons/split-vertices.ts';
export { findInnerWidths, findPassWidths, type TriangleSides } from '../reduction/pass-widths.ts';
