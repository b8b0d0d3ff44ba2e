import {
  BUDGET_SPENT,
  FOUND,
  NO_PATH,
  NONE,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import type { ArcPath } from './arc-path.ts';
import { copyPoints, emptyPath } from './create-disc-funnel.ts';
import type { DiscKernels } from './disc-kernels.ts';
import { KERNELS_BASE64 } from './discs.gen.ts';
import { isDelaunay } from './is-delaunay.ts';
import { findExits, findParts } from './mesh-facts.ts';
import { findPassWidths } from './pass-widths.ts';
import { buildPassages } from './passages.ts';
import { createPointLocator } from './point-locator.ts';
import { checkPointQueries, type PointQueries, type PointRoutes } from './point-queries.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

export interface DiscRunOptions {
  /** The radius of all agents, or one per query; 0 = points. In units of the mesh. */
  readonly radius: number | ArrayLike<number>;
  /** 'cost' leaves the paths out: their arrays are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /** Give up a query, BUDGET_SPENT, after this many states. Default: no limit. */
  readonly maxExpanded?: number;
}

/** The path of query i is points firstPoint[i] .. firstPoint[i + 1], with the way on from each as in `ArcPath`. */
export interface DiscRoutes extends PointRoutes, ArcPath {
  /** How many queries. (`x` and the arrays beside it have firstPoint[count] entries.) */
  readonly count: number;
}

/** Exact paths of discs on one mesh of triangles. */
export interface DiscSearch {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  run(queries: PointQueries, options: DiscRunOptions): DiscRoutes;
  /** Frees the memory. The solver must not be used afterwards. */
  destroy(): void;
}

/**
 * Shortest paths for the centres of discs that keep clear of all walls and vertices of a mesh by their radius; each query has its own, and
 * nothing is built anew for another. `mesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`; it is copied.
 *
 * A source or target nearer to a wall than the radius is SOURCE_BLOCKED or TARGET_BLOCKED; where there is no way that is wide
 * enough the answer is NO_PATH. Paths are clear on any triangles; the shortest ones are found on Delaunay triangles, but for channels
 * whose corners get into one another's way (see the README).
 *
 * @throws RangeError for a polygon that has not three sides.
 */
export function createDiscSearch(mesh: PolygonMesh): DiscSearch {
  const { polygonCount: triangleCount, firstSide } = mesh;
  for (let t = 0; t < triangleCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1]! - firstSide[t]!} sides, a search for discs takes triangles (merge: false)`,
      );
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<DiscKernels>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const locator = createPointLocator(mesh);
  const part = findParts(mesh);
  const put = (array: Float64Array | Uint32Array): number => {
    const address = blocks.allocate(array.byteLength);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const passWidth = findPassWidths(mesh);
  const passages = buildPassages(mesh, passWidth);
  kernels.meshBind(
    put(mesh.x),
    put(mesh.y),
    put(mesh.corner),
    put(mesh.twin),
    put(findExits(mesh)),
    put(passWidth),
  );
  kernels.setDelaunay(isDelaunay(mesh));
  const ROOM = 1024;
  const chain = triangleCount + 64;
  const funnelBytes = 64 * (2 * chain + 4);
  kernels.funnelBind(blocks.allocate(funnelBytes), funnelBytes, blocks.allocate(64 * ROOM), ROOM);
  kernels.reachBind(blocks.allocate(192 * triangleCount), blocks.allocate(4 * 64));
  kernels.nearBind(blocks.allocate(4 * triangleCount));
  kernels.channelBind(
    blocks.allocate(4 * ROOM),
    ROOM,
    blocks.allocate(20 * 260),
    blocks.allocate(48 * ROOM),
    ROOM,
  );
  kernels.searchBind(
    blocks.allocate(256 * ROOM),
    256 * ROOM,
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(4 * triangleCount),
    blocks.allocate(4 * triangleCount),
    blocks.allocate(8 * ROOM),
    ROOM,
    blocks.allocate(48 * ROOM),
    ROOM,
    chain,
  );
  const sources = new Uint32Array(locator.most);
  const targets = new Uint32Array(locator.most);

  /** Keeps those triangles from which the end is clear, and returns how many. */
  function keepClear(list: Uint32Array, count: number, x: number, y: number, r: number): number {
    if (r === 0) return count;
    for (let i = 0; i < count; i++) if (!kernels.isClear(list[i]!, x, y, r)) return 0;
    return count;
  }

  /** Whether a way out of one triangle leads to another, wide enough for a radius; or they are one. */
  function isWideEnough(a: number, b: number, radius: number): boolean {
    if (part[a] !== part[b]) return false;
    if (a === b) return true;
    for (let s = 3 * a; s < 3 * a + 3; s++)
      for (let t = 3 * b; t < 3 * b + 3; t++)
        if (isOpen(s, radius) && isOpen(t, radius))
          if (passages.widest(s, t) >= 2 * radius * (1 - 1e-12)) return true;
    return false;
  }

  function isOpen(side: number, radius: number): boolean {
    const from = mesh.corner[side]!;
    const to = mesh.corner[side % 3 === 2 ? side - 2 : side + 1]!;
    const length = Math.hypot(mesh.x[to]! - mesh.x[from]!, mesh.y[to]! - mesh.y[from]!);
    return mesh.twin[side] !== NONE && length >= 2 * radius * (1 - 1e-12);
  }

  let cost = Infinity;
  let expanded = 0;
  /** The status; the kernels hold the path. */
  function search(
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    radius: number,
    budget: number,
  ): number {
    cost = Infinity;
    expanded = 0;
    const sourceCount = keepClear(sources, locator.locate(sx, sy, sources), sx, sy, radius);
    if (sourceCount === 0) return SOURCE_BLOCKED;
    const targetCount = keepClear(targets, locator.locate(tx, ty, targets), tx, ty, radius);
    if (targetCount === 0) return TARGET_BLOCKED;
    let isReachable = false;
    for (let i = 0; i < sourceCount; i++)
      for (let k = 0; k < targetCount; k++)
        if (isWideEnough(sources[i]!, targets[k]!, radius)) isReachable = true;
    if (!isReachable) return NO_PATH;
    kernels.searchBegin(sx, sy, tx, ty, radius, budget);
    for (let k = 0; k < targetCount; k++) kernels.searchTarget(targets[k]!);
    do {
      for (let i = 0; i < sourceCount; i++) kernels.searchSource(sources[i]!);
      cost = kernels.searchRun();
    } while (kernels.searchIsOpen());
    expanded = kernels.searchExpanded();
    if (expanded >= budget) {
      cost = Infinity;
      return BUDGET_SPENT;
    }
    return cost < Infinity ? FOUND : NO_PATH;
  }

  return {
    backend: 'wasm',
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, options) {
      checkPointQueries(queries);
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      const { radius } = options;
      if (typeof radius !== 'number' && radius.length < count)
        throw new RangeError(`radius has ${radius.length} entries for ${count} queries`);
      const radiusOf = (i: number): number => (typeof radius === 'number' ? radius : radius[i]!);
      for (let i = 0; i < count; i++)
        if (!(radiusOf(i) >= 0 && radiusOf(i) < Infinity))
          throw new RangeError(`the radius of query ${i} is ${radiusOf(i)}, it must be 0 or more`);
      const budget = Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff);
      const wantsPaths = options.result !== 'cost';
      const status = new Uint8Array(count);
      const costs = new Float64Array(count);
      const work = new Uint32Array(count);
      const firstPoint = new Uint32Array(count + 1);
      let path = emptyPath(wantsPaths ? 8 * count + 16 : 0);
      let at = 0;
      for (let i = 0; i < count; i++) {
        status[i] = search(sourceX[i]!, sourceY[i]!, targetX[i]!, targetY[i]!, radiusOf(i), budget);
        costs[i] = cost;
        work[i] = expanded;
        if (wantsPaths && status[i] === FOUND) {
          const points = kernels.searchPointCount();
          if (at + points > path.x.length) path = enlarge(path, at, 2 * (at + points));
          copyPoints(
            new Float64Array(arena.memory.buffer, kernels.searchPoints(), 6 * points),
            path,
            at,
          );
          at += points;
        }
        firstPoint[i + 1] = at;
      }
      return {
        count,
        status,
        cost: costs,
        expanded: work,
        firstPoint,
        x: path.x.subarray(0, at),
        y: path.y.subarray(0, at),
        centreX: path.centreX.subarray(0, at),
        centreY: path.centreY.subarray(0, at),
        startAngle: path.startAngle.subarray(0, at),
        sweep: path.sweep.subarray(0, at),
      };
    },
    destroy() {
      blocks.freeAll();
    },
  };
}

function enlarge(path: ArcPath, count: number, room: number): ReturnType<typeof emptyPath> {
  const larger = emptyPath(room);
  for (const key of ['x', 'y', 'centreX', 'centreY', 'startAngle', 'sweep'] as const)
    larger[key].set(path[key].subarray(0, count));
  return larger;
}
