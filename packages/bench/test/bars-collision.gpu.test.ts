import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '../src/gpu/device.ts';
import type { Report } from '../src/report/report.ts';
import { runHere, runOnGpu } from './run-cli.ts';

let folder = '';
const bars = suite('wayfield-bench collision and bars-collision on a device');

bars.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
bars.after(() => rm(folder, { recursive: true }));

const WAYFIELD = ['wasm', 'pool', 'gpu'];

const readReport = async (path: string): Promise<Report> =>
  JSON.parse(await readFile(path, 'utf8')) as Report;

bars('measure every bar of the issue, with every answer compared', async () => {
  const json = join(folder, 'bars.json');
  const args = ['bars-collision', '--quick', '--rounds', '1', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const report = await readReport(json);
  assert.equal(
    report.bars.map(({ name, results }) => [name, results.length]),
    [
      ['1', 12],
      ['2', 8],
      ['3', 4],
      ['4', 5],
      ['5', 1],
      ['6', 5],
    ],
  );
  for (const { what, measured, outcome, unit } of report.bars.flatMap(({ results }) => results)) {
    // no compiler, or no break-even: nothing measured
    assert.ok(measured > 0 || /C\+\+|break-even/.test(what), what);
    assert.is(outcome, /^(x|ms)$|bodies/.test(unit) ? 'skip' : 'pass', what);
  }
  assert.is(report.differed, 0);
  assert.ok(report.compared > 100, `${report.compared} compared`);
});

bars('give the parts of a step and the kernels of the GPU', async () => {
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

bars('run the model on every backend, with the same world after every tick', async () => {
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
    [...WAYFIELD, 'brute force', ...WAYFIELD, 'R-tree', 'brute force'].map((one) => [one, 0]),
  );
  for (const { tickMs, commitMs, stages } of runs) {
    assert.ok(commitMs.mean > 0 && commitMs.mean < tickMs.mean);
    const sum = Object.values(stages).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum / tickMs.mean - 1) < 1e-6, `${sum} of ${tickMs.mean}`);
  }
});

bars('measure what needs no GPU where there is none, and say so', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const without = await runHere(['bars-collision', '2', '3', '5', '--quick'], () => openGpu(none));
  assert.is(without.code, 0, without.err);
  assert.match(without.out, /GPU: none \(no GPU to run on: no WebGPU adapter\)/);
  assert.match(without.out, /made up: 4 frames \(>= 4\) pass; .* no GPU here/);
  const asked = await runHere(['collision', 'T1', '--backend', 'gpu'], () => openGpu(none));
  assert.is(asked.code, 2);
  assert.match(asked.err, /no GPU to run on: no WebGPU adapter/);
});

bars.run();
