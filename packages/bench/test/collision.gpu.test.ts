import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '../src/gpu/device.ts';
import type { Report } from '../src/report/report.ts';
import { runHere, runOnGpu } from './run-cli.ts';

let folder = '';
const collision = suite('wayfield-bench collision on a device');

collision.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
collision.after(() => rm(folder, { recursive: true }));

const WAYFIELD = ['wasm', 'pool', 'gpu'];

const readReport = async (path: string): Promise<Report> =>
  JSON.parse(await readFile(path, 'utf8')) as Report;

collision('give the parts of a step and the kernels of the GPU', async () => {
  const json = join(folder, 'runs.json');
  const args = [
    'collision',
    'T1',
    'T4-16',
    '--sizes',
    '60',
    '--repeat',
    '1',
    '--threads',
    '2',
    '--json',
    json,
  ];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  assert.match(out, /T4-16: 60 circles, radii 2 to 32, world /);
  const runs = (await readReport(json)).collisionRuns!;
  assert.equal(
    runs.map(({ test, program }) => `${test} ${program}`),
    ['T1', 'T4-16'].flatMap((test) =>
      ['wasm', 'pool', 'gpu', 'plain grid', 'plain grid, bodies moved'].map(
        (name) => `${test} ${name}`,
      ),
    ),
  );
  for (const { missed, duplicates, wrong, against } of runs) {
    assert.equal([missed, duplicates, wrong, against], [0, 0, 0, 'brute force']);
  }
  assert.equal(Object.keys(runs[0].stages!), ['update', 'pairs']);
  assert.equal(Object.keys(runs[2].stages!), ['upload', 'kernels', 'read-back', 'device']);
  assert.ok(Object.values(runs[2].kernels!).some((ms) => ms > 0));
});

collision('run the model on every backend, with the same world after every tick', async () => {
  const json = join(folder, 'models.json');
  const args = [
    'collision',
    'M2',
    'M3',
    '--sizes',
    '45',
    '--ticks',
    '3',
    '--threads',
    '2',
    '--json',
    json,
  ];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  assert.match(out, /45 agents, 3 ticks; then 36 grass, 6 antelopes, 3 lions/);
  const runs = (await readReport(json)).modelRuns!;
  assert.equal(
    runs.map(({ backend, differing }) => [backend, differing]),
    [...WAYFIELD, 'brute force', ...WAYFIELD, 'R-tree', 'quadtree', 'brute force'].map((one) => [
      one,
      0,
    ]),
  );
  for (const { tickMs, commitMs, stages } of runs) {
    assert.ok(commitMs.mean > 0 && commitMs.mean < tickMs.mean);
    const sum = Object.values(stages).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum / tickMs.mean - 1) < 1e-6, `${sum} of ${tickMs.mean}`);
  }
});

collision('says that there is no GPU', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const asked = await runHere(['collision', 'T1', '--backend', 'gpu'], () => openGpu(none));
  assert.is(asked.code, 2);
  assert.match(asked.err, /no GPU to run on: no WebGPU adapter/);
});

collision.run();
