// Paths of grids have eight directions; pulled straight they have all. Both, over each other.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildQueries, pathXY } from '@wayfield/graph';
import { drawGrid } from '@wayfield/graph/draw';
import { randomGrid } from '@wayfield/graph/generators';
import { smoothPaths } from '@wayfield/graph/sight';

const context = document.querySelector('canvas').getContext('2d');
const grid = randomGrid(60, 40, { density: 0.12, seed: 3 });
const solver = createWasmSolver(grid, { algorithm: 'jps' });
const rows = [5, 15, 25, 35];
const queries = buildQueries(rows.map((y) => [y * 60 + 1, (39 - y) * 60 + 58]));
const routes = solver.run(queries, { nearest: 'both' });
const straight = smoothPaths(routes, grid, { optimal: true });

const scale = 16;
drawGrid(context, grid, { size: 960 });
function draw(of, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  for (let i = 0; i < of.count; i++) {
    const points = pathXY(of, i, grid);
    context.beginPath();
    for (let k = 0; k < points.length; k += 2)
      context.lineTo(points[k] * scale, points[k + 1] * scale);
    context.stroke();
  }
}
draw(routes, '#9aa7b8', 3);
draw(straight, '#d7263d', 4);

const cells = (of) => of.firstNode[of.count];
Object.assign(globalThis, { example: { before: cells(routes), after: cells(straight) } });
