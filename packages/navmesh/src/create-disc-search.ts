import { refuse, refuseNumber } from '@wayfield/check';
import { check, checkNumbersOf, polygonMesh } from './rules.ts';
import { BUDGET_SPENT, FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED } from '@wayfield/graph';
import { anytimeSearch, improve, isLimited } from './anytime.ts';
import type { ArcPath } from './arc-path.ts';
import { emptyPath } from './create-disc-funnel.ts';
import { createDiscEngine, type DiscEngine } from './disc-engine.ts';
import type { DiscSearch, DiscSearchOptions } from './disc-search.ts';
import { checkPointQueries } from './point-queries.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** A search for one path begins with one where that takes no more states. */
const MOST_FIRST = 65536;

/**
 * Shortest paths for the centres of discs that keep clear of all walls and vertices of a mesh by their radius; each query has its own, and
 * nothing is built anew for another. For radii prepared in advance by A* on the graph of all arcs and tangents that a shortest path can consist of (Chew 1985);
 * for others by TRA* on the reduction with the funnel for discs (Demyen and Buro 2006), in the light of lengths found in advance for some radii. `mesh` is one of triangles, `buildPolygonMesh(triangulation, { merge: false })`; it is copied.
 *
 * A source or target nearer to a wall than the radius is SOURCE_BLOCKED or TARGET_BLOCKED; where there is no way that is wide
 * enough the answer is NO_PATH. A first path goes from corridor to corridor to where the rest may be the shortest; it is there at once, with a
 * lower bound, and gets shorter until it is proven, or a limit says stop. Paths are clear on any triangles, and the shortest
 * on Delaunay triangles, of graphs on any: what of that is proven, and what tested, is in the README.
 *
 * Coordinates are rounded: where the largest is c, paths keep clear by the radius less 1e-9 of it and less c 2^-46. Radii below
 * c 2^-40 (1e-12 c) count as 0, which makes paths shorter by at most 2 pi times the radius per corner.
 *
 * @throws RangeError for a polygon that has not three sides, a reduction of another mesh, radii that are not finite or below 0, and `tables` that
 * are damaged or of another mesh, reduction or sort of search.
 * `run`, `search` and `improve` throw it for a query with more states than fit into 512 MiB, which takes a radius for which no graph can be made.
 */
export function createDiscSearch(mesh: PolygonMesh, options: DiscSearchOptions = {}): DiscSearch {
  polygonMesh(mesh, 'mesh');
  check('createDiscSearch', options);
  checkMesh(mesh, options);
  return discSearchOn(createDiscEngine(mesh, options));
}

