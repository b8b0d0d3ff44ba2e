// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Half-edges, triangles around a vertex, free triangles, distances of
// segments, and triangulations by their arrays.
export { after, before, triangleOf, withNeighbours } from '../geometry/sides.ts';
export {
  betweenSegments,
  distanceToTriangle,
  type Point,
  type Segment,
  toSegment,
} from '../geometry/segment-distance.ts';
export { obstacleFinder } from '../obstacles/obstacle-ids.ts';
export {
  isFree,
  isOpen,
  type OpenTriangles,
  refreshOpenTriangles,
} from '../polygons/open-triangles.ts';
export { locate } from '../triangulation/locate.ts';
export { forHalfEdgesAround } from '../triangulation/regions.ts';
export { createEmptyTriangulation } from '../triangulation/triangulation.ts';
