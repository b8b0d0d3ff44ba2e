export { checkPolygonMesh } from './check-polygon-mesh.ts';
export { checkReduction } from './check-reduction.ts';
export { type CdtInput, loadCdt } from './load-cdt.ts';
export { loadMesh } from './load-mesh.ts';
export { loadObj, type ObjMesh, type ObjOptions, type ObjReport } from './load-obj.ts';
export { type MeshContent, readMesh, writeMesh } from './mesh-file.ts';
export { outlineMesh } from './outline-mesh.ts';
