import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '../src/gpu/device.ts';
import type { Report } from '../src/report/report.ts';
import { runHere, runOnGpu } from './run-cli.ts';

let folder = '';
const bars = suite('wayfield-bench bars-diffusion');

bars.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
bars.after(() => rm(folder, { recursive: true }));

bars('measure every bar of the issue on a device, with every answer compared', async () => {
  const json = join(folder, 'bars.json');
  const args = ['bars-diffusion', '--quick', '--rounds', '1', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const report = JSON.parse(await readFile(json, 'utf8')) as Report;
  assert.equal(
    report.bars.map(({ name }) => name),
    ['1', '2', '3', '4', '5'],
  );
  const [tables] = report.bars;
  assert.is(tables.results.length, 3 + 6);
  for (const { what, outcome } of tables.results) assert.is(outcome, 'pass', what);
  for (const { what, outcome, unit } of report.bars.flatMap(({ results }) => results)) {
    assert.ok(outcome === 'pass' || outcome === 'skip', what);
    if (['x', 'ms', 'Gcell/s'].includes(unit)) assert.is(outcome, 'skip', what);
  }
  assert.ok(report.compared > 3 + 6 + 3 + 40, `${report.compared} compared`);
  assert.is(report.differed, 0);
});

bars('go without a GPU, and say so', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const { code, out, err } = await runHere(['bars-diffusion', '2', '--quick'], () => openGpu(none));
  assert.is(code, 0, err);
  assert.match(out, /one layer: - Gcell\/s \(>= 600\) skip; no GPU to run on: no WebGPU adapter/);
  assert.match(out, /0 passed, 0 failed, 3 could not be shown here/);
});

bars('say which bar is unknown, before a device is asked for', async () => {
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const { code, err } = await runHere(['bars-diffusion', '6'], never);
  assert.is(code, 2);
  assert.match(err, /unknown bar '6', known are 1, 2, 3, 4, 5/);
});

bars.run();
