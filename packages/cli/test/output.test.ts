import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRoadNetwork } from '@wayfield/osm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { InputError } from '../src/input-error.ts';
import { main, run } from '../src/main.ts';
import { writeWhole } from '../src/write-file.ts';

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const writer = new URL('../dist/write-file.js', import.meta.url).href;
const ESC = '\u001B';
/**
 * A street whose name sets the title of a terminal, in ASCII and in Latin-1, and turns the
 * direction of writing.
 */
const NAME = `Am ${ESC}]0;x\u0007 \u009B2J Bach\n2. \u202E`;
const STREET = JSON.stringify({
  type: 'Feature',
  properties: { highway: 'residential', name: NAME },
  geometry: {
    type: 'LineString',
    coordinates: [
      [13.4, 52.5],
      [13.41, 52.5],
    ],
  },
});

const output = suite('what wayfield writes');
let folder = '';
const at = (name: string): string => join(folder, name);
const convert = (to: string, weight = 'metres'): Promise<number> =>
  main(['osm', 'convert', at('street.json'), '--weight', weight, '-qo', at(to)], silent);
const silent = { out: { write: () => undefined }, err: { write: () => undefined } };
const isNetwork = async (name: string): Promise<boolean> =>
  readRoadNetwork(await readFile(at(name))).roads.count === 1;

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly err: string;
}
function endOf(child: ChildProcess): Promise<End> {
  let err = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, err })),
  );
}

output.before.each(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-output-'));
  await writeFile(at('street.json'), STREET);
});
output.after.each(() => rm(folder, { recursive: true }));

output(
  'replaces the target of a link, also one that is not there yet, and leaves links',
  async () => {
    await writeFile(at('real'), 'old');
    await symlink('real', at('near'));
    await symlink(at('near'), at('far'));
    await symlink('later', at('dangling'));
    assert.equal([await convert('far'), await convert('dangling')], [0, 0]);
    assert.equal([await readlink(at('near')), await readlink(at('far'))], ['real', at('near')]);
    assert.ok((await lstat(at('dangling'))).isSymbolicLink());
    assert.ok(await isNetwork('real'));
    assert.ok(await isNetwork('later'));
    await symlink('circle', at('circle'));
    assert.is(await convert('circle'), 2);
  },
);

output('keeps the mode of a file that it replaces', async () => {
  if (process.platform === 'win32') return;
  for (const mode of [0o600, 0o640, 0o666]) {
    await writeFile(at('kept'), 'old');
    await chmod(at('kept'), mode);
    assert.is(await convert('kept'), 0);
    assert.is((await stat(at('kept'))).mode & 0o777, mode);
    assert.ok(await isNetwork('kept'));
  }
});

output('writes into pipes and devices', async () => {
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [at('pipe')]);
  const [code, bytes] = await Promise.all([convert('pipe'), readFile(at('pipe'))]);
  assert.is(code, 0);
  assert.is(readRoadNetwork(bytes).roads.count, 1);
  assert.ok((await lstat(at('pipe'))).isFIFO());
  // more than a pipe holds, and a reader who comes late
  const much = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
  const late = new Promise<Buffer>((resolve, reject) =>
    setTimeout(() => void readFile(at('pipe')).then(resolve, reject), 100),
  );
  assert.is(await writeWhole(at('pipe'), much), 1_000_000);
  assert.is((await late).length, 1_000_000);
  try {
    await writeWhole(at('pipe'), much, 50);
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, /^cannot write .*pipe: it has no reader$/);
  }
  // a link to the device: the device itself is not at stake
  await symlink('/dev/null', at('null'));
  assert.is(await convert('null'), 0);
  assert.is(await readlink(at('null')), '/dev/null');
});

output('leaves what was there, and nothing else, where writing fails', async () => {
  await writeFile(at('old'), 'old');
  // an error thrown by the source of the pieces has nothing to do with the file: it is not changed
  for (const reason of [new Error('no more'), new InputError('no GPU')]) {
    const pieces = (function* (): Generator<string> {
      yield 'new';
      throw reason;
    })();
    try {
      await writeWhole(at('old'), pieces);
      assert.unreachable();
    } catch (error) {
      assert.is(error, reason);
    }
    assert.is(await readFile(at('old'), 'utf8'), 'old');
    assert.equal((await readdir(folder)).sort(), ['old', 'street.json']);
  }
  assert.is(await convert('street.json/x'), 2);
});

