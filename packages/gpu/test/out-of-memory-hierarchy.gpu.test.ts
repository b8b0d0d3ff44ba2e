// Memory that runs out at each buffer of a solver of hierarchies in turn: no buffer may be lost.
import { buildCustomizable } from '@wayfield/cpu-wasm/customizable';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import {
  createGpuCustomizableSolver,
  createGpuCustomizer,
  createGpuHierarchySolver,
  type GpuCustomizableSolver,
  type GpuCustomizer,
  type GpuHierarchySolver,
} from '../src/hierarchy.ts';
import { createGpuHubLabelSolver, type GpuHubLabelSolver } from '../src/hub-labels.ts';
import { checkCall, checkOpening, FAILURES } from './memory-ends.ts';

const graph = roadGraph(9, 8, { seed: 5 });
const hierarchy = buildHierarchy(graph);
const labels = buildHubLabels(hierarchy);
const customizable = buildCustomizable(graph);
const queries = buildQueries([
  [0, 40],
  [7, 3],
  [21, 60],
  [5, 50],
  [6, 51],
  [7, 52],
]);
const ends = { node: [0, 5, 9, 33, 61], cost: [0, 0, 0, 0, 0], first: [0, 1, 2, 3, 4, 5] };

const test = suite('memory that runs out: hierarchies');

/** A table in two waves. */
async function table(solver: GpuHierarchySolver): Promise<void> {
  for await (const { count } of solver.tableRows(ends, ends)) if (count === 0) return;
}

const timing = { timing: true };

for (const how of FAILURES) {
  const opened = (device: GPUDevice): Promise<GpuHierarchySolver> =>
    createGpuHierarchySolver(device, hierarchy, { wave: 2, memoryBudget: 4_000 });
  checkOpening(test, ['hierarchy solver', how, 0], (device) =>
    createGpuHierarchySolver(device, hierarchy, timing),
  );
  checkCall(test, ['queries', how, 10], opened, (solver) => solver.run(queries));
  checkCall(test, ['sweeps', how, 13], opened, (solver) => solver.distances([0, 5, 9]));
  checkCall(test, ['sweep of one source', how, 13], opened, (solver) => solver.distances([4]));
  checkCall(test, ['resident sweeps', how, 12], opened, (solver) => solver.runResident([4, 5]));
  checkCall(test, ['table', how, 20], opened, table);

  const customizer = (device: GPUDevice): Promise<GpuCustomizer> =>
    createGpuCustomizer(device, customizable);
  checkOpening(test, ['customizer', how, 10], (device) =>
    createGpuCustomizer(device, customizable, timing),
  );
  checkCall(test, ['weights', how, 1], customizer, (solver) => solver.run(graph.weight));
  checkCall(test, ['resident weights', how, 1], customizer, (solver) =>
    solver.runResident(graph.weight),
  );

  const searches = (device: GPUDevice): Promise<GpuCustomizableSolver> =>
    createGpuCustomizableSolver(device, customizable, graph.weight, { wave: 2 });
  checkOpening(test, ['customizable solver', how, 20], (device) =>
    createGpuCustomizableSolver(device, customizable, graph.weight, timing),
  );
  checkCall(test, ['customizable queries', how, 10], searches, (solver) => solver.run(queries));
  checkCall(test, ['customizable sweeps', how, 5], searches, (solver) => solver.distances([0, 5]));

  const hubs = (device: GPUDevice): Promise<GpuHubLabelSolver> =>
    createGpuHubLabelSolver(device, labels, { wave: 2 });
  checkOpening(test, ['hub label solver', how, 3], (device) =>
    createGpuHubLabelSolver(device, labels, timing),
  );
  checkCall(test, ['hub labels', how, 10], hubs, (solver) => solver.distances(queries));
}

test.run();
