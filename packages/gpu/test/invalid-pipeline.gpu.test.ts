// A pipeline that is invalid: the call rejects, and a later call makes the pipeline again.
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuHierarchySolver } from '../src/hierarchy.ts';
import { createGpuHubLabelSolver } from '../src/hub-labels.ts';
import { deviceWith } from './counting-device.ts';
import { device } from './device.ts';

const test = suite('an invalid pipeline');

/** A device on which the first pipeline of each label is invalid. */
function breakingDevice(): GPUDevice {
  const broken = new Set<string | undefined>();
  return deviceWith({
    createComputePipeline(given: GPUComputePipelineDescriptor) {
      if (broken.has(given.label)) return device.createComputePipeline(given);
      broken.add(given.label);
      const compute = { ...given.compute, entryPoint: 'no' };
      return device.createComputePipeline({ ...given, compute });
    },
  });
}

const graph = roadGraph(7, 6, { seed: 5 });
const hierarchy = buildHierarchy(graph);
const labels = buildHubLabels(hierarchy);
const queries = buildQueries(Array.from({ length: 20 }, (_, i) => [i, 41 - i] as const));
const table = { node: [1, 2, 3, 4], cost: [0, 0, 0, 0], first: [0, 1, 2, 3, 4] };

/** Opens a solver; returns its call, and what frees it. */
type Open = (on: GPUDevice) => Promise<readonly [() => Promise<Float32Array>, () => void]>;

const SOLVERS: readonly (readonly [name: string, open: Open])[] = [
  [
    'hub labels',
    async (on) => {
      const solver = await createGpuHubLabelSolver(on, labels);
      return [async () => (await solver.distances(queries)).cost, () => solver.destroy()];
    },
  ],
  [
    'queries of a hierarchy',
    async (on) => {
      const solver = await createGpuHierarchySolver(on, hierarchy);
      return [async () => (await solver.run(queries)).cost, () => solver.destroy()];
    },
  ],
  [
    'distances from sources',
    async (on) => {
      const solver = await createGpuHierarchySolver(on, hierarchy);
      return [async () => (await solver.distances([3, 4]))[1], () => solver.destroy()];
    },
  ],
  [
    'tables',
    async (on) => {
      const solver = await createGpuHierarchySolver(on, hierarchy);
      const rows = async (): Promise<Float32Array> => {
        const cost = new Float32Array(16);
        for await (const some of solver.tableRows(table, table))
          cost.set(some.cost, 4 * some.first);
        return cost;
      };
      return [rows, () => solver.destroy()];
    },
  ],
];
for (const [name, open] of SOLVERS) {
  test(`is made again: ${name}`, async () => {
    const [call, free] = await open(device);
    const [again, freeAgain] = await open(breakingDevice());
    const uncaptured: string[] = [];
    const note = ({ error }: GPUUncapturedErrorEvent): void => void uncaptured.push(error.message);
    device.addEventListener('uncapturederror', note);
    const expected = await call();
    // what one failure keeps from being made fails at the next call; buffers change in turn
    let failures = 0;
    for (let right = 0; right < 3;) {
      const result: { cost?: Float32Array } = {};
      const why = await reason(again().then((cost) => (result.cost = cost)));
      if (result.cost) {
        sameArray(result.cost, expected);
        right++;
      } else {
        assert.match(why, /WebGPU found an invalid call/);
        assert.ok(++failures < 5 && right === 0, why);
      }
    }
    assert.ok(failures > 0);
    device.removeEventListener('uncapturederror', note);
    assert.equal(uncaptured, []);
    free();
    freeAgain();
  });
}

test.run();
