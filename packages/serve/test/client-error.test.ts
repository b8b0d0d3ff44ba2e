// Requests that never come to be one, against a server of Node.js with short limits: those of
// `startServer` are too long for a test.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answerClientError } from '../src/server/client-error.ts';

const limits = { requestTimeout: 100, headersTimeout: 50, connectionsCheckingInterval: 10 };
const server = createServer({ ...limits, maxHeaderSize: 1000 }, (request, response) => {
  request.on('end', () => response.end('right')).resume();
}).on('clientError', (error: NodeJS.ErrnoException, socket) =>
  answerClientError(error, socket as Socket),
);

const test = suite('answerClientError');
test.before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
test.after(() => {
  server.close();
  server.closeAllConnections();
});

/** What a client hears that sends this and then waits. */
async function heard(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  let text = '';
  for await (const piece of socket) text += String(piece);
  return text;
}

test('tells a client that is too slow, with headers or a body, by 408', async () => {
  for (const sent of [
    'GET / HTTP/1.1\r\nhost: x',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf',
  ]) {
    const text = await heard(sent);
    assert.match(text, /^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"Timeout"/);
    assert.match(text, /"message":"The request took too long to arrive"/);
  }
});

test('tells what is malformed by 400, what is too long by 431', async () => {
  assert.match(await heard('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 Bad Request[^]*"InvalidUrl"/);
  const long = await heard(`GET /${'x'.repeat(2000)} HTTP/1.1\r\n`);
  assert.match(long, /^HTTP\/1\.1 431 Request Header Fields Too Large[^]*"TooBig"/);
});

test.run();
