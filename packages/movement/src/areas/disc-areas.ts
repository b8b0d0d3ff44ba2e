// The search that `createAreaSearch` returns for a radius above 0: a search for points on the mesh
// of grown-mesh.ts. The inside of a large obstacle is free on that mesh, so this file refuses
// places there. Links with an end there are closed (`endsFind` in area-map.ts).

import {
  checkPointQueries,
  MOVES_SOURCE,
  MOVES_TARGET,
  movesOf,
} from '@wayfield/navmesh/internal/queries';
import type { PointQueries } from '@wayfield/navmesh';
import { createDestroyGuard } from '@wayfield/wasm';
import type { AreaSearch } from './area-search.ts';
import type { GrownMesh } from './grown-mesh.ts';

/**
 * Puts ends of queries that lie off the original mesh at `blocked`, a point off the grown mesh, so
 * that the search refuses these ends. Ends that may move (`moves`, of `movesOf`) are left to the
 * search, which moves them.
 */
function onMesh(grown: GrownMesh, { count, ...given }: PointQueries, moves: number): PointQueries {
  const sources = moves & MOVES_SOURCE ? undefined : onMeshOnly(given.sourceX, given.sourceY);
  const targets = moves & MOVES_TARGET ? undefined : onMeshOnly(given.targetX, given.targetY);
  const [sourceX, sourceY] = sources ?? [given.sourceX, given.sourceY];
  const [targetX, targetY] = targets ?? [given.targetX, given.targetY];
  return { count, sourceX, sourceY, targetX, targetY };

  function onMeshOnly(givenX: Float64Array, givenY: Float64Array): [Float64Array, Float64Array] {
    const [x, y] = [Float64Array.from(givenX), Float64Array.from(givenY)];
    const on = grown.areOnMesh(x, y, count);
    for (let i = 0; i < count; i++) if (on[i] === 0) [x[i], y[i]] = grown.blocked;
    return [x, y];
  }
}

/** The search on a grown mesh, which refuses places off the original mesh. */
export function discAreas(grown: GrownMesh, search: AreaSearch): AreaSearch {
  const guard = createDestroyGuard('search');
  /** Takes over changes of the mesh. The first line of every call. */
  function update(): void {
    guard.check();
    grown.update();
  }

  return {
    backend: search.backend,
    get memoryBytes() {
      return search.memoryBytes + grown.memoryBytes;
    },
    isExact: search.isExact,
    run(queries, options) {
      guard.check();
      checkPointQueries(queries);
      update();
      return search.run(onMesh(grown, queries, movesOf(options?.nearest)), options);
    },
    costOf(ax, ay, bx, by) {
      update();
      const cost = search.costOf(ax, ay, bx, by);
      return grown.isOnMesh(ax, ay) ? cost : Infinity;
    },
    costOfAll(rows, out) {
      update();
      const costs = search.costOfAll(rows, out);
      const count = rows.count ?? rows.ax.length;
      const on = grown.areOnMesh(rows.ax, rows.ay, count);
      for (let i = 0; i < count; i++) if (on[i] === 0) costs[i] = Infinity;
      return costs;
    },
    areaAt: search.areaAt,
    areaAtAll: search.areaAtAll,
    isOpenAll(chosen, out) {
      update();
      return search.isOpenAll(chosen, out);
    },
    isOpen(link) {
      update();
      return search.isOpen(link);
    },
    update() {
      update();
      search.update();
    },
    destroy() {
      if (!guard.end()) return;
      grown.destroy();
      search.destroy();
    },
  };
}
