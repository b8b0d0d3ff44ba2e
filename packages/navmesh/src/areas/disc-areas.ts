import { checkPointQueries, type PointQueries } from '../queries/point-queries.ts';
import type { AreaSearch, AreaSearchOptions, Link } from './area-search.ts';
import type { GrownMesh } from './grown-mesh.ts';

/** The search of a grown mesh, as one of the mesh that was grown. */
export function discAreas(
  grown: GrownMesh,
  search: AreaSearch,
  { links = [] }: AreaSearchOptions,
): AreaSearch {
  /** Queries whose ends off the mesh, which may be free in the grown one, are put into a wall. */
  function onMesh(queries: PointQueries): PointQueries {
    const sourceX = Float64Array.from(queries.sourceX);
    const sourceY = Float64Array.from(queries.sourceY);
    const targetX = Float64Array.from(queries.targetX);
    const targetY = Float64Array.from(queries.targetY);
    for (const [x, y] of [
      [sourceX, sourceY],
      [targetX, targetY],
    ]) {
      const on = grown.areOnMesh(x, y, queries.count);
      for (let i = 0; i < queries.count; i++) if (on[i] === 0) [x[i], y[i]] = grown.blocked;
    }
    return { count: queries.count, sourceX, sourceY, targetX, targetY };
  }

  const isOn = ([x, y]: Link['from']): boolean => grown.isOnMesh(x, y);
  return {
    backend: search.backend,
    get memoryBytes() {
      return search.memoryBytes + grown.memoryBytes;
    },
    isExact: search.isExact,
    run(queries, options) {
      checkPointQueries(queries);
      grown.update();
      return search.run(onMesh(queries), options);
    },
    costOf(ax, ay, bx, by) {
      grown.update();
      const cost = search.costOf(ax, ay, bx, by);
      return grown.isOnMesh(ax, ay) ? cost : Infinity;
    },
    costOfAll(rows, out) {
      grown.update();
      const costs = search.costOfAll(rows, out);
      const count = rows.count ?? rows.ax.length;
      const on = grown.areOnMesh(rows.ax, rows.ay, count);
      for (let i = 0; i < count; i++) if (on[i] === 0) costs[i] = Infinity;
      return costs;
    },
    areaAt: search.areaAt,
    areaAtAll: search.areaAtAll,
    isOpenAll(chosen, out) {
      grown.update();
      const open = search.isOpenAll(chosen, out);
      const count = chosen?.length ?? links.length;
      for (let i = 0; i < count; i++) {
        const { from, to } = links[chosen ? chosen[i] : i];
        if (!isOn(from) || !isOn(to)) open[i] = 0;
      }
      return open;
    },
    isOpen(link) {
      grown.update();
      return search.isOpen(link) && isOn(links[link].from) && isOn(links[link].to);
    },
    update() {
      grown.update();
      search.update();
    },
    destroy() {
      grown.destroy();
      search.destroy();
    },
  };
}
