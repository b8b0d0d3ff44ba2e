// `pnpm bench:package`: jump point search, JPS+ and A* on four kinds of generated maps (mazes,
// rooms, random cells, blobs). Then, where the data is there, on every row of every MovingAI
// scenario, whose lengths are checked. A time is the mean over all queries, path included, of the
// least of RUNS runs (default 5) of each. An argument picks the maps with that in their name,
// ALGORITHMS the solvers, separated by commas.
import { FOUND, type Grid, NO_PATH, type Queries, type Routes } from '@wayfield/graph';
import {
  blobsGrid,
  mazeGrid,
  randomGrid,
  randomQueries,
  roomsGrid,
} from '@wayfield/graph/generators';
import { dataDir } from '@wayfield/testing';
import { type Algorithm, createWasmSolver, type WasmSolver } from '../src/index.ts';
import { isUnsolvable, scenarios } from '../test/movingai.ts';

const runs = Number(process.env.RUNS ?? 5);
const algorithms = (process.env.ALGORITHMS ?? 'astar,jps,jps+').split(',') as Algorithm[];

interface Measured {
  readonly routes: Routes;
  readonly milliseconds: number;
  readonly solver: WasmSolver;
  readonly build: number;
}

/** Asks the queries one by one, so that each has a least time of its own. */
function measure(grid: Grid, algorithm: Algorithm, queries: Queries): Measured {
  const { count, source, target } = queries;
  const start = performance.now();
  const solver = createWasmSolver(grid, { algorithm });
  const one = { count: 1, source: source.subarray(0, 1), target: target.subarray(0, 1) };
  let reuse = solver.run(one);
  const build = performance.now() - start;
  const least = new Float64Array(count).fill(Infinity);
  for (let run = 0; run < runs; run++) {
    for (let i = 0; i < count; i++) {
      const query = {
        count: 1,
        source: source.subarray(i, i + 1),
        target: target.subarray(i, i + 1),
      };
      const begin = performance.now();
      reuse = solver.run(query, { reuse });
      least[i] = Math.min(least[i], performance.now() - begin);
    }
  }
  const milliseconds = least.reduce((sum, t) => sum + t, 0) / count;
  return { routes: solver.run(queries), milliseconds, solver, build };
}

function report(name: string, grid: Grid, algorithm: Algorithm, measured: Measured): void {
  const { milliseconds, solver, build, routes } = measured;
  const cells = grid.width * grid.height;
  const settled = (routes.settled as Uint32Array).reduce((sum, n) => sum + n, 0) / routes.count;
  console.log(
    name.padEnd(30),
    algorithm.padEnd(6),
    `${milliseconds.toFixed(4).padStart(9)} ms`,
    `${Math.round(1000 / milliseconds)
      .toString()
      .padStart(7)}/s`,
    `settled ${Math.round(settled).toString().padStart(6)}`,
    `build ${build.toFixed(1).padStart(6)} ms`,
    `own ${(solver.memoryBytes / cells).toFixed(1).padStart(5)} B/cell`,
    `map ${(solver.sharedBytes / cells).toFixed(1).padStart(5)} B/cell`,
  );
}

const kinds: readonly [string, Grid][] = [
  ['random20-512', randomGrid(512, 512)],
  ['maze8-512', mazeGrid(512, 512, { corridor: 8 })],
  ['rooms16-512', roomsGrid(512, 512, { size: 16 })],
  ['blobs-1024', blobsGrid(1024, 1024, { count: 260 })],
];
const only = process.argv[2] ?? '';
for (const [name, grid] of kinds) {
  if (!name.includes(only)) continue;
  const queries = randomQueries(grid, 200);
  for (const algorithm of algorithms) {
    // a copy of the map: solvers on one object share what they derive, and each shall derive its
    // own
    const measured = measure({ ...grid }, algorithm, queries);
    report(name, grid, algorithm, measured);
    measured.solver.destroy();
  }
}

const folder = dataDir('grid');
let asked = 0;
let wrong = 0;
for (const { name, grid, rows, tolerance } of folder === undefined ? [] : scenarios(folder)) {
  if (!name.includes(only)) continue;
  for (const algorithm of algorithms) {
    const measured = measure({ ...grid }, algorithm, rows);
    const { status, cost } = measured.routes;
    for (let i = 0; i < rows.count; i++) {
      asked++;
      const solvable = !isUnsolvable(rows, i);
      const off = solvable ? Math.abs(cost[i] - rows.length[i]) : 0;
      const right = status[i] === (solvable ? FOUND : NO_PATH);
      if (right && off <= tolerance + 1e-5 * rows.length[i]) continue;
      wrong++;
      console.error(`${name} row ${i}: ${algorithm} says ${cost[i]}, published ${rows.length[i]}`);
    }
    report(name, grid, algorithm, measured);
    measured.solver.destroy();
  }
}
console.log(`${asked} answers checked against published lengths, ${wrong} wrong`);
if (wrong > 0) process.exitCode = 1;
