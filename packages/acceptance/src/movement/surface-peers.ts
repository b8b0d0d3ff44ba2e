// Other libraries that move points on a mesh of a grid: the same cells, by voxels of one cell, so
// that their meshes have the outlines of the grid. They know no radius at run time.
import { importNames } from '@wayfield/bench/internal/run/peers/peer';
import type { Grid } from '@wayfield/graph';

/** A place in a library's mesh, opaque: its polygon and the point on it. */
export interface PeerPlace {
  readonly polygon: number;
  readonly x: number;
  readonly y: number;
}

/** A library with its mesh. Coordinates are those of the grid. */
export interface SurfacePeer {
  readonly name: string;
  /** The place on the mesh at most `reach` away; undefined where there is none. */
  locate(x: number, y: number, reach: number): PeerPlace | undefined;
  /**
   * Each makes one call of the library and returns its answer; `place` and `share` read the
   * answers.
   */
  move(from: PeerPlace, x: number, y: number): unknown;
  ray(from: PeerPlace, x: number, y: number): unknown;
  closest(x: number, y: number, reach: number): unknown;
  /** The place in an answer of `move` or `closest`. */
  place(answer: unknown): { readonly x: number; readonly y: number };
  /** The share of the ray up to the first wall, by an answer of `ray`; above 1 = no wall. */
  share(answer: unknown): number;
  destroy(): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface RecastQuery {
  findNearestPoly(
    at: Point,
    options: { readonly halfExtents: Point },
  ): { readonly nearestRef: number; readonly nearestPoint: Point };
  moveAlongSurface(polygon: number, from: Point, to: Point): { readonly resultPosition: Point };
  raycast(polygon: number, from: Point, to: Point): { readonly t: number };
  findClosestPoint(
    at: Point,
    options: { readonly halfExtents: Point },
  ): { readonly polyRef: number; readonly point: Point };
  destroy(): void;
}
interface Recast {
  init(): Promise<void>;
  NavMeshQuery: new (mesh: { destroy(): void }) => RecastQuery;
}
interface RecastGenerators {
  generateSoloNavMesh(
    positions: Float32Array,
    indices: Uint32Array,
    config: Readonly<Record<string, number>>,
  ): { readonly success: boolean; readonly navMesh: { destroy(): void }; readonly error?: string };
}

/**
 * Voxels as wide as a cell. Slopes of more than 60° are no ground, and agents of 10 voxels (2 m) do
 * not fit below: so blocked cells, which slopes cover, are not walkable. Outlines are not
 * simplified.
 */
const CONFIG = {
  cs: 1,
  ch: 0.2,
  walkableSlopeAngle: 60,
  walkableHeight: 10,
  walkableClimb: 2,
  walkableRadius: 0,
  maxEdgeLen: 0,
  maxSimplificationError: 0.01,
  minRegionArea: 0,
  mergeRegionArea: 0,
  maxVertsPerPoly: 6,
  detailSampleDist: 6,
  detailSampleMaxError: 1,
};

export async function recastSurface(grid: Grid): Promise<SurfacePeer> {
  const { init, NavMeshQuery } = await importNames<Recast>('recast-navigation');
  const { generateSoloNavMesh } = await importNames<RecastGenerators>(
    'recast-navigation/generators',
  );
  await init();
  const { positions, indices } = trianglesOf(grid);
  const { success, navMesh, error } = generateSoloNavMesh(positions, indices, CONFIG);
  if (!success) throw new Error(`recast-navigation made no mesh: ${error}`);
  const query = new NavMeshQuery(navMesh);
  const at = (x: number, y: number): Point => ({ x, y: 0, z: y });
  const reachOf = (reach: number) => ({ halfExtents: { x: reach, y: 1, z: reach } });
  return {
    name: 'recast-navigation',
    locate(x, y, reach) {
      const { nearestRef, nearestPoint } = query.findNearestPoly(at(x, y), reachOf(reach));
      const place = { polygon: nearestRef, x: nearestPoint.x, y: nearestPoint.z };
      return nearestRef === 0 ? undefined : place;
    },
    move: (from, x, y) => query.moveAlongSurface(from.polygon, at(from.x, from.y), at(x, y)),
    ray: (from, x, y) => query.raycast(from.polygon, at(from.x, from.y), at(x, y)),
    closest: (x, y, reach) => query.findClosestPoint(at(x, y), reachOf(reach)),
    place(answer) {
      const { resultPosition, point } = answer as { resultPosition?: Point; point?: Point };
      const { x, z } = (resultPosition ?? point)!;
      return { x, y: z };
    },
    share: (answer) => (answer as { t: number }).t,
    destroy() {
      query.destroy();
      navMesh.destroy();
    },
  };
}

type Vec3 = readonly number[];
interface Navcat {
  createFindNearestPolyResult(): { success: boolean; nodeRef: number; position: Vec3 };
  findNearestPoly(
    result: { success: boolean; nodeRef: number; position: Vec3 },
    mesh: unknown,
    at: Vec3,
    reach: Vec3,
    filter: unknown,
  ): { readonly success: boolean; readonly nodeRef: number; readonly position: Vec3 };
  moveAlongSurface(mesh: unknown, node: number, from: Vec3, to: Vec3, filter: unknown): unknown;
  raycast(mesh: unknown, node: number, from: Vec3, to: Vec3, filter: unknown): unknown;
  DEFAULT_QUERY_FILTER: unknown;
}
interface NavcatBlocks {
  generateSoloNavMesh(
    input: { positions: Float32Array; indices: Uint32Array },
    options: Readonly<Record<string, number>>,
  ): { readonly navMesh: unknown };
}

export async function navcatSurface(grid: Grid): Promise<SurfacePeer> {
  const navcat = await importNames<Navcat>('navcat');
  const { generateSoloNavMesh } = await importNames<NavcatBlocks>('navcat/blocks');
  const { navMesh } = generateSoloNavMesh(trianglesOf(grid), {
    cellSize: CONFIG.cs,
    cellHeight: CONFIG.ch,
    walkableRadiusVoxels: 0,
    walkableRadiusWorld: 0,
    walkableClimbVoxels: CONFIG.walkableClimb,
    walkableClimbWorld: CONFIG.walkableClimb * CONFIG.ch,
    walkableHeightVoxels: CONFIG.walkableHeight,
    walkableHeightWorld: CONFIG.walkableHeight * CONFIG.ch,
    walkableSlopeAngleDegrees: CONFIG.walkableSlopeAngle,
    borderSize: 0,
    minRegionArea: 0,
    mergeRegionArea: 0,
    maxSimplificationError: CONFIG.maxSimplificationError,
    maxEdgeLength: 0,
    maxVerticesPerPoly: CONFIG.maxVertsPerPoly,
    detailSampleDistance: CONFIG.detailSampleDist,
    detailSampleMaxError: CONFIG.detailSampleMaxError,
  });
  const filter = navcat.DEFAULT_QUERY_FILTER;
  const nearest = (x: number, y: number, reach: number) =>
    navcat.findNearestPoly(
      navcat.createFindNearestPolyResult(),
      navMesh,
      [x, 0, y],
      [reach, 1, reach],
      filter,
    );
  return {
    name: 'navcat',
    locate(x, y, reach) {
      const { success, nodeRef, position } = nearest(x, y, reach);
      return success ? { polygon: nodeRef, x: position[0], y: position[2] } : undefined;
    },
    move: ({ polygon, x: ax, y: ay }, x, y) =>
      navcat.moveAlongSurface(navMesh, polygon, [ax, 0, ay], [x, 0, y], filter),
    ray: ({ polygon, x: ax, y: ay }, x, y) =>
      navcat.raycast(navMesh, polygon, [ax, 0, ay], [x, 0, y], filter),
    closest: nearest,
    place: (answer) => {
      const [x, , y] = (answer as { position: Vec3 }).position;
      return { x, y };
    },
    share: (answer) => (answer as { t: number }).t,
    destroy() {},
  };
}

/**
 * The ground, and over each run of blocked cells a slope too steep to walk on. Slopes end a
 * hundredth of a cell inside their cells, so that the voxels beside them stay free.
 */
function trianglesOf({ width, height, cost }: Grid): {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
} {
  const positions = [0, 0, 0, width, 0, 0, width, 0, height, 0, 0, height];
  const indices = [0, 2, 1, 0, 3, 2];
  const inset = 0.01;
  const [low, high] = [1.5, 3.5];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width;) {
      let end = x;
      while (end < width && !(cost[y * width + end] > 0)) end++;
      if (end > x) {
        const first = positions.length / 3;
        const [ax, bx] = [x + inset, end - inset];
        const [az, bz] = [y + inset, y + 1 - inset];
        positions.push(ax, low, az, bx, low, az, bx, high, bz, ax, high, bz);
        indices.push(first, first + 2, first + 1, first, first + 3, first + 2);
      }
      x = Math.max(end, x + 1);
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
