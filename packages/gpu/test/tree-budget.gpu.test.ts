// What a tree solver holds beside its map stays within `memoryBudget`, whatever calls came before.
import { STRAIGHT_TICKS } from '@wayfield/graph';
import { openGrid, roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuTreeSolver, type GpuTreeSolver } from '../src/index.ts';
import { countingDevice } from './counting-device.ts';

const test = suite('memoryBudget of trees');

/** Parameters, and the state in staging memory: the plan does not count them. */
const SPARE = 2 ** 14;
const sources = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const CALLS: readonly [string, (solver: GpuTreeSolver, most: number) => Promise<unknown>][] = [
  ['run in two banks', (solver, most) => solver.run(sources(2 * most))],
  ['runResident', (solver, most) => solver.runResident(sources(most))],
  ['runResident, labels', (solver, most) => solver.runResident(sources(most), { parents: false })],
  ['run, labels', (solver, most) => solver.run(sources(most), { parents: false })],
];

test('holds for each call after each other', async () => {
  const graph = roadGraph(12, 10, { seed: 5 });
  let most = 0;
  const { counting, bytes } = countingDevice(() => (most = Math.max(most, bytes())));
  const memoryBudget = 100_000;
  const solver = await createGpuTreeSolver(counting, graph, { memoryBudget });
  const map = bytes();
  const size = solver.plan(1000, { resident: true }).waveSize;
  assert.ok(size > 2, `${size} sources in a wave`);
  for (const [first, before] of CALLS) {
    for (const [second, call] of CALLS) {
      await before(solver, size);
      most = 0;
      await call(solver, size);
      const text = `${most - map} bytes, ${second} after ${first}`;
      assert.ok(most - map <= memoryBudget + SPARE, text);
      assert.is(solver.memoryBytes, bytes());
    }
  }
  const held = bytes();
  // the same call again makes nothing
  most = 0;
  await CALLS[3][1](solver, size);
  assert.is(most, 0);
  assert.is(bytes(), held);
  solver.destroy();
});

test('lets calls with more sources and calls with parents keep one memory', async () => {
  let made = 0;
  const { counting, bytes } = countingDevice(() => made++);
  const solver = await createGpuTreeSolver(counting, roadGraph(12, 10, { seed: 5 }));
  const labels = { parents: false };
  const both = async (): Promise<void> => {
    await solver.run(sources(10), labels);
    await solver.run(sources(6));
  };
  await both();
  assert.is(solver.memoryBytes, bytes());
  made = 0;
  await both();
  assert.is(made, 0, 'buffers of the same calls again');
  // room for the parents of all sources would take more than both calls together
  await solver.run(sources(100), labels);
  const many = bytes();
  await solver.run(sources(1));
  assert.ok(bytes() < many, `${bytes()} bytes for one tree with parents after ${many}`);
  solver.destroy();
  assert.is(bytes(), 0);
});

test('holds where near-far hands a run to tiled', async () => {
  const { counting, bytes } = countingDevice();
  const memoryBudget = 150_000;
  const solver = await createGpuTreeSolver(counting, openGrid(40, 20), {
    memoryBudget,
    rule: 'near-far',
    tuning: { window: 40 * STRAIGHT_TICKS },
  });
  const map = bytes();
  let size = 1;
  while (solver.plan(size + 1).waves === 1) size++;
  for (let k = 0; k < 2; k++) await solver.run(sources(size));
  assert.ok(bytes() - map <= memoryBudget + SPARE, `${bytes() - map} bytes`);
  solver.destroy();
});

test.run();
