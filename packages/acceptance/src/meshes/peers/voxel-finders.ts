// Libraries that make meshes by filling space with voxels. The input is triangles: the ground, and
// a prism on every obstacle.
import { importNames } from '@wayfield/bench/internal/run/peers/peer';
import type { ConvexScene } from '@wayfield/bench/internal/meshes/measure/convex-scene';
import type { MeshFinder } from './finder.ts';

/**
 * Voxels of 0.3 by 0.2 by 0.3 m, as their documentation proposes for people; the agent is a point.
 */
const CELL = 0.3;
const LAYER = 0.2;
/**
 * Height of the prisms in metres. An agent is `TALL` voxels or 2 m tall and climbs `CLIMB` voxels
 * or 0.4 m: it neither passes below the roof of a prism nor gets onto it.
 */
const ROOF = 1.5;
const TALL = 10;
const CLIMB = 2;
/**
 * Settings of the libraries, as their documentation proposes: distances of samples of the detail
 * mesh, lengths of edges and errors of outlines in voxels, sizes of regions in voxels on the
 * ground, corners of a polygon, and the steepest ground in degrees.
 */
const DETAIL = 6;
const MAX_EDGE = 12;
const MAX_ERROR = 1.3;
const LEAST_REGION = 8;
const MERGED_REGION = 20;
const MOST_CORNERS = 6;
const SLOPE = 60;
/** Voxels along a tile's edge. */
const TILE = 64;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface Recast {
  init(): Promise<void>;
  NavMeshQuery: new (
    mesh: { destroy(): void },
    options?: { readonly maxNodes: number },
  ) => {
    computePath(
      from: Point,
      to: Point,
      options?: { readonly maxPathPolys: number; readonly maxStraightPathPoints: number },
    ): { readonly success: boolean; readonly path: Point[] };
    destroy(): void;
  };
}
type RecastGenerator = (
  positions: Float32Array,
  indices: Uint32Array,
  config: Readonly<Record<string, number>>,
) => { readonly success: boolean; readonly navMesh: { destroy(): void } };

/**
 * With the library's default numbers of search nodes, polygons and points, paths end short on large
 * meshes. 65,535 is the most nodes that it takes; the rest is more than any path here needs.
 */
const MOST_NODES = { maxNodes: 65_535 };
const LONG_PATHS = { maxPathPolys: 4096, maxStraightPathPoints: 4096 };

const recast = (
  name: string,
  generator: 'generateSoloNavMesh' | 'generateTiledNavMesh',
  hasRoom = false,
): MeshFinder => ({
  name,
  packages: ['recast-navigation'],
  async prepare(scene) {
    const { init, NavMeshQuery } = await importNames<Recast>('recast-navigation');
    const generators = await importNames<Record<string, RecastGenerator>>(
      'recast-navigation/generators',
    );
    await init();
    const { positions, indices } = trianglesOf(scene);
    const config = {
      cs: CELL,
      ch: LAYER,
      walkableSlopeAngle: SLOPE,
      walkableHeight: TALL,
      walkableClimb: CLIMB,
      walkableRadius: 0,
      maxEdgeLen: MAX_EDGE,
      maxSimplificationError: MAX_ERROR,
      minRegionArea: LEAST_REGION,
      mergeRegionArea: MERGED_REGION,
      maxVertsPerPoly: MOST_CORNERS,
      detailSampleDist: DETAIL,
      detailSampleMaxError: 1,
      ...(generator === 'generateTiledNavMesh' && { tileSize: TILE }),
    };
    return {
      build() {
        const { success, navMesh } = generators[generator](positions, indices, config);
        if (!success) throw new Error('no mesh was made');
        const query = new NavMeshQuery(navMesh, hasRoom ? MOST_NODES : undefined);
        const options = hasRoom ? LONG_PATHS : undefined;
        return {
          find: (ax, ay, bx, by) =>
            query.computePath({ x: ax, y: 0, z: ay }, { x: bx, y: 0, z: by }, options),
          path: ({ success: found, path }: ReturnType<typeof query.computePath>) =>
            found ? path.flatMap(({ x, z }) => [x, z]) : [],
          destroy() {
            query.destroy();
            navMesh.destroy();
          },
        };
      },
    };
  },
});

