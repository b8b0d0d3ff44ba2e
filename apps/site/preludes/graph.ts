import { writeFile } from 'node:fs/promises';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildGrid, buildQueries, cellAt } from '@wayfield/graph';
const grid = buildGrid({ width: 30, height: 30 });
const solver = createWasmSolver(grid);
const queries = buildQueries([
  [0, 899],
  [31, 35],
]);
const routes = solver.run(queries);
const source = 0;
const cell = 35;
const cellSize = 10;
const guard = 0;
const player = { x: 12, y: 3 };
const agent = { x: 1, y: 1 };
const goal = { x: 12, y: 3 };
const canvas = document.querySelector('canvas')!;
const context = canvas.getContext('2d')!;
