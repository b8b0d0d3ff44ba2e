import { refuse, refuseNumber } from '@wayfield/check';
import { createDestroyGuard, type DestroyGuard } from '@wayfield/wasm';
import { check } from '../common/rules.ts';
import { checkEitherMesh, checkNumbersOf } from '@wayfield/triangulation/internal/checks';
import { anytimeSearch, budgetOf, improve, isLimited } from '../queries/anytime.ts';
import type { ArcPath } from '../geometry/arc-path.ts';
import { emptyPath } from './disc-funnel.ts';
import { MOST_LABELS } from '../queries/search-engine.ts';
import { type Asker, createAsker } from './disc-asker.ts';
import type { DiscEngine } from './disc-engine.ts';
import { PATIENCE } from './disc-query.ts';
import { type HeldEngine, holdEngine } from './follow-engine.ts';
import type {
  AnytimeDiscSearch,
  DiscRoutes,
  DiscRunOptions,
  DiscSearch,
  DiscSearchOptions,
} from './disc-search.ts';
import { emptyAnswers } from '../queries/block.ts';
import { movesOf } from '../queries/nearest.ts';
import { checkPointQueries, type PointQueries } from '../queries/point-queries.ts';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';

/** `search` begins with a first path if that takes at most this many labels. */
const FIRST_PATH_LABELS = 65536;

/**
 * Creates a search for shortest paths of discs, which keep clear of all walls and vertices of a
 * mesh by their radius. Each query has its own radius, and nothing is prepared for it. The search
 * is TRA* (Demyen and Buro 2006) on the reduction of the mesh, with the funnel for discs. A
 * `PolygonMesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`; the
 * search copies it. A search of a `NavMesh` follows its changes: the first call after any number of
 * changes makes the search again, in about 5 ms for 100 triangles, 10 ms for 450 and 90 ms for
 * 6,000.
 *
 * A source or target nearer to a wall than the radius is SOURCE_BLOCKED or TARGET_BLOCKED. Where no
 * passage is wide enough the answer is NO_PATH. A first path is there at once, with a lower bound,
 * and gets shorter until it is proven to be the shortest, or a limit says stop. Paths are clear on
 * any triangles, and the shortest on Delaunay triangles; docs/concepts/discs.md says what of that
 * is proven, and what tested.
 *
 * Coordinates are rounded: with c the largest one, paths keep clear by the radius less 1e-9 of it
 * and less c 2^-46. Radii below c 2^-40 (1e-12 c) count as 0, which makes paths shorter by at most
 * 2 pi times the radius per corner.
 *
 * @throws RangeError for a polygon that has not three sides, and for a reduction of another number
 *   of triangles; TypeError for a reduction beside a `NavMesh`. `run`, `search`, `explain` and
 *   `improve` throw RangeError for a query with more labels than fit into 512 MiB.
 *
 * @example
 * const search = createDiscSearch(buildPolygonMesh(nav.triangulation, { merge: false }));
 * const { cost } = search.run(buildPointQueries([[1, 5, 28, 2]]), { radius: 0.5 });
 * console.log(cost[0].toFixed(2)); // 28.67
 */
export function createDiscSearch(
  mesh: NavMesh | PolygonMesh,
  options: DiscSearchOptions = {},
): DiscSearch {
  checkEitherMesh(mesh);
  check('createDiscSearch', options);
  if (!('triangulation' in mesh)) checkMesh(mesh, options);
  else if (options.reduction)
    throw new TypeError('options.reduction is of one mesh, a search of a NavMesh makes its own');
  return searchDiscs(mesh, options);
}

/** `createDiscSearch` without checks. Tests take fewer labels. */
export function searchDiscs(
  mesh: NavMesh | PolygonMesh,
  options: DiscSearchOptions,
  mostLabels: number = MOST_LABELS,
): DiscSearch {
  return discSearchOn(holdEngine(mesh, options, mostLabels));
}

/** The search that callers have of an engine. */
function discSearchOn(held: HeldEngine): DiscSearch {
  const guard = createDestroyGuard('search');
  const asker = createAsker(held);
  // every call that searches comes here first
  const engineNow = (): DiscEngine => {
    guard.check();
    held.refresh();
    return held.engine;
  };
  return {
    backend: 'wasm',
    get memoryBytes() {
      return held.engine.memoryBytes;
    },
    run(queries, options) {
      guard.check();
      checkPointQueries(queries);
      check('runDiscs', options, 'radius');
      const radiusOf = radiiOf(options.radius, queries.count);
      // counted even if there are no queries: `engineNow` may free the engine of an earlier search
      asker.startRun();
      return runAll(engineNow(), asker, queries, options, radiusOf);
    },
    search(sx, sy, tx, ty, options) {
      guard.check();
      checkNumbersOf({ sourceX: sx, sourceY: sy, targetX: tx, targetY: ty });
      check('searchDisc', options, 'radius');
      const { radius, nearest } = options;
      const engine = engineNow();
      asker.begin({ sx, sy, tx, ty, radius }, { moves: movesOf(nearest), first: true });
      return searchOne(engine, asker, guard);
    },
    explain(sx, sy, tx, ty, options) {
      guard.check();
      checkNumbersOf({ sourceX: sx, sourceY: sy, targetX: tx, targetY: ty });
      check('explain', options, 'radius');
      const { radius } = options;
      const engine = engineNow();
      asker.begin({ sx, sy, tx, ty, radius }, { moves: 0, first: true });
      improve(asker, { maxExpanded: PATIENCE - asker.expanded() }, true);
      const status = asker.status();
      return { status, ...engine.explain(status) };
    },
    destroy() {
      if (guard.end()) held.destroy();
    },
  };
}

