import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeArrays } from '@wayfield/cluster';
import { whyNoServer } from '@wayfield/cluster/server';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { writeGraph } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { main } from '../src/main.ts';

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const graph = roadGraph(20, 20, { seed: 3 });
let folder = '';
const at = (name: string): string => join(folder, name);
const children: ChildProcess[] = [];

/** A program that runs on; resolves when it prints its first line. */
function start(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.includes('\n')) resolve(out);
    });
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${told}`)));
  });
}

const thisMachineHasGpu = (): boolean => existsSync('/dev/nvidia0') || existsSync('/dev/dri');

/** The program in this process. */
async function wayfield(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await main(args, {
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
  });
  return { code, out, err };
}

const test = suite('wayfield cluster, worker, submit, status, fetch');

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-cli-'));
  // as root the server runs as another account, which must reach its folder
  await chmod(folder, 0o711);
  await writeFile(at('graph.wfg'), writeGraph(graph));
  await writeFile(at('sources.txt'), '0\n7\n399\n');
  await writeFile(at('pairs.csv'), '0,399\n5,17\n');
});
test.after(async () => {
  for (const child of children.toReversed()) {
    if (child.exitCode !== null) continue;
    const ended = new Promise((done) => child.once('close', done));
    child.removeAllListeners('close');
    const closed = new Promise((done) => child.once('close', done));
    child.kill('SIGTERM');
    await Promise.race([closed, ended]);
  }
  await rm(folder, { recursive: true });
});

const run = whyNoServer() === undefined ? test : test.skip;

run('go from an empty folder to answers', async () => {
  const told = await start('cluster', 'up', '--folder', at('server'));
  assert.match(told, /^PostgreSQL runs at 127\.0\.0\.1:\d+; its address with password: .*url\n/);
  const url = await readFile(at('server/url'), 'utf8');
  assert.not.ok(told.includes(new URL(url.trim()).password), 'the password is not printed');
  const db = ['--db-file', at('server/url')];
  assert.match(
    await start('worker', ...db, '--threads', '1', '--cache', 'none'),
    /^worker .*, 1 th/,
  );

  const submitted = await wayfield(
    'submit',
    'road',
    at('graph.wfg'),
    '--pairs',
    at('pairs.csv'),
    ...db,
  );
  assert.is(submitted.code, 0, submitted.err);
  const id = submitted.out.trim();
  const fetched = await wayfield(
    'fetch',
    id,
    '-o',
    at('road.csv'),
    '--format',
    'csv',
    '--keep',
    ...db,
  );
  assert.is(fetched.code, 0, fetched.err);
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const { cost } = solver.run({
    count: 2,
    source: Uint32Array.of(0, 5),
    target: Uint32Array.of(399, 17),
  });
  const lines = (await readFile(at('road.csv'), 'utf8')).trim().split('\n');
  assert.is(lines[0], 'status,cost');
  assert.equal(
    lines.slice(1).map((line) => Number(line.split(',')[1])),
    [...cost],
  );

  const status = await wayfield('status', ...db);
  assert.match(status.out, /^worker .*: 1 threads, 0 chunks$/m);
  assert.match(status.out, /road-queries: done, 1 of 1 chunks, 1 of 1 compared/);
  assert.is((await wayfield('cancel', id, ...db)).code, 0);
  assert.not.match((await wayfield('status', ...db)).out, /road-queries/);

  const matrix = ['matrix', at('graph.wfg'), '--sources', at('sources.txt')];
  const tiles = await wayfield('submit', ...matrix, '--targets', at('sources.txt'), ...db);
  assert.is((await wayfield('fetch', tiles.out.trim(), '-o', at('matrix.way'), ...db)).code, 0);
  const arrays = decodeArrays(await readFile(at('matrix.way')));
  sameArray(arrays.dist, solver.table([0, 7, 399], [0, 7, 399]));
  solver.destroy();
  assert.match((await wayfield('fetch', id, '-o', at('none'), ...db)).err, /has no run/);
});

test('a worker without a GPU does not start with --gpu', async () => {
  if (thisMachineHasGpu()) return console.log('not run: this machine has an NVIDIA GPU');
  const gone = ['--db', 'postgres://ann:open-sesame@127.0.0.1:1/x'];
  const first = await wayfield('worker', '--gpu', ...gone);
  assert.is(first.code, 2, first.out);
  assert.match(first.err, /adapter|webgpu|WebGPU/);
  const all = await start('worker', '--gpu', 'all', ...gone).catch(String);
  assert.match(all, /one process: there is no \/dev\/nvidia0/);
  assert.match(all, /1 of 1 workers ended with an error/);
  assert.not.match(all, /sesame/);
});

/** Why ::1 cannot be listened on here; undefined where it can. */
async function whyNoIpv6(): Promise<string | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', ({ message }) => resolve(message));
    probe.listen(0, '::1', () => probe.close(() => resolve(undefined)));
  });
}

const noIpv6 = whyNoServer() ?? (await whyNoIpv6());
if (noIpv6 !== undefined) console.log(`cluster up --listen ::1 is not tested here: ${noIpv6}`);

(noIpv6 === undefined ? test : test.skip)('a server on ::1 is reached by its file', async () => {
  const told = await start('cluster', 'up', '--folder', at('six'), '--listen', '::1');
  assert.match(told, /^PostgreSQL runs at \[::1\]:\d+; its address with password: .*url\n/);
  const { code, err } = await wayfield('status', '--db-file', at('six/url'));
  assert.is(code, 0, err);
  // the file of a version without brackets: the error names them, and not the password
  const url = (await readFile(at('six/url'), 'utf8')).trim();
  await writeFile(at('old-url'), url.replace('[::1]', '::1'));
  const old = await wayfield('status', '--db-file', at('old-url'));
  assert.is(old.code, 2);
  assert.match(old.err, /IPv6 host in brackets/);
  assert.not.ok(old.err.includes(new URL(url).password));
});

test('say in one line what cannot be used', async () => {
  const gone = ['--db', 'postgres://ann:open-sesame@127.0.0.1:1/x'];
  for (const [args, words] of [
    [['submit', 'road', at('none.wfg'), '--random', '5', ...gone], /cannot read/],
    [['submit', 'road', at('pairs.csv'), '--random', '5', ...gone], /neither a road network nor/],
    [['submit', 'road', at('graph.wfg'), '--random', '0', ...gone], /whole number from 1/],
    [['status', '--db', 'sesame'], /url is not an address|url is/],
    [['status', '--db-file', at('none')], /cannot read/],
    [
      ['submit', 'road', at('graph.wfg'), '--random', '5', '--gpu', '--routes', ...gone],
      /cannot be used with option '--routes'/,
    ],
    [['worker', '--threads', '0'], /whole number from 1 to 1024/],
    [['cluster', 'up', '--port', 'x'], /whole number from 1 to 65535/],
  ] as const) {
    const { code, err } = await wayfield(...args);
    assert.is(code, 2, args.join(' '));
    assert.match(err, words);
    assert.not.match(err, /sesame/);
    assert.is(err.trim().split('\n').length, 1, err);
  }
});

test.run();
