// A* over hills: cells have costs, and the path takes the cheaper way round. Click for a new goal.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { cellAt, nearestCell } from '@wayfield/graph';
import { drawGrid } from '@wayfield/graph/draw';
import { terrainGrid } from '@wayfield/graph/generators';

const canvas = document.querySelector('canvas');
const context = canvas.getContext('2d');
const grid = terrainGrid(96, 64, { seed: 5, costs: [1, 2, 4, 8, 16], scale: 14 });
const solver = createWasmSolver(grid);
const start = nearestCell(grid, 4 * 96 + 4);

function show(goal) {
  const { path, cost } = solver.route(start, goal);
  drawGrid(context, grid, { size: 960, paths: [path], marks: { start: [start], goal: [goal] } });
  document.title = `cost ${cost.toFixed(1)}`;
  return cost;
}

canvas.addEventListener('click', ({ offsetX, offsetY }) => {
  const scale = 96 / canvas.clientWidth;
  show(nearestCell(grid, cellAt(grid, offsetX * scale, offsetY * scale)));
});
const cost = show(nearestCell(grid, 58 * 96 + 90));
Object.assign(globalThis, { example: { cost } }); // for a look in the console
