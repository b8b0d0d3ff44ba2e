// `destroy` during the first call of a solver, at each moment when that call has made buffers.
import { buildCustomizable } from '@wayfield/cpu-wasm/customizable';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createGpuCustomizableSolver,
  createGpuCustomizer,
  createGpuHierarchySolver,
  type GpuHierarchySolver,
} from '../src/hierarchy.ts';
import { createGpuHubLabelSolver } from '../src/hub-labels.ts';
import { createGpuSolver, createGpuTreeSolver } from '../src/index.ts';
import { countingDevice } from './counting-device.ts';

interface Solver {
  readonly memoryBytes: number;
  destroy(): void;
}

const graph = roadGraph(9, 8, { seed: 5 });
const hierarchy = buildHierarchy(graph);
const labels = buildHubLabels(hierarchy);
const customizable = buildCustomizable(graph);
const queries = buildQueries([
  [0, 40],
  [7, 3],
  [21, 60],
]);
const ends = { node: [3, 30], cost: [0, 1], first: [0, 1, 2] };

/** Runs after the buffers that a call makes. */
let onBuffer = (): void => {};
// one device for all tests: each device compiles the kernels again
const { counting, bytes } = countingDevice(() => onBuffer());

const test = suite('destroy during the first call');

/** Destroys the solver after the first, second, … buffer that a first call makes. */
function check<S extends Solver>(
  name: string,
  create: (device: GPUDevice) => Promise<S>,
  call: (solver: S) => Promise<unknown>,
): void {
  test(name, async () => {
    let isOver = false;
    for (let last = 1; !isOver; last++) {
      const solver = await create(counting);
      let left = last;
      onBuffer = () => {
        if (--left === 0) queueMicrotask(() => solver.destroy());
      };
      const outcome = await call(solver).then(
        () => 'fulfilled',
        (error: unknown) => String(error),
      );
      onBuffer = () => {};
      // fewer buffers were made: `destroy` has had every moment
      isOver = left > 0;
      if (isOver) {
        assert.is(outcome, 'fulfilled');
        assert.ok(last > 1, 'the call makes buffers');
        assert.is(solver.memoryBytes, bytes());
        solver.destroy();
      } else {
        assert.match(outcome, /destroyed/, `after buffer ${last}: ${outcome}`);
      }
      assert.is(bytes(), 0, `after buffer ${last}`);
      assert.is(solver.memoryBytes, 0, 'memoryBytes after destroy');
    }
  });
}

const onHierarchy = (device: GPUDevice): Promise<GpuHierarchySolver> =>
  createGpuHierarchySolver(device, hierarchy, { wave: 2 });

check('hierarchy: run', onHierarchy, (solver) => solver.run(queries));
check('hierarchy: distances from one source', onHierarchy, (solver) => solver.distances([5]));
check('hierarchy: distances', onHierarchy, (solver) => solver.distances([5, 6, 7, 8, 9]));
check('hierarchy: runResident', onHierarchy, (solver) => solver.runResident([5, 6]));
check('hierarchy: tableRows', onHierarchy, (solver) => solver.tableRows(ends, ends).next());

check(
  'hub labels: distances',
  (device) => createGpuHubLabelSolver(device, labels, { wave: 2 }),
  (solver) => solver.distances(queries),
);

check(
  'customizable: run',
  (device) => createGpuCustomizableSolver(device, customizable, graph.weight, { wave: 2 }),
  (solver) => solver.run(queries),
);
check(
  'customizable: distances',
  (device) => createGpuCustomizableSolver(device, customizable, graph.weight),
  (solver) => solver.distances([5, 6, 7, 8, 9]),
);
check(
  'customizer: run',
  (device) => createGpuCustomizer(device, customizable),
  (customizer) => customizer.run(graph.weight),
);
check(
  'trees: run',
  (device) => createGpuTreeSolver(device, graph),
  (solver) => solver.run([0, 5]),
);
check(
  'searches: run',
  (device) => createGpuSolver(device, graph),
  (solver) => solver.run(queries, { share: 'never' }),
);

test.run();
