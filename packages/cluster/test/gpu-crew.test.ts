import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuCrew } from '../src/workers.ts';
import { planGpuCrew, thisGpuMachine } from '../src/worker/gpu-crew.ts';

const test = suite('a process for each GPU');
const two = { platform: 'linux', devices: ['/dev/nvidia0', '/dev/nvidia1'], isRoot: true };

test('hides the other GPUs from each process', () => {
  const { commands, reason } = planGpuCrew(['node', 'a b.mjs'], two);
  assert.is(reason, undefined);
  const script = (device: string): string => `mount --bind /dev/null ${device} && exec "$@"`;
  assert.equal(commands, [
    { file: 'unshare', args: ['-m', 'sh', '-c', script('/dev/nvidia1'), 'sh', 'node', 'a b.mjs'] },
    { file: 'unshare', args: ['-m', 'sh', '-c', script('/dev/nvidia0'), 'sh', 'node', 'a b.mjs'] },
  ]);
  const user = planGpuCrew(['node'], { ...two, isRoot: false });
  assert.ok(user.commands.every(({ args }) => args[0] === '-Urm'));
});

test('is one process elsewhere, and says why', () => {
  const cases = [
    [{ ...two, platform: 'darwin' }, /Linux only, this is darwin/],
    [{ ...two, devices: [] }, /no NVIDIA GPU is seen/],
    [{ ...two, devices: ['/dev/nvidia0'] }, /there is one NVIDIA GPU/],
  ] as const;
  for (const [machine, words] of cases) {
    const { commands, reason } = planGpuCrew(['node', 'x'], machine);
    assert.equal(commands, [{ file: 'node', args: ['x'] }]);
    assert.match(reason!, words);
  }
});

test('refuses device files of other names, which a shell would read', () => {
  const odd = { ...two, devices: ['/dev/nvidia0', '/dev/nvidia1; true'] };
  assert.throws(() => planGpuCrew(['node'], odd), /device is '\/dev\/nvidia1; true'/);
  assert.throws(() => planGpuCrew([], two), /command\.length is 0/);
});

test('the script of a plan hides files in a mount namespace of its own', () => {
  if (process.platform !== 'linux' || spawnSync('unshare', ['-m', 'true']).status !== 0) {
    console.log('not run: unshare is not allowed here');
    return;
  }
  // files stand for the devices of a second GPU
  const folder = mkdtempSync(join(tmpdir(), 'wayfield-gpu-'));
  const file = join(folder, 'device');
  writeFileSync(file, 'seen');
  const { file: program, args } = planGpuCrew(['cat', file], two).commands[0];
  const mapped = args.map((arg) => arg.replace('/dev/nvidia1', file));
  const hidden = spawnSync(program, mapped, { encoding: 'utf8' });
  assert.equal([hidden.status, hidden.stdout], [0, '']);
  assert.is(spawnSync('cat', [file], { encoding: 'utf8' }).stdout, 'seen');
  rmSync(folder, { recursive: true });
});

test('starts the command, and ends with it', async () => {
  const said: string[] = [];
  const exit = [process.execPath, '-e', 'process.exit(7)'];
  const crew = createGpuCrew(exit, { log: (message) => said.push(message) });
  const codes = await crew.ended;
  assert.equal(codes, Array(crew.processes.length).fill(7));
  if (thisGpuMachine().devices.length < 2) assert.match(said[0], /^one process: /);
  const sleeper = createGpuCrew([process.execPath, '-e', 'setTimeout(() => {}, 60000)']);
  sleeper.stop();
  assert.ok((await sleeper.ended).every((code) => code !== 0));
});

test.run();
