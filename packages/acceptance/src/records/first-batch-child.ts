// A process of its own for target 6: makes a solver and answers the same batch ten times.
// `first-batch-child.js ALGORITHM SIDE DENSITY AGENTS SEED [WARM_UP]` prints one line of JSON.
import { type Algorithm, createWasmSolver } from '@wayfield/cpu-wasm';
import { randomGrid, randomQueries } from '@wayfield/graph/generators';
import { BATCHES, type FirstBatches } from './first-batch.ts';

const [algorithm, side, density, agents, seed, warmUp] = process.argv.slice(2);
const options = { seed: Number(seed) };
const grid = randomGrid(Number(side), Number(side), { density: Number(density), ...options });
const queries = randomQueries(grid, Number(agents), options);

const start = performance.now();
const solver = createWasmSolver(grid, {
  algorithm: algorithm as Algorithm,
  ...(warmUp !== undefined && { warmUp: Number(warmUp) }),
});
const createMs = performance.now() - start;
const batchMs: number[] = [];
const sums: number[] = [];
for (let i = 0; i < BATCHES; i++) {
  const begin = performance.now();
  const { cost, node } = solver.run(queries);
  batchMs.push(performance.now() - begin);
  let sum = node.length;
  for (const c of cost) if (c < Infinity) sum += c;
  sums.push(sum);
}
const said: FirstBatches = { createMs, batchMs, same: sums.every((sum) => sum === sums[0]) };
console.log(JSON.stringify(said));