interface Navcat {
  findPath(
    mesh: unknown,
    from: readonly number[],
    to: readonly number[],
    reach: readonly number[],
    filter: unknown,
  ): {
    readonly success: boolean;
    readonly path: { readonly position: readonly [number, number, number] }[];
  };
  DEFAULT_QUERY_FILTER: unknown;
}
interface NavcatBlocks {
  generateSoloNavMesh(
    input: { positions: Float32Array; indices: Uint32Array },
    options: Readonly<Record<string, number>>,
  ): { readonly navMesh: unknown };
}

const navcat: MeshFinder = {
  name: 'navcat',
  packages: ['navcat'],
  async prepare(scene) {
    const { findPath, DEFAULT_QUERY_FILTER } = await importNames<Navcat>('navcat');
    const { generateSoloNavMesh } = await importNames<NavcatBlocks>('navcat/blocks');
    const input = trianglesOf(scene);
    const options = {
      cellSize: CELL,
      cellHeight: LAYER,
      walkableRadiusVoxels: 0,
      walkableRadiusWorld: 0,
      walkableClimbVoxels: CLIMB,
      walkableClimbWorld: CLIMB * LAYER,
      walkableHeightVoxels: TALL,
      walkableHeightWorld: TALL * LAYER,
      walkableSlopeAngleDegrees: SLOPE,
      borderSize: 0,
      minRegionArea: LEAST_REGION,
      mergeRegionArea: MERGED_REGION,
      maxSimplificationError: MAX_ERROR,
      maxEdgeLength: MAX_EDGE,
      maxVerticesPerPoly: MOST_CORNERS,
      detailSampleDistance: DETAIL * CELL,
      detailSampleMaxError: LAYER,
    };
    const reach = [1, 1, 1];
    return {
      build() {
        const { navMesh } = generateSoloNavMesh(input, options);
        return {
          find: (ax, ay, bx, by) =>
            findPath(navMesh, [ax, 0, ay], [bx, 0, by], reach, DEFAULT_QUERY_FILTER),
          path: ({ success, path }: ReturnType<Navcat['findPath']>) =>
            success ? path.flatMap(({ position: [x, , z] }) => [x, z]) : [],
          destroy() {},
        };
      },
    };
  },
};

export const VOXEL_FINDERS: readonly MeshFinder[] = [
  recast('recast-navigation, solo', 'generateSoloNavMesh'),
  recast('recast-navigation, solo, room for all', 'generateSoloNavMesh', true),
  recast('recast-navigation, tiled', 'generateTiledNavMesh'),
  navcat,
];

/**
 * x, y, z with y up: our y is the library's z, so a left turn here is a right turn seen from above.
 */
function trianglesOf({ side, obstacles }: ConvexScene): {
  positions: Float32Array;
  indices: Uint32Array;
} {
  const positions = [0, 0, 0, side, 0, 0, side, 0, side, 0, 0, side];
  const indices = [0, 2, 1, 0, 3, 2];
  for (const ring of obstacles) {
    const first = positions.length / 3;
    const count = ring.length / 2;
    for (let i = 0; i < count; i++) {
      const [x, z] = [ring[2 * i], ring[2 * i + 1]];
      positions.push(x, 0, z, x, ROOF, z);
    }
    for (let i = 0; i < count; i++) {
      const [a, b] = [first + 2 * i, first + 2 * ((i + 1) % count)];
      indices.push(a, a + 1, b, b, a + 1, b + 1);
      if (i > 1) indices.push(first + 1, a + 1, a - 1);
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
