// Where a mesh and its labels lie in the memory of kernels, and how kernels are bound to both: all
// that a thread needs.
import type { KernelHost } from '@wayfield/wasm';
import { BLOCK_BYTES, type Kernels } from '../kernels.gen.ts';

/** Bytes of a waiting cone: tangent/view.ts of navmesh. */
const CONE_BYTES = 40;
/** How many cones, seen corners and arcs fit at first; the kernels make more room when needed. */
const ROOM = 1024;

/** Where the mesh lies in the memory of the kernels: numbers only, which can be sent to threads. */
export interface MeshLayout {
  readonly cornerCount: number;
  readonly triangleCount: number;
  readonly box: readonly [minX: number, minY: number, maxX: number, maxY: number];
  /** Addresses of triangles, and of x and y of all vertices, corners first: `viewBind`. */
  readonly triangles: number;
  readonly points: number;
  /** The first vertex without walls. */
  readonly firstOpen: number;
  /** The address of the walls of corners, and the tolerance of areas: `wallsBind`. */
  readonly alongs: number;
  readonly epsilon: number;
  /** Addresses of the nodes of the tangent graph, and of a side per corner: see `cellsView`. */
  readonly nodes: number;
  readonly firstSides: number;
  /** The address of the number of each triangle in the given mesh, as `numbersBind` takes it. */
  readonly numbers: number;
  /** The most triangles that hold one point. */
  readonly most: number;
  /** The arguments of `locateBind`. */
  readonly locator: readonly [
    box: number,
    columns: number,
    rows: number,
    first: number,
    list: number,
    triangles: number,
    epsilon: number,
  ];
}

/** Where the mesh and its labels lie in the memory of the kernels. */
export interface LabelLayout {
  readonly mesh: MeshLayout;
  readonly entries: number;
  /** The arguments of `cellsBind`, without `forLists`. */
  readonly grid: readonly [
    minX: number,
    minY: number,
    cellSize: number,
    columns: number,
    rows: number,
  ];
  readonly listEnd: number;
  readonly lists: number;
  /** The address of u16 per cell, with a bit for each part that a triangle touches. */
  readonly free: number;
}

export type LabelHost = KernelHost<Kernels>;

/** Binds kernels to a mesh in their memory. */
export function bindLabelMesh({ kernels, blocks, put }: LabelHost, mesh: MeshLayout): void {
  // the list of seen corners, a `List` of tangent/layout.ts of navmesh
  const seen = put(Uint32Array.of(blocks.allocate(4 * ROOM), ROOM, 0, 0));
  const { cornerCount, triangles, points, firstOpen } = mesh;
  const cones = blocks.allocate(CONE_BYTES * ROOM);
  kernels.viewBind(triangles, points, cornerCount, firstOpen, seen, cones, ROOM);
  kernels.raysBind();
  kernels.wallsBind(mesh.alongs, mesh.epsilon);
  kernels.graphBind(mesh.nodes, mesh.firstSides, cornerCount, blocks.allocate(8 * ROOM), ROOM);
  kernels.locateBind(...mesh.locator);
  const list = (): number => blocks.allocate(4 * mesh.most);
  kernels.numbersBind(mesh.numbers);
  // the arrays of parts and twins are left out: the records of triangles hold both
  kernels.endsBind(0, 0, 0, list(), list());
}

/** Binds the kernels of a thread to a mesh and its labels; returns the address of their block. */
export function bindLabels(host: LabelHost, layout: LabelLayout): number {
  const { kernels, blocks } = host;
  bindLabelMesh(host, layout.mesh);
  kernels.entriesBind(layout.entries);
  kernels.cellsBind(...layout.grid, 0);
  kernels.cellsUse(layout.free);
  kernels.groupBind(layout.listEnd, layout.lists);
  const block = blocks.allocate(BLOCK_BYTES);
  kernels.queriesBind(block);
  return block;
}
