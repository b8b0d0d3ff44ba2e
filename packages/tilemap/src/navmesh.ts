// Navigation meshes of tile maps.
export { navMeshInputOf } from './nav-mesh-input.ts';
