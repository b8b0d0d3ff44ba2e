import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '@wayfield/bench/internal/gpu/device';
import type { TargetsReport } from '../src/run/target.ts';
import { runHere, runOnGpu, runWithoutTimestamps } from './run-targets.ts';

let folder = '';
const targets = suite('targets gpu');

targets.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
targets.after(() => rm(folder, { recursive: true }));

targets('measure every target of the issue on a device, with every answer compared', async () => {
  const json = join(folder, 'targets.json');
  const args = ['gpu', '--quick', '--rounds', '1', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const report = JSON.parse(await readFile(json, 'utf8')) as TargetsReport;
  assert.equal(
    report.targets.map(({ name, results }) => [name, results.length]),
    [
      ['1', 12],
      ['2', 1],
      ['3', 12],
      ['4', 3],
      ['5', 7],
      ['6', 2],
    ],
  );
  for (const { what, measured, outcome } of report.targets.flatMap(({ results }) => results)) {
    assert.ok(measured > 0, what);
    assert.ok(outcome === 'pass' || (outcome === 'skip' && /quick/.test(out)), what);
  }
  // targets 1 and 2: two comparisons per race; 3: four cases, their trees, twice, distances alone,
  // compact trees with distances, three compact trees and one tree by a hierarchy; then 4, 5 and 6,
  // where weights, queries and a sweep are compared
  const races = 2 * (6 * (48 + 300) + 50);
  assert.is(report.compared, races + 2 * (3 + 8) + 8 + 8 + 3 + 1 + 3 + 6 * 192 + 1 + 3);
  assert.is(report.differed, 0);
  assert.match(report.machine.gpu!, /a software driver|[a-z]/);
  assert.match(out, /sort of 3,000: .* skip; --quick: no measurement/);
});

targets('skip device times of primitives without timestamp queries', async () => {
  const { out, err } = await runWithoutTimestamps(['gpu', '4', '--quick']);
  const none = 'skip; the device has no timestamp queries';
  for (const what of ['sort of 3,000', 'scan of 5,000', 'sort of 10,000']) {
    assert.match(out, new RegExp(`${what}: - .* ${none}`), err);
  }
});

targets('skip device times of trees and customisation without timestamp queries', async () => {
  const { code, out, err } = await runWithoutTimestamps(['gpu', '3', '6', '--quick']);
  const none = 'skip; the device has no timestamp queries';
  for (const what of ['open grid.*: device time', 'FLA: one thread / device', 'FLA: device time'])
    assert.match(out, new RegExp(`${what}: - .* ${none}`), err);
  assert.not.match(out, /NaN/);
  assert.not.match(out, /- .* FAIL/);
  assert.type(code, 'number');
});

targets('say which target is unknown, before a device is asked for', async () => {
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const { code, err } = await runHere(['gpu', '9'], never);
  assert.is(code, 2);
  assert.match(err, /unknown target '9', known are 1, 2, 3, 4, 5, 6/);
});

targets('exit with 2 and say why where there is no GPU', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const { code, out, err } = await runHere(['gpu', '4', '--quick'], () => openGpu(none));
  assert.is(code, 2);
  assert.is(out, '');
  assert.is(err, 'targets: no GPU to run on: no WebGPU adapter\n');
});

targets.run();
