// A network between programs and the server that can be cut, and that can lose one reply.
import { connect, createServer, type Socket } from 'node:net';

/** A port that leads to the server. */
export interface Proxy {
  /** The address of the server by way of the proxy. */
  readonly url: string;
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  /** Transactions through the proxy: those of several statements, and statements on queues. */
  transactions(): number;
  /**
   * Waits until a connection has sent `words` in this transaction and the server replies with
   * `tag`, the command that it has completed. This reply is lost and the connection cut.
   */
  loseReply(words: string, tag?: string): Promise<void>;
  close(): void;
}

interface Trap {
  readonly words: string;
  readonly tag: string;
  readonly sprung: () => void;
}

/** Opens a port that leads to the server of this address. */
export async function openProxy(address: string): Promise<Proxy> {
  const { hostname, port } = new URL(address);
  const open = new Set<Socket>();
  let isCut = false;
  let begun = 0;
  let trap: Trap | undefined;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    const end = (): void => [near, far].forEach((socket) => void socket.destroy());
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    let asked = '';
    let inTransaction = false;
    near.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      const begins = text.includes('begin\0');
      // a statement outside a transaction is one of its own; it begins with the message Parse
      const alone = !inTransaction && text.startsWith('P');
      inTransaction ||= begins;
      if (begins || (alone && text.includes('wayfield_queue'))) begun++;
      asked = begins || alone ? text : asked + text;
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      const reply = bytes.toString('latin1');
      if (/(COMMIT|ROLLBACK)\0/.test(reply)) inTransaction = false;
      if (trap !== undefined && asked.includes(trap.words) && reply.includes(`${trap.tag}\0`)) {
        const { sprung } = trap;
        trap = undefined;
        end();
        sprung();
      } else near.write(bytes);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = new URL(address);
  url.port = String((server.address() as { port: number }).port);
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend: () => void (isCut = false),
    transactions: () => begun,
    loseReply: (words, tag = 'COMMIT') =>
      new Promise((sprung) => {
        trap = { words, tag, sprung };
      }),
    close() {
      cut();
      server.close();
    },
  };
}
