import type { KernelHost } from '@wayfield/wasm';
import { BLOCK_BYTES, type Kernels } from '../points.gen.ts';
import {
  createPointLocator,
  findParts,
  type PointLocator,
} from '@wayfield/triangulation/internal/polygons';
import type { PolygonMesh } from '@wayfield/triangulation';

/**
 * The bits of what a query asks for, with the values of assembly/points/queries.ts. The two lowest
 * bits, 1 and 2, are those of `movesOf`.
 */
export const ASKS = { first: 4, onlyFirst: 8, turns: 16 };

/** What locates points in a mesh of triangles. */
export interface MeshPlaces {
  /** One per triangle: the number of its part. */
  readonly part: Uint32Array;
  /** Twice an area of at most this counts as 0. */
  readonly epsilon: number;
  readonly locator: PointLocator;
}

export function findPlaces(mesh: PolygonMesh): MeshPlaces {
  const locator = createPointLocator(mesh);
  return { part: findParts(mesh), epsilon: locator.epsilon, locator };
}

/**
 * Binds point location in a mesh of triangles, and the block of queries. Returns the address of the
 * block. The twins of the mesh are in memory already, 2^power bytes apart.
 */
export function bindQueries(
  { kernels, blocks, put }: KernelHost<Kernels>,
  mesh: PolygonMesh,
  { part, locator }: MeshPlaces,
  twins: readonly [address: number, power: number],
  isTangents: boolean,
): number {
  bindLocator(kernels, put, mesh, locator);
  const list = (): number => blocks.allocate(4 * locator.most);
  kernels.endsBind(put(part), ...twins, list(), list());
  const ROOM = 256;
  kernels.turnsBind(blocks.allocate(16 * ROOM), ROOM);
  const block = blocks.allocate(BLOCK_BYTES);
  kernels.queriesBind(block, isTangents ? 1 : 0);
  return block;
}

/** Binds the grid of buckets of a mesh of triangles, as assembly/locate/locate.ts reads it. */
export function bindLocator(
  kernels: Pick<Kernels, 'locateBind'>,
  put: (array: Float64Array | Uint32Array) => number,
  mesh: PolygonMesh,
  { buckets, epsilon }: PointLocator,
): void {
  const { box, cell, columns, rows, first, bucketed } = buckets;
  const coordinates = cornerCoordinates(mesh);
  kernels.locateBind(
    put(Float64Array.of(...box, cell)),
    columns,
    rows,
    put(first),
    put(largestFirst(first, bucketed, coordinates)),
    put(coordinates),
    epsilon,
  );
}

/** x and y of each corner of each triangle. */
export function cornerCoordinates({ corner, x, y }: PolygonMesh): Float64Array {
  const coordinates = new Float64Array(2 * corner.length);
  corner.forEach((v, s) => {
    coordinates[2 * s] = x[v];
    coordinates[2 * s + 1] = y[v];
  });
  return coordinates;
}

/** The triangles of each bucket from large to small: a point lies in a large one more likely. */
export function largestFirst(
  first: Uint32Array,
  bucketed: Uint32Array,
  coordinates: Float64Array,
): Uint32Array {
  const areas = new Float64Array(coordinates.length / 6);
  for (let t = 0; t < areas.length; t++) {
    const [ax, ay, bx, by, cx, cy] = coordinates.subarray(6 * t, 6 * t + 6) as unknown as number[];
    areas[t] = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  }
  const sorted = bucketed.slice();
  for (let bucket = 0; bucket + 1 < first.length; bucket++)
    sorted.subarray(first[bucket], first[bucket + 1]).sort((a, b) => areas[b] - areas[a]);
  return sorted;
}
