import { check, checkNumbersOf, polygonMesh } from './rules.ts';
import { anytimeSearch, type Improving, improve, isLimited } from './anytime.ts';
import { buildReduction } from './build-reduction.ts';
import { checkPointQueries, type PointQueries } from './point-queries.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { createQueryBlocks } from './query-blocks.ts';
import { ASKS, findPlaces } from './query-kernels.ts';
import type { Reduction } from './reduction.ts';
import { guarded, type SearchEngine } from './search-engine.ts';
import { splitVertices } from './split-vertices.ts';
import { fingerprintOf, readTables, type SearchTables, writeTables } from './table-file.ts';
import { createTangentEngine, MOST_ARCS, MOST_LOOKS } from './tangent-kernels.ts';
import { createChannelEngine } from './triangle-kernels.ts';
import type { TriangleSearch, TriangleSearchOptions } from './triangle-search.ts';

/** With more decision points than this the tangent graph is searched. */
const MOST_NODES = 1024;
/** Or where a dead end has this many triangles in a row. */
const MOST_DEPTH = 1000;

/**
 * Shortest paths between points in the plane by search for channels, sequences of triangles: TA* on the triangles, TRA* on their
 * reduction (Demyen and Buro 2006), Fringe search on the reduction (Klaffenböck 2014); where these would have too much to look at, by A* from corner to corner on the tangent
 * graph (Liu and Arimoto 1992; only turns around the corner are taken, as Oh and Leong 2017 do). In a dead end, a tree, a ring or one
 * corridor with the target TRA* has nothing to search for; else it goes from decision point to decision point.
 *
 * A state carries the funnel of its channel, so its length is exact up to there, and channels that turn at a corner that another
 * one reached shorter, or that turn around nothing, end there. What remains is ordered by a length that no path through it falls short of:
 * straight to the target over the side that was come to, and, on the reduction, by the lengths of the shortest ways between
 * the narrowest sides of all corridors, or by landmarks among these (Goldberg and Harrelson 2005). When the shortest path known is
 * no longer than the first of what remains, it is proven. On the tangent graph a state is a corner, and landmarks are corners; the first
 * path follows the shortest ways to one of them from both ends.
 *
 * `mesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`; it is copied.
 *
 * @throws RangeError for a polygon that has not three sides, for a reduction of another mesh, for 'tangents' where corners see too much, and for
 * `tables` that are damaged, of another mesh or reduction, or for another algorithm.
 */
