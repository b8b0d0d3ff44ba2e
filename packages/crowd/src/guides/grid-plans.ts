// Planners for grids, whose solvers answer with nodes.
import { callback, checkOptions, object, typed, whole } from '@wayfield/check';
import { PLACE_RULES, side } from './rules.ts';
import type { CellPlaces } from '../walls/of-grid.ts';
import type { PathRoutes } from './path-store.ts';
import type { Planner } from './plans.ts';

/** What `planOnGrid` asks of a solver of `@wayfield/cpu-wasm` on a grid. */
export interface CellSolver {
  run(queries: {
    readonly count: number;
    readonly source: Uint32Array;
    readonly target: Uint32Array;
  }): { readonly firstNode: Uint32Array; readonly node: Uint32Array };
}

/** Options of `planOnGrid`. */
export interface GridPlanOptions extends CellPlaces {
  /** Cells of the grid along x. */
  readonly width: number;
  /** Cells of the grid along y. */
  readonly height: number;
}

const solverRule = /* @__PURE__ */ object({ run: callback }, 'a solver');
const requestsRule = /* @__PURE__ */ object(
  { count: /* @__PURE__ */ whole(0), sourceX: /* @__PURE__ */ typed(Float64Array) },
  'PlanRequests',
);
const sizes = /* @__PURE__ */ object({ width: side, height: side }, 'GridPlanOptions');
const rules = { ...PLACE_RULES, width: side, height: side };

/**
 * A planner over a solver of a grid: paths lead through the centres of cells and end exactly at the
 * target. Places off the grid count as the nearest cell of its border. Solvers with the option
 * `nearest` also serve targets in blocked cells.
 *
 * @example
 * const plan = planOnGrid(createWasmSolver(grid), { width: grid.width, height: grid.height });
 * const guide = createPathGuide(crowd, { plan, sees: sightOfGrid(grid) });
 * crowd.follow(guide);
 * const id = crowd.add({ x: 0.5, y: 0.5 });
 * guide.seek(id, 5.5, 0.5);
 * for (let tick = 0; tick < 600; tick++) crowd.step(1 / 60);
 * console.log(Math.abs(crowd.x[crowd.slotOf(id)] - 5.5) < 0.5); // true
 */
export function planOnGrid(solver: CellSolver, options: GridPlanOptions): Planner {
  solverRule(solver, 'solver');
  sizes(options, 'options');
  checkOptions('planOnGrid', options, rules);
  const { width, height, cellSize = 1, originX = 0, originY = 0 } = options;
  // the column or row of a coordinate
  const line = (value: number, origin: number, cells: number): number =>
    Math.min(cells - 1, Math.max(0, Math.floor((value - origin) / cellSize)));
  let source = new Uint32Array(0);
  let target = new Uint32Array(0);
  let firstPoint = new Uint32Array(1);
  let x = new Float64Array(0);
  let y = new Float64Array(0);
  return (requests): PathRoutes => {
    requestsRule(requests, 'requests');
    const { count } = requests;
    // arrays that belong together are all made before one is taken: memory may end between them
    if (source.length < count) {
      [source, target, firstPoint] = [
        new Uint32Array(2 * count),
        new Uint32Array(2 * count),
        new Uint32Array(2 * count + 1),
      ];
    }
    for (let i = 0; i < count; i++) {
      source[i] =
        line(requests.sourceY[i], originY, height) * width +
        line(requests.sourceX[i], originX, width);
      target[i] =
        line(requests.targetY[i], originY, height) * width +
        line(requests.targetX[i], originX, width);
    }
    const routes = solver.run({
      count,
      source: source.subarray(0, count),
      target: target.subarray(0, count),
    });
    const points = routes.firstNode[count] + count;
    if (x.length < points) {
      [x, y] = [new Float64Array(2 * points), new Float64Array(2 * points)];
    }
    let at = 0;
    for (let i = 0; i < count; i++) {
      firstPoint[i] = at;
      const [from, to] = [routes.firstNode[i], routes.firstNode[i + 1]];
      for (let k = from; k < to; k++) {
        const cell = routes.node[k];
        x[at] = originX + ((cell % width) + 0.5) * cellSize;
        y[at++] = originY + (Math.floor(cell / width) + 0.5) * cellSize;
      }
      // A solver with the option `nearest` may end at a cell other than the target's. The path then
      // ends at the centre of that other cell.
      if (to === from || routes.node[to - 1] !== target[i]) continue;
      x[at - 1] = requests.targetX[i];
      y[at - 1] = requests.targetY[i];
    }
    firstPoint[count] = at;
    return { firstPoint, x, y };
  };
}
