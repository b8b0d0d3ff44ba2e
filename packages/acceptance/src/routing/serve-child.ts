// A routing server in a process of its own, so that its processor time can be measured alone.
import { readRoutingFile } from '@wayfield/serve/file';
import { startServer } from '@wayfield/serve';

/** What the server sends to the process that started it. */
export interface FromServer {
  readonly port?: number;
  /** Microseconds of processor time since the start. */
  readonly usage?: number;
}

// the channel closes when the measuring process has died, perhaps while the network is read
process.once('disconnect', () => process.exit(2));
const send = (message: FromServer): void => void process.send!(message);
const server = await startServer(await readRoutingFile(process.argv[2]), { port: 0, threads: 1 });
process.on('message', (what) => {
  if (what === 'usage') {
    const { user, system } = process.cpuUsage();
    send({ usage: user + system });
  } else void server.close().then(() => process.exit(0));
});
send({ port: server.port });
