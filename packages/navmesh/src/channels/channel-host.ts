import { NONE } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels as PointKernels } from '../points.gen.ts';
import type { PolygonMesh, Reduction } from '@wayfield/triangulation';

/** What the search for channels exports, compiled for points as for discs (assembly/channel). */
export type ChannelKernels = Pick<
  PointKernels,
  | 'bottlenecksBind'
  | 'certainTurnsBind'
  | 'corridorsBind'
  | 'funnelBind'
  | 'keptBind'
  | 'labelsAreFull'
  | 'labelsBind'
  | 'meshBind'
  | 'openBind'
  | 'searchBind'
  | 'searchRow'
  | 'tableTake'
>;
export type ChannelHost = KernelHost<ChannelKernels>;

/**
 * Corridors as assembly/channel/corridors.ts walks them. Node side i is side i % 3 of the triangle
 * of node floor(i / 3).
 */
export interface Corridors {
  /** Per list of steps, halves first, and one more: where its steps start. */
  readonly first: Uint32Array;
  /** Records `Step` of assembly/channel/layout.ts. */
  readonly steps: Uint8Array;
  /** Per node side: the side over which the next node is entered. */
  readonly end: Uint32Array;
  /**
   * Per node side: the bottleneck, as a side of the triangle before it; NONE where there is none.
   */
  readonly bottleneck: Uint32Array;
  /** Per side of the mesh: the node side whose bottleneck it is, NONE for others. */
  readonly bottleneckOf: Uint32Array;
  /**
   * Two per triangle: the halves that it is in, one in each direction; NONE outside of corridors
   * that end in nodes.
   */
  readonly half: Uint32Array;
}

/** Arrays that the kernels enlarge begin with this many entries. */
export const ROOM = 1024;

/**
 * Binds the mesh; returns the address of its sides. Behind the vertices there is room for the two
 * ends of a query.
 */
export function bindMesh(
  { kernels, put }: ChannelHost,
  mesh: PolygonMesh,
  { exit, nodeTriangle, nodeCount }: Reduction,
  onward: Uint32Array,
  bottleneckOf: Uint32Array | undefined,
): number {
  const { vertexCount, polygonCount, corner, twin } = mesh;
  const points = new Float64Array(2 * vertexCount + 4);
  for (let v = 0; v < vertexCount; v++) points.set([mesh.x[v], mesh.y[v]], 2 * v);
  const sides = new Uint32Array(4 * corner.length);
  for (let s = 0; s < corner.length; s++)
    sides.set([corner[s], twin[s], onward[s], bottleneckOf ? bottleneckOf[s] : NONE], 4 * s);
  const triangles = new Uint32Array(4 * polygonCount);
  for (let t = 0; t < polygonCount; t++) triangles.set([exit[t], NONE], 4 * t);
  for (let i = 0; i < nodeCount; i++) triangles[4 * nodeTriangle[i] + 1] = i;
  const sideAddress = put(sides);
  kernels.meshBind(vertexCount, polygonCount, put(points), sideAddress, put(triangles));
  return sideAddress;
}

/**
 * Binds labels, funnel and turns; `entry`: bytes of an entry of a funnel. There is room for
 * `funnelEntries` of them at first.
 */
export function bindLabels(
  { kernels, blocks }: ChannelHost,
  entry: number,
  funnelEntries: number,
  isFringe: boolean,
  mostLabels: number,
): void {
  const bytes = entry * funnelEntries;
  kernels.funnelBind(blocks.allocate(bytes), bytes);
  kernels.certainTurnsBind(blocks.allocate(entry * ROOM), ROOM);
  kernels.labelsBind(blocks.allocate(256 * ROOM), 256 * ROOM, mostLabels);
  kernels.keptBind(blocks.allocate(64 * ROOM), 64 * ROOM);
  kernels.openBind(blocks.allocate(8 * ROOM), ROOM, isFringe ? 1 : 0);
}

export function bindCorridors(
  { kernels, blocks, put }: ChannelHost,
  { first, steps, end, half }: Corridors,
  nodeCount: number,
): void {
  const halfCount = 6 * nodeCount;
  const marks = blocks.allocate(4 * halfCount);
  const passMarks = blocks.allocate(12 * nodeCount);
  kernels.corridorsBind(put(first), put(steps), put(end), put(half), marks, passMarks, halfCount);
}

/** Which connected parts have nodes, per part. */
export function partsWithNodes({ nodeTriangle }: Reduction, part: Uint32Array): Uint8Array {
  const hasNodes = new Uint8Array(part.length);
  for (const t of nodeTriangle) hasNodes[part[t]] = 1;
  return hasNodes;
}
