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
import { buildReduction } from './build-reduction.ts';
import { findOnward } from './corridor-steps.ts';
import { copyPoints, emptyPath } from './create-disc-funnel.ts';
import { findDiscCorridors } from './disc-corridors.ts';
import type { DiscKernels } from './disc-kernels.ts';
import { KERNELS_BASE64 } from './discs.gen.ts';
import { isDelaunay } from './is-delaunay.ts';
import { findParts } from './mesh-facts.ts';
import { findInnerWidths } from './pass-widths.ts';
import { buildPassages } from './passages.ts';
import { createPointLocator } from './point-locator.ts';
import { checkPointQueries, type PointQueries, type PointRoutes } from './point-queries.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';

export interface DiscSearchOptions {
  /** The reduction of the mesh, where it is there already; it is read, not kept. Default: made here. */
  readonly reduction?: Reduction;
  /**
   * Radii for which to find in advance the lengths of the shortest ways between all narrow places, four bytes for each pair, for each
   * radius: searches are then several times faster for these and for larger ones, up to the next, the more so the closer. Any radius can be
   * asked for, with the same results. Default: 0, and what passes three quarters, half and a quarter of all corridors. It is
   * left out where there are more than 512 corridors, or where it would take long, on open ground.
   */
  readonly radii?: readonly number[];
}

/** What is made for a radius: steps for discs that are no larger, a table (0 = none) for those that are no smaller. Addresses. */
interface DiscClass {
  readonly radius: number;
  readonly first: number;
  readonly steps: number;
  readonly table: number;
}

const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** A table has the square of as many entries. */
const MOST_ROWS = 1024;

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
 * nothing is built anew for another. TRA* on the reduction with the funnel for discs (Demyen and Buro 2006), in the light of lengths
 * found in advance for some radii. `mesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`; it is copied.
 *
 * A source or target nearer to a wall than the radius is SOURCE_BLOCKED or TARGET_BLOCKED; where there is no way that is wide
 * enough the answer is NO_PATH. Paths are clear on any triangles; the shortest ones are found on Delaunay triangles, but for channels
 * whose corners get into one another's way (see the README).
 *
 * Coordinates are rounded: where the largest is c, paths keep clear by the radius less 1e-9 of it and less c 2^-46. Radii below
 * c 2^-40 (1e-12 c) count as 0, which makes paths shorter by at most 2 pi times the radius per corner.
 *
 * @throws RangeError for a polygon that has not three sides, a reduction of another mesh, and radii that are not finite or below 0.
 * `run` throws it for a query with more states than fit into 512 MiB.
 */
