// Where a mesh and its labels lie in the memory of kernels, and how kernels are bound to both: all
// that a thread needs.
import { NONE } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import { BLOCK_BYTES, type Kernels } from '../kernels.gen.ts';

/** A cone that waits, in bytes, and how many have room at first: tangent/view.ts of navmesh. */
const CONE_BYTES = 40;
const ROOM = 1024;

/** The mesh in the memory of the kernels: numbers only, to be sent to threads. */
export interface MeshLayout {
  readonly cornerCount: number;
  readonly triangleCount: number;
  readonly box: readonly [minX: number, minY: number, maxX: number, maxY: number];
  /** Addresses, and what else kernels are bound with. */
  readonly triangles: number;
  readonly points: number;
  readonly firstOpen: number;
  readonly alongs: number;
  readonly epsilon: number;
  readonly nodes: number;
  readonly firstSides: number;
  readonly numbers: number;
  /** The most triangles that hold one point. */
  readonly most: number;
  /** As `locateBind` takes them. */
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

/** Addresses of labels in the memory of the kernels, and of the mesh. */
export interface LabelLayout {
  readonly mesh: MeshLayout;
  readonly entries: number;
  /** As `cellsBind` takes them. */
  readonly grid: readonly [
    minX: number,
    minY: number,
    cellSize: number,
    columns: number,
    rows: number,
  ];
  readonly listEnd: number;
  readonly lists: number;
  /** The address of u16 per cell: the parts of the cell that triangles touch, a bit each. */
  readonly free: number;
}

export type LabelHost = KernelHost<Kernels>;

/** Binds kernels to a mesh in their memory. */
export function bindLabelMesh({ kernels, blocks, put }: LabelHost, mesh: MeshLayout): void {
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
  // the records of triangles hold their parts and sides
  kernels.endsBind(0, 0, 0, list(), list());
}

/** Binds kernels of one thread to a mesh and its labels; returns the address of its block. */
export function bindLabels(host: LabelHost, layout: LabelLayout): number {
  const { kernels, blocks } = host;
  bindLabelMesh(host, layout.mesh);
  kernels.entriesBind(layout.entries);
  kernels.cellsBind(...layout.grid, NONE);
  kernels.cellsUse(layout.free);
  kernels.groupBind(layout.listEnd, layout.lists);
  const block = blocks.allocate(BLOCK_BYTES);
  kernels.queriesBind(block);
  return block;
}
