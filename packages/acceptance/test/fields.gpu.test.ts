import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '@wayfield/bench/internal/gpu/device';
import { runOnSharedDevice } from '@wayfield/testing/program';
import type { TargetsReport } from '../src/run/target.ts';
import { runHere, runOnGpu, runWithoutTimestamps } from './run-targets.ts';

let folder = '';
const targets = suite('targets fields');

targets.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
targets.after(() => rm(folder, { recursive: true }));

targets('measure every target of the issue on a device, with every answer compared', async () => {
  const json = join(folder, 'targets.json');
  const args = ['fields', '--quick', '--rounds', '1', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const report = JSON.parse(await readFile(json, 'utf8')) as TargetsReport;
  assert.equal(
    report.targets.map(({ name }) => name),
    ['1', '2', '3', '4', '5'],
  );
  const [tables] = report.targets;
  assert.is(tables.results.length, 3 + 6);
  for (const { what, outcome } of tables.results) assert.is(outcome, 'pass', what);
  for (const { what, outcome, unit } of report.targets.flatMap(({ results }) => results)) {
    assert.ok(outcome === 'pass' || outcome === 'skip', what);
    if (['x', 'ms', 'Gcell/s'].includes(unit)) assert.is(outcome, 'skip', what);
  }
  assert.ok(report.compared > 3 + 6 + 3 + 40, `${report.compared} compared`);
  assert.is(report.differed, 0);
});

targets('go without a GPU, and say so', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const { code, out, err } = await runHere(['fields', '2', '--quick'], () => openGpu(none));
  assert.is(code, 0, err);
  assert.match(out, /one layer: - Gcell\/s \(>= 600\) skip; no GPU to run on: no WebGPU adapter/);
  assert.match(out, /0 passed, 0 failed, 3 could not be shown here/);
});

targets('skip device times without timestamp queries', async () => {
  const { out, err } = await runWithoutTimestamps(['fields', '2', '4', '--quick', '--rounds', '1']);
  const none = 'skip; the device has no timestamp queries';
  for (const what of [
    'one layer',
    '4 layers / one',
    'settles, log: device',
    'GPU, device',
    'tick',
  ]) {
    assert.match(out, new RegExp(`${what}.*: - .* ${none}`), err);
  }
  assert.match(out, /GPU, wall: [\d.]+ x/);
  assert.match(out, / 0 failed/);
});

targets('take no error of a device for a missing one', async () => {
  let calls = 0;
  const breaking = async (opened: Promise<GPUDevice>): Promise<GPUDevice> => {
    const device = await opened;
    const { createBuffer } = device;
    return Object.assign(device, {
      createBuffer(descriptor: GPUBufferDescriptor) {
        if (calls++ === 0) throw new Error('broken');
        return createBuffer.call(device, descriptor);
      },
    });
  };
  const run = runOnSharedDevice((open) =>
    runHere(['fields', '4', '--quick', '--rounds', '1'], () => breaking(open())),
  );
  const { code, out } = await run;
  assert.is(code, 1, out);
  assert.match(out, /target 4: the target: errors: 1 errors \(<= 0\) FAIL; broken/);
});

targets('say which target is unknown, before a device is asked for', async () => {
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const { code, err } = await runHere(['fields', '6'], never);
  assert.is(code, 2);
  assert.match(err, /unknown target '6', known are 1, 2, 3, 4, 5/);
});

targets.run();
