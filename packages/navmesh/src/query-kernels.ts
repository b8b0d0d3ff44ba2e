import type { Arena, Blocks } from '@wayfield/wasm';
import { findParts } from './mesh-facts.ts';
import { createPointLocator } from './point-locator.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** The exports of assembly/queries that answer queries. Addresses are bytes. */
export interface QueryKernels {
  /** `asks` are some of `ASKS` together. Afterwards `queryProven` says whether there is anything to do. */
  queryBegin(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    asks: number,
  ): void;
  queryAdvance(states: number): void;
  queryProven(): number;
  queryCost(): number;
  queryLowerBound(): number;
  queryStatus(): number;
  queryExpanded(): number;
  queryQueued(): number;
  queryTested(): number;
  /** The block has no paths yet. */
  queriesClear(): void;
  /** The query at hand becomes number i of the block. */
  queryStore(i: number, asks: number): void;
  /** Answers the first queries of the block. */
  queriesRun(count: number, asks: number): void;
  /** Where the points of the block lie. */
  queriesX(): number;
  queriesY(): number;
  /** Makes the turns of the query at hand those of its best path. */
  queryTurns(): number;
  queryEndX(): number;
  queryEndY(): number;
  turnAt(i: number): number;
}

export interface QueryBinders {
  locateBind(
    box: number,
    columns: number,
    rows: number,
    first: number,
    bucketed: number,
    triangles: number,
    epsilon: number,
  ): void;
  endsBind(part: number, twin: number, power: number, sources: number, targets: number): void;
  turnsBind(turns: number, room: number): void;
  queriesBind(
    block: number,
    room: number,
    x: number,
    y: number,
    pointRoom: number,
    isTangents: boolean,
  ): void;
}

/** What a query asks for, as in assembly/queries/run.ts. */
export const ASKS = { nearest: 1, first: 2, onlyFirst: 4, turns: 8 };

/** Queries that the kernels answer in one call. */
export const BLOCK = 256;

/** Where triangles lie. */
export interface MeshPlaces {
  /** One per triangle: the number of its connected part. */
  readonly part: Uint32Array;
  /** Areas up to this count as 0. */
  readonly epsilon: number;
  readonly locator: ReturnType<typeof createPointLocator>;
}

export function findPlaces(mesh: PolygonMesh): MeshPlaces {
  const locator = createPointLocator(mesh);
  return { part: findParts(mesh), epsilon: locator.epsilon, locator };
}

/** Binds what locates the ends of queries in a mesh of triangles, whose `twin` is in memory already, 2^power bytes apart; gives the address of the block. */
export function bindQueries(
  kernels: QueryBinders,
  arena: Arena,
  blocks: Blocks,
  mesh: PolygonMesh,
  { part, epsilon, locator }: MeshPlaces,
  twins: readonly [address: number, power: number],
  isTangents: boolean,
): number {
  const put = (array: Float64Array | Uint32Array): number => {
    const address = blocks.allocate(array.byteLength);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const { box, cell, columns, rows, first, bucketed } = locator.buckets;
  const coordinates = new Float64Array(2 * mesh.corner.length);
  mesh.corner.forEach((v, s) => {
    coordinates[2 * s] = mesh.x[v]!;
    coordinates[2 * s + 1] = mesh.y[v]!;
  });
  kernels.locateBind(
    put(Float64Array.of(...box, cell)),
    columns,
    rows,
    put(first),
    put(largestFirst(first, bucketed, coordinates)),
    put(coordinates),
    epsilon,
  );
  const list = (): number => blocks.allocate(4 * locator.most);
  kernels.endsBind(put(part), ...twins, list(), list());
  const ROOM = 256;
  kernels.turnsBind(blocks.allocate(16 * ROOM), ROOM);
  const block = blocks.allocate(58 * BLOCK + 8);
  const points = 4 * BLOCK;
  const column = (): number => blocks.allocate(8 * points);
  kernels.queriesBind(block, BLOCK, column(), column(), points, isTangents);
  return block;
}

/** The triangles of each bucket by their areas: the first is the likeliest. */
function largestFirst(
  first: Uint32Array,
  bucketed: Uint32Array,
  coordinates: Float64Array,
): Uint32Array {
  const areas = new Float64Array(coordinates.length / 6);
  for (let t = 0; t < areas.length; t++) {
    const [ax, ay, bx, by, cx, cy] = coordinates.subarray(6 * t, 6 * t + 6) as unknown as number[];
    areas[t] = (bx! - ax!) * (cy! - ay!) - (by! - ay!) * (cx! - ax!);
  }
  const sorted = bucketed.slice();
  for (let bucket = 0; bucket + 1 < first.length; bucket++)
    sorted.subarray(first[bucket], first[bucket + 1]).sort((a, b) => areas[b]! - areas[a]!);
  return sorted;
}
