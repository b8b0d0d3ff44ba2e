import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '../src/gpu/device.ts';
import type { Report } from '../src/report/report.ts';
import { runHere, runOnGpu } from './run-cli.ts';

let folder = '';
const bars = suite('wayfield-bench bars-gpu');

bars.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
bars.after(() => rm(folder, { recursive: true }));

bars('measure every bar of the issue on a device, with every answer compared', async () => {
  const json = join(folder, 'bars.json');
  const args = ['bars-gpu', '--quick', '--rounds', '1', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const report = JSON.parse(await readFile(json, 'utf8')) as Report;
  assert.equal(
    report.bars.map(({ name, results }) => [name, results.length]),
    [
      ['1', 12],
      ['2', 1],
      ['3', 9],
      ['4', 3],
      ['5', 7],
    ],
  );
  for (const { what, measured, outcome } of report.bars.flatMap(({ results }) => results)) {
    assert.ok(measured > 0, what);
    assert.ok(outcome === 'pass' || (outcome === 'skip' && /quick/.test(out)), what);
  }
  // bars 1 and 2: two comparisons per race; 3: four cases, their trees, twice, and distances alone; then 4 and 5
  const races = 2 * (6 * (48 + 300) + 50);
  assert.is(report.compared, races + 2 * (3 + 8) + 8 + 3 + 6 * 192 + 1);
  assert.is(report.differed, 0);
  assert.match(report.machine.gpu!, /a software driver|[a-z]/);
  assert.match(out, /sort of 3,000: .* skip; --quick: no measurement/);
});

bars('say which bar is unknown, before a device is asked for', async () => {
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const { code, err } = await runHere(['bars-gpu', '9'], never);
  assert.is(code, 2);
  assert.match(err, /unknown bar '9', known are 1, 2, 3, 4, 5/);
});

bars('exit with 2 and say why where there is no GPU', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const { code, out, err } = await runHere(['bars-gpu', '4', '--quick'], () => openGpu(none));
  assert.is(code, 2);
  assert.is(out, '');
  assert.is(err, 'wayfield-bench: no GPU to run on: no WebGPU adapter\n');
});

bars.run();
