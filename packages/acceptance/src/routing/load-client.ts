// A client that asks a server as fast as it answers, over connections that stay open. It does as
// little as possible itself, since it shares the machine with the server.
import { connect } from 'node:net';

/** What came of some requests. */
export interface Load {
  /** Seconds from the first request to the last answer. */
  readonly seconds: number;
  /** Milliseconds of each request, ascending. */
  readonly times: Float64Array;
  /** Answers that were not the expected ones. */
  readonly wrong: number;
}

/** A request with its answer. */
export interface Expected {
  readonly target: string;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';

/**
 * Asks `count` requests in turn over a number of connections, each one request at a time. Rejects
 * if a connection fails or ends before its answer is complete.
 */
export async function load(
  port: number,
  requests: readonly Expected[],
  { count, connections }: { readonly count: number; readonly connections: number },
): Promise<Load> {
  const times = new Float64Array(count);
  let [next, done, wrong] = [0, 0, 0];
  const begun = performance.now();
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let [text, sent] = ['', 0];
      let expected = '';
      const ask = (): void => {
        if (next >= count) {
          socket.end();
          resolve();
          return;
        }
        const { target, body } = requests[next++ % requests.length];
        expected = body;
        text = '';
        sent = performance.now();
        socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      };
      socket.setEncoding('utf8');
      socket.on('connect', ask);
      socket.on('error', reject);
      // after the last answer the promise is resolved, and this does nothing
      socket.on('close', () =>
        reject(new Error('the server closed a connection before its answer was there')),
      );
      socket.on('data', (piece: string) => {
        text += piece;
        const end = text.indexOf(HEAD_END);
        if (end < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1]);
        const body = text.slice(end + HEAD_END.length);
        if (Buffer.byteLength(body) < length) return;
        times[done++] = performance.now() - sent;
        if (body !== expected) wrong++;
        ask();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, times: times.sort(), wrong };
}
