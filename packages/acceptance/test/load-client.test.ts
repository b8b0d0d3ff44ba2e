import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../src/routing/load-client.ts';

const client = suite('the client of the server under load');

client('rejects if the server closes a connection before its answer is there', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asked = load(port, [{ target: '/', body: 'all of it' }], { count: 1, connections: 1 });
  const failed = asked.then(
    () => 'no error',
    ({ message }: Error) => message,
  );
  const message = await Promise.race([failed, sleep(5000, 'waits')]);
  server.close();
  assert.is(message, 'the server closed a connection before its answer was there');
});

client.run();
