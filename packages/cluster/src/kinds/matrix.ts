// Matrices of distances, in tiles.
import { checkOptions, list, refuse, whole } from '@wayfield/check';
import { createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { checkNodes } from '@wayfield/graph';
import type { Json, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit } from './calibrate.ts';
import { completeMap, putMap, type RoadMap, solverOn, type StoredMap } from './maps.ts';

/** What `matrixTiles` computes: the distances from all sources to all targets. */
export interface MatrixWork extends RoadMap {
  readonly sources: ArrayLike<number>;
  readonly targets: ArrayLike<number>;
  /** Rows and columns of a tile. Default: calibrated to `chunkSeconds` of one thread. */
  readonly tile?: number;
}

/** A matrix, row by row. */
export interface MatrixAnswer {
  readonly rows: number;
  readonly columns: number;
  /** Entry `i * columns + j` is the distance from source i to target j; `Infinity`: no path. */
  readonly dist: Float32Array;
}

/** Rows and columns of the largest tile, whose distances take 64 MiB. */
const MOST_TILE = 4096;
/** Entries of a matrix that `merge` joins; larger ones are read tile by tile. */
const MOST_MERGED = 2 ** 30;
const WORK_RULES = { tile: whole(1, MOST_TILE) };

interface Shape {
  readonly map: StoredMap;
  readonly rows: number;
  readonly columns: number;
  readonly sources: string;
  readonly targets: string;
}

/** A tile has the rows `top` to `bottom` - 1 and the columns `left` to `right` - 1. */
type Tile = readonly [top: number, bottom: number, left: number, right: number];

/**
 * Matrices of distances on a road network, in square tiles: bucket searches on the hierarchy
 * (Knopp, Sanders, Schultes, Schulz and Wagner 2007). Part i of the results is tile i, row by row
 * of tiles; its `place` holds top, bottom, left and right.
 *
 * @example
 * const run = await cluster.submit(matrixTiles, { graph, hierarchy, sources, targets });
 * const { dist, columns } = await run.merge();
 * console.log(dist.length, columns); // 6 2
 */
export const matrixTiles: WorkKind<MatrixWork, MatrixAnswer> = {
  name: 'matrix-tiles',
  version: 1,
  async plan(work, context) {
    const map = completeMap(work);
    const { sources, targets, tile } = work;
    if (tile !== undefined) checkOptions('matrixTiles', { tile }, WORK_RULES);
    const { nodeCount } = map.graph;
    const sides = { sources, targets };
    for (const [name, nodes] of Object.entries(sides)) {
      list(nodes, name);
      checkNodes(nodes, nodeCount, name);
    }
    const size = tile ?? calibrated(map, sources, targets, context.chunkSeconds);
    const put = (nodes: ArrayLike<number>): Promise<string> =>
      context.put(new Uint8Array(Uint32Array.from(nodes).buffer));
    const shape: Shape = {
      map: await putMap(map, context),
      rows: sources.length,
      columns: targets.length,
      sources: await put(sources),
      targets: await put(targets),
    };
    const columns = ranges(targets.length, size);
    const chunks = ranges(sources.length, size).flatMap((r) => columns.map((c) => [...r, ...c]));
    return { shape: shape as unknown as Json, chunks };
  },
  async run(chunk, context) {
    const [top, bottom, left, right] = chunk as unknown as Tile;
    const { map, sources, targets } = context.shape as unknown as Shape;
    const solver = await solverOn(map, context);
    const some = async (sha: string, from: number, to: number): Promise<Uint32Array> =>
      new Uint32Array((await context.slice(sha, 4 * from, 4 * to)).slice().buffer);
    const rows = await some(sources, top, bottom);
    const dist = solver.table(rows, await some(targets, left, right));
    return { place: Uint32Array.of(top, bottom, left, right), dist };
  },
  async merge(parts, shape) {
    const { rows, columns } = shape as unknown as Shape;
    if (rows * columns > MOST_MERGED) {
      refuse('entries', rows * columns, `at most ${MOST_MERGED}: read the tiles by results()`);
    }
    const dist = new Float32Array(rows * columns);
    for await (const { arrays } of parts) {
      const [top, bottom, left, right] = arrays.place;
      const tile = arrays.dist as Float32Array;
      const width = right - left;
      for (let row = top; row < bottom; row++) {
        const from = (row - top) * width;
        dist.set(tile.subarray(from, from + width), row * columns + left);
      }
    }
    return { rows, columns, dist };
  },
};

/** The side of a tile that takes `seconds`: the time grows with the square of the side at most. */
function calibrated(
  { graph, hierarchy }: Required<RoadMap>,
  sources: ArrayLike<number>,
  targets: ArrayLike<number>,
  seconds: number,
): number {
  const most = Math.min(sources.length, targets.length, 512);
  if (most === 0) return MOST_TILE;
  const solver = createHierarchySolver(graph, hierarchy);
  try {
    let side = 1;
    const perSide = secondsPerUnit((units) => {
      side = units;
      const some = (nodes: ArrayLike<number>): number[] =>
        Array.from({ length: units }, (_, i) => nodes[i]);
      solver.table(some(sources), some(targets));
    }, most);
    const ratio = seconds / (perSide * side);
    return Math.max(1, Math.min(MOST_TILE, Math.floor(side * Math.sqrt(ratio))));
  } finally {
    solver.destroy();
  }
}
