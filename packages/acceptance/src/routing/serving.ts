// Target 5: requests a second of a server on two cores, and how many answers are wrong.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RoutingNetwork, writeRouting } from '@wayfield/routing';
import { createOsrmService } from '@wayfield/serve/osrm';
import { childFile } from '../run/run-child.ts';
import {
  atLeast,
  atMost,
  forComparison,
  NO_DATA,
  notMeasured,
  QUICK,
  result,
  skipped,
  type Target,
} from '../run/target.ts';
import { type Expected, load } from './load-client.ts';
import { extract, madeUpNetwork, randomPositions } from './networks.ts';
import type { FromServer } from './serve-child.ts';

/** The requests a second to reach; all numbers here are requirements, set before the code. */
const RATE = atLeast(5000, 'requests/s');
/** Within this time 99 % of the answers are there. */
const LATE = atMost(10, 'ms');
const WRONG = atMost(0, 'wrong');
/** Different requests, whose right answers are computed before. */
const PAIRS = 2000;
/** Requests that are timed; half as many precede them as a warm-up. */
const REQUESTS = 30_000;
const QUICK_REQUESTS = 400;
/** Connections that stay open, each with one request at a time. */
const CONNECTIONS = 16;
/** Cores of the target: the thread that speaks HTTP, and one that answers. */
const CORES = 2;
/** Milliseconds after which the server is killed: its load takes seconds. */
const MOST_MS = 300_000;

export const serving: Target = {
  name: '5',
  title: 'a server on two cores: routes of malta a second, times, wrong answers',
  async run(context) {
    const { data, quick, seed } = context;
    const options = { profile: 'car', turnRestrictions: true, uTurns: false } as const;
    const map = quick ? madeUpNetwork(seed) : extract(data, 'malta-latest.osm.pbf', options);
    if (map === undefined) {
      context.add(notMeasured('malta: a server on two cores', RATE, NO_DATA));
      return;
    }
    context.session.terminal.progress(map.name);
    const routing = await map.make();
    const requests = expectedRoutes(routing, quick ? 50 : PAIRS, seed);
    const server = await openServer(routing);
    try {
      const count = quick ? QUICK_REQUESTS : REQUESTS;
      // compilers need many calls
      await load(server.port, requests, { count: count >> 1, connections: CONNECTIONS });
      const before = await server.usage();
      const found = await load(server.port, requests, { count, connections: CONNECTIONS });
      const micros = ((await server.usage()) - before) / count;
      const { seconds, times, wrong } = found;
      const name = `${map.name}: /route`;
      context.add(result(`${name}, answers of ${count}`, wrong, WRONG));
      const rate = result(`${name}, ${CONNECTIONS} connections`, count / seconds, RATE);
      context.add(quick ? skipped(rate, QUICK) : rate);
      context.add(result(`${name}, 99 % within`, times[Math.floor(0.99 * count)], LATE));
      // the time of other programs on the machine is not included
      const own = (CORES * 1e6) / micros;
      const what = `${name}, by processor time of the server, ${micros.toFixed(0)} us each`;
      context.add(forComparison(result(what, own, RATE)));
    } finally {
      await server.close();
    }
  },
};

function expectedRoutes(routing: RoutingNetwork, count: number, seed: number): Expected[] {
  const service = createOsrmService(routing);
  const points = randomPositions(routing, 2 * count, seed, true);
  const place = (i: number): string => `${points[i].lonE7 / 1e7},${points[i].latE7 / 1e7}`;
  const requests = Array.from({ length: count }, (_, i): Expected => {
    const target = `/route/v1/driving/${place(2 * i)};${place(2 * i + 1)}`;
    return { target, body: service.answer(target).body as string };
  });
  service.destroy();
  return requests;
}

/** The server in a process of its own. */
interface Server {
  readonly port: number;
  /** Microseconds of processor time since the start. */
  usage(): Promise<number>;
  close(): Promise<void>;
}

/** Starts the server on a file of the network; `close` ends the process and removes the file. */
async function openServer(routing: RoutingNetwork): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-serving-'));
  const file = join(folder, 'routing');
  await writeFile(file, writeRouting(routing));
  const options = { execArgv: [], timeout: MOST_MS };
  const child = fork(childFile('routing/serve-child.js'), [file], options);
  const ended = once(child, 'exit');
  const { port } = await messageOf(child);
  return {
    port: port!,
    async usage() {
      child.send('usage');
      return (await messageOf(child)).usage!;
    },
    async close() {
      if (child.connected) child.send('close');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The next message of the server. Throws where it ends before. */
async function messageOf(child: ChildProcess): Promise<FromServer> {
  const end = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${String(code)}`);
  });
  const [message] = await Promise.race([once(child, 'message'), end]);
  // once there is a message, the end of the server is no error here
  end.catch(() => undefined);
  return message as FromServer;
}
