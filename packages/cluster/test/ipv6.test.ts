// A server that listens on the IPv6 address of this machine.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster } from '../src/index.ts';
import { startServer, whyNoServer } from '../src/server.ts';

/** Why ::1 cannot be listened on here; undefined where it can. */
async function whyNoLoopback(): Promise<string | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', ({ message }) => resolve(`no IPv6 loopback: ${message}`));
    probe.listen(0, '::1', () => probe.close(() => resolve(undefined)));
  });
}

const test = suite('a server on ::1');
const reason = whyNoServer() ?? (await whyNoLoopback());
if (reason !== undefined) console.log(`a server on ::1 is not tested here: ${reason}`);
const run = reason === undefined ? test : test.skip;

/** Connects and asks; returns how many runs there are. */
async function runsAt(url: string): Promise<number> {
  const cluster = await createCluster(url);
  try {
    return (await cluster.runs()).length;
  } finally {
    await cluster.destroy();
  }
}

run('is reached at its address, and mends the address that an old version wrote', async () => {
  const listen = { listen: '::1', durable: false };
  let server = await startServer(listen);
  const { folder, url, urlFile } = server;
  const written = async (): Promise<string> => (await readFile(urlFile, 'utf8')).trim();
  const restart = async (content: string): Promise<void> => {
    await server.stop();
    await writeFile(urlFile, content);
    server = await startServer({ folder, ...listen });
  };
  try {
    assert.match(url, /@\[::1\]:\d+\/postgres$/);
    assert.is(await written(), url);
    assert.is(await runsAt(url), 0);
    // as versions wrote it before hosts of IPv6 had brackets
    await restart(`${url.replace('[::1]', '::1')}\n`);
    assert.is(server.url, url, 'with the same port');
    assert.is(await written(), url);
    assert.is(await runsAt(url), 0);
    // a file that holds no address is written again
    await restart('postgres');
    assert.is(await written(), server.url);
  } finally {
    await server.remove();
  }
});

test.run();
