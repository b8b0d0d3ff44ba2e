import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSite } from './serve-site.ts';

const test = suite('the server of the built site');

test('answers 400 to addresses that cannot be read, and goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-site-'));
  await writeFile(join(folder, 'a b.html'), 'found');
  await writeFile(join(folder, '404.html'), 'not found');
  const { url, close } = await serveSite(folder);
  const { port } = new URL(url);
  // the path is sent unchanged: `fetch` would refuse or mend it
  const statusOf = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).once('error', reject);
    });
  try {
    for (const path of ['/%', '/%zz', '/a%C3', '//']) assert.is(await statusOf(path), 400, path);
    assert.is(await statusOf('/a%20b'), 200);
    assert.is(await statusOf('/other'), 404);
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
});

test.run();
