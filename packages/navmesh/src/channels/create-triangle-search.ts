import { createDestroyGuard } from '@wayfield/wasm';
import { check } from '../common/rules.ts';
import { checkNumbersOf, checkMeshArrays } from '@wayfield/triangulation/internal/checks';
import { anytimeSearch, type Improving, improve, isLimited } from '../queries/anytime.ts';
import { buildReduction, type PolygonMesh, type Reduction } from '@wayfield/triangulation';
import { movesOf } from '../queries/nearest.ts';
import { checkPointQueries, type PointQueries } from '../queries/point-queries.ts';
import { createQueryBlocks } from '../queries/query-blocks.ts';
import { ASKS, findPlaces } from '../queries/query-kernels.ts';
import { guarded, MOST_LABELS, type SearchEngine } from '../queries/search-engine.ts';
import { splitVertices } from '@wayfield/triangulation/internal/polygons';
import { createTangentEngine } from '../tangents/tangent-kernels.ts';
import { createChannelEngine } from './point-engine.ts';
import type {
  TriangleRunOptions,
  TriangleSearch,
  TriangleSearchOptions,
} from './triangle-search.ts';

/** Options with the algorithms of `@wayfield/navmesh/study`. */
export type AnySearchOptions = Omit<TriangleSearchOptions, 'algorithm'> & {
  readonly algorithm?: TriangleSearchOptions['algorithm'] | 'ta*' | 'fringe';
};

/** With more nodes of the reduction than this, 'auto' takes the tangent graph. */
const MOST_NODES = 1024;
/**
 * 'auto' also takes the tangent graph if a dead end has more triangles than this in a row: TRA*
 * walks through a dead end triangle by triangle. Both numbers were chosen.
 */
const MOST_DEPTH = 1000;

/**
 * Creates a search for shortest paths between points in the plane. Two algorithms are there: TRA*,
 * which searches channels on the reduction of the mesh (Demyen and Buro 2006), and A* from corner
 * to corner on the tangent graph (Liu and Arimoto 1992; Oh and Leong 2017). 'auto' takes the
 * tangent graph where the reduction has many nodes. If source and target lie in the same dead end,
 * tree, ring or corridor, TRA* has nothing to search for.
 *
 * A label of TRA* carries the funnel of its channel, so its length is exact. Labels are expanded in
 * the order of a lower bound on the length of every path that continues them. A path is proven when
 * it is no longer than the least lower bound in the open list. docs/concepts/channels.md tells how
 * labels are bounded and pruned.
 *
 * `mesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`. The search
 * copies it, and does not notice later changes of a `NavMesh`.
 *
 * @throws RangeError for a polygon that has not three sides, for a reduction of another mesh, and
 *   for 'tangents' on a mesh whose corners see too much, or of more than 2^24 corners.
 *
 * @example
 * const search = createTriangleSearch(buildPolygonMesh(nav.triangulation, { merge: false }));
 * const { cost } = search.run(buildPointQueries([[1, 1, 19, 9]]));
 * console.log(cost[0].toFixed(2)); // 20.11
 */
export function createTriangleSearch(
  mesh: PolygonMesh,
  options: TriangleSearchOptions = {},
): TriangleSearch {
  checkMeshArrays(mesh);
  check('createTriangleSearch', options);
  return searchTriangles(mesh, options);
}

