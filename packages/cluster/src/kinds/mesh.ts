// Shortest paths of points and discs on navigation meshes, by the solvers of @wayfield/navmesh.
import { checkOptions, number, object, oneOf, refuse, whole } from '@wayfield/check';
import { createPolyanya, createTriangleSearch, type PolygonMesh } from '@wayfield/navmesh';
import type { PointQueries, PointRoutes } from '@wayfield/navmesh';
import { createDiscSearch } from '@wayfield/navmesh/discs';
import { readMesh, writeMesh } from '@wayfield/navmesh/formats';
import type { Arrays, Json, RunContext, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit, unitsPerChunk } from './calibrate.ts';
import { doubles, joinArrays, putArray, rangeOf } from './parts.ts';

/** What `meshQueries` answers. */
export interface MeshWork {
  /** Merged polygons for 'polyanya', triangles (`merge: false`) for the others. */
  readonly mesh: PolygonMesh;
  /** Four numbers a query: source x and y, target x and y. */
  readonly queries: ArrayLike<number>;
  /** `createPolyanya`, `createTriangleSearch` or `createDiscSearch`. Default 'polyanya'. */
  readonly solver?: MeshSolver;
  /** Radius of the discs of 'discs'. Default 0. */
  readonly radius?: number;
  /** Queries in a chunk. Default: calibrated to `chunkSeconds` of one thread. */
  readonly perChunk?: number;
}

export type MeshSolver = 'polyanya' | 'triangles' | 'discs';

/** The answers of `meshQueries`: as `PointRoutes`; the circles of 'discs' are left out. */
export interface MeshAnswer {
  readonly status: Uint8Array;
  readonly cost: Float64Array;
  readonly firstPoint: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

interface Shape {
  readonly mesh: string;
  readonly queries: string;
  readonly solver: MeshSolver;
  readonly radius: number;
}

/** Most queries of a chunk, by `perChunk` or measured. */
const MOST_PER_CHUNK = 65_536;
const anObject = object({}, 'queries on a mesh');
const WORK_RULES = {
  solver: oneOf('polyanya', 'triangles', 'discs'),
  radius: number(0, 1e9),
  perChunk: whole(1, MOST_PER_CHUNK),
};

/** A solver that is ready, whichever it is. */
interface Ready {
  run(queries: PointQueries): PointRoutes;
  destroy(): void;
}

/**
 * Shortest paths on a navigation mesh, between points or of discs.
 *
 * @example
 * const polygons = buildPolygonMesh(mesh.triangulation);
 * const run = await cluster.submit(meshQueries, { mesh: polygons, queries: [1, 1, 19, 9] });
 * const { cost } = await run.merge();
 * console.log(cost[0].toFixed(2)); // 19.70
 */
export const meshQueries: WorkKind<MeshWork, MeshAnswer> = {
  name: 'mesh-queries',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { mesh, solver = 'polyanya', radius = 0, perChunk } = work;
    const options = { solver, radius, ...(perChunk !== undefined && { perChunk }) };
    checkOptions('meshQueries', options, WORK_RULES);
    const rows = Float64Array.from(work.queries);
    if (rows.length % 4 !== 0) refuse('queries.length', rows.length, 'a multiple of 4');
    const count = rows.length / 4;
    const ready = makeSolver(mesh, solver, radius);
    let size = perChunk;
    try {
      // `plan` refuses a mesh that does not suit the solver, and bad numbers, before workers would
      ready.run(toQueries(rows.subarray(0, 4 * Math.min(1, count))));
      const bad = rows.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0) refuse(`queries[${bad}]`, rows[bad], 'a finite number');
      size ??= count === 0 ? 1 : calibrated(ready, rows, context.chunkSeconds);
    } finally {
      ready.destroy();
    }
    const shape: Shape = {
      mesh: await context.put(writeMesh({ mesh })),
      queries: await putArray(rows, context),
      solver,
      radius,
    };
    return { shape: shape as unknown as Json, chunks: ranges(count, size) };
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as Shape;
    const rows = await doubles(shape.queries, rangeOf(chunk), 4, context);
    return toArrays((await solverOf(shape, context)).run(toQueries(rows)));
  },
  async merge(parts) {
    const empty: MeshAnswer = {
      status: new Uint8Array(0),
      cost: new Float64Array(0),
      firstPoint: new Uint32Array(1),
      x: new Float64Array(0),
      y: new Float64Array(0),
    };
    return joinArrays(parts, empty, { firstPoint: 'x' });
  },
};

function makeSolver(mesh: PolygonMesh, solver: MeshSolver, radius: number): Ready {
  if (solver === 'polyanya') return createPolyanya(mesh);
  if (solver === 'triangles') return createTriangleSearch(mesh);
  const search = createDiscSearch(mesh);
  return {
    run: (queries) => search.run(queries, { radius }),
    destroy: () => search.destroy(),
  };
}

function solverOf({ mesh, solver, radius }: Shape, context: RunContext): Promise<Ready> {
  return context.prepared(
    `mesh ${mesh} ${solver} ${radius}`,
    async () => makeSolver(readMesh(await context.input(mesh)).mesh!, solver, radius),
    (made) => made.destroy(),
  );
}

function toQueries(rows: Float64Array): PointQueries {
  const count = rows.length / 4;
  const column = (k: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => rows[4 * i + k]);
  const [sourceX, sourceY, targetX, targetY] = [0, 1, 2, 3].map(column);
  return { count, sourceX, sourceY, targetX, targetY };
}

function toArrays({ count, status, cost, firstPoint, x, y }: PointRoutes): Arrays {
  const points = firstPoint[count];
  return {
    status: status.subarray(0, count),
    cost: cost.subarray(0, count),
    firstPoint: firstPoint.subarray(0, count + 1),
    x: x.subarray(0, points),
    y: y.subarray(0, points),
  };
}

function calibrated(solver: Ready, rows: Float64Array, seconds: number): number {
  const most = Math.min(rows.length / 4, 4096);
  const perQuery = secondsPerUnit((units) => {
    solver.run(toQueries(rows.subarray(0, 4 * units)));
  }, most);
  return unitsPerChunk(seconds, perQuery, MOST_PER_CHUNK);
}
