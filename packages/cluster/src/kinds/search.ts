// Queries on grids and graphs, by any solver of @wayfield/cpu-wasm.
import { checkLength, checkOptions, list, object, oneOf, whole } from '@wayfield/check';
import { createWasmSolver, type SolverOptions, type WasmSolver } from '@wayfield/cpu-wasm';
import {
  buildGrid,
  checkNodes,
  type Graph,
  type Grid,
  isGrid,
  nodeCountOf,
  type Queries,
  readGraph,
  writeGraph,
} from '@wayfield/graph';
import type { Json, PlanContext, RunContext, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit, unitsPerChunk } from './calibrate.ts';
import { rangeOf } from './parts.ts';
import { interleave, joinRoutes, pairsOf, type RoadAnswer, toArrays } from './road-arrays.ts';

/** What `searchQueries` answers. */
export interface SearchWork {
  readonly map: Grid | Graph;
  readonly source: ArrayLike<number>;
  readonly target: ArrayLike<number>;
  /** As for `createWasmSolver`. Default: A*. */
  readonly solver?: SolverOptions;
  /** 'cost': costs only. Default 'routes': the paths too. */
  readonly result?: 'cost' | 'routes';
  /** Queries in a chunk. Default: calibrated to `chunkSeconds` of one thread. */
  readonly perChunk?: number;
}

type GridShape = Pick<Grid, 'width' | 'height' | 'neighbours' | 'corners'>;

interface Shape {
  /** SHA-256 of the graph, or of the costs of the grid's cells. */
  readonly map: string;
  /** Null: the map is a graph. */
  readonly grid: GridShape | null;
  readonly solver: SolverOptions;
  readonly pairs: string;
  readonly count: number;
  readonly result: 'cost' | 'routes';
}

/** Most queries of a chunk by `perChunk`. A measured number is at most a sixteenth of this. */
const MOST_PER_CHUNK = 1 << 20;
const anObject = object({}, 'queries on a map');
const WORK_RULES = {
  solver: object({}, 'SolverOptions'),
  result: oneOf('cost', 'routes'),
  perChunk: whole(1, MOST_PER_CHUNK),
};

/**
 * Queries on a grid or a graph, by any algorithm of `createWasmSolver`.
 *
 * @example
 * const work = { map: grid, source, target, solver: { algorithm: 'jps' } } as const;
 * const run = await cluster.submit(searchQueries, work);
 * const { cost } = await run.merge();
 * console.log(cost[0].toFixed(2)); // 12.73
 */
export const searchQueries: WorkKind<SearchWork, RoadAnswer> = {
  name: 'search-queries',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { map, source, target, solver = {}, result = 'routes', perChunk } = work;
    const options = { solver, result, ...(perChunk !== undefined && { perChunk }) };
    checkOptions('searchQueries', options, WORK_RULES);
    list(source, 'source');
    checkLength(target, source.length, 'target');
    checkNodes(source, nodeCountOf(map), 'source');
    checkNodes(target, nodeCountOf(map), 'target');
    const pairs = interleave(source, target);
    const measured = calibrated(createWasmSolver(map, solver), pairs, result, context);
    const grid = isGrid(map) ? gridShape(map) : null;
    const bytes = isGrid(map) ? new Uint8Array(map.cost.slice().buffer) : writeGraph(map);
    const shape: Shape = {
      map: await context.put(bytes),
      grid,
      solver,
      pairs: await context.put(new Uint8Array(pairs.buffer)),
      count: source.length,
      result,
    };
    return {
      shape: shape as unknown as Json,
      chunks: ranges(source.length, perChunk ?? measured),
    };
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as Shape;
    const queries = await pairsOf(shape.pairs, rangeOf(chunk), context);
    const { result } = shape;
    return toArrays((await solverOf(shape, context)).run(queries, { result }));
  },
  merge: (parts, shape) => joinRoutes(parts, (shape as unknown as Shape).count),
};

const gridShape = ({ width, height, neighbours, corners }: Grid): GridShape => ({
  width,
  height,
  neighbours,
  corners,
});

function solverOf({ map, grid, solver }: Shape, context: RunContext): Promise<WasmSolver> {
  return context.prepared(
    `search ${map} ${JSON.stringify([grid, solver])}`,
    async () => {
      const bytes = await context.input(map);
      if (grid === null) return createWasmSolver(readGraph(bytes), solver);
      const cost = new Float32Array(new Uint8Array(bytes).buffer);
      return createWasmSolver(buildGrid({ ...grid, cost }), solver);
    },
    (made) => made.destroy(),
  );
}

/** Queries in a chunk, as the first of them tell. */
function calibrated(
  solver: WasmSolver,
  pairs: Uint32Array,
  result: 'cost' | 'routes',
  { chunkSeconds }: PlanContext,
): number {
  const count = pairs.length / 2;
  try {
    if (count === 0) return 1;
    const perQuery = secondsPerUnit(
      (units) => {
        const source = Uint32Array.from({ length: units }, (_, i) => pairs[2 * i]);
        const target = Uint32Array.from({ length: units }, (_, i) => pairs[2 * i + 1]);
        const queries: Queries = { count: units, source, target };
        solver.run(queries, { result });
      },
      Math.min(count, 4096),
    );
    return unitsPerChunk(chunkSeconds, perQuery, MOST_PER_CHUNK >> 4);
  } finally {
    solver.destroy();
  }
}
