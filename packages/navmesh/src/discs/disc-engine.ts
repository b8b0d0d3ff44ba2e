import { FOUND, NEAREST, NO_PATH, SOURCE_BLOCKED } from '@wayfield/graph';
import type { ArcPath } from '../geometry/arc-path.ts';
import type { Point } from '../geometry/segment-distance.ts';
import type { MeshPoint } from '../polygons/point-locator.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Improving } from '../queries/anytime.ts';
import type { BlockAnswers } from '../queries/block.ts';
import type { PointQueries } from '../queries/point-queries.ts';
import { copyPoints } from './create-disc-funnel.ts';
import { createDiscBlocks } from './disc-blocks.ts';
import { type DiscHost, openDiscHost } from './disc-host.ts';
import { createDiscQuery, type DiscEnds, type DiscQuery, PATIENCE } from './disc-query.ts';
import type { DiscExplanation, DiscSearchOptions } from './disc-search.ts';
import { type DiscEnd, measureEnds, reasonOf } from './explain-disc.ts';
import { createFreeBorder, type FreeBorder } from './free-border.ts';
import { nearestFree } from './nearest-disc.ts';

/** The search for one path of a disc, on the kernels, under `createDiscSearch`. */
export interface DiscEngine extends Improving {
  /** Bytes of WebAssembly memory, the mesh included. */
  readonly memoryBytes: number;
  /** Begins; FOUND where there may be a path, else why there is none. */
  begin(ends: DiscEnds): number;
  /**
   * Begins from the place nearest to the source where the disc fits, anywhere on the mesh. As
   * `begin`; SOURCE_BLOCKED where the disc fits nowhere.
   */
  beginNear(ends: DiscEnds): number;
  /**
   * After `begin`, where there is no path to the target: goes to the nearest place that can be
   * reached, and finds a first path there. NEAREST, or NO_PATH.
   */
  goNearest(): number;
  /** Goes on until there is a path, whatever its length, or for some labels. */
  findFirst(): void;
  /** Of the ends of the current query, and why it has the status. */
  explain(status: number): Omit<DiscExplanation, 'status'>;
  /** How many points the best path has. */
  pointCount(): number;
  /** Writes them to a path. */
  copyPath(path: ArcPath): void;
  /** Answers queries with one radius, each to its end, and keeps the paths, if they are wanted. */
  runBlock(queries: PointQueries, radius: number, wantsPaths: boolean, answers: BlockAnswers): void;
  /** No paths are kept. */
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
  const { goNearest, beginNear } = createNearest(host, query);
  /**
   * The radius as the search takes it. Below 256 roundings, c 2^-40 with c the largest coordinate,
   * it counts as 0: its turns are below the rounding of directions between corners.
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
    goNearest,
    findFirst: query.findFirst,
    advance: query.advance,
    get isProven() {
      return query.isProven;
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

/** What moves the ends of queries to the nearest places. The radii are effective ones. */
type NearestPlaces = Pick<DiscEngine, 'beginNear' | 'goNearest'>;

function createNearest(host: DiscHost, query: DiscQuery): NearestPlaces {
  const { kernels, mesh, locator, passages, part, rounding } = host;
  const found = new Uint32Array(locator.most);
  /** Made when a nearest place is asked for. */
  let border: FreeBorder | undefined;

  const trianglesAt = (x: number, y: number): Uint32Array =>
    found.subarray(0, locator.locate(x, y, found));

  /**
   * Begins the query to a point of the mesh, on the border of its triangle. The point is never
   * blocked, even if rounding puts it outside.
   */
  function beginToPoint({ polygon, x, y }: MeshPoint): number {
    const triangles = trianglesAt(x, y);
    return query.beginTo(x, y, triangles.includes(polygon) ? triangles : Uint32Array.of(polygon));
  }

  /** The places on the border of the disc's free space, as `nearestFree` gives them. */
  function placesNear(
    [px, py]: Point,
    radius: number,
    isWanted: (triangle: number) => boolean,
  ): ReturnType<typeof nearestFree> {
    border ??= createFreeBorder(mesh);
    // half of the tolerance of ends (`isClear` in assembly/discs/clear.ts): a place found here is
    // not blocked as an end
    border.begin(radius, radius * (1 - 5e-13) - 0.125 * rounding);
    return nearestFree(mesh, border, locator, isWanted, [px, py]);
  }

  function beginNear(ends: DiscEnds): number {
    const { sx, sy, radius } = ends;
    if (radius === 0) {
      const point = locator.nearest(sx, sy, () => true);
      return point ? query.begin({ ...ends, sx: point.x, sy: point.y }) : SOURCE_BLOCKED;
    }
    for (const { x, y } of placesNear([sx, sy], radius, () => true)) {
      const status = query.begin({ ...ends, sx: x, sy: y });
      if (status !== SOURCE_BLOCKED) return status;
    }
    return SOURCE_BLOCKED;
  }

  function goNearest(): number {
    const { tx, ty, radius } = query.ends;
    const sources = query.sources();
    if (radius === 0) {
      const isOwn = (t: number): boolean => sources.some((s) => part[s] === part[t]);
      if (beginToPoint(locator.nearest(tx, ty, isOwn)!) !== FOUND) return NO_PATH;
      query.findFirst();
      return query.cost < Infinity ? NEAREST : NO_PATH;
    }
    const isReached = passages.reachedFrom(sources, kernels.leastWidthOf(radius));
    for (const { x, y } of placesNear([tx, ty], radius, isReached)) {
      if (query.beginTo(x, y, trianglesAt(x, y)) !== FOUND) continue;
      query.findFirst();
      if (query.cost === Infinity) query.advance(0xffffffff);
      if (query.cost < Infinity) return NEAREST;
    }
    query.clear();
    return NO_PATH;
  }

  return { beginNear, goNearest };
}
