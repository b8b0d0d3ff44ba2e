export { checkPolygonMesh } from './polygons/check-polygon-mesh.ts';
export { checkReduction } from './reduction/check-reduction.ts';
export { type CdtInput, loadCdt } from './formats/load-cdt.ts';
export { loadMesh } from './formats/load-mesh.ts';
export { loadObj, type ObjMesh, type ObjOptions, type ObjReport } from './formats/load-obj.ts';
export { type MeshContent, readMesh, writeMesh } from './formats/mesh-file.ts';
export { outlineMesh } from './formats/outline-mesh.ts';
export {
  meshOfTriangles,
  readEle,
  readNode,
  readPoly,
  type TriangleElements,
  type TriangleNodes,
  type TrianglePoly,
  writeNode,
  writePoly,
  writeTriangles,
} from './formats/triangle-files.ts';
