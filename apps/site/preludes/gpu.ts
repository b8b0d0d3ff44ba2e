import { requestDevice } from '@wayfield/gpu-core/node';
import { createGpuSolver } from '@wayfield/gpu';
import { buildGrid, buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
const device = await requestDevice();
const graph = roadGraph(12, 12, { seed: 2 });
const grid = buildGrid({ width: 30, height: 30 });
const queries = buildQueries([
  [0, 899],
  [31, 35],
]);
const solver = await createGpuSolver(device, grid);
