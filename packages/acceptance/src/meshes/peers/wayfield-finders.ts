// Wayfield on a scene of obstacles: from rings in arrays to solvers that are ready.
import { FOUND } from '@wayfield/graph';
import {
  buildPointQueries,
  buildPolygonMesh,
  createNavMesh,
  createPolyanya,
  createTriangleSearch,
  type NavMeshInput,
  type PointQueries,
  type PointRoutes,
} from '@wayfield/navmesh';
import type { ConvexScene } from '@wayfield/bench/internal/meshes/measure/convex-scene';
import type { FinderOnMesh, MeshFinder } from './finder.ts';

/** The program that target 3 judges. */
export const POLYANYA: MeshFinder = {
  name: 'wayfield',
  packages: ['@wayfield/navmesh'],
  prepare: async (scene) => ({
    build: () => finder(scene, createPolyanya(buildPolygonMesh(triangulate(scene)))),
  }),
};

/** The same paths by another search on another mesh, which the answers are compared with. */
export const TRA_STAR: MeshFinder = {
  name: 'wayfield TRA*',
  packages: ['@wayfield/navmesh'],
  prepare: async (scene) => ({
    build: () =>
      finder(scene, createTriangleSearch(buildPolygonMesh(triangulate(scene), { merge: false }))),
  }),
};

interface Solver {
  run(queries: PointQueries): PointRoutes;
  destroy(): void;
}

const triangulate = ({ side, obstacles }: ConvexScene) => {
  const input: NavMeshInput = { boundary: [0, 0, side, 0, side, side, 0, side], obstacles };
  return createNavMesh(input).triangulation;
};

function finder({ queries }: ConvexScene, solver: Solver): FinderOnMesh {
  const all = buildPointQueries(queries);
  return {
    find: (ax, ay, bx, by) => solver.run(buildPointQueries([[ax, ay, bx, by]])),
    path: ({ status, x, y }: PointRoutes) =>
      status[0] === FOUND ? Array.from(x, (at, k) => [at, y[k]]).flat() : [],
    all: () => void solver.run(all),
    destroy: () => solver.destroy(),
  };
}
