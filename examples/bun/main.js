// Bun runs the packages as they are: JPS+ on a maze, and distances on a road graph.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { mazeGrid, randomQueries, roadGraph } from '@wayfield/graph/generators';
import { validateRoutes } from '@wayfield/graph/validate';

const maze = mazeGrid(101, 101, { seed: 1 });
const queries = randomQueries(maze, 200, { seed: 2 });
const solver = createWasmSolver(maze, { algorithm: 'jps+' });
validateRoutes(maze, queries, solver.run(queries)); // throws if a path or cost is wrong
console.log('200 paths are right'); // 200 paths are right
solver.destroy();

const roads = roadGraph(40, 40, { seed: 3 });
const router = createHierarchySolver(roads, buildHierarchy(roads));
console.log(router.table([0, 7, 9], [3, 1599]).length, 'distances'); // 6 distances
const { path } = router.route(0, 1599);
console.log('path from', path[0], 'to', path.at(-1)); // path from 0 to 1599
router.destroy();
console.log(typeof Bun === 'undefined' ? 'not Bun' : `Bun ${Bun.version}`);
