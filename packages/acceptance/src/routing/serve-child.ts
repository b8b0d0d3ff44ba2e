// A routing server in a process of its own, so that its processor time can be measured alone.
import { readRoutingFile } from '@wayfield/serve/file';
import { startServer } from '@wayfield/serve';

/** What the server sends to the process that started it. */
export interface FromServer {
  readonly port?: number;
  /** Microseconds of processor time since the start. */
  readonly usage?: number;
}

const send = (message: FromServer): void => void process.send!(message);
const server = await startServer(await readRoutingFile(process.argv[2]), { port: 0, threads: 1 });
process.on('message', (what) => {
  if (what === 'usage') {
    const { user, system } = process.cpuUsage();
    send({ usage: user + system });
  } else void server.close().then(() => process.disconnect());
});
send({ port: server.port });