/** `createTriangleSearch` without checks, for all algorithms. Tests take fewer labels. */
export function searchTriangles(
  mesh: PolygonMesh,
  options: AnySearchOptions,
  mostLabels: number = MOST_LABELS,
): TriangleSearch {
  const wanted = options.algorithm ?? 'auto';
  let algorithm: TriangleSearch['algorithm'] = 'tra*';
  const reduction = options.reduction ?? buildReduction(mesh);
  if (reduction.triangleCount !== mesh.polygonCount)
    throw new RangeError(
      `the reduction is of ${reduction.triangleCount} triangles, the mesh has ${mesh.polygonCount}`,
    );
  const split = splitVertices(mesh);
  const places = findPlaces(split);
  const engine = createEngine();
  const { kernels, arena, blocks } = engine;
  const inBlocks = createQueryBlocks(engine);
  const guard = createDestroyGuard('search');
  /** Counts searches and runs: a search for one path ends with the next of them. */
  let task = 0;

  /** Creates the engine of the algorithm asked for; 'auto' picks by `isForTangents`. */
  function createEngine(): SearchEngine {
    const wantsTable = options.table ?? true;
    const takesTangents = wanted === 'tangents' || (wanted === 'auto' && isForTangents(reduction));
    const tangents = takesTangents
      ? createTangentEngine(split, reduction, places, wantsTable, mostLabels)
      : undefined;
    if (typeof tangents === 'object') {
      algorithm = 'tangents';
      return tangents;
    }
    if (wanted === 'tangents') throw new RangeError(`${tangents}; 'tra*' takes such a mesh`);
    algorithm = wanted === 'auto' ? 'tra*' : wanted;
    return createChannelEngine({
      mesh: split,
      reduction,
      places,
      algorithm,
      wantsTable,
      mostLabels,
    });
  }

  const isDone = (): boolean => kernels.queryProven() !== 0;

  const current: Improving = {
    get isProven() {
      return isDone();
    },
    get cost() {
      return kernels.queryCost();
    },
    lowerBound: () => kernels.queryLowerBound(),
    expanded: () => kernels.queryExpanded(),
    advance: (labels) => guarded(engine, () => kernels.queryAdvance(labels)),
  };

  /** The path of the current query as x, y, x, y, …. */
  function pathNow(): Float64Array<ArrayBuffer> {
    const turned = kernels.queryTurns();
    const path = new Float64Array(2 * turned + 4);
    path.set([kernels.queryStartX(), kernels.queryStartY()]);
    path.set(new Float64Array(arena.memory.buffer, kernels.turnAt(0) >>> 0, 2 * turned), 2);
    path.set([kernels.queryEndX(), kernels.queryEndY()], 2 * turned + 2);
    return path;
  }

  return {
    backend: 'wasm',
    get algorithm() {
      return algorithm;
    },
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, runOptions = {}) {
      guard.check();
      checkPointQueries(queries);
      check('run', runOptions);
      refuseRadius(queries);
      task++;
      const asks = asksOf(runOptions);
      if (!isLimited(runOptions)) return inBlocks.answer(queries, asks);
      const { first = false } = runOptions;
      return inBlocks.answer(queries, asks, () => improve(current, runOptions, first));
    },
    search(sourceX, sourceY, targetX, targetY, searchOptions = {}) {
      guard.check();
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      check('search', searchOptions);
      const own = ++task;
      const asks = ASKS.first | ASKS.turns | movesOf(searchOptions.nearest);
      guarded(engine, () => kernels.queryBegin(sourceX, sourceY, targetX, targetY, asks));
      const found = {
        status: 0,
        cost: Infinity,
        lowerBound: 0,
        isProven: false,
        expanded: 0,
        queued: 0,
        tested: 0,
      };
      let path = new Float64Array(0);
      const take = (): void => {
        const cost = kernels.queryCost();
        if (cost < Infinity && (path.length === 0 || cost < found.cost)) path = pathNow();
        found.status = kernels.queryStatus();
        found.cost = cost;
        found.lowerBound = kernels.queryLowerBound();
        found.isProven = isDone();
        found.expanded = kernels.queryExpanded();
        found.queued = kernels.queryQueued();
        found.tested = kernels.queryTested();
      };
      const isCurrent = (): boolean => {
        guard.check();
        return task === own;
      };
      return anytimeSearch(current, found, take, isCurrent, () => path.slice());
    },
    destroy() {
      if (guard.end()) blocks.freeAll();
    },
  };
}

/** What a run asks the kernels for, as bits. */
function asksOf(options: TriangleRunOptions): number {
  const { nearest, first = false, result } = options;
  return (
    movesOf(nearest) |
    (first ? ASKS.onlyFirst : 0) |
    (first || isLimited(options) ? ASKS.first : 0) |
    (result === 'cost' ? 0 : ASKS.turns)
  );
}

/** Whether 'auto' searches the tangent graph. */
const isForTangents = (reduction: Reduction): boolean =>
  reduction.nodeCount > MOST_NODES || deepest(reduction) > MOST_DEPTH;

/** The largest number of triangles in a row in any dead end. Dead ends have `level` 1. */
function deepest({ level, position }: Reduction): number {
  let most = 0;
  for (let t = 0; t < level.length; t++)
    if (level[t] === 1 && position[t] > most) most = position[t];
  return most;
}

function refuseRadius(queries: PointQueries): void {
  const radius = (queries as { radius?: ArrayLike<number> }).radius ?? [];
  for (let i = 0; i < radius.length; i++)
    if (radius[i] !== 0)
      throw new RangeError(
        `radius[${i}] is ${radius[i]}, this search is for points; createDiscSearch of ` +
          `@wayfield/navmesh/discs takes a radius`,
      );
}
