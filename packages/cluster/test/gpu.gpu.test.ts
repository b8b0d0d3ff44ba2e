// Kinds of work on the GPU: the answers of the CPU, and who takes their chunks.
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';
import { reason, sameArray } from '@wayfield/testing';
import { sharedDevice, softwareVulkanEnvironment, wantsSoftware } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster } from '../src/index.ts';
import { gpuRoadQueries, gpuSweepTrees } from '../src/kinds/gpu.ts';
import { roadQueries, sweepTrees } from '../src/kinds.ts';
import { createWorker } from '../src/workers.ts';
import { serverSuite, testServer, until, workerHere, workerProcess } from './place.ts';
import { runKind } from './run-kind.ts';

// whole weights: sums are exact, so that queries have the bits of the CPU, too
const graph = roadGraph(12, 12, { seed: 2 });
const whole = { ...graph, weight: graph.weight.map(Math.ceil) };
const sources = Uint32Array.from({ length: 20 }, (_, i) => (7 * i) % graph.nodeCount);

const test = suite('kinds on the GPU');
const device = await sharedDevice();

test('gpuSweepTrees has the bits of sweepTrees', async () => {
  for (const result of ['summary', 'dist'] as const) {
    const work = { graph, sources, result, perChunk: 7 };
    const { answer, chunks } = await runKind(gpuSweepTrees, work, device);
    const { answer: expected } = await runKind(sweepTrees, work);
    assert.is(chunks, 3);
    for (const name of ['reached', 'farthest', 'sum', 'dist'] as const)
      sameArray(answer[name], expected[name], name);
  }
});

test('gpuRoadQueries has the costs of roadQueries', async () => {
  const work = { graph: whole, random: { count: 50 }, perChunk: 20 };
  const { answer } = await runKind(gpuRoadQueries, work, device);
  const { answer: expected } = await runKind(roadQueries, work);
  assert.is(answer.count, 50);
  sameArray(answer.cost, expected.cost, 'cost');
});

test('are refused without a GPU, and with wrong sizes', async () => {
  const work = { graph, random: { count: 5 } };
  assert.match(await reason(runKind(gpuRoadQueries, work)), /no GPU/);
  const large = runKind(gpuRoadQueries, { ...work, perChunk: 2e6 }, device);
  assert.match(await reason(large), /perChunk is 2000000, expected .* 1 to 1048576/);
  const small = runKind(gpuSweepTrees, { graph, sources, perChunk: 0 }, device);
  assert.match(await reason(small), /perChunk is 0/);
});

test.run();

const together = serverSuite('workers with a GPU');

together('take the chunks that others leave', async () => {
  const { url } = await testServer();
  const cluster = await createCluster(url);
  const said: string[] = [];
  const plain = await workerHere(url, { log: (message) => said.push(message) });
  const run = await cluster.submit(gpuSweepTrees, { graph, sources, perChunk: 5 });
  await until('it is refused', () => said.length > 0);
  assert.match(said[0], /'gpu-sweep-trees', which needs a GPU;/);
  const software = wantsSoftware();
  const gpu = { allowSoftware: true };
  const environment = software ? softwareVulkanEnvironment() : {};
  const withGpu = workerProcess(url, { gpu, kinds: [] }, [], environment);
  const { farthest } = await run.merge();
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const row = new Float32Array(graph.nodeCount);
  solver.trees(sources.subarray(3, 4)).distInto(0, row);
  assert.is(farthest[3], Math.max(...row.filter((dist) => dist < Infinity)));
  assert.is(plain.counts().done, 0);
  await run.remove();
  withGpu.child.kill('SIGTERM');
  await withGpu.ended;
  assert.is(withGpu.child.exitCode, 0, withGpu.said());
  await plain.destroy();
  await cluster.destroy();
});

together('do not start where there is none', async () => {
  if (!wantsSoftware()) return;
  const { url } = await testServer();
  // the machine's own driver is hidden from this process, and a software one is not allowed
  const why = await reason(createWorker(url, { gpu: true, cache: 'none' }));
  assert.match(why, /software|adapter/);
});

together.run();
