// Wayfield in three.js: crowds and overlays. `./navmesh`: meshes of BufferGeometry.
export { createCrowdMesh } from './crowd-mesh.ts';
export type { AgentColumns, CrowdMesh, CrowdMeshOptions, DrawnCrowd } from './crowd-mesh.ts';
export { createDebugOverlay } from './debug-overlay.ts';
export type { DebugOverlay, DebugOverlayOptions } from './debug-overlay.ts';