export function createTriangleSearch(
  mesh: PolygonMesh,
  options: TriangleSearchOptions = {},
): TriangleSearch {
  polygonMesh(mesh, 'mesh');
  check('createTriangleSearch', options);
  const wanted = options.algorithm ?? 'auto';
  let algorithm: TriangleSearch['algorithm'] = 'tra*';
  const reduction = options.reduction ?? buildReduction(mesh);
  if (reduction.triangleCount !== mesh.polygonCount)
    throw new RangeError(
      `the reduction is of ${reduction.triangleCount} triangles, the mesh has ${mesh.polygonCount}`,
    );
  const print = fingerprintOf(mesh, reduction);
  const saved = options.tables && readTables(options.tables, print, kindsFor(wanted));
  const split = splitVertices(mesh);
  const places = findPlaces(split);
  const engine = createEngine();
  const { kernels, arena, blocks } = engine;
  const inBlocks = createQueryBlocks(engine);
  /** Counts searches and runs. */
  let task = 0;

  /** That of the options; by default TRA*, where it has not too many decision points. */
  function createEngine(): SearchEngine {
    const table = options.table ?? true;
    const takesTangents = saved
      ? saved.kind === 'tangents'
      : wanted === 'tangents' || (wanted === 'auto' && isForTangents(reduction));
    const tangents = takesTangents
      ? createTangentEngine(split, reduction, places, table, only(saved, 'tangents'))
      : undefined;
    if (tangents) {
      algorithm = 'tangents';
      return tangents;
    }
    if (wanted === 'tangents')
      throw new RangeError(
        `the corners see too much: more than ${MOST_ARCS} others each, or more than ${MOST_LOOKS} triangles, on average; 'tra*' takes such a mesh`,
      );
    algorithm = wanted === 'auto' ? 'tra*' : wanted;
    return createChannelEngine(
      split,
      reduction,
      places,
      algorithm,
      table,
      only(saved, 'corridors'),
    );
  }

  const isDone = (): boolean => kernels.queryProven() !== 0;

  const atHand: Improving = {
    get isProven() {
      return isDone();
    },
    get cost() {
      return kernels.queryCost();
    },
    lowerBound: () => kernels.queryLowerBound(),
    expanded: () => kernels.queryExpanded(),
    advance: (states) => guarded(() => kernels.queryAdvance(states)),
  };

  /** The path of the query at hand as x, y, x, y, …. */
  function pathNow(sx: number, sy: number): Float64Array<ArrayBuffer> {
    const turned = kernels.queryTurns();
    const path = new Float64Array(2 * turned + 4);
    path.set([sx, sy]);
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
      checkPointQueries(queries);
      check('run', runOptions);
      refuseRadius(queries);
      task++;
      const { nearest, first, result } = runOptions;
      const hasLimit = isLimited(runOptions);
      const asks =
        (nearest ? ASKS.nearest : 0) |
        (first ? ASKS.onlyFirst : 0) |
        (first || hasLimit ? ASKS.first : 0) |
        (result === 'cost' ? 0 : ASKS.turns);
      if (!hasLimit) return inBlocks.answer(queries, asks);
      return inBlocks.answer(queries, asks, () => improve(atHand, runOptions, first ?? false));
    },
    search(sourceX, sourceY, targetX, targetY, searchOptions = {}) {
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      check('search', searchOptions);
      const own = ++task;
      const asks = ASKS.first | ASKS.turns | (searchOptions.nearest ? ASKS.nearest : 0);
      guarded(() => kernels.queryBegin(sourceX, sourceY, targetX, targetY, asks));
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
        if (cost < Infinity && (path.length === 0 || cost < found.cost))
          path = pathNow(sourceX, sourceY);
        found.status = kernels.queryStatus();
        found.cost = cost;
        found.lowerBound = kernels.queryLowerBound();
        found.isProven = isDone();
        found.expanded = kernels.queryExpanded();
        found.queued = kernels.queryQueued();
        found.tested = kernels.queryTested();
      };
      const isAtHand = (): boolean => task === own;
      return anytimeSearch(atHand, found, take, isAtHand, () => path.slice());
    },
    writeTables() {
      const tables = engine.tables();
      if (!tables) throw new RangeError(`a search by '${algorithm}' has no tables`);
      return writeTables(tables, print);
    },
    destroy() {
      task++;
      blocks.freeAll();
    },
  };
}

/** The sorts of tables that an algorithm works with. */
function kindsFor(algorithm: string): ('corridors' | 'tangents')[] {
  if (algorithm === 'ta*') throw new RangeError("a search by 'ta*' takes no tables");
  if (algorithm === 'auto') return ['corridors', 'tangents'];
  return algorithm === 'tangents' ? ['tangents'] : ['corridors'];
}

/** The tables where they are of this sort. */
function only<Kind extends 'corridors' | 'tangents'>(
  tables: SearchTables<'corridors' | 'tangents'> | undefined,
  kind: Kind,
): SearchTables<Kind> | undefined {
  return tables?.kind === kind ? (tables as SearchTables<Kind>) : undefined;
}

/** Whether 'auto' searches the tangent graph. */
const isForTangents = (reduction: Reduction): boolean =>
  reduction.nodeCount > MOST_NODES || deepest(reduction) > MOST_DEPTH;

/** How many triangles of a dead end lie behind one another, at most. */
function deepest({ level, position }: Reduction): number {
  let most = 0;
  for (let t = 0; t < level.length; t++)
    if (level[t] === 1 && position[t]! > most) most = position[t]!;
  return most;
}

function refuseRadius(queries: PointQueries): void {
  const radius = (queries as { radius?: ArrayLike<number> }).radius ?? [];
  for (let i = 0; i < radius.length; i++)
    if (radius[i] !== 0)
      throw new RangeError(
        `radius[${i}] is ${radius[i]}, this search is for points; createDiscSearch of @wayfield/navmesh/discs takes a radius`,
      );
}
