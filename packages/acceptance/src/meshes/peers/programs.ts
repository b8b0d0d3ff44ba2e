import type { MeshFinder } from './finder.ts';
import { POLYGON_FINDERS } from './polygon-finders.ts';
import { VOXEL_FINDERS } from './voxel-finders.ts';
import { POLYANYA, TRA_STAR } from './wayfield-finders.ts';

export const MESH_PEERS: readonly MeshFinder[] = [...VOXEL_FINDERS, ...POLYGON_FINDERS];
export const MESH_FINDERS: readonly MeshFinder[] = [POLYANYA, TRA_STAR, ...MESH_PEERS];
