import {
  buildPolygonMesh,
  createNavMesh,
  type NavMeshInput,
  outlineGrid,
  type PolygonMesh,
} from '@wayfield/navmesh';
import { blockScene, cellScene, mixedScene, pebbleScene } from '@wayfield/testing/meshes';

const trianglesOf = (input: NavMeshInput): PolygonMesh =>
  buildPolygonMesh(createNavMesh(input).triangulation, { merge: false });

/** Meshes of triangles in a square of 10. */
export const SCENES: readonly ((random: () => number) => PolygonMesh)[] = [
  (random) => trianglesOf(mixedScene(random)),
  (random) => trianglesOf(blockScene(random)),
  (random) => trianglesOf(pebbleScene(random)),
  (random) => trianglesOf(outlineGrid(cellScene(random))),
];
