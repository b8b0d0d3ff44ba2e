import { FOUND } from '@wayfield/graph';
import type { PathSearcher } from '../batch.ts';
import type { Kernels } from '../customizable.gen.ts';
import type { Metric } from './metric.ts';

/** One query at a time by climbing the elimination tree from both ends. `rank`: of each node. */
export function createCustomizableSearcher(
  kernels: Kernels,
  rank: Uint32Array,
  metric: Metric,
): PathSearcher {
  /** Nodes of the path last found; 0 until it is unpacked. */
  let count = 0;
  /** Length of the path last found, as a sum of the hierarchy. */
  let dist = Infinity;
  /** Labels of the last search are still set: unpacking reads them, `queryEnd` clears them. */
  let labelled = false;

  /** Whether `dist` is the f32 sum along the path. */
  const exact = (): boolean => dist < metric.exactBelow();

  function clearLabels(): void {
    if (labelled) kernels.queryEnd();
    labelled = false;
  }

  function unpack(): void {
    if (count > 0) return;
    const rounded = !exact();
    // only arcs of weight 0, or rounding, let a shortest path meet a node twice
    const loops = metric.zeros() || rounded;
    count = kernels.unpack(loops ? 1 : 0, rounded ? 1 : 0);
    clearLabels();
  }

  return {
    search(source, target, _size, _nearest, maxSettled) {
      clearLabels();
      const status = kernels.query(rank[source], rank[target], maxSettled);
      labelled = true;
      count = 0;
      dist = status === FOUND ? kernels.queryDist() : Infinity;
      if (status !== FOUND) clearLabels();
      return status;
    },
    cost() {
      if (exact()) return dist;
      unpack();
      return kernels.unpackCost();
    },
    pathLength() {
      unpack();
      return count;
    },
    path: () => kernels.unpackPath() >>> 0,
    settled: () => kernels.queryClimbed() >>> 0,
  };
}
