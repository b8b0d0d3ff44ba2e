import { checkOptions } from '@wayfield/check';
import { type BoundedPointRoutes, createPolyanya, type PointQueries } from '@wayfield/navmesh';
import { RESULT_RULES } from '@wayfield/navmesh/internal/checks';
import { buildPolygonMesh, type NavMesh } from '@wayfield/triangulation';
import { navMesh } from '@wayfield/triangulation/internal/checks';
import { createDestroyGuard, inSlices } from '@wayfield/wasm';
import { BUILD_RULES, type BuildLabelsOptions, labelSteps } from './build.ts';
import { type LabelSearch, openLabelSearch } from './search.ts';
import type { LabelRunOptions } from './types.ts';

/** Shortest paths on a mesh that changes: by labels while they are current, else by Polyanya. */
export interface LiveLabelSearch {
  readonly backend: 'wasm';
  /** Bytes of WebAssembly memory of both searches. The memory of a running build is not counted. */
  readonly memoryBytes: number;
  /** Whether `run` answers by labels of the current mesh; false after `destroy`. */
  readonly isCurrent: boolean;
  /** Answers like `run` of a `LabelSearch`, for the mesh as it is when `run` is called. */
  run(queries: PointQueries, options?: LabelRunOptions): BoundedPointRoutes;
  /**
   * Builds all labels of the mesh again, in slices. Between slices the calling thread is free for
   * queries and changes. A slice ends with the step that is at work after 8 ms. Most steps take
   * about 10 ms. For 17,000 corners the first step, within the call, and the last one take about
   * 0.5 s each. Both write the mesh into the memory of kernels, and the last one also copies the
   * labels.
   *
   * Resolves to true once `run` answers by the labels. If the labels are already current, nothing
   * is built. Resolves to false if the mesh changed during the build: the change ends the build.
   *
   * Rejects with the errors that `buildPointLabels` throws, with the signal's reason when aborted,
   * and with Error while another call is at work.
   */
  mend(options?: BuildLabelsOptions): Promise<boolean>;
  /** Frees the memory and ends `mend`. Every call afterwards throws an Error. */
  destroy(): void;
}

/**
 * Creates a search on a mesh to which obstacles are added and from which they are removed. At first
 * there are no labels: call `mend`, and call it again after changes. Until the labels are built,
 * Polyanya answers, with the same status and cost.
 *
 * @example
 * const search = createLiveLabelSearch(nav);
 * await search.mend({ signal: AbortSignal.timeout(60_000) });
 * nav.add([24, 1, 26, 1, 26, 9, 24, 9]);
 * const { cost } = search.run(queries); // by Polyanya
 * await search.mend();
 */
export function createLiveLabelSearch(nav: NavMesh): LiveLabelSearch {
  navMesh(nav, 'nav');
  const polyanya = createPolyanya(nav);
  const guard = createDestroyGuard('search');
  let labelled: LabelSearch | undefined;
  let isMending = false;
  /** Counts the changes of the mesh. */
  let changes = 0;
  const stop = nav.follow(() => {
    changes++;
    labelled?.destroy();
    labelled = undefined;
  });

  async function build(options: BuildLabelsOptions): Promise<boolean> {
    const begun = changes;
    const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
    const steps = labelSteps(mesh, options);
    let next = steps.next();
    try {
      await inSlices((ms) => {
        const end = performance.now() + ms;
        guard.check();
        while (!next.done && changes === begun && performance.now() < end) next = steps.next();
        return next.done === true || changes !== begun;
      });
      guard.check();
      if (!next.done || changes !== begun) return false;
      labelled = openLabelSearch(mesh, next.value);
      return true;
    } finally {
      // ends the generator of a build that did not finish, which frees the build's memory
      steps.return(undefined as never);
    }
  }

  return {
    backend: 'wasm',
    get memoryBytes() {
      return polyanya.memoryBytes + (labelled?.memoryBytes ?? 0);
    },
    get isCurrent() {
      return labelled !== undefined;
    },
    run(queries, options = {}) {
      guard.check();
      checkOptions('run', options, RESULT_RULES);
      const { result = 'routes', nearest = false } = options;
      return labelled ? labelled.run(queries, options) : polyanya.run(queries, { result, nearest });
    },
    async mend(options = {}) {
      guard.check();
      checkOptions('mend', options, BUILD_RULES);
      if (isMending) throw new Error('mend is at work already');
      options.signal?.throwIfAborted();
      if (labelled) return true;
      isMending = true;
      try {
        return await build(options);
      } finally {
        isMending = false;
      }
    },
    destroy() {
      if (!guard.end()) return;
      stop();
      polyanya.destroy();
      labelled?.destroy();
      labelled = undefined;
    },
  };
}
