import { NONE } from '@wayfield/graph';
import {
  type Arena,
  type Blocks,
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { findCorridorBounds, findOnward } from './corridor-bounds.ts';
import { findTurns } from './mesh-facts.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { KERNELS_BASE64 } from './triangles.gen.ts';

/** The exports of assembly/triangles/index.ts that a search calls. Addresses are bytes. */
export interface TriangleKernels {
  /** `bound`: no path as long as this is of interest. */
  searchBegin(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    target: number,
    bound: number,
    hasNodes: boolean,
  ): void;
  searchStart(triangle: number): void;
  searchOpen(triangle: number): void;
  searchFirst(): void;
  /** 1 once the path is proven. */
  searchRun(mostStates: number): number;
  searchCost(): number;
  searchLowerBound(): number;
  searchExpanded(): number;
  searchQueued(): number;
  searchTested(): number;
  /** NONE where this search found no path that is shorter than `bound`. */
  pathTurns(): number;
  pathWrite(address: number): void;
  channelSides(): number;
  channelWrite(address: number): void;
}

interface Binders {
  meshBind(
    vertices: number,
    x: number,
    y: number,
    corner: number,
    twin: number,
    turn: number,
    onward: number,
    exit: number,
    node: number,
    epsilon: number,
  ): void;
  funnelBind(
    funnel: number,
    entries: number,
    roots: number,
    rootRoom: number,
    length: number,
    stamp: number,
  ): void;
  statesBind(
    states: number,
    stateBytes: number,
    legs: number,
    legRoom: number,
    heap: number,
    heapRoom: number,
    isFringe: boolean,
  ): void;
  marksBind(mark: number, way: number): void;
  searchBind(isPlain: boolean): void;
  boundsBind(bounds: number, sides: number, steps: number, nexts: number, doors: number): void;
}

/** The kernels on a mesh, in a memory of their own. */
export interface TriangleInstance {
  readonly kernels: TriangleKernels;
  readonly arena: Arena;
  readonly blocks: Blocks;
  /** Per polygon: whether its part has decision points. */
  readonly hasNodes: Uint8Array;
}

/** Room that grows by itself. */
const ROOM = 1024;
/** Tables of bounds have the square of as many entries as there are node sides. */
const MOST_SIDES = 2048;

/** Of a mesh that `splitVertices` made. */
export function instantiateTriangles(
  mesh: PolygonMesh,
  reduction: Reduction,
  part: Uint32Array,
  epsilon: number,
  algorithm: 'tra*' | 'ta*' | 'fringe',
): TriangleInstance {
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<TriangleKernels & Binders>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const put = (
    array: Float64Array | Float32Array | Uint32Array | Uint8Array,
    bytes = array.byteLength,
  ): number => {
    const address = blocks.allocate(bytes);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const { vertexCount, polygonCount } = mesh;
  const { nodeCount, nodeTriangle } = reduction;
  const onward = findOnward(mesh, reduction);
  const nodeOf = new Uint32Array(polygonCount).fill(NONE);
  const isNodePart = new Uint8Array(polygonCount);
  for (let i = 0; i < nodeCount; i++) {
    nodeOf[nodeTriangle[i]!] = i;
    isNodePart[part[nodeTriangle[i]!]!] = 1;
  }
  // two vertices more, for source and target
  kernels.meshBind(
    vertexCount,
    put(mesh.x, 8 * vertexCount + 16),
    put(mesh.y, 8 * vertexCount + 16),
    put(mesh.corner),
    put(mesh.twin),
    put(findTurns(mesh), vertexCount + 2),
    put(onward),
    put(reduction.exit),
    put(nodeOf),
    epsilon,
  );
  // a chain can grow by a vertex per triangle on either side of the apex, twice before it is put in the middle again
  const entries = 4 * polygonCount + 64;
  kernels.funnelBind(
    blocks.allocate(32 * entries),
    entries,
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(8 * vertexCount + 16),
    blocks.allocate(4 * vertexCount + 8),
  );
  kernels.statesBind(
    blocks.allocate(64 * ROOM),
    64 * ROOM,
    blocks.allocate(8 * ROOM),
    ROOM,
    blocks.allocate(8 * ROOM),
    ROOM,
    algorithm === 'fringe',
  );
  kernels.marksBind(blocks.allocate(4 * polygonCount), blocks.allocate(4 * polygonCount));
  kernels.searchBind(algorithm === 'ta*');
  const sides = 3 * nodeCount;
  if (algorithm !== 'ta*' && sides > 0 && sides <= MOST_SIDES) {
    const { step, next, bound } = findCorridorBounds(mesh, reduction, onward);
    kernels.boundsBind(put(bound), sides, put(step), put(next), blocks.allocate(64));
  } else isNodePart.fill(0);
  return { kernels, arena, blocks, hasNodes: Uint8Array.from(part, (p) => isNodePart[p]!) };
}
