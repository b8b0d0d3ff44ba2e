// Memory that runs out at each buffer of a search solver in turn: no buffer may be lost.
import { buildQueries } from '@wayfield/graph';
import { openGrid, roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import { createGpuSolver, type GpuSolver } from '../src/index.ts';
import { checkCall, checkOpening, FAILURES } from './memory-ends.ts';

const grid = openGrid(12, 9);
const graph = roadGraph(9, 8, { seed: 5 });
const queries = buildQueries([
  [0, 40],
  [7, 3],
  [21, 60],
  [5, 50],
  [6, 51],
  [7, 52],
  [8, 53],
]);
/** All queries have one target. */
const shared = buildQueries([
  [0, 40],
  [7, 40],
  [21, 40],
]);

const test = suite('memory that runs out: searches');

const search = { share: 'never' } as const;
const trees = { share: 'always' } as const;
/** Four waves in two turns. */
const turns = { tuning: { compactWave: 2 } };

/** Agents free their own buffers; the solver keeps those of the wave. */
async function agents(solver: GpuSolver): Promise<void> {
  (await solver.agents(queries)).destroy();
}

for (const how of FAILURES) {
  const onGraph = (device: GPUDevice): Promise<GpuSolver> => createGpuSolver(device, graph);
  const onGrid = (device: GPUDevice): Promise<GpuSolver> =>
    createGpuSolver(device, grid, { variant: 'invocation' });
  checkOpening(test, ['search solver of a graph', how, 1], onGraph);
  checkOpening(test, ['search solver of a grid', how, 1], onGrid);
  checkCall(test, ['run', how, 10], onGraph, (solver) => solver.run(queries, search));
  checkCall(test, ['run with trees', how, 40], onGraph, (solver) => solver.run(shared, trees));
  checkCall(test, ['agents', how, 10], onGraph, agents);
  for (const variant of ['workgroup', 'invocation'] as const) {
    const options = { ...turns, variant };
    const open = (device: GPUDevice): Promise<GpuSolver> => createGpuSolver(device, grid, options);
    checkCall(test, [`run in two waves, ${variant}`, how, 10], open, (solver) =>
      solver.run(queries, search),
    );
    checkCall(test, [`runCompact, ${variant}`, how, 10], open, (solver) =>
      solver.runCompact(queries),
    );
  }
}

test.run();
