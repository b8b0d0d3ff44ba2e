import { checkOptions } from '@wayfield/check';
import type { BoundedPointRoutes, PointQueries } from '@wayfield/navmesh';
import { RESULT_RULES } from '@wayfield/navmesh/internal/checks';
import { ASKS, checkPointQueries, movesOf } from '@wayfield/navmesh/internal/queries';
import type { PolygonMesh } from '@wayfield/triangulation';
import { checkMeshArrays } from '@wayfield/triangulation/internal/checks';
import { createDestroyGuard, openKernels } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';
import { checkLabels } from './check.ts';
import { checkTriangles, meshChecksum, putLabels } from './host.ts';
import { queryBlocks } from './query-blocks.ts';
import type { LabelRunOptions, PointLabels } from './types.ts';

/** A search for shortest paths between points by labels. */
export interface LabelSearch {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory: the mesh, the labels, and scratch. */
  readonly memoryBytes: number;
  /**
   * Answers the queries. Status and cost are those of Polyanya, the cost up to rounding, and the
   * path is one of the shortest. `expanded` is the number of hubs that both ends of a query have; 0
   * if the ends see each other.
   *
   * @throws RangeError for arrays that are too short and for numbers that are not finite.
   */
  run(queries: PointQueries, options?: LabelRunOptions): BoundedPointRoutes;
  /** Frees the memory. Every call afterwards throws an Error. */
  destroy(): void;
}

/**
 * Creates a search by the labels that `buildPointLabels` made of the mesh, or by labels read from a
 * file. Copies both.
 *
 * @throws RangeError for a polygon that has not three sides, for labels that are damaged or of
 *   another mesh, and when memory ends; TypeError for what is no mesh or no labels.
 *
 * @example
 * const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
 * const search = createLabelSearch(mesh, buildPointLabels(mesh));
 * const { cost } = search.run(buildPointQueries([[1, 1, 19, 9]]));
 * search.destroy();
 */
export function createLabelSearch(mesh: PolygonMesh, labels: PointLabels): LabelSearch {
  checkLabelled(mesh, labels);
  return openLabelSearch(mesh, labels);
}

/** Checks the mesh and the labels, and throws unless the labels are of this mesh. */
export function checkLabelled(mesh: PolygonMesh, labels: PointLabels): void {
  checkMeshArrays(mesh);
  checkTriangles(mesh);
  checkLabels(labels);
  const sum = meshChecksum(mesh);
  if (labels.meshChecksum !== sum)
    throw new RangeError(
      `labels.meshChecksum is ${labels.meshChecksum}, that of the mesh is ${sum}: the labels are ` +
        'of another mesh',
    );
}

/** `createLabelSearch` without checks. */
export function openLabelSearch(mesh: PolygonMesh, labels: PointLabels): LabelSearch {
  const map = putLabels(mesh, labels);
  const host = openKernels<Kernels>(map.module, { arena: map.arena });
  const inBlocks = queryBlocks(host, map.layout);
  const guard = createDestroyGuard('search');
  return {
    backend: 'wasm',
    get memoryBytes() {
      return map.blocks.held() + host.blocks.held();
    },
    run(queries, options = {}) {
      guard.check();
      checkPointQueries(queries);
      checkOptions('run', options, RESULT_RULES);
      return inBlocks.answer(queries, asksOf(options));
    },
    destroy() {
      if (!guard.end()) return;
      host.blocks.freeAll();
      map.blocks.freeAll();
    },
  };
}

/** The bits of `ASKS` of navmesh for the options of `run`. */
export function asksOf({ nearest, result }: LabelRunOptions): number {
  return movesOf(nearest) | (result === 'cost' ? 0 : ASKS.turns);
}
