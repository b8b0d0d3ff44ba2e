import { check } from '../common/rules.ts';
import { checkEitherMesh, checkMeshArrays } from '@wayfield/triangulation/internal/checks';
import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH } from '@wayfield/graph';
import { createDestroyGuard, type KernelHost, openKernels } from '@wayfield/wasm';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type Kernels, KERNELS_BASE64 } from '../kernels.gen.ts';
import { followPolygons, type LiveMesh, type MeshFacts } from './live-mesh.ts';
import { createEndsLocator } from './locate-ends.ts';
import { findExits, findTurns, sideOwners } from '@wayfield/triangulation/internal/polygons';
import {
  clearPoints,
  createPointList,
  type PointList,
  pushPoint,
  takePoints,
} from '../queries/point-list.ts';
import { movesOf, type Nearest } from '../queries/nearest.ts';
import {
  checkPointQueries,
  type BoundedPointRoutes,
  type PointQueries,
} from '../queries/point-queries.ts';
import { countOf, guarded, MOST_LABELS } from '../queries/search-engine.ts';
import { writeChange, writeMesh } from './write-mesh.ts';

/** Options of `run` of a Polyanya solver. */
export interface PolyanyaRunOptions {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost';
  /**
   * 'target', or `true`: if the target is off the mesh, or in a part that the source has no path
   * to, go to the reachable point nearest to the target (in a straight line). 'source': if the
   * source is off the mesh, start at the point of the mesh nearest to the source. 'both': first
   * move the source, then the target. The status is then NEAREST, and the first and last points of
   * the path are the points moved to. Default false.
   */
  readonly nearest?: Nearest;
  /**
   * Stop a query after entering about this many polygons. The query has its best path so far, with
   * `isProven` 0, or is BUDGET_SPENT without one. Default: no limit.
   */
  readonly maxExpanded?: number;
}

/** Exact any-angle paths on one mesh. */
export interface PolyanyaSolver {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /**
   * Answers the queries one after another.
   *
   * @throws RangeError for arrays that are too short, for numbers that are not finite, and for a
   *   query that needs more than 2^24 labels.
   */
  run(queries: PointQueries, options?: PolyanyaRunOptions): BoundedPointRoutes;
  /**
   * Without a mesh: takes over the changes of the `NavMesh` that the solver was created from, with
   * work near the changes. `run` begins with the same work; a call before `run` only does it
   * earlier.
   *
   * With a mesh: a solver created from a `PolygonMesh` goes on with this one, in the memory that
   * the solver has. The solver keeps the mesh, which must not change.
   *
   * @throws TypeError for a mesh given to a solver of a `NavMesh`, and for no mesh given to a
   *   solver of a `PolygonMesh`.
   */
  update(mesh?: PolygonMesh): void;
  /** Frees the memory. Every call afterwards throws an Error. */
  destroy(): void;
}

/**
 * Creates a solver for shortest paths between points in the plane, straight between turns at
 * corners of obstacles: Polyanya (Cui, Harabor and Grastien, "Compromise-free Pathfinding on a
 * Navigation Mesh", 2017). Polyanya needs no preparation of its own, and does not enter dead ends
 * that do not hold the target. Paths may touch walls; two obstacles that touch at a corner let
 * nothing through.
 *
 * A solver of a `NavMesh` follows the changes of the mesh: answers are right for the mesh as it is
 * when `run` is called.
 *
 * @throws TypeError for what is neither a `PolygonMesh` nor a `NavMesh`.
 *
 * @example
 * const solver = createPolyanya(buildPolygonMesh(mesh.triangulation));
 * const { cost } = solver.run(buildPointQueries([[1, 1, 19, 9]]));
 * console.log(cost[0].toFixed(2)); // 20.11
 * solver.destroy();
 */
export function createPolyanya(mesh: PolygonMesh | NavMesh): PolyanyaSolver {
  checkEitherMesh(mesh);
  return searchPolygons(mesh);
}

/** `createPolyanya` without checks. Tests take fewer labels. */
export function searchPolygons(
  mesh: PolygonMesh | NavMesh,
  mostLabels: number = MOST_LABELS,
): PolyanyaSolver {
  const guard = createDestroyGuard('solver');
  const points = createPointList();
  // last: this call follows the mesh, and nobody could end that if another one threw
  const bound = bindMesh(mesh, mostLabels);
  return {
    backend: 'wasm',
    get memoryBytes() {
      return bound.host.blocks.held();
    },
    run(queries, options = {}) {
      guard.check();
      checkPointQueries(queries);
      check('runPolyanya', options);
      follow(bound);
      return answer(bound, points, queries, options);
    },
    update(next) {
      guard.check();
      if ((next === undefined) !== (bound.live !== undefined))
        throw new TypeError(
          bound.live
            ? 'this solver follows a NavMesh, update() takes no mesh'
            : 'this solver is of a PolygonMesh, update(mesh) takes the next one',
        );
      if (next === undefined) follow(bound);
      else {
        checkMeshArrays(next);
        rebind(bound, factsOf(next));
      }
    },
    destroy() {
      if (!guard.end()) return;
      bound.live?.destroy();
      bound.host.blocks.freeAll();
    },
  };
}

/** A mesh in the memory of its own kernels. */
interface BoundMesh {
  readonly host: KernelHost<Kernels>;
  /** What follows the changes of a `NavMesh`; undefined for a `PolygonMesh`. */
  readonly live: LiveMesh | undefined;
  /** The mesh that the kernels hold, if it has been written. */
  facts: MeshFacts;
  /** Whether the kernels hold the mesh; false after a `rebind` that failed. */
  isWritten: boolean;
  /** A search that needs more labels than this fails. */
  readonly mostLabels: number;
}