output('does not blame the file of a matrix for a GPU that is not there', async () => {
  assert.is(await convert('car.wfg', 'seconds'), 0);
  let err = '';
  const streams = { ...silent, err: { write: (text: string) => (err += text) } };
  const places = ['52.5,13.402', '52.5,13.408'];
  const args = ['matrix', at('car.wfg'), ...places, '--gpu', '-o', at('out.csv')];
  const noGpu = (): Promise<GPUDevice> => Promise.reject(new InputError('--gpu: none is here'));
  assert.is(await run(args, streams, noGpu), 2);
  assert.is(err, 'wayfield: --gpu: none is here\n');
  assert.equal((await readdir(folder)).sort(), ['car.wfg', 'street.json']);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  output(`leaves nothing behind when ${signal} ends it`, async () => {
    if (process.platform === 'win32') return;
    await writeFile(at('old'), 'old');
    const script = `
      import { writeWhole } from ${JSON.stringify(writer)};
      function* endless() { for (let i = 0; ; i++) { if (i === 100) console.log('writing'); yield 'x'.repeat(64); } }
      await writeWhole(${JSON.stringify(at('old'))}, endless());`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const end = endOf(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    assert.is((await readdir(folder)).length, 3);
    child.kill(signal);
    const { code, signal: by, err } = await end;
    // a shell says 128 and the number of the signal
    assert.equal([code, by, err], [null, signal, '']);
    assert.equal((await readdir(folder)).sort(), ['old', 'street.json']);
    assert.is(await readFile(at('old'), 'utf8'), 'old');
  });
}

output('says in one line that stdout is full, and nothing if its reader is gone', async () => {
  const args = [program, 'osm', 'convert', at('street.json'), '-o', at('car.wfg')];
  const unread = spawn(process.execPath, args);
  const end = endOf(unread);
  unread.stdout.destroy();
  assert.equal(await end, { code: 0, signal: null, err: '' });
  if (!existsSync('/dev/full')) return;
  const full = spawn(process.execPath, args, {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const { code, err } = await endOf(full);
  assert.equal([code, err], [2, 'wayfield: cannot write to stdout: the disk is full\n']);
});

output('writes the movement of vehicles also if the reader of stdout is gone', async () => {
  await convert('car.wfg');
  for (const movement of ['queue', 'ghosts']) {
    const file = at(`${movement}.csv`);
    const flags = ['--vehicles', '9', '--movement', movement, '-o', file];
    const unread = spawn(process.execPath, [program, 'osm', 'traffic', at('car.wfg'), ...flags]);
    const end = endOf(unread);
    unread.stdout.destroy();
    assert.equal(await end, { code: 0, signal: null, err: '' });
    assert.match(await readFile(file, 'utf8'), /^time,id,lon,lat\n/);
  }
});

output('prints names without control characters', async () => {
  await convert('car.wfg');
  const places = ['--from=52.5,13.402', '--to=52.5,13.408'];
  for (const more of [[], ['--geojson']]) {
    let out = '';
    const streams = { ...silent, out: { write: (text: string) => (out += text) } };
    assert.is(await main(['route', at('car.wfg'), ...places, ...more], streams), 0);
    // oxlint-disable-next-line no-control-regex
    assert.not.match(out, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
    if (more.length === 0)
      assert.match(out, /Am \\u001b\]0;x\\u0007 \\u009b2J Bach\\u000a2\. \\u202e/);
    else {
      const { properties } = JSON.parse(out) as { properties: { names: string } };
      assert.is(properties.names, NAME);
    }
  }
  let err = '';
  const streams = { ...silent, err: { write: (text: string) => (err += text) } };
  assert.is(await main(['osm', 'convert', `a${ESC}[2J\nb`, '-o', at('x')], streams), 2);
  assert.match(
    err,
    /^wayfield: cannot read a\\u001b\[2J\\u000ab: there is no such file or folder\n$/,
  );
});

output.run();
