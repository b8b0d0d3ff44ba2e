import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH, NONE } from '@wayfield/graph';
import { buildReduction } from './build-reduction.ts';
import { createEndsLocator } from './locate-ends.ts';
import { createPointList, pushPoint } from './point-list.ts';
import { pickSectors } from './pick-sectors.ts';
import { checkPointQueries, type PointQueries } from './point-queries.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { splitVertices } from './split-vertices.ts';
import { instantiateTriangles } from './triangle-kernels.ts';
import type { SearchLimits, TriangleSearch, TriangleSearchOptions } from './triangle-search.ts';

const ALGORITHMS = ['tra*', 'ta*', 'fringe'];

/** States between two looks at the clock. */
const SLICE = 32;

/**
 * Shortest paths between points in the plane by search for channels, sequences of triangles: TA* on the triangles, TRA* on their
 * reduction (Demyen and Buro 2006), Fringe search on the reduction (Klaffenböck 2014). In a dead end, a tree, a ring or one
 * corridor with the target TRA* has nothing to search for; else it goes from decision point to decision point.
 *
 * A state carries the funnel of its channel, so its length is exact up to there, and channels that turn at a corner that another
 * one reached shorter, or that turn around nothing, end there. What remains is ordered by a length that no path through it falls short of:
 * straight to the target over the side that was come to, and, on the reduction, by the lengths of the shortest ways between
 * the narrowest sides of all corridors, or by landmarks among these (Goldberg and Harrelson 2005). When the shortest path known is
 * no longer than the first of what remains, it is proven.
 *
 * `mesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`; it is copied.
 *
 * @throws RangeError for a polygon that has not three sides, and for a reduction of another mesh.
 */
