// `wallsOfMesh`: the walls that a mesh has at the call. mesh-walls.ts follows a mesh that changes.
import { checkOptions, object, refuse, typed, whole } from '@wayfield/check';
import type { Walls } from './types.ts';
import { ALL_STOREYS, createWallList, storeyRule, type WallOptions } from './walls.ts';

/** What walls read of a triangulation of `@wayfield/navmesh`. Half-edge 3t + k is of triangle t. */
export interface MeshTriangulation {
  readonly triangleCount: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** One per half-edge: the vertex where it starts; -1 for dead triangles. */
  readonly corner: Int32Array;
  /** One per half-edge: the other half of the edge, -1 on the hull. */
  readonly twin: Int32Array;
  /** One per half-edge: below 0 if agents may cross the edge. */
  readonly constraint: Int32Array;
  /** One per triangle: how many obstacles cover it, 0 = free. */
  readonly depth: Int32Array;
}

/** A mesh that changes: a `NavMesh` of `@wayfield/navmesh`. */
export interface ChangingMesh {
  readonly triangulation: MeshTriangulation;
  follow(listener: (triangles: readonly number[]) => void): () => void;
}

/** A mesh that does not change: a `PolygonMesh` of `@wayfield/navmesh`. */
export interface FixedMesh {
  readonly polygonCount: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly firstSide: Uint32Array;
  readonly corner: Uint32Array;
  /** One per side: the opposite side; 2^32 - 1 = a wall. */
  readonly twin: Uint32Array;
}

const NONE = 0xffffffff;
const floats = /* @__PURE__ */ typed(Float64Array);
const ints = /* @__PURE__ */ typed(Int32Array);
const words = /* @__PURE__ */ typed(Uint32Array);
const anyWhole = /* @__PURE__ */ whole(0);
const triangulationRule = /* @__PURE__ */ object(
  {
    triangleCount: anyWhole,
    x: floats,
    y: floats,
    corner: ints,
    twin: ints,
    constraint: ints,
    depth: ints,
  },
  'a Triangulation',
);
const fixedRule = /* @__PURE__ */ object(
  { polygonCount: anyWhole, x: floats, y: floats, firstSide: words, corner: words, twin: words },
  'a NavMesh or PolygonMesh',
);
const rules = { storey: storeyRule };

/** Throws TypeError for a mesh without a triangulation of the right form. */
export function checkTriangulationOf(mesh: ChangingMesh): void {
  triangulationRule(mesh.triangulation, 'mesh.triangulation');
}

const triangleOf = (e: number): number => (e / 3) | 0;
const after = (e: number): number => (e % 3 === 2 ? e - 2 : e + 1);

/** Whether half-edge `e` belongs to a free triangle. */
const isFree = (t: MeshTriangulation, e: number): boolean =>
  t.corner[e] >= 0 && t.depth[triangleOf(e)] === 0;

/**
 * Whether half-edge `e` gives a wall: its triangle is free, and agents cannot cross the edge. If
 * both sides of such an edge are free, only the lower of its two half-edges gives the wall.
 */
export function isWallSide(t: MeshTriangulation, e: number): boolean {
  if (!isFree(t, e)) return false;
  const twin = t.twin[e];
  if (twin < 0 || !isFree(t, twin)) return true;
  return t.constraint[e] >= 0 && e < twin;
}

/** The first and the second vertex of half-edge `e`. */
export const startOf = (t: MeshTriangulation, e: number): number => t.corner[e];
export const endOf = (t: MeshTriangulation, e: number): number => t.corner[after(e)];

/**
 * The current walls of a mesh: edges between free and blocked ground, constrained edges inside free
 * ground, and the border of the mesh. For a mesh that changes, take `createMeshWalls`.
 *
 * @example
 * const mesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10], obstacles });
 * const walls = wallsOfMesh(mesh);
 * console.log(walls.ax.length); // 8
 */
export function wallsOfMesh(mesh: ChangingMesh | FixedMesh, options: WallOptions = {}): Walls {
  checkOptions('wallsOfMesh', options, rules);
  const { storey = ALL_STOREYS } = options;
  const all = createWallList();
  if (typeof mesh === 'object' && mesh !== null && 'triangulation' in mesh) {
    checkTriangulationOf(mesh);
    const t = mesh.triangulation;
    for (let e = 0; e < 3 * t.triangleCount; e++) {
      if (!isWallSide(t, e)) continue;
      const [a, b] = [startOf(t, e), endOf(t, e)];
      all.push(t.x[a], t.y[a], t.x[b], t.y[b], storey);
    }
    return all.walls();
  }
  fixedRule(mesh, 'mesh');
  const { x, y, firstSide, corner, twin, polygonCount } = mesh;
  if (firstSide.length <= polygonCount)
    refuse('mesh.firstSide.length', firstSide.length, `polygonCount + 1, ${polygonCount + 1}`);
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++) {
      if (twin[s] !== NONE) continue;
      const [a, b] = [corner[s], corner[s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1]];
      all.push(x[a], y[a], x[b], y[b], storey);
    }
  return all.walls();
}
