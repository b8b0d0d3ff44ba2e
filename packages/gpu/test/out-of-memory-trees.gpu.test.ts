// Memory that runs out at each buffer of a tree solver in turn: no buffer may be lost.
import { openGrid, roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import { createGpuTreeSolver, type GpuTreeSolver } from '../src/index.ts';
import { checkCall, checkOpening, FAILURES } from './memory-ends.ts';

const graph = roadGraph(9, 8, { seed: 5 });
/** Costs of 1 to 3: a weighted grid has two buffers. */
const open = openGrid(12, 9);
const grid = { ...open, cost: open.cost.map((_, v) => 1 + (v % 3)) };
/** Two waves and two banks. */
const SMALL = { memoryBudget: 14_000 };

const test = suite('memory that runs out: trees');

for (const how of FAILURES) {
  const tiled = (device: GPUDevice): Promise<GpuTreeSolver> =>
    createGpuTreeSolver(device, graph, { rule: 'tiled', timing: true });
  const frontier = (device: GPUDevice): Promise<GpuTreeSolver> =>
    createGpuTreeSolver(device, graph, { rule: 'near-far' });
  checkOpening(test, ['tree solver of a graph', how, 6], tiled);
  checkOpening(test, ['tree solver of a grid', how, 2], (device) =>
    createGpuTreeSolver(device, grid),
  );
  checkCall(test, ['near-far', how, 43], frontier, (solver) => solver.run([0, 7, 21]));
  checkCall(test, ['compact trees', how, 44], frontier, (solver) =>
    solver.runCompact([0, 7], { distances: true }),
  );
  checkCall(test, ['resident trees', how, 42], frontier, (solver) => solver.runResident([3]));
  checkCall(
    test,
    ['trees in two banks', how, 80],
    (device) => createGpuTreeSolver(device, graph, { ...SMALL, rule: 'tiled' }),
    (solver) => solver.run(Array.from({ length: 12 }, (_, i) => i)),
  );
}

test.run();