export function createTriangleSearch(
  mesh: PolygonMesh,
  options: TriangleSearchOptions = {},
): TriangleSearch {
  const algorithm = options.algorithm ?? 'tra*';
  if (!ALGORITHMS.includes(algorithm))
    throw new RangeError(`algorithm is '${algorithm}', one of ${ALGORITHMS.join(', ')} is known`);
  const reduction = options.reduction ?? buildReduction(mesh);
  if (reduction.triangleCount !== mesh.polygonCount)
    throw new RangeError(
      `the reduction is of ${reduction.triangleCount} triangles, the mesh has ${mesh.polygonCount}`,
    );
  const split = splitVertices(mesh);
  const ends = createEndsLocator(split);
  const { part } = ends;
  const instance = instantiateTriangles(
    split,
    reduction,
    part,
    ends.epsilon,
    algorithm,
    options.table ?? true,
  );
  const { kernels, arena, blocks, hasNodes } = instance;
  let turnRoom = 256;
  let turnAddress = blocks.allocate(4 * turnRoom);
  let words = arena.words();

  // the search at hand
  let task = 0;
  let status = NO_PATH;
  let sx = 0;
  let sy = 0;
  let tx = 0;
  let ty = 0;
  /** One triangle per sector of the target: there are several where walls meet in it. */
  const sectors: number[] = [];
  const starts: number[] = [];
  let sector = 0;
  /** Whether to find a path at once, which takes a little longer to the end. */
  let findsFirst = false;
  /** Whether the turns are asked for. */
  let wantsTurns = true;
  let isProven = true;
  let cost = Infinity;
  let expanded = 0;
  let queued = 0;
  let tested = 0;
  /** The vertices of the turns of the best path of the sectors before. */
  let turns = new Uint32Array(64);
  let turnCount = 0;

  /** Begins a search; afterwards `isProven` says whether there is anything to do. */
  function begin(
    sourceX: number,
    sourceY: number,
    targetX: number,
    targetY: number,
    takesNearest: boolean,
    wantsFirst: boolean,
  ): void {
    task++;
    findsFirst = wantsFirst && algorithm !== 'fringe';
    sx = sourceX;
    sy = sourceY;
    cost = Infinity;
    turnCount = 0;
    expanded = queued = tested = 0;
    isProven = true;
    status = ends.locate(sx, sy, targetX, targetY, takesNearest);
    tx = ends.x;
    ty = ends.y;
    if (status !== FOUND && status !== NEAREST) return;
    if (ends.isStraight) {
      cost = Math.hypot(tx - sx, ty - sy);
      return;
    }
    pickSectors(split, ends.sources, ends.sourceCount, starts);
    pickSectors(split, ends.targets, ends.targetCount, sectors);
    isProven = false;
    sector = -1;
    nextSector();
  }

  function isReachable(target: number): boolean {
    for (const t of starts) if (part[t] === part[target]) return true;
    return false;
  }

  /** Begins the search for the next sector of the target. */
  function nextSector(): void {
    for (sector++; sector < sectors.length; sector++) {
      const target = sectors[sector]!;
      if (!isReachable(target)) continue;
      kernels.searchBegin(sx, sy, tx, ty, target, cost, hasNodes[target] === 1);
      for (const t of starts) if (part[t] === part[target]) kernels.searchStart(t);
      for (const t of starts) if (part[t] === part[target]) kernels.searchOpen(t);
      if (findsFirst) guarded(kernels.searchFirst);
      cost = kernels.searchCost();
      return;
    }
    isProven = true;
    if (cost === Infinity) status = NO_PATH;
  }

  /** Goes on for some states. */
  function advance(states: number): void {
    const isDone = guarded(() => kernels.searchRun(states));
    cost = kernels.searchCost();
    if (!isDone) return;
    expanded += kernels.searchExpanded();
    queued += kernels.searchQueued();
    tested += kernels.searchTested();
    if (wantsTurns) keepTurns();
    nextSector();
  }

  /** Takes the turns of a path that the search at hand found out of the kernels' memory. */
  function keepTurns(): void {
    const count = kernels.pathTurns();
    // the wasm side says NONE as a signed number
    if (count >>> 0 === NONE) return;
    if (count > turnRoom) {
      blocks.free(turnAddress);
      turnRoom = 2 * count;
      turnAddress = blocks.allocate(4 * turnRoom);
    }
    if (count > turns.length) turns = new Uint32Array(2 * count);
    turnCount = count;
    if (count === 0) return;
    kernels.pathWrite(turnAddress);
    // a memory that has grown leaves its views without entries
    if (words.length === 0) words = arena.words();
    for (let k = 0; k < count; k++) turns[k] = words[(turnAddress >>> 2) + k]!;
  }

  function lowerBound(): number {
    if (isProven) return cost;
    const here = kernels.searchLowerBound();
    return sector + 1 < sectors.length ? Math.min(here, Math.hypot(tx - sx, ty - sy)) : here;
  }

  const spent = (): number => expanded + (isProven ? 0 : kernels.searchExpanded());

  /** Until a limit, from now on. */
  function improve(limits: SearchLimits, isFirstEnough: boolean): void {
    const { gap, milliseconds, maxExpanded } = limits;
    if (gap === undefined && milliseconds === undefined && maxExpanded === undefined) {
      while (!isProven && !(isFirstEnough && cost < Infinity))
        advance(isFirstEnough ? 1 : 0xffffffff);
      return;
    }
    const end = milliseconds === undefined ? Infinity : performance.now() + milliseconds;
    const most = maxExpanded === undefined ? Infinity : spent() + maxExpanded;
    while (!isProven && !(isFirstEnough && cost < Infinity)) {
      if (gap !== undefined && cost < Infinity && cost - lowerBound() <= gap * cost) return;
      const left = most - spent();
      if (left <= 0) return;
      // a first path is worth a little more time
      if (performance.now() >= end) return;
      advance(isFirstEnough ? 1 : Math.min(SLICE, left));
    }
  }

  const hasPath = (): boolean => cost < Infinity;
  const statusNow = (): number =>
    (status === FOUND || status === NEAREST) && !hasPath() ? BUDGET_SPENT : status;

  return {
    backend: 'wasm',
    algorithm,
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, runOptions = {}) {
      checkPointQueries(queries);
      checkLimits(runOptions);
      refuseRadius(queries);
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      const wantsPaths = runOptions.result !== 'cost';
      const isFirstEnough = runOptions.first ?? false;
      const { gap, milliseconds, maxExpanded } = runOptions;
      const wantsFirst = isFirstEnough || (gap ?? milliseconds ?? maxExpanded) !== undefined;
      wantsTurns = wantsPaths;
      const takesNearest = runOptions.nearest ?? false;
      const routes = {
        status: new Uint8Array(count),
        cost: new Float64Array(count),
        lowerBound: new Float64Array(count),
        isProven: new Uint8Array(count),
        expanded: new Uint32Array(count),
        firstPoint: new Uint32Array(count + 1),
      };
      const points = createPointList(wantsPaths ? 4 * count + 16 : 0);
      for (let i = 0; i < count; i++) {
        begin(sourceX[i]!, sourceY[i]!, targetX[i]!, targetY[i]!, takesNearest, wantsFirst);
        if (!isProven) improve(runOptions, isFirstEnough);
        routes.status[i] = statusNow();
        routes.cost[i] = cost;
        routes.lowerBound[i] = lowerBound();
        routes.isProven[i] = isProven ? 1 : 0;
        routes.expanded[i] = spent();
        if (wantsPaths && hasPath()) {
          if (!isProven) keepTurns();
          pushPoint(points, sx, sy);
          for (let k = 0; k < turnCount; k++)
            pushPoint(points, split.x[turns[k]!]!, split.y[turns[k]!]!);
          pushPoint(points, tx, ty);
        }
        routes.firstPoint[i + 1] = points.count;
      }
      return {
        count,
        ...routes,
        x: points.x.subarray(0, points.count),
        y: points.y.subarray(0, points.count),
      };
    },
    search(sourceX, sourceY, targetX, targetY, searchOptions = {}) {
      checkPointQueries({
        count: 1,
        sourceX: Float64Array.of(sourceX),
        sourceY: Float64Array.of(sourceY),
        targetX: Float64Array.of(targetX),
        targetY: Float64Array.of(targetY),
      });
      wantsTurns = true;
      begin(sourceX, sourceY, targetX, targetY, searchOptions.nearest ?? false, true);
      const own = task;
      const found = { status, cost, lowerBound: 0, isProven, expanded, queued, tested };
      let path = new Float64Array(0);
      const take = (): void => {
        if (!isProven) keepTurns();
        if (hasPath() && (path.length === 0 || cost < found.cost)) {
          path = new Float64Array(2 * turnCount + 4);
          path.set([sx, sy]);
          for (let k = 0; k < turnCount; k++)
            path.set([split.x[turns[k]!]!, split.y[turns[k]!]!], 2 * k + 2);
          path.set([tx, ty], 2 * turnCount + 2);
        }
        found.status = statusNow();
        found.cost = cost;
        found.lowerBound = lowerBound();
        found.isProven = isProven;
        found.expanded = spent();
        found.queued = queued + (isProven ? 0 : kernels.searchQueued());
        found.tested = tested + (isProven ? 0 : kernels.searchTested());
      };
      take();
      const goOn = (limits: SearchLimits): boolean => {
        if (found.isProven) return true;
        if (task !== own) throw new Error('another search has begun, this one has ended');
        checkLimits(limits);
        improve(limits, false);
        take();
        return found.isProven;
      };
      return {
        get status() {
          return found.status;
        },
        get cost() {
          return found.cost;
        },
        get lowerBound() {
          return found.lowerBound;
        },
        get isProven() {
          return found.isProven;
        },
        get expanded() {
          return found.expanded;
        },
        get queued() {
          return found.queued;
        },
        get tested() {
          return found.tested;
        },
        path: () => path.slice(),
        improve: (limits = {}) => goOn(limits),
        async improveAsync(limits = {}) {
          const { gap, signal, slice = 4 } = limits;
          const end = performance.now() + (limits.milliseconds ?? Infinity);
          const most = found.expanded + (limits.maxExpanded ?? Infinity);
          for (;;) {
            signal?.throwIfAborted();
            const milliseconds = Math.min(slice, end - performance.now());
            const maxExpanded = most - found.expanded;
            if (milliseconds <= 0 || maxExpanded <= 0) return found.isProven;
            if (goOn({ ...limits, milliseconds, maxExpanded })) return true;
            if (gap !== undefined && found.cost - found.lowerBound <= gap * found.cost)
              return false;
            await new Promise((resume) => setTimeout(resume, 0));
          }
        },
      };
    },
    destroy() {
      task++;
      blocks.freeAll();
    },
  };
}

/** The kernels stop where the numbers of states end. */
function guarded<T>(search: () => T): T {
  try {
    return search();
  } catch (cause) {
    if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
    throw new RangeError('the states of the search take more than 512 MiB: limit maxExpanded', {
      cause,
    });
  }
}

function checkLimits(limits: SearchLimits): void {
  checkLimit('gap', limits.gap);
  checkLimit('milliseconds', limits.milliseconds);
  checkLimit('maxExpanded', limits.maxExpanded);
}

function checkLimit(name: string, value: number | undefined): void {
  if (value !== undefined && !(value >= 0))
    throw new RangeError(`${name} is ${value}, it must not be below 0`);
}

function refuseRadius(queries: PointQueries): void {
  const radius = (queries as { radius?: ArrayLike<number> }).radius ?? [];
  for (let i = 0; i < radius.length; i++)
    if (radius[i] !== 0)
      throw new RangeError(
        `radius[${i}] is ${radius[i]}, this search is for points; for discs take createDiscSearch`,
      );
}
