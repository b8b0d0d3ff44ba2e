// A submit that an error scope reports as failed, while its answers are read: nothing may write
// into the caller's arrays after the rejection, and the solver can be used again.
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { buildQueries, type Queries } from '@wayfield/graph';
import { openGrid, randomGrid, roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSolver } from '../src/search/solver.ts';
import { createGpuHierarchySolver, type GpuHierarchySolver } from '../src/hierarchy.ts';
import { createGpuHubLabelSolver } from '../src/hub-labels.ts';
import { createGpuSolver, createGpuTreeSolver, type GpuSolver } from '../src/index.ts';
import { deviceWith } from './counting-device.ts';
import { device } from './device.ts';

const test = suite('a submit that fails');

/** A device whose error scopes report a failure around the next read that goes with a submit. */
function failingDevice(): { failing: GPUDevice; arm: () => void } {
  let armed = false;
  let depth = 0;
  let deepest = 0;
  const failing = deviceWith({
    pushErrorScope(filter: GPUErrorFilter) {
      depth++;
      deepest = Math.max(deepest, depth);
      device.pushErrorScope(filter);
    },
    popErrorScope() {
      const real = device.popErrorScope();
      // a read that is begun inside a guarded submit has three scopes in three others
      const fails = armed && deepest === 6 && depth === 3;
      depth--;
      if (depth === 0) deepest = 0;
      if (!fails) return real;
      armed = false;
      return real.then(() => ({ message: 'made up' }));
    },
  });
  return { failing, arm: () => (armed = true) };
}

const grid = openGrid(40, 40);
const queries: Queries = buildQueries(
  Array.from({ length: 400 }, (_, i) => [i, 1599 - i] as const),
);
const graph = roadGraph(21, 19, { seed: 5 });
const hierarchy = buildHierarchy(graph);
const labels = buildHubLabels(hierarchy);
const onGraph = buildQueries(Array.from({ length: 300 }, (_, i) => [i, 398 - i] as const));

interface Solver {
  destroy(): void;
}
/** A call of a solver that reads into `cost`. */
type Call = (cost: Float32Array) => Promise<unknown>;

/** Lets the submit of a call fail, then calls again. */
function check<Made extends Solver>(
  name: string,
  open: (failing: GPUDevice) => Promise<Made>,
  [length, callOf]: readonly [length: number, callOf: (solver: Made) => Call],
): void {
  test(`leaves no read under way after the rejection: ${name}`, async () => {
    const { failing, arm } = failingDevice();
    const solver = await open(failing);
    const call = callOf(solver);
    const expected = new Float32Array(length);
    await call(expected);
    assert.ok(expected.some((cost) => cost > 0));
    const cost = new Float32Array(length);
    arm();
    assert.match(await reason(call(cost)), /made up/);
    const left = cost.slice();
    const again = new Float32Array(length);
    await call(again);
    sameArray(again, expected);
    sameArray(cost, left, 'the array of the call that failed');
    solver.destroy();
  });
}

const search = (failing: GPUDevice): Promise<GpuSolver> =>
  createGpuSolver(failing, grid, { variant: 'workgroup' });
const routes = {
  count: 400,
  status: new Uint8Array(400),
  source: queries.source,
  firstNode: new Uint32Array(401),
  node: new Uint32Array(0),
};
check('run', search, [
  400,
  (solver) => (cost) => solver.run(queries, { share: 'never', reuse: { ...routes, cost } }),
]);
const compact = { ...routes, firstWord: routes.firstNode, word: routes.node, bits: 3, width: 40 };
check('runCompact', search, [
  400,
  (solver) => (cost) => solver.runCompact(queries, { reuse: { ...compact, bits: 3, cost } }),
]);
check('hub labels', (failing) => createGpuHubLabelSolver(failing, labels), [
  300,
  (solver) => (cost) => solver.distances(onGraph, { reuse: cost }),
]);
const climbs = (failing: GPUDevice): Promise<GpuHierarchySolver> =>
  createGpuHierarchySolver(failing, hierarchy);
check('queries of a hierarchy', climbs, [
  300,
  (solver) => (cost) => solver.run(onGraph, { reuse: cost }),
]);
for (const [name, sources] of [
  ['one source', [3]],
  ['sources', [3, 4, 3, 3, 3]],
] as const) {
  check(`distances from ${name}`, climbs, [
    399,
    (solver) => (cost) => solver.distances(sources, { reuse: [cost] }),
  ]);
}
for (const sources of [[3], [3, 4]]) {
  const parent = new Uint32Array(399);
  check(`trees from ${sources.length}`, (failing) => createGpuTreeSolver(failing, graph), [
    399,
    (solver) => (dist) => solver.run(sources, { reuse: [{ source: 3, dist, parent }] }),
  ]);
}
check('tables', climbs, [
  20,
  (solver) => async (cost) => {
    const ends = { node: [1, 2, 3, 4], cost: [0, 0, 0, 0], first: [0, 1, 2, 3, 4] };
    const targets = { node: [9, 8, 7, 6, 5], cost: [0, 0, 0, 0, 0], first: [0, 1, 2, 3, 4, 5] };
    for await (const rows of solver.tableRows(ends, targets)) cost.set(rows.cost, 5 * rows.first);
  },
]);

/** A device whose next submit that clears a buffer throws before the device gets it. */
function deviceWithoutClear(): { failing: GPUDevice; arm: () => void; failed: () => boolean } {
  let armed = false;
  let clears = false;
  const queue = new Proxy(device.queue, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'submit') return value.bind(target) as unknown;
      return (commands: GPUCommandBuffer[]) => {
        if (armed && clears) {
          armed = false;
          throw new Error('made up');
        }
        target.submit(commands);
      };
    },
  });
  const failing = deviceWith({
    queue,
    createCommandEncoder(descriptor: GPUCommandEncoderDescriptor) {
      const encoder = device.createCommandEncoder(descriptor);
      const { clearBuffer } = encoder;
      clears = false;
      encoder.clearBuffer = (buffer: GPUBuffer) => {
        clears = true;
        clearBuffer.call(encoder, buffer);
      };
      return encoder;
    },
  });
  return { failing, arm: () => (armed = true), failed: () => !armed };
}

for (const compactly of [false, true]) {
  test(`lets no search meet records that were to be cleared, compact: ${compactly}`, async () => {
    const map = randomGrid(17, 13, { density: 0.05, seed: 21 });
    const asked = buildQueries(Array.from({ length: 60 }, (_, i) => [i, 220 - 2 * i] as const));
    const { failing, arm, failed } = deviceWithoutClear();
    // records are cleared every 40 searches, in the middle of a run
    const tuning = { workspaces: 3, workgroupSize: 32, queriesPerDispatch: 7 };
    const options = { variant: 'invocation', tuning } as const;
    const solver = await createSolver(failing, map, options, { generations: 40 });
    const run = async (): Promise<Float32Array> =>
      (await (compactly ? solver.runCompact(asked) : solver.run(asked, { share: 'never' }))).cost;
    const expected = (await run()).slice();
    for (let k = 0; k < 4; k++) {
      arm();
      assert.match(await reason(run()), /made up/);
      assert.ok(failed());
      sameArray(await run(), expected, `after failure ${k}`);
    }
    solver.destroy();
  });
}

test.run();
