// The functions of the worker of the grid scene: a query by four algorithms.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildGrid, buildQueries, FOUND, type Grid, pathOf, statusName } from '@wayfield/graph';
import { createGpuTwin, type TwinAnswer } from '../../common/gpu-twin.ts';
import { type Algorithm, trace } from './trace.ts';

export const ALGORITHMS: readonly Algorithm[] = ['dijkstra', 'astar', 'greedy', 'jps'];

export interface Answer {
  readonly algorithm: Algorithm;
  readonly status: string;
  /** Infinity where there is no path. */
  readonly cost: number;
  /** Cells from start to goal, of the WebAssembly solver. */
  readonly path: Uint32Array;
  /** Microseconds of the WebAssembly solver, the mean of some runs. */
  readonly microseconds: number;
  /** Cells in the order in which the search of trace.ts settles them. */
  readonly order: Uint32Array;
  /** Whether trace.ts found a path of equal length. Paths of greedy search may differ. */
  readonly agrees: boolean;
}

let grid: Grid | undefined;
const gpu = createGpuTwin();
let solvers: { algorithm: Algorithm; solver: ReturnType<typeof createWasmSolver> }[] = [];

function begun(): Grid {
  if (!grid) throw new Error('the grid was not begun');
  return grid;
}

/** Milliseconds for which a query is repeated, and the most runs. */
const REPEAT_MS = 5;
const MOST_RUNS = 2000;

export const gridFunctions = {
  begin(width: number, height: number, open: Uint8Array) {
    for (const { solver } of solvers) solver.destroy();
    gpu.changed();
    grid = buildGrid({ width, height, cost: Float32Array.from(open) });
    const map = grid;
    solvers = ALGORITHMS.map((algorithm) => ({
      algorithm,
      solver: createWasmSolver(map, { algorithm }),
    }));
  },
  /** Opens or blocks cells. */
  change(cells: Uint32Array, open: Uint8Array) {
    const { cost } = begun();
    for (const [i, cell] of cells.entries()) cost[cell] = open[i];
    for (const { solver } of solvers) solver.update(Array.from(cells));
    gpu.changed();
  },
  /** A* on the GPU, compared with that in WebAssembly. */
  twin(start: number, goal: number): Promise<TwinAnswer> {
    const queries = buildQueries([[start, goal]]);
    const { solver } = solvers.find(({ algorithm }) => algorithm === 'astar')!;
    return gpu.ask(begun(), queries, solver.run(queries));
  },
  search(start: number, goal: number): Answer[] {
    const { width, height, cost } = begun();
    const field = { width, height, open: Uint8Array.from(cost) };
    const queries = buildQueries([[start, goal]]);
    return solvers.map(({ algorithm, solver }) => {
      let routes = solver.run(queries);
      // clocks of pages are coarse: the time of many runs is divided by their number
      const began = performance.now();
      let runs = 0;
      while (runs < MOST_RUNS && performance.now() - began < REPEAT_MS) {
        routes = solver.run(queries, { reuse: routes });
        runs++;
      }
      const microseconds = (1000 * (performance.now() - began)) / runs;
      const found = trace(field, start, goal, algorithm);
      const isFound = routes.status[0] === FOUND;
      const length = isFound ? routes.cost[0] : Infinity;
      return {
        algorithm,
        status: statusName(routes.status[0]),
        cost: length,
        path: pathOf(routes, 0).slice(),
        microseconds,
        order: found.order,
        agrees:
          algorithm === 'greedy'
            ? Number.isFinite(found.cost) === isFound
            : found.cost === length || Math.abs(found.cost - length) < 1e-4 * length,
      };
    });
  },
};