function bindMesh(mesh: PolygonMesh | NavMesh, mostLabels: number): BoundMesh {
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const live = 'triangulation' in mesh ? followPolygons(mesh) : undefined;
  const facts = live ? live.facts : factsOf(mesh as PolygonMesh);
  const bound = { host, live, facts, isWritten: false, mostLabels };
  try {
    rebind(bound, facts);
  } catch (cause) {
    // nobody could call `destroy`
    live?.destroy();
    throw cause;
  }
  return bound;
}

/** Puts another mesh into the memory. If that fails, the next call tries again: see `follow`. */
function rebind(bound: BoundMesh, facts: MeshFacts): void {
  const { vertexCount, polygonCount, corner } = facts.mesh;
  bound.isWritten = false;
  bound.host.blocks.freeAll();
  bound.facts = facts;
  bound.host.kernels.searchBind(
    vertexCount,
    corner.length,
    polygonCount,
    facts.ends.epsilon,
    bound.mostLabels,
  );
  writeMesh(bound.host, facts);
  bound.isWritten = true;
}

/** Brings the kernels up to date: with the changes of a `NavMesh`, and after a failed `rebind`. */
function follow(bound: BoundMesh): void {
  const change = bound.live?.update();
  if (change === 'rebuilt' || !bound.isWritten) rebind(bound, bound.live?.facts ?? bound.facts);
  else if (change) writeChange(bound.host.kernels, bound.facts, change);
}

function factsOf(mesh: PolygonMesh): MeshFacts {
  return {
    mesh,
    owner: sideOwners(mesh),
    turns: findTurns(mesh),
    exit: findExits(mesh),
    ends: createEndsLocator(mesh),
  };
}

interface Limits {
  /** As `movesOf` gives them. */
  readonly moves: number;
  /** A query is given up once it has entered more polygons than this. */
  readonly budget: number;
}

/** What is found for one query, reused from query to query. */
interface Found {
  status: number;
  /** The length of the path; Infinity without one. */
  cost: number;
  /** A lower bound on all paths: the cost if it is proven, Infinity if there is surely no path. */
  lowerBound: number;
  turns: number;
  expanded: number;
}

/** Answers all queries; `points` is room that the solver keeps from call to call. */
function answer(
  bound: BoundMesh,
  points: PointList,
  queries: PointQueries,
  options: PolyanyaRunOptions,
): BoundedPointRoutes {
  const { count } = queries;
  const limits: Limits = {
    moves: movesOf(options.nearest),
    budget: Math.min(options.maxExpanded ?? 0xffffffff, 0xffffffff),
  };
  const wantsPaths = options.result !== 'cost';
  const status = new Uint8Array(count);
  const cost = new Float64Array(count);
  const lowerBound = new Float64Array(count);
  const isProven = new Uint8Array(count);
  const expanded = new Uint32Array(count);
  const firstPoint = new Uint32Array(count + 1);
  clearPoints(points, wantsPaths ? count : 0);
  const found: Found = { status: 0, cost: 0, lowerBound: 0, turns: 0, expanded: 0 };
  for (let i = 0; i < count; i++) {
    search(bound, queries, i, limits, found);
    const hasPath = found.status === FOUND || found.status === NEAREST;
    status[i] = found.status;
    cost[i] = found.cost;
    lowerBound[i] = found.lowerBound;
    isProven[i] = found.lowerBound === found.cost ? 1 : 0;
    expanded[i] = found.expanded;
    if (hasPath && wantsPaths) {
      pushPoint(points, bound.facts.ends.startX, bound.facts.ends.startY);
      if (found.turns > 0) pushTurns(bound, points, found.turns);
      pushPoint(points, bound.facts.ends.x, bound.facts.ends.y);
    }
    firstPoint[i + 1] = points.count;
  }
  const taken = takePoints(points);
  return { count, status, cost, lowerBound, isProven, firstPoint, ...taken, expanded };
}

/** Searches for query `i`; the kernels hold the path that was found. */
function search(
  { host: { kernels }, facts: { ends }, mostLabels }: BoundMesh,
  { sourceX, sourceY, targetX, targetY }: PointQueries,
  i: number,
  { moves, budget }: Limits,
  found: Found,
): void {
  found.cost = found.lowerBound = Infinity;
  found.turns = 0;
  found.expanded = 0;
  found.status = ends.locate(sourceX[i], sourceY[i], targetX[i], targetY[i], moves);
  if (found.status !== FOUND && found.status !== NEAREST) return;
  const { sources, sourceCount, targets, targetCount, startX: sx, startY: sy, x, y } = ends;
  if (ends.isStraight) {
    found.cost = found.lowerBound = Math.hypot(x - sx, y - sy);
    return;
  }
  kernels.searchBegin(sx, sy, x, y);
  for (let k = 0; k < sourceCount; k++) kernels.searchStart(sources[k]);
  for (let k = 0; k < targetCount; k++) kernels.searchTarget(targets[k]);
  for (let k = 0; k < sourceCount; k++) kernels.searchExpandStart(sources[k]);
  found.cost = guarded({ kernels, mostLabels }, () => kernels.searchRun(budget), countOf);
  found.expanded = kernels.searchExpanded();
  found.lowerBound = kernels.searchLowerBound();
  if (found.cost === Infinity) found.status = found.lowerBound < Infinity ? BUDGET_SPENT : NO_PATH;
  if (found.cost < Infinity) found.turns = kernels.pathTurns();
}

/** Adds the turns of the path that the kernels hold. */
function pushTurns({ host, facts }: BoundMesh, points: PointList, turns: number): void {
  const first = host.kernels.pathWrite() >>> 2;
  const words = host.arena.words();
  const { x, y } = facts.mesh;
  for (let k = first; k < first + turns; k++) pushPoint(points, x[words[k]], y[words[k]]);
}
