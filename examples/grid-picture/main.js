// A picture of distances as a PNG file, without a canvas: Dijkstra's tree of a map of rooms.
import { writeFileSync } from 'node:fs';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { gridPixels, writePng } from '@wayfield/graph/draw';
import { nearestCell } from '@wayfield/graph';
import { roomsGrid } from '@wayfield/graph/generators';

const grid = roomsGrid(160, 107, { size: 12, door: 2, doors: 1, seed: 8 });
const source = nearestCell(grid, 53 * 160 + 80);
const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
const { dist } = solver.tree(source);
const pixels = gridPixels(grid, { size: 960, values: dist, marks: { start: [source] } });
writeFileSync('picture.png', writePng(pixels));
const reached = dist.filter((far) => far < Infinity).length;
console.log(`picture.png: ${pixels.width} x ${pixels.height}, ${reached} cells are reached`);
console.log(reached > 10_000); // true

// the farthest cell, and the path back to the source along the tree
let farthest = source;
dist.forEach((far, cell) => {
  if (far < Infinity && far > dist[farthest]) farthest = cell;
});
const { path } = solver.route(source, farthest);
const marked = gridPixels(grid, { size: 960, values: dist, paths: [path] });
writeFileSync('picture.png', writePng(marked));
console.log(`the farthest cell is ${dist[farthest].toFixed(0)} cells away`);
solver.destroy();
