import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMeter } from '../src/gpu/measure/meter.ts';
import { openGpu } from '../src/gpu/device.ts';
import type { Report } from '../src/report/report.ts';
import { runHere, runOnGpu } from './run-cli.ts';

const MAP = fileURLToPath(new URL('../maps/town.map', import.meta.url));
const SCEN = fileURLToPath(new URL('../maps/town.scen', import.meta.url));
const FEW = ['--repeat', '1', '--threads', '2', '--sources', '2', '--words', '3000'];

let folder = '';
const gpu = suite('wayfield-bench gpu');

gpu.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
gpu.after(() => rm(folder, { recursive: true }));

gpu('times searches, trees and primitives part by part and checks every answer', async () => {
  const json = join(folder, 'gpu.json');
  const args = ['gpu', '--make', 'roads', '--size', '12', '--queries', '30', ...FEW];
  const { code, out, err } = await runOnGpu([...args, '--json', json]);
  assert.is(code, 0, out + err);
  const report = JSON.parse(await readFile(json, 'utf8')) as Report;
  const names = report.gpuRuns!.map(({ name }) => name);
  assert.equal(names, [
    'roads: astar',
    'roads: dijkstra',
    'roads: greedy',
    'roads: trees from 2',
    ...['sort', 'scan', 'reduce', 'compact', 'segments'].map((name) => `${name} of 3000 words`),
  ]);
  for (const { name, cold, warm, cpuMs, memoryBytes } of report.gpuRuns!) {
    for (const { wall, upload, kernels, readBack, device } of [cold, warm]) {
      assert.ok(device > 0 && upload > 0 && kernels > 0 && readBack > 0, name);
      assert.ok(Math.abs(wall - upload - kernels - readBack) < 1e-6, name);
    }
    assert.ok(cpuMs > 0, name);
    assert.is(memoryBytes !== undefined, name.startsWith('roads'), name);
  }
  assert.is(report.compared, 3 * 30 + 2 + 5);
  assert.match(out, /^ +sort of 3000 words /m);
  assert.match(out, /97 answers compared, 0 differed\n$/);
});

gpu('runs maps and graphs from files', async () => {
  const args = ['gpu', 'search', '--algorithm', 'astar', ...FEW];
  const town = await runOnGpu([...args, '--map', MAP, '--scen', SCEN, '--queries', '20']);
  assert.is(town.code, 0, town.out + town.err);
  assert.match(town.out, /town: astar/);
  const gr = join(folder, 'g.gr');
  await writeFile(gr, 'p sp 4 3\na 1 2 4\na 2 3 5\na 3 1 1\n');
  const graph = await runOnGpu(['gpu', 'trees', ...FEW, '--gr', gr]);
  assert.is(graph.code, 0, graph.out + graph.err);
  assert.match(graph.out, /g: trees from 2[\s\S]*2 answers compared, 0 differed\n$/);
});

gpu('exits with 2 and says why where something is unknown or there is no GPU', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const cases: [string[], RegExp][] = [
    [['tree'], /unknown part 'tree', known are search, trees, sort/],
    [['--algorithm', 'jps'], /unknown algorithm 'jps', known are astar/],
    [['--make', 'moon'], /Allowed choices are open, random/],
    [['--map', MAP, '--gr', MAP], /--map and --gr: one of them/],
    [['scan'], /no GPU to run on: no WebGPU adapter/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = await runHere(['gpu', ...args], () => openGpu(none));
    assert.is(code, 2, args.join(' '));
    assert.match(err, message);
    assert.is(out, '');
  }
});

gpu('ends a measurement where the work fails', async () => {
  const device = await testDevice();
  const meter = createMeter(device);
  const failed = await meter.measure(() => Promise.reject(new Error('no'))).catch(String);
  assert.is(failed, 'Error: no');
  const { value, times } = await meter.measure(async () => 7);
  assert.is(value, 7);
  assert.is(times.kernels, 0);
  assert.is(times.device, 0);
  device.destroy();
});

gpu.run();
