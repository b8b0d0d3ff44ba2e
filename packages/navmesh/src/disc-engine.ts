import { FOUND, NEAREST, NO_PATH, NONE, TARGET_BLOCKED } from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import type { Improving } from './anytime.ts';
import type { ArcPath } from './arc-path.ts';
import { buildReduction } from './build-reduction.ts';
import { findOnward } from './corridor-steps.ts';
import { copyPoints } from './create-disc-funnel.ts';
import { createBarriers } from './disc-barriers.ts';
import { buildDiscClasses } from './disc-classes.ts';
import { createDiscBlocks, type DiscAnswers } from './disc-blocks.ts';
import { findDiscCorridors, MOST_ROWS } from './disc-corridors.ts';
import type { DiscKernels } from './disc-kernels.ts';
import { findLoose, roundingOf, usualRadii } from './disc-facts.ts';
import type { DiscExplanation, DiscSearchOptions } from './disc-search.ts';
import { createDiscWays } from './disc-ways.ts';
import { KERNELS_BASE64 } from './discs.gen.ts';
import { type DiscEnd, measureEnds, reasonOf } from './explain-disc.ts';
import { createFreeBorder, type FreeBorder } from './free-border.ts';
import { nearestFree } from './nearest-disc.ts';
import { findOpenReaches } from './open-reach.ts';
import { findInnerWidths } from './pass-widths.ts';
import { buildPassages } from './passages.ts';
import { createPointLocator, type MeshPoint } from './point-locator.ts';
import type { PointQueries } from './point-queries.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { STATES } from './search-engine.ts';
import { checkDiscTables, fingerprintOf, readTables, writeTables } from './table-file.ts';

/** The search for one path of a disc, on the kernels, under `createDiscSearch`. */
export interface DiscEngine extends Improving {
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /** Begins; FOUND where there may be a way, else why there is none. */
  begin(sx: number, sy: number, tx: number, ty: number, radius: number): number;
  /**
   * After `begin`, where there is no path to the target: goes to the nearest place that can be reached, and finds a first path there. NEAREST,
   * or NO_PATH.
   */
  goNearest(): number;
  /** Goes on until there is a path, whatever its length, or it is proven that there is none. */
  findFirst(): void;
  /** Of the ends of the search at hand, and why it has the status. */
  explain(status: number): Omit<DiscExplanation, 'status'>;
  /** How many points the best path has. */
  pointCount(): number;
  /** Writes them to a path. */
  copyPath(path: ArcPath): void;
  /** Answers queries with one radius, each to its end, and keeps the paths, if they are wanted. */
  runBlock(queries: PointQueries, radius: number, wantsPaths: boolean, answers: DiscAnswers): void;
  /** No paths are kept. */
  clearPaths(): void;
  /** Keeps the best path beside others, and returns how many points all of them have. */
  keepPath(): number;
  /** Those kept. */
  paths(): ArcPath;
  writeTables(): Uint8Array;
  destroy(): void;
}

/** A first path is looked for in no more states than this, and in as many once more in the order of the search. */
const MOST_FIRST = 2048;
/** Without a path after so many states it is asked whether there is one: ways that end in gaps a little too narrow can be endless. */
const PATIENCE = 2 * MOST_FIRST;

/**
 * After so many states a graph of circles is made for the radius, and the query begun again on it: very many ways that only seem shorter than the shortest are more than
 * all that there is to make. Tests lower it.
 */
export const LATE: { states: number; perTriangle: number; most: number } = {
  states: 2 ** 16,
  perTriangle: 16,
  most: 2 ** 18,
};

/** In what `queryBegin` says: nothing is in the way of the straight path. */
const STRAIGHT = 16;

/**
 * `mesh` is one of triangles; the options have been looked at. `isBrief`: it is made for a short time, and what takes longer to make than it is good for by then
 * is left out.
 */
