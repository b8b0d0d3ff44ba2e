// Shortest paths on a grid, in fifteen lines: build it, search it, change it, search again.
import { buildGrid, buildQueries, pathOf } from '@wayfield/graph';
import { gridText } from '@wayfield/graph/draw';
import { createWasmSolver } from '@wayfield/cpu-wasm';

const width = 24;
const grid = buildGrid({ width, height: 8 });
const wall = [1, 2, 3, 4, 5, 6].map((y) => y * width + 12);
for (const cell of wall) grid.cost[cell] = 0;

const solver = createWasmSolver(grid, { algorithm: 'jps' });
const queries = buildQueries([[4 * width + 3, 4 * width + 20]]); // cell = y * width + x
let routes = solver.run(queries);
console.log(gridText(grid, { paths: [pathOf(routes, 0)] }));
console.log(`cost ${routes.cost[0].toFixed(2)}`); // cost 19.49

// a door opens in the wall
const door = 4 * width + 12;
grid.cost[door] = 1;
solver.update([door]);
routes = solver.run(queries);
console.log(`cost ${routes.cost[0].toFixed(2)} through the door`); // cost 17.00 through the door
solver.destroy();
