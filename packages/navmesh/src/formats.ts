export { checkPolygonMesh } from './check-polygon-mesh.ts';
export { checkReduction } from './check-reduction.ts';
export { loadMesh } from './load-mesh.ts';
export { type MeshContent, readMesh, writeMesh } from './mesh-file.ts';