export function createDiscEngine(
  mesh: PolygonMesh,
  searchOptions: DiscSearchOptions,
  isBrief = false,
): DiscEngine {
  const { polygonCount: triangleCount } = mesh;
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
  const put = (array: Float64Array | Float32Array | Uint32Array | Uint8Array): number => {
    const address = blocks.allocate(array.byteLength);
    arena.bytes().set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), address);
    return address;
  };
  const reduction = searchOptions.reduction ?? buildReduction(mesh);
  const print = fingerprintOf(mesh, reduction);
  const saved = searchOptions.tables && readTables(searchOptions.tables, print, ['discs']).arrays;
  const { passWidth, nodeCount } = reduction;
  const part = reduction.part.slice();
  const innerWidth = findInnerWidths(mesh);
  // who begins or ends beside a wall need not come past it
  const ways = createDiscWays(mesh, part, buildPassages(mesh, innerWidth));
  const barriers = createBarriers(mesh, rounding);
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
  const ROOM = 1024;
  const chain = triangleCount + 64;
  const funnelBytes = 64 * (2 * chain + 4);
  kernels.funnelBind(blocks.allocate(funnelBytes), funnelBytes, blocks.allocate(64 * ROOM), ROOM);
  kernels.reachBind(blocks.allocate(240 * triangleCount), blocks.allocate(4 * 64));
  kernels.nearBind(blocks.allocate(4 * triangleCount), blocks.allocate(4 * triangleCount));
  kernels.marksBind(
    blocks.allocate(4 * triangleCount),
    blocks.allocate(4 * triangleCount),
    blocks.allocate(4 * mesh.vertexCount),
  );
  kernels.crossedBind(blocks.allocate(4 * ROOM), ROOM);
  // of 0 nothing can be told
  kernels.besideBind(put(isBrief ? new Float64Array(mesh.corner.length) : findOpenReaches(mesh)));
  kernels.pathBind(blocks.allocate(48 * ROOM), ROOM);
  kernels.turnsBind(blocks.allocate(64 * ROOM), ROOM);
  kernels.statesBind(
    blocks.allocate(256 * ROOM),
    256 * ROOM,
    blocks.allocate(16 * ROOM),
    ROOM,
    blocks.allocate(8 * ROOM),
    ROOM,
    blocks.allocate(64 * ROOM),
    64 * ROOM,
    STATES.most,
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
    blocks.allocate(64 * 64),
  );
  kernels.searchBind(
    blocks.allocate(48 * ROOM),
    ROOM,
    chain,
    blocks.allocate(4 * locator.most),
    put(findLoose(mesh)),
  );
  const many = createDiscBlocks(kernels, arena, blocks.allocate);
  kernels.routeBind(blocks.allocate(12 * triangleCount));
  kernels.circlesBind(blocks.allocate(32 * ROOM), ROOM);
  kernels.circlesViewBind(blocks.allocate(40 * ROOM), ROOM, blocks.allocate(4 * triangleCount));
  kernels.circlesEndsBind(blocks.allocate(40 * ROOM), ROOM, blocks.allocate(4 * ROOM), ROOM);
  if (saved) checkDiscTables(saved, rows.length);
  const classes = buildDiscClasses(
    mesh,
    corridors,
    kernels,
    arena,
    blocks,
    createFreeBorder(mesh),
    Array.from(saved?.radii ?? searchOptions.radii ?? usualRadii(reduction), felt),
    mostRowsWithGraphs(searchOptions),
    saved,
    rounding,
  );
  const targets = new Uint32Array(locator.most);
  const sourceList = blocks.allocate(4 * locator.most);
  const targetList = blocks.allocate(4 * locator.most);
  bindQueries();

  /** What finds the ends of queries. */
  function bindQueries(): void {
    const { box, cell, columns, rows: bucketRows, first, bucketed } = locator.buckets;
    const coordinates = new Float64Array(6 * triangleCount);
    mesh.corner.forEach((v, s) => {
      coordinates[2 * s] = mesh.x[v]!;
      coordinates[2 * s + 1] = mesh.y[v]!;
    });
    kernels.locateBind(
      put(Float64Array.of(...box, cell)),
      columns,
      bucketRows,
      put(first),
      put(bucketed),
      put(coordinates),
      locator.epsilon,
    );
    const { parent, width } = ways.passages;
    kernels.endsBind(put(parent), put(width), sourceList, targetList);
    kernels.queryBind(put(Uint8Array.from(part, (p) => isNodePart[p]!)));
  }

  /** The triangles that hold the source at hand. */
  function sourcesNow(): Uint32Array {
    const at = sourceList >>> 2;
    return arena.words().slice(at, at + kernels.querySourceCount());
  }

  /** Keeps those triangles from which the end is clear, and returns how many. */
  function keepClear(list: Uint32Array, count: number, x: number, y: number, r: number): number {
    if (r === 0) return count;
    for (let i = 0; i < count; i++) if (!kernels.isClear(list[i]!, x, y, r)) return 0;
    return count;
  }

  // the search at hand
  /** Whether the kernels have begun it. */
  let isBegun = false;
  let isProven = true;
  /** Whether nothing is known to keep its ends apart, although it was asked. */
  let isJoined = false;
  /** Whether a graph of circles has been made for it, or could not be. */
  let isLate = false;
  let cost = Infinity;
  let bound = Infinity;
  let sx = 0;
  let sy = 0;
  let tx = 0;
  let ty = 0;
  let radius = 0;
  let floats = new Float64Array(0);
  /** A memory that has grown leaves its views without entries. */
  function refresh(): void {
    if (floats.length === 0) floats = new Float64Array(arena.memory.buffer);
  }
  /** Made when a nearest place is asked for. */
  let border: FreeBorder | undefined;

  function take(): void {
    cost = kernels.searchCost();
    if (kernels.queryIsFull() === 0) return;
    isProven = true;
    throw new RangeError(
      `from ${sx}, ${sy} to ${tx}, ${ty} with radius ${radius} there are more states than fit into ${(32 * STATES.most) / 2 ** 20} MiB; set maxExpanded`,
    );
  }

  /** Goes on until so many states in all have been looked into. */
  function goOn(until: number): void {
    const isDone = kernels.queryRun(until) !== 0;
    take();
    isProven = isDone;
  }

  /** After how many states a graph is made. */
  function changeAfter(): number {
    const { states: least, perTriangle, most } = LATE;
    return Math.min(most, Math.max(least, perTriangle * triangleCount));
  }

  /** On a graph of circles, if one can be made. */
  function startAgain(): void {
    isLate = true;
    if (!classes.prepare()) return;
    isProven = kernels.queryAgain() !== FOUND;
    take();
  }

  function advance(states: number): void {
    if (isProven) return;
    const until = Math.min(kernels.queryExpanded() + states, 0xffffffff);
    const change = changeAfter();
    for (;;) {
      const stop = Math.min(
        cost === Infinity && !isJoined ? PATIENCE : Infinity,
        isLate ? Infinity : change,
      );
      if (until < stop) break;
      goOn(stop);
      if (isProven) return;
      if (stop === change) startAgain();
      else {
        isJoined = cost < Infinity || !barriers.separate(sx, sy, tx, ty, radius);
        isProven = !isJoined;
      }
      if (isProven) return;
    }
    goOn(until);
  }

  /** To the end with a query that the kernels have begun, and gone on with until it took `PATIENCE`. */
  function goOnWith(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
  ): { status: number; cost: number; expanded: number } {
    forget();
    [sx, sy, tx, ty] = [sourceX, sourceY, targetX, targetY];
    isProven = false;
    isBegun = true;
    take();
    advance(0xffffffff);
    const status = cost < Infinity ? FOUND : NO_PATH;
    return { status, cost, expanded: kernels.queryExpanded() };
  }

  function begin(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    r: number,
  ): number {
    sx = sourceX;
    sy = sourceY;
    tx = targetX;
    ty = targetY;
    radius = felt(r);
    forget();
    classes.use(radius);
    const code = kernels.queryBegin(sx, sy, tx, ty, radius);
    if ((code & ~STRAIGHT) !== FOUND) return code;
    isBegun = true;
    bound = Math.sqrt((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy));
    isProven = code !== FOUND;
    cost = kernels.searchCost();
    return FOUND;
  }

  function endAt(x: number, y: number): DiscEnd {
    const found = new Uint32Array(locator.most);
    return { x, y, triangles: [...found.subarray(0, locator.locate(x, y, found))] };
  }

  /** Nothing to do, and no path. */
  function forget(): void {
    isBegun = isJoined = isLate = false;
    isProven = true;
    cost = bound = Infinity;
  }

  /** The same, with the source that was found, to the target in some triangles. */
  function beginTo(found: number): number {
    forget();
    const targetCount = keepClear(targets, found, tx, ty, radius);
    if (targetCount === 0) return TARGET_BLOCKED;
    const sources = sourcesNow();
    if (!ways.join(sources, targets.subarray(0, targetCount), radius)) return NO_PATH;
    classes.use(radius);
    isBegun = true;
    arena.words().set(targets.subarray(0, targetCount), targetList >>> 2);
    const code = kernels.queryTo(sx, sy, tx, ty, radius, targetCount);
    bound = Math.hypot(tx - sx, ty - sy);
    isProven = code !== FOUND;
    cost = kernels.searchCost();
    return FOUND;
  }

  function findFirst(): void {
    if (isProven || cost < Infinity) return;
    kernels.queryFirst(MOST_FIRST);
    take();
    if (cost === Infinity) advance(MOST_FIRST);
  }

  /** A point of the mesh, on the border of its triangle, as the target: not blocked, whatever rounding says. */
  function beginToPoint({ polygon, x, y }: MeshPoint): number {
    [tx, ty] = [x, y];
    const found = locator.locate(x, y, targets);
    if (targets.subarray(0, found).includes(polygon)) return beginTo(found);
    targets[0] = polygon;
    return beginTo(1);
  }

  function goNearest(): number {
    const [x, y] = [tx, ty];
    const sources = sourcesNow();
    if (radius === 0) {
      const isOwn = (t: number): boolean => sources.some((s) => part[s] === part[t]);
      if (beginToPoint(locator.nearest(x, y, isOwn)!) !== FOUND) return NO_PATH;
      findFirst();
      return cost < Infinity ? NEAREST : NO_PATH;
    }
    // between what counts as clear and what paths keep
    const isReached = ways.reachedFrom(sources, radius);
    border ??= createFreeBorder(mesh);
    border.begin(radius, radius * (1 - 5e-13) - 0.125 * rounding);
    for (const place of nearestFree(mesh, border, locator, isReached, x, y)) {
      [tx, ty] = [place.x, place.y];
      if (beginTo(locator.locate(tx, ty, targets)) !== FOUND) continue;
      findFirst();
      if (cost === Infinity) advance(0xffffffff);
      if (cost < Infinity) return NEAREST;
    }
    forget();
    return NO_PATH;
  }

  return {
    get memoryBytes() {
      return blocks.held();
    },
    begin,
    goNearest,
    findFirst,
    advance,
    get isProven() {
      return isProven;
    },
    get cost() {
      return cost;
    },
    lowerBound() {
      if (isProven) return cost;
      const known = kernels.queryLowerBound();
      // a search that is run again knows less at first, one that has to be nothing
      bound = known > 0 ? Math.max(bound, known) : Math.hypot(tx - sx, ty - sy);
      return Math.min(bound, cost);
    },
    expanded: () => (isBegun ? kernels.queryExpanded() : 0),
    explain(status) {
      const [source, target] = [endAt(sx, sy), endAt(tx, ty)];
      const measured = measureEnds(mesh, ways.passages, source, target);
      return { ...measured, reason: reasonOf(status, radius, source, target, measured) };
    },
    pointCount: () => kernels.searchPointCount(),
    copyPath(path) {
      refresh();
      copyPoints(floats, kernels.searchPoints() >>> 3, kernels.searchPointCount(), path, 0);
    },
    runBlock(queries, r, wantsPaths, answers) {
      radius = felt(r);
      classes.use(radius);
      many.run(queries, radius, Math.min(PATIENCE, changeAfter()), wantsPaths, answers, goOnWith);
    },
    clearPaths: many.clear,
    keepPath: many.keep,
    paths: many.paths,
    writeTables: () => writeTables({ kind: 'discs', arrays: classes.tables() }, print),
    destroy() {
      blocks.freeAll();
    },
  };
}

/** Up to how many gates graphs are made. */
function mostRowsWithGraphs({ graphs, radii, tables }: DiscSearchOptions): number {
  if (!(graphs ?? !tables)) return -1;
  // nobody has asked for just the usual radii: they are left out where they would take long
  return radii ? Infinity : MOST_ROWS;
}
