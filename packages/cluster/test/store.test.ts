import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Database } from '../src/database/connect.ts';
import { createStore } from '../src/index.ts';
import { BYTES_AT_ONCE } from '../src/limits.ts';
import { getSlice } from '../src/store/inputs.ts';
import { shaOf } from '../src/store/sha.ts';

const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i);
const sha = shaOf(bytes);

const test = suite('createStore');

test('keeps bytes in a folder under their SHA-256', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-store-'));
  try {
    const store = createStore(pathToFileURL(join(folder, 'in', 'here')).href);
    await store.put(sha, bytes);
    await store.put(sha, bytes);
    sameArray(await store.get(sha, 5000), bytes);
    assert.match(await reason(store.get(sha, 4999)), /is 5000, expected at most 4999/);
    assert.match(await reason(store.get('../etc/passwd', 9)), /64 hexadecimal digits/);
    await store.remove(sha);
    await store.remove(sha);
    assert.match(await reason(store.get(sha, 5000)), /ENOENT/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('refuses a part of an input that is damaged in the store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-store-'));
  // all that `getSlice` asks the database for an input in a store
  const query = (): Promise<unknown[]> => Promise.resolve([{ bytes: 5000, in_store: true }]);
  const database = { query } as unknown as Database;
  try {
    const store = createStore(pathToFileURL(folder).href);
    await store.put(sha, bytes);
    sameArray(await getSlice(database, store, sha, [10, 20]), bytes.slice(10, 20));
    await writeFile(join(folder, sha), bytes.slice().fill(0, 4000));
    assert.match(await reason(getSlice(database, store, sha, [10, 20])), /are damaged/);
    await writeFile(join(folder, sha), bytes.slice(0, 15));
    assert.match(await reason(getSlice(database, store, sha, [10, 20])), /are damaged/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('reads and hashes more than it takes at once, which is less than Node can', async () => {
  assert.ok(BYTES_AT_ONCE < 2 ** 31, 'from 2 GiB on Node fails or aborts');
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-store-'));
  const long = new Uint8Array(2 * BYTES_AT_ONCE + 5).fill(1, BYTES_AT_ONCE - 1);
  const name = createHash('sha256').update(long).digest('hex');
  try {
    assert.is(shaOf(long), name);
    await writeFile(join(folder, name), long);
    const found = await createStore(pathToFileURL(folder).href).get(name, long.length);
    assert.is(Buffer.compare(found, long), 0);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('says that a folder cannot be written to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-store-'));
  try {
    await writeFile(join(folder, 'file'), '');
    const store = createStore(pathToFileURL(join(folder, 'file')).href);
    assert.match(await reason(store.put(sha, bytes)), /EEXIST|ENOTDIR/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('keeps bytes on a server, with a password that no message shows', async () => {
  const kept = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const name = request.url!.slice('/maps/'.length);
    const right = `Basic ${Buffer.from('ann:se cret').toString('base64')}`;
    if (request.headers.authorization !== right) response.writeHead(401).end();
    else if (request.method === 'PUT') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        kept.set(name, Buffer.concat(parts));
        response.writeHead(201).end();
      });
    } else if (!kept.has(name)) response.writeHead(404).end();
    else if (request.method === 'DELETE') {
      kept.delete(name);
      response.writeHead(204).end();
    } else response.end(kept.get(name));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  try {
    const store = createStore(`http://ann:se%20cret@127.0.0.1:${port}/maps`);
    assert.is(store.place, `http://ann@127.0.0.1:${port}/maps`);
    await store.put(sha, bytes);
    sameArray(await store.get(sha, 5000), bytes);
    assert.match(await reason(store.get(sha, 100)), /expected at most 100/);
    await store.remove(sha);
    await store.remove(sha);
    assert.match(await reason(store.get(sha, 5000)), /status 404/);
    const wrong = createStore(`http://ann:wrong@127.0.0.1:${port}/maps`);
    const message = await reason(wrong.put(sha, bytes));
    assert.match(message, /status 401/);
    assert.not.match(message, /wrong/);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  const gone = createStore(`http://ann:secret@127.0.0.1:${port}/maps`);
  const message = await reason(gone.get(sha, 5000));
  assert.match(message, /failed/);
  assert.not.match(message, /secret/);
});

test('refuses addresses without repeating them', async () => {
  const damaged = ['ht!tp://a:secret@b', 'ftp://a:secret@b/c', 'secret'];
  for (const address of damaged) {
    const message = await reason(Promise.resolve().then(() => createStore(address)));
    assert.match(message, /address is/);
    assert.not.match(message, /secret/);
  }
});

test.run();
