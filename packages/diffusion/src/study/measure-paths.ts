import { object, refuse, typed, whole } from '@wayfield/check';
import { pathLength, pathOf, type Routes } from '@wayfield/graph';
import { gridOfMap } from '../model/map-of-grid.ts';
import type { DiffusionMap } from '../types.ts';

/** What the paths of some routes are like; one entry per route, 0 nodes where there is no path. */
export interface PathMeasures {
  readonly count: number;
  /** Cells of the path, both ends included: what McMillan (2014) calls its length. */
  readonly nodes: Uint32Array;
  /** Length in cells, a diagonal step √2; NaN where there is no path, as in `cost`. */
  readonly length: Float64Array;
  /** Sum over the cells entered of the step's length over the terrain. */
  readonly cost: Float64Array;
  /** Changes of direction; 0 where there is no path. */
  readonly turns: Uint32Array;
  /**
   * `cost` over that of the best path; NaN where one of the two is missing. At least 1, but for the
   * rounding of the solver that found `best`.
   */
  readonly ratio: Float64Array;
}

const routesRule = /* @__PURE__ */ object(
  {
    count: /* @__PURE__ */ whole(),
    status: /* @__PURE__ */ typed(Uint8Array),
    cost: /* @__PURE__ */ typed(Float32Array),
    firstNode: /* @__PURE__ */ typed(Uint32Array),
    node: /* @__PURE__ */ typed(Uint32Array),
  },
  'Routes',
);

function checkRoutes(routes: Routes, name: string): void {
  routesRule(routes, name);
  const most = routes.firstNode.length - 1;
  if (routes.count > most) refuse(`${name}.count`, routes.count, `at most ${most}`);
}

/**
 * Measures paths up a scent, or any others on the map. `best` are shortest paths for the same
 * queries on `gridOfMap(map)`, by any solver, e.g. `createWasmSolver`. Throws RangeError where a
 * path has a step that the map does not have, or `best` another count.
 */
export function measurePaths(map: DiffusionMap, routes: Routes, best?: Routes): PathMeasures {
  const grid = gridOfMap(map);
  checkRoutes(routes, 'routes');
  const { count } = routes;
  if (best !== undefined) {
    checkRoutes(best, 'best');
    if (best.count !== count) refuse('best.count', best.count, `that of routes, ${count}`);
  }
  const even = { ...grid, cost: grid.cost.map((value) => +(value !== 0)) };
  const measures = {
    count,
    nodes: new Uint32Array(count),
    length: new Float64Array(count).fill(NaN),
    cost: new Float64Array(count).fill(NaN),
    turns: new Uint32Array(count),
    ratio: new Float64Array(count).fill(NaN),
  };
  for (let i = 0; i < count; i++) {
    const path = pathOf(routes, i);
    measures.nodes[i] = path.length;
    if (path.length === 0) continue;
    measures.length[i] = pathLength(even, path);
    measures.cost[i] = pathLength(grid, path);
    for (let k = 2; k < path.length; k++) {
      if (turnsAt(path, k - 1, grid.width)) measures.turns[i]++;
    }
    const optimum = best === undefined ? new Uint32Array() : pathOf(best, i);
    if (optimum.length > 0) {
      const least = pathLength(grid, optimum);
      measures.ratio[i] = least === 0 ? 1 : measures.cost[i] / least;
    }
  }
  return measures;
}

/** Whether a path changes its direction at its cell number `k`. */
function turnsAt(path: Uint32Array, k: number, width: number): boolean {
  const [before, here, after] = [path[k - 1], path[k], path[k + 1]];
  // on a map of two columns a step to the right and one down to the left differ in x alone
  const across = here - before !== after - here;
  return across || (here % width) - (before % width) !== (after % width) - (here % width);
}
