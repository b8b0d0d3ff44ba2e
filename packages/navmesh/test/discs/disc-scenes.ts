import {
  blockScene as blocks,
  cellScene as cells,
  mixedScene,
  pebbleScene as pebbles,
  type SceneInput,
} from '@wayfield/testing/meshes';
import { buildPolygonMesh, createNavMesh, outlineGrid, type PolygonMesh } from '../../src/index.ts';

type Scene = (random: () => number) => PolygonMesh;

const trianglesOf = (input: SceneInput): PolygonMesh =>
  buildPolygonMesh(createNavMesh(input).triangulation, { merge: false });

/** A square of 10 with convex obstacles, slits and single points. */
export const randomScene: Scene = (random) => trianglesOf(mixedScene(random));

/** Blocks on whole numbers: corners in line, gaps of the same width. */
export const blockScene: Scene = (random) => trianglesOf(blocks(random));

/** Many single points and short walls. */
export const pebbleScene: Scene = (random) => trianglesOf(pebbles(random));

/** The outlines of a random grid. */
export const cellScene: Scene = (random) =>
  buildPolygonMesh(createNavMesh(outlineGrid(cells(random))).triangulation, { merge: false });

export const SCENES = [randomScene, blockScene, pebbleScene, cellScene] as const;

/** A mesh moved away from the origin, where coordinates are rounded more. */
export function move(mesh: PolygonMesh, by: number): PolygonMesh {
  return { ...mesh, x: mesh.x.map((x) => x + by), y: mesh.y.map((y) => y + by) };
}