/** What callers have of an engine. */
export function discSearchOn(engine: DiscEngine): DiscSearch {
  // the search at hand
  let task = 0;
  let status = NO_PATH;

  function begin(
    sx: number,
    sy: number,
    tx: number,
    ty: number,
    radius: number,
    takesNearest: boolean,
    wantsFirst: boolean,
  ): void {
    task++;
    status = engine.begin(sx, sy, tx, ty, radius);
    if (wantsFirst) engine.findFirst();
    if (!takesNearest || status === SOURCE_BLOCKED) return;
    // whether there is a path shows at its end
    if (!wantsFirst) engine.advance(0xffffffff);
    if (engine.cost === Infinity) status = engine.goNearest();
  }

  function statusNow(): number {
    if ((status !== FOUND && status !== NEAREST) || engine.cost < Infinity) return status;
    return engine.isProven ? NO_PATH : BUDGET_SPENT;
  }

  return {
    backend: 'wasm',
    get memoryBytes() {
      return engine.memoryBytes;
    },
    run(queries, runOptions) {
      checkPointQueries(queries);
      check('runDiscs', runOptions, 'radius');
      const { count, sourceX, sourceY, targetX, targetY } = queries;
      const { radius } = runOptions;
      if (typeof radius !== 'number' && radius.length < count)
        refuse('radius.length', radius.length, `at least ${count}, the count of queries`);
      const radiusOf = (i: number): number => (typeof radius === 'number' ? radius : radius[i]!);
      for (let i = 0; i < count; i++)
        if (!isRadius(radiusOf(i)))
          refuseRadius(typeof radius === 'number' ? 'radius' : `radius[${i}]`, radiusOf(i));
      const wantsPaths = runOptions.result !== 'cost';
      const isFirstEnough = runOptions.first ?? false;
      const wantsFirst = isFirstEnough || isLimited(runOptions);
      const takesNearest = runOptions.nearest ?? false;
      const statuses = new Uint8Array(count);
      const cost = new Float64Array(count);
      const lowerBound = new Float64Array(count);
      const isProven = new Uint8Array(count);
      const expanded = new Uint32Array(count);
      const firstPoint = new Uint32Array(count + 1);
      engine.clearPaths();
      const isOneBlock = typeof radius === 'number' && !wantsFirst && !takesNearest;
      if (isOneBlock) {
        task++;
        const answers = { status: statuses, cost, expanded, firstPoint };
        engine.runBlock(queries, radius, wantsPaths, answers);
        isProven.fill(1);
        lowerBound.set(cost);
      }
      let points = 0;
      for (let i = isOneBlock ? count : 0; i < count; i++) {
        begin(
          sourceX[i]!,
          sourceY[i]!,
          targetX[i]!,
          targetY[i]!,
          radiusOf(i),
          takesNearest,
          wantsFirst,
        );
        if (!engine.isProven) improve(engine, runOptions, isFirstEnough);
        statuses[i] = statusNow();
        cost[i] = engine.cost;
        lowerBound[i] = engine.lowerBound();
        isProven[i] = engine.isProven ? 1 : 0;
        expanded[i] = engine.expanded();
        if (wantsPaths && engine.cost < Infinity) points = engine.keepPath();
        firstPoint[i + 1] = points;
      }
      return {
        status: statuses,
        cost,
        lowerBound,
        isProven,
        expanded,
        firstPoint,
        ...engine.paths(),
        count,
      };
    },
    search(sourceX, sourceY, targetX, targetY, searchOptions) {
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      check('searchDisc', searchOptions, 'radius');
      const { radius, nearest = false } = searchOptions;
      begin(sourceX, sourceY, targetX, targetY, radius, nearest, true);
      // by now it is known whether there is one
      improve(engine, { maxExpanded: MOST_FIRST }, true);
      const own = task;
      const found = { status, cost: Infinity, lowerBound: 0, isProven: false, expanded: 0 };
      let best = emptyPath(0);
      const take = (): void => {
        const { cost } = engine;
        if (cost < Infinity && (best.count === 0 || cost < found.cost)) {
          best = emptyPath(engine.pointCount());
          best.count = best.x.length;
          engine.copyPath(best);
        }
        found.status = statusNow();
        found.cost = cost;
        found.lowerBound = engine.lowerBound();
        found.isProven = engine.isProven;
        found.expanded = engine.expanded();
      };
      const isAtHand = (): boolean => task === own;
      return anytimeSearch(engine, found, take, isAtHand, () => copyOf(best, best.count));
    },
    writeTables: () => engine.writeTables(),
    explain(sourceX, sourceY, targetX, targetY, asked) {
      checkNumbersOf({ sourceX, sourceY, targetX, targetY });
      check('explain', asked, 'radius');
      const { radius } = asked;
      begin(sourceX, sourceY, targetX, targetY, radius, false, true);
      const found = statusNow();
      return { status: found, ...engine.explain(found) };
    },
    destroy() {
      task++;
      engine.destroy();
    },
  };
}

function checkMesh({ polygonCount, firstSide }: PolygonMesh, options: DiscSearchOptions): void {
  for (let t = 0; t < polygonCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1]! - firstSide[t]!} sides, a search for discs takes triangles (merge: false)`,
      );
  if (options.tables && options.radii)
    throw new RangeError(
      'there are tables and radii: tables have the radii that they were made for',
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
    for (let i = 0; i < count; i++) to[i] = from[i]!;
  }
  return larger;
}
