import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openGpu } from '@wayfield/bench/internal/gpu/device';
import type { TargetsReport } from '../src/run/target.ts';
import { runHere, runOnGpu } from './run-targets.ts';

let folder = '';
const targets = suite('targets bodies on a device');

targets.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-bench-'));
});
targets.after(() => rm(folder, { recursive: true }));

const readReport = async (path: string): Promise<TargetsReport> =>
  JSON.parse(await readFile(path, 'utf8')) as TargetsReport;

targets('measure every target of the issue, with every answer compared', async () => {
  const json = join(folder, 'targets.json');
  const args = ['bodies', '--quick', '--rounds', '1', '--threads', '2', '--json', json];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  const report = await readReport(json);
  assert.equal(
    report.targets.map(({ name, results }) => [name, results.length]),
    [
      ['1', 12],
      ['2', 8],
      ['3', 4],
      ['4', 5],
      ['5', 1],
      ['6', 5],
    ],
  );
  for (const { what, measured, outcome, unit } of report.targets.flatMap(
    ({ results }) => results,
  )) {
    // no compiler, or no break-even: nothing measured
    assert.ok(measured > 0 || /C\+\+|break-even/.test(what), what);
    assert.is(outcome, /^(x|ms)$|bodies/.test(unit) ? 'skip' : 'pass', what);
  }
  assert.is(report.differed, 0);
  assert.ok(report.compared > 100, `${report.compared} compared`);
});

targets('measure what needs no GPU where there is none, and say so', async () => {
  const none = (): Promise<GPUDevice> => Promise.reject(new Error('no WebGPU adapter'));
  const without = await runHere(['bodies', '2', '3', '5', '--quick'], () => openGpu(none));
  assert.is(without.code, 0, without.err);
  assert.match(without.out, /GPU: none \(no GPU to run on: no WebGPU adapter\)/);
  assert.match(without.out, /made up: 4 frames \(>= 4\) pass; .* no GPU here/);
});

targets.run();
