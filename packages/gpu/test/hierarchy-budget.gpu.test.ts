// What a hierarchy solver holds for distances stays within `memoryBudget`, whatever calls came
// before.
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuHierarchySolver, type GpuHierarchySolver } from '../src/hierarchy.ts';
import { deviceWith } from './counting-device.ts';
import { device } from './device.ts';

const test = suite('memoryBudget of hierarchies');

const hierarchy = buildHierarchy(roadGraph(12, 10, { seed: 5 }));
const nodes = hierarchy.nodeCount;
/** Distances from twelve sources, or from four with rows by node and staging memory. */
const memoryBudget = 12 * 4 * nodes;

/** Bytes of the buffers that plans count, by label, and the most that there were. */
const PLANNED = /^(hierarchy: (dist|byNode)|distances|hierarchy table: costs)$/;
const live = new Map<GPUBuffer, number>();
let made = 0;
let most = 0;
const sum = (): number => [...live.values()].reduce((all, bytes) => all + bytes, 0);
const counting = deviceWith({
  createBuffer(descriptor: GPUBufferDescriptor) {
    const buffer = device.createBuffer(descriptor);
    // no buffer has less than 16 bytes, also where no word is needed
    if (!PLANNED.test(buffer.label) || buffer.size === 16) return buffer;
    made++;
    live.set(buffer, buffer.size);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      live.delete(buffer);
      return destroy();
    };
    most = Math.max(most, sum());
    return buffer;
  },
});

const from = (count: number): number[] => Array.from({ length: count }, (_, i) => 7 * i);
const ends = (count: number) => ({
  first: Uint32Array.from({ length: count + 1 }, (_, i) => i),
  node: Uint32Array.from(from(count)),
  cost: new Float32Array(count),
});
type Call = (solver: GpuHierarchySolver) => Promise<unknown>;

/** A table of `height` sources; its two stagings are as large as its costs. */
const table =
  (height: number, width: number): Call =>
  async (solver) => {
    for await (const { count } of solver.tableRows(ends(height), ends(width))) assert.ok(count > 0);
  };
const CALLS: readonly [string, Call][] = [
  ['distances', (solver) => solver.distances(from(4))],
  ['distances in waves', (solver) => solver.distances(from(9))],
  ['distances of one source', (solver) => solver.distances(from(1))],
  ['runResident', (solver) => solver.runResident(from(12))],
];

test('holds for each call after each other', async () => {
  const roomy = await createGpuHierarchySolver(counting, hierarchy);
  const expected = await roomy.distances(from(9));
  roomy.destroy();
  assert.is(sum(), 0);
  for (const [first, earlier] of CALLS) {
    for (const [second, call] of CALLS) {
      const solver = await createGpuHierarchySolver(counting, hierarchy, { memoryBudget });
      await earlier(solver);
      most = 0;
      await call(solver);
      assert.ok(most <= memoryBudget, `${second} after ${first}: ${most} bytes`);
      made = 0;
      await call(solver);
      assert.is(made, 0, `${second} again makes nothing`);
      const found = await solver.distances(from(9));
      for (const [i, dist] of found.entries()) sameArray(dist, expected[i]);
      solver.destroy();
      assert.is(sum(), 0);
    }
  }
});

test('holds for a table after other calls, and for these after the table', async () => {
  for (const [name, call] of CALLS) {
    const solver = await createGpuHierarchySolver(counting, hierarchy, { memoryBudget });
    await call(solver);
    // eight sources, and a third of a row per source for costs and two stagings
    const [height, width] = [8, Math.floor(nodes / 9)];
    most = 0;
    await table(height, width)(solver);
    const stagings = 2 * 4 * height * width;
    assert.ok(most + stagings <= memoryBudget, `a table after ${name}: ${most + stagings} bytes`);
    solver.destroy();
  }
});

test.run();