/** The radius of each query, all checked. */
function radiiOf(radius: DiscRunOptions['radius'], count: number): (i: number) => number {
  if (typeof radius === 'number') {
    if (count > 0 && !isRadius(radius)) refuseRadius('radius', radius);
    return () => radius;
  }
  if (radius.length < count)
    refuse('radius.length', radius.length, `at least ${count}, the count of queries`);
  for (let i = 0; i < count; i++) if (!isRadius(radius[i])) refuseRadius(`radius[${i}]`, radius[i]);
  return (i) => radius[i];
}

/** Answers queries: in one block where they have one radius and no limit, else one by one. */
function runAll(
  engine: DiscEngine,
  asker: Asker,
  queries: PointQueries,
  options: DiscRunOptions,
  radiusOf: (i: number) => number,
): DiscRoutes {
  const { count, sourceX, sourceY, targetX, targetY } = queries;
  const { radius } = options;
  const moves = movesOf(options.nearest);
  const wantsPaths = options.result !== 'cost';
  const isFirstEnough = options.first ?? false;
  const first = isFirstEnough || isLimited(options);
  const answers = emptyAnswers(count);
  const { status, cost, lowerBound, isProven, expanded, firstPoint } = answers;
  engine.clearPaths();
  const isBlock = typeof radius === 'number' && !first && moves === 0;
  if (isBlock) engine.runBlock(queries, radius, wantsPaths, answers);
  let points = 0;
  for (let i = isBlock ? count : 0; i < count; i++) {
    const [sx, sy, tx, ty] = [sourceX[i], sourceY[i], targetX[i], targetY[i]];
    const budget = budgetOf(options, 0);
    asker.begin({ sx, sy, tx, ty, radius: radiusOf(i) }, { moves, first, budget });
    if (!asker.isProven) improve(asker, options, isFirstEnough, budget);
    status[i] = asker.status();
    cost[i] = engine.cost;
    lowerBound[i] = asker.lowerBound();
    isProven[i] = asker.isProven ? 1 : 0;
    expanded[i] = asker.expanded();
    if (wantsPaths && engine.cost < Infinity) points = engine.keepPath();
    firstPoint[i + 1] = points;
  }
  return { status, cost, lowerBound, isProven, expanded, firstPoint, ...engine.paths(), count };
}

/** The search for one path that the asker has begun. */
function searchOne(engine: DiscEngine, asker: Asker, guard: DestroyGuard): AnytimeDiscSearch {
  // if FIRST_PATH_LABELS more labels suffice, it is then known whether there is a path
  improve(asker, { maxExpanded: FIRST_PATH_LABELS }, true);
  const own = asker.task();
  const found = { status: 0, cost: Infinity, lowerBound: 0, isProven: false, expanded: 0 };
  let best = emptyPath(0);
  const take = (): void => {
    const { cost } = engine;
    if (cost < Infinity && (best.count === 0 || cost < found.cost)) {
      best = emptyPath(engine.pointCount());
      best.count = best.x.length;
      engine.copyPath(best);
    }
    found.status = asker.status();
    found.cost = cost;
    found.lowerBound = asker.lowerBound();
    found.isProven = asker.isProven;
    found.expanded = asker.expanded();
  };
  const isCurrent = (): boolean => {
    guard.check();
    return asker.task() === own;
  };
  return anytimeSearch(asker, found, take, isCurrent, () => copyOf(best, best.count));
}

function checkMesh({ polygonCount, firstSide }: PolygonMesh, options: DiscSearchOptions): void {
  for (let t = 0; t < polygonCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1] - firstSide[t]} sides, a search for discs takes ` +
          `triangles (merge: false)`,
      );
  const { reduction } = options;
  if (reduction && reduction.triangleCount !== polygonCount)
    throw new RangeError(
      `the reduction is of ${reduction.triangleCount} triangles, the mesh has ${polygonCount}`,
    );
}

const isRadius = (radius: number): boolean =>
  typeof radius === 'number' && radius >= 0 && radius < Infinity;

function refuseRadius(what: string, radius: number): never {
  refuseNumber(what, radius, 'a finite number >= 0');
}

const COLUMNS = ['x', 'y', 'centreX', 'centreY', 'startAngle', 'sweep'] as const;

/** The first points of a path, in arrays of that length. */
function copyOf(path: ArcPath, count: number): ArcPath {
  const copy = enlarge(path, count, count);
  copy.count = count;
  return copy;
}

function enlarge(path: ArcPath, count: number, room: number): ReturnType<typeof emptyPath> {
  const larger = emptyPath(room);
  for (const key of COLUMNS) {
    const [from, to] = [path[key], larger[key]];
    // mostly so few that a part of the array would take longer to make
    for (let i = 0; i < count; i++) to[i] = from[i];
  }
  return larger;
}