export function createDiscSearch(
  mesh: PolygonMesh,
  searchOptions: DiscSearchOptions = {},
): DiscSearch {
  const { polygonCount: triangleCount, firstSide } = mesh;
  for (let t = 0; t < triangleCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1]! - firstSide[t]!} sides, a search for discs takes triangles (merge: false)`,
      );
  for (const radius of searchOptions.radii ?? [])
    if (!(radius >= 0 && radius < Infinity))
      throw new RangeError(`radii has ${radius}, radii must be 0 or more`);
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<DiscKernels>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const locator = createPointLocator(mesh);
  const rounding = roundingOf(mesh);
  /** What a radius is to the search: corners in line are told from turns by less than rounding where it is very small. */
  const felt = (radius: number): number => (radius < 256 * rounding ? 0 : radius);
  const part = findParts(mesh);
  const put = (array: Float64Array | Uint32Array | Uint8Array): number => {
    const address = blocks.allocate(array.byteLength);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const reduction = searchOptions.reduction ?? buildReduction(mesh);
  if (reduction.triangleCount !== triangleCount)
    throw new RangeError(
      `the reduction is of ${reduction.triangleCount} triangles, the mesh has ${triangleCount}`,
    );
  const { passWidth, nodeCount } = reduction;
  const innerWidth = findInnerWidths(mesh);
  // who begins or ends beside a wall need not come past it
  const passages = buildPassages(mesh, innerWidth);
  const onward = findOnward(mesh, reduction);
  const nodeOf = new Uint32Array(triangleCount).fill(NONE);
  const isNodePart = new Uint8Array(triangleCount);
  for (let i = 0; i < nodeCount; i++) {
    const t = reduction.nodeTriangle[i]!;
    nodeOf[t] = i;
    isNodePart[part[t]!] = 1;
  }
  const corridors = findDiscCorridors(
    mesh,
    reduction,
    onward,
    passWidth,
    innerWidth,
    locator.epsilon,
  );
  const { gates, strides, rows, halfWidth, halfInner, end, gateOf, half, pieces } = corridors;
  kernels.meshBind(
    put(mesh.x),
    put(mesh.y),
    put(mesh.corner),
    put(mesh.twin),
    put(reduction.exit),
    put(passWidth),
    put(innerWidth),
    put(onward),
    put(strides),
    put(nodeOf),
    rounding,
  );
  kernels.setDelaunay(isDelaunay(mesh));
  const ROOM = 1024;
  const chain = triangleCount + 64;
  const funnelBytes = 64 * (2 * chain + 4);
  kernels.funnelBind(blocks.allocate(funnelBytes), funnelBytes, blocks.allocate(64 * ROOM), ROOM);
  kernels.reachBind(blocks.allocate(192 * triangleCount), blocks.allocate(4 * 64));
  kernels.nearBind(blocks.allocate(4 * triangleCount), blocks.allocate(4 * triangleCount));
  kernels.marksBind(
    blocks.allocate(4 * triangleCount),
    blocks.allocate(4 * triangleCount),
    blocks.allocate(4 * mesh.vertexCount),
  );
  kernels.channelBind(
    blocks.allocate(4 * ROOM),
    ROOM,
    blocks.allocate(20 * 260),
    blocks.allocate(48 * ROOM),
    ROOM,
  );
  kernels.statesBind(
    blocks.allocate(256 * ROOM),
    256 * ROOM,
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(8 * ROOM),
    ROOM,
    blocks.allocate(64 * ROOM),
    64 * ROOM,
  );
  kernels.corridorsBind(
    put(halfWidth),
    put(halfInner),
    put(end),
    put(gateOf),
    put(half),
    blocks.allocate(24 * nodeCount),
    put(pieces),
    6 * nodeCount,
  );
  kernels.gatesBind(
    put(gates),
    blocks.allocate(168 * nodeCount),
    blocks.allocate(16 * rows.length),
    blocks.allocate(32 * 64),
  );
  const walls = listWalls(mesh);
  const loose = Uint8Array.from({ length: mesh.vertexCount }, (_, v) =>
    walls.first[v] === walls.first[v + 1] ? 1 : 0,
  );
  kernels.wallsBind(put(walls.first), put(walls.ends));
  kernels.searchBind(
    blocks.allocate(48 * ROOM),
    ROOM,
    chain,
    blocks.allocate(4 * locator.most),
    put(loose),
  );
  kernels.routeBind(blocks.allocate(12 * triangleCount));
  const classes = buildClasses();
  /** The points of all paths of a run. */
  let path = emptyPath(ROOM);
  const sources = new Uint32Array(locator.most);
  const targets = new Uint32Array(locator.most);

  /** What is made in advance for some radii, and what holds for all. */
  function buildClasses(): DiscClass[] {
    const wanted = searchOptions.radii ?? usualRadii(reduction);
    const radii = [...new Set(Array.from(wanted, felt))].sort((a, b) => a - b);
    return [...radii, Infinity].map((radius) => {
      const { first, steps } = corridors.stepsFor(radius);
      const made = { radius, first: put(first), steps: put(steps), table: 0 };
      if (radius < Infinity) made.table = buildTable(made);
      return made;
    });
  }

  /** The lengths of the shortest ways between the ends of gates; 0 where that would take long. */
  function buildTable({ radius, first, steps }: DiscClass): number {
    const count = rows.length;
    if (count === 0 || count > MOST_ROWS) return 0;
    const table = blocks.allocate(4 * count * count);
    kernels.stepsBind(first, steps);
    for (let i = 0; i < count; i++)
      if (kernels.searchRow(rows[i]!, radius, table + 4 * i * count, count, 16 * count) === 0) {
        blocks.free(table);
        return 0;
      }
    return table;
  }

  let used = -1;
  /** The steps of the next class from above, the table of the next from below. */
  function use(radius: number): void {
    if (radius === used) return;
    used = radius;
    const above = classes.find((entry) => entry.radius >= radius)!;
    const below = classes.findLast((entry) => entry.radius <= radius && entry.table !== 0);
    kernels.stepsBind(above.first, above.steps);
    kernels.tableBind(below?.table ?? 0, rows.length, below?.radius ?? 0);
  }

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
    const to = mesh.corner[after(side)]!;
    const [dx, dy] = [mesh.x[to]! - mesh.x[from]!, mesh.y[to]! - mesh.y[from]!];
    const width = 2 * radius * (1 - 1e-12);
    return mesh.twin[side] !== NONE && dx * dx + dy * dy >= width * width;
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
    use(radius);
    kernels.searchBegin(sx, sy, tx, ty, radius, budget);
    for (let k = 0; k < targetCount; k++)
      kernels.searchTarget(targets[k]!, isNodePart[part[targets[k]!]!] === 1);
    for (let i = 0; i < sourceCount; i++)
      if (kernels.searchStraight(sources[i]!)) {
        cost = Math.hypot(tx - sx, ty - sy);
        return FOUND;
      }
    do {
      for (let i = 0; i < sourceCount; i++) kernels.searchSource(sources[i]!);
      cost = kernels.searchRun();
    } while (kernels.searchIsOpen());
    if (kernels.searchIsFull())
      throw new RangeError(
        `from ${sx}, ${sy} to ${tx}, ${ty} with radius ${radius} there are more states than fit into 512 MiB; set maxExpanded`,
      );
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
      let at = 0;
      let floats = new Float64Array(arena.memory.buffer);
      for (let i = 0; i < count; i++) {
        status[i] = search(
          sourceX[i]!,
          sourceY[i]!,
          targetX[i]!,
          targetY[i]!,
          felt(radiusOf(i)),
          budget,
        );
        costs[i] = cost;
        work[i] = expanded;
        if (wantsPaths && status[i] === FOUND) {
          const points = kernels.searchPointCount();
          if (at + points > path.x.length) path = enlarge(path, at, 2 * (at + points));
          // a memory that has grown leaves its views without entries
          if (floats.length === 0) floats = new Float64Array(arena.memory.buffer);
          copyPoints(floats, kernels.searchPoints() >>> 3, points, path, at);
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
        x: path.x.slice(0, at),
        y: path.y.slice(0, at),
        centreX: path.centreX.slice(0, at),
        centreY: path.centreY.slice(0, at),
        startAngle: path.startAngle.slice(0, at),
        sweep: path.sweep.slice(0, at),
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

/** How far off the points of paths, and distances from them, can be by the rounding of coordinates, with room to spare. */
function roundingOf({ x, y }: PolygonMesh): number {
  let largest = 0;
  for (const c of x) largest = Math.max(largest, Math.abs(c));
  for (const c of y) largest = Math.max(largest, Math.abs(c));
  return largest * 2 ** -48;
}

/** 0, and the largest that pass three quarters, half and a quarter of the corridors. */
function usualRadii({ corridorWidth }: Reduction): number[] {
  const widths = corridorWidth.slice().sort();
  if (widths.length === 0) return [0];
  return [0, ...[0.25, 0.5, 0.75].map((share) => quantile(widths, share) / 2)];
}

/** Between the two nearest where it falls between them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (place - Math.floor(place)) * (high - low);
}

/** Per vertex, and one more, where its walls start, and their other ends. */
function listWalls({ corner, twin, vertexCount }: PolygonMesh): {
  first: Uint32Array;
  ends: Uint32Array;
} {
  const pairs: [number, number][] = [];
  for (let s = 0; s < twin.length; s++)
    if (twin[s] === NONE)
      pairs.push([corner[s]!, corner[after(s)]!], [corner[after(s)]!, corner[s]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const first = new Uint32Array(vertexCount + 1);
  for (const [v] of pairs) first[v + 1]!++;
  for (let v = 0; v < vertexCount; v++) first[v + 1]! += first[v]!;
  return { first, ends: Uint32Array.from(pairs, (pair) => pair[1]) };
}
