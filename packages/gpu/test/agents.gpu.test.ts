import { readBuffer, uploadWords } from '@wayfield/gpu-core';
import { buildQueries, FOUND } from '@wayfield/graph';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver } from '../src/index.ts';
import { randomGrid, randomQueries } from './search-cases.ts';
import { device } from './device.ts';

const test = suite('agents');
const tuning = { workspaces: 16, workgroupSize: 32 };

function advance(agents: { encode(target: GPUCommandEncoder): void }, steps: number): void {
  const encoder = device.createCommandEncoder();
  for (let k = 0; k < steps; k++) agents.encode(encoder);
  device.queue.submit([encoder.finish()]);
}

test('advance along the paths of a run, one node per step, to their ends, seed 91', async () => {
  const grid = randomGrid(16, 16, 0.25, [1], {});
  const queries = randomQueries(grid, 300, 91);
  const solver = await createGpuSolver(device, grid, { tuning });
  const agents = await solver.agents(queries);
  const routes = await solver.run(queries);
  // they live on without it
  solver.destroy();
  const { count, status, position, done } = agents;
  assert.is(count, 300);
  sameArray(status, routes.status);
  const lengths = queries.source.map((_, i) => routes.firstNode[i + 1] - routes.firstNode[i]);
  assert.is(agents.steps, Math.max(...lengths) - 1);
  const where = (steps: number): Uint32Array =>
    queries.source.map((source, i) =>
      routes.status[i] === FOUND
        ? routes.node[routes.firstNode[i] + Math.min(steps, lengths[i] - 1)]
        : source,
    );
  const words = new Uint32Array(count);
  sameArray(await readBuffer(device, position, words), where(0));
  advance(agents, 1);
  sameArray(await readBuffer(device, position, words), where(1));
  advance(agents, 4);
  sameArray(await readBuffer(device, position, words), where(5));
  advance(agents, agents.steps);
  sameArray(await readBuffer(device, position, words), where(1000));
  const behind = lengths.map((length) => Math.max(0, length - 1));
  sameArray(await readBuffer(device, done, words), behind);
  agents.destroy();
});

test('stay while they are held', async () => {
  const grid = randomGrid(8, 8, 0, [1], {});
  const hold = uploadWords(device, 'hold', new Uint32Array([0, 1]));
  const solver = await createGpuSolver(device, grid, { tuning });
  const agents = await solver.agents(
    buildQueries([
      [0, 7],
      [8, 15],
    ]),
    { hold },
  );
  advance(agents, 2);
  const words = new Uint32Array(2);
  sameArray(await readBuffer(device, agents.position, words), [2, 8]);
  device.queue.writeBuffer(hold, 0, new Uint32Array([1, 0]));
  advance(agents, 3);
  sameArray(await readBuffer(device, agents.position, words), [2, 11]);
  agents.destroy();
  // two words for five agents
  const few = reason(solver.agents(randomQueries(grid, 5, 92), { hold }));
  assert.is(await few, 'RangeError: hold has 16 bytes, 5 agents need 20');
  hold.destroy();
  solver.destroy();
});

test('may be none', async () => {
  const grid = randomGrid(8, 8, 0, [1], {});
  for (const variant of ['workgroup', 'invocation'] as const) {
    const solver = await createGpuSolver(device, grid, { variant, tuning: { large: true } });
    const agents = await solver.agents(buildQueries([]));
    assert.is(agents.count, 0);
    assert.is(agents.steps, 0);
    advance(agents, 1);
    agents.destroy();
    solver.destroy();
  }
});

test('are searched again if paths found no room, and refused beyond the budget', async () => {
  const grid = randomGrid(16, 16, 0, [1], {});
  const far = buildQueries(Array.from({ length: 400 }, (_, i) => [i % 16, 255 - (i % 9)] as const));
  const near = buildQueries(Array.from({ length: 400 }, (_, i) => [i % 9, (i % 9) + 1] as const));
  const solver = await createGpuSolver(device, grid, { tuning });
  await solver.run(near);
  const agents = await solver.agents(far);
  advance(agents, agents.steps);
  sameArray(await readBuffer(device, agents.position, new Uint32Array(400)), far.target);
  agents.destroy();
  const none = await solver.agents(buildQueries([]));
  assert.is(none.steps, 0);
  advance(none, 1);
  none.destroy();
  solver.destroy();

  const small = await createGpuSolver(device, grid, { tuning, memoryBudget: 150_000 });
  assert.match(
    await reason(small.agents(far)),
    /^RangeError: 400 agents at once, there is room for [0-9]+: raise memoryBudget/,
  );
  small.destroy();
});

test.run();
