// The study's own settings for the GPU (Denner, 2011, chapter 6.2): blocks of 12 to 768 threads, a
// limit of memory.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workgroupWithin } from '../src/grids/study/run-world.ts';
import { type CliRun, runOnGpu } from './run-cli.ts';

const worlds = suite('study agents-on-grids, one world on the GPU');

let folder = '';
worlds.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-world-'));
});
worlds.after(() => rm(folder, { recursive: true }));

function world(...args: readonly string[]): Promise<CliRun> {
  const csv = ['--benchmark-csv-file', join(folder, 'a.csv'), '--benchmark-iterations', '1'];
  const common = ['--threads', '1', '--target', 'CUDA', '--neighbourhood', 'Moore', ...csv];
  return runOnGpu(['study', 'agents-on-grids', ...common, ...args]);
}

worlds('a block size is a maximum: the largest workgroup within it is taken', () => {
  const limits = { maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupSizeX: 1024 };
  const device = { limits } as unknown as GPUDevice;
  const sizes = [1, 12, 32, 48, 64, 192, 256, 768].map((most) => workgroupWithin(device, most));
  assert.equal(sizes, [32, 32, 32, 32, 64, 128, 256, 256]);
});

worlds("runs the study's own settings of S0 to S3, and says what was taken", async () => {
  const memory = ['--gpu-force-mem-usage', '943718400'];
  for (const agents of [12, 48, 192, 768]) {
    const size = ['--agents', String(agents), '--worldsize', '6', ...memory];
    const ten = await world(...size, '--gpu-force-block-dim', '768');
    assert.is(ten.code, 0, ten.out + ten.err);
    assert.match(ten.out, /GPUforceBlockDim is 768: workgroups have \d+ invocations, the most/);
    assert.match(ten.out, new RegExp(`${agents} answers compared, 0 differed`));
    const csv = await readFile(join(folder, 'a.csv'), 'utf8');
    const launch = /"Launch-Infos", "(\d+)", "(\d+)", "(\d+)"/.exec(csv)!.slice(1).map(Number);
    const [threads, blocks, launches] = launch;
    assert.ok(threads * blocks * launches >= agents, csv);
    assert.ok(threads * (blocks - 1) < agents, csv);
  }
  for (const block of ['12', '48', '192', '768']) {
    const shared = ['--scenarioMultiplier', block, '--GPUforceBlockDim', block];
    const args = ['--agents', '1', '--worldsize', '6', ...memory, '--GPUforceSMEM', 'true'];
    const { code, out, err } = await world(...args, ...shared);
    assert.is(code, 0, out + err);
    assert.match(out, new RegExp(`GPUforceBlockDim is ${block}: workgroups have \\d+ invocations`));
    assert.match(out, new RegExp(`${block} answers compared, 0 differed`));
  }
});

worlds('too little memory is one line that says how much is needed', async () => {
  for (const bytes of ['1', '1000', '20000']) {
    const args = ['--agents', '12', '--worldsize', '30', '--gpu-force-mem-usage', bytes];
    const { code, err } = await world(...args);
    assert.is(code, 2, err);
    const lines = err.trim().split('\n');
    assert.match(lines.at(-1)!, /^wayfield-bench: too little memory: .*\d+.* GPUforceMemUsage is /);
    assert.not.match(err, /\n\s+at /);
  }
});

worlds('little memory is used in waves', async () => {
  const args = ['--agents', '2000', '--worldsize', '12', '--gpu-force-mem-usage', '200000'];
  const { code, out, err } = await world(...args);
  assert.is(code, 0, out + err);
  assert.match(out, /2,000 answers compared, 0 differed/);
});

worlds.run();
