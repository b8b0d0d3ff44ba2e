// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Corners and triangles, as the kernels of the tangent graph read them.
export {
  type Corners,
  findCorners,
  packTriangles,
  placeTriangles,
} from '../tangents/tangent-kernels.ts';
