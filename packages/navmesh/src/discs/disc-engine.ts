import type { ArcPath } from '../geometry/arc-path.ts';
import type { PolygonMesh } from '@wayfield/triangulation';
import type { Improving } from '../queries/anytime.ts';
import type { BlockAnswers } from '../queries/block.ts';
import type { PointQueries } from '../queries/point-queries.ts';
import { copyPoints } from './disc-funnel.ts';
import { createNearest, type NearestPlaces } from './nearest-ends.ts';
import { createDiscBlocks } from './disc-blocks.ts';
import { openDiscHost } from './disc-host.ts';
import { createDiscQuery, type DiscEnds, PATIENCE } from './disc-query.ts';
import type { DiscExplanation, DiscSearchOptions } from './disc-search.ts';
import { type DiscEnd, measureEnds, reasonOf } from './explain-disc.ts';

/** The search for one path of a disc, on the kernels, under `createDiscSearch`. */
export interface DiscEngine extends Improving, NearestPlaces {
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /** Begins a query. Returns FOUND if there may be a path, else the status that says why not. */
  begin(ends: DiscEnds): number;
  /**
   * For a query without a path or proof: searches depth first until there is a path, whatever its
   * length, or until the query has expanded `until` labels in all.
   */
  findFirst(until: number): void;
  /** Whether it is proven that the current query has no path. */
  readonly hasNoPath: boolean;
  /** Measures the room at the ends of the current query, and says why it has the status. */
  explain(status: number): Omit<DiscExplanation, 'status'>;
  /** How many points the best path has. */
  pointCount(): number;
  /** Writes the points of the best path to `path`. */
  copyPath(path: ArcPath): void;
  /** Answers queries with one radius, each until it is proven, and keeps paths if asked to. */
  runBlock(queries: PointQueries, radius: number, wantsPaths: boolean, answers: BlockAnswers): void;
  /** Drops all kept paths. */
  clearPaths(): void;
  /** Keeps the best path beside others, and returns how many points all of them have. */
  keepPath(): number;
  /** The paths that `keepPath` has kept. */
  paths(): ArcPath;
  destroy(): void;
}

/** `mesh` is one of triangles; the options have been checked. */
export function createDiscEngine(
  mesh: PolygonMesh,
  options: DiscSearchOptions,
  mostLabels: number,
): DiscEngine {
  const host = openDiscHost(mesh, options, mostLabels);
  const { kernels, arena, blocks, locator, passages } = host;
  const query = createDiscQuery(host);
  const many = createDiscBlocks(kernels, arena, blocks.allocate);
  const { places, beginNear } = createNearest(host, query);
  /**
   * The radius that the search uses. With c the largest coordinate, a radius below c 2^-40 (256
   * times `host.rounding`) counts as 0: turns around such circles are below the rounding of
   * directions between corners.
   */
  const effective = (radius: number): number => (radius < 256 * host.rounding ? 0 : radius);
  let floats = new Float64Array(0);

  function endAt(x: number, y: number): DiscEnd {
    const found = new Uint32Array(locator.most);
    return { x, y, triangles: [...found.subarray(0, locator.locate(x, y, found))] };
  }

  return {
    get memoryBytes() {
      return blocks.held();
    },
    begin: (ends) => query.begin({ ...ends, radius: effective(ends.radius) }),
    beginNear: (ends) => beginNear({ ...ends, radius: effective(ends.radius) }),
    places,
    findFirst: query.findFirst,
    advance: query.advance,
    get isProven() {
      return query.isProven;
    },
    get hasNoPath() {
      return query.hasNoPath;
    },
    get cost() {
      return query.cost;
    },
    lowerBound: query.lowerBound,
    expanded: query.expanded,
    explain(status) {
      const { sx, sy, tx, ty, radius } = query.ends;
      const [source, target] = [endAt(sx, sy), endAt(tx, ty)];
      const measured = measureEnds(mesh, passages, source, target);
      return { ...measured, reason: reasonOf(status, radius, source, target, measured) };
    },
    pointCount: () => kernels.searchPointCount(),
    copyPath(path) {
      // a memory that has grown leaves its views without entries
      if (floats.length === 0) floats = new Float64Array(arena.memory.buffer);
      copyPoints(floats, kernels.searchPoints() >>> 3, kernels.searchPointCount(), path, 0);
    },
    runBlock(queries, r, wantsPaths, answers) {
      const radius = effective(r);
      many.run(queries, { radius, most: PATIENCE, wantsPaths }, answers, (sx, sy, tx, ty) =>
        query.finish({ sx, sy, tx, ty, radius }),
      );
    },
    clearPaths: many.clear,
    keepPath: many.keep,
    paths: many.paths,
    destroy() {
      blocks.freeAll();
    },
  };
}
