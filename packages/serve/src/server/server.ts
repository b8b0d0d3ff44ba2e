import { availableParallelism } from 'node:os';
import type { AddressInfo } from 'node:net';
import {
  callback,
  checkOptions,
  flag,
  number,
  object,
  refuse,
  type Rule,
  text,
  typed,
  whole,
} from '@wayfield/check';
import type { ConditionOptions } from '@wayfield/osm/conditions';
import type { RoutingNetwork } from '@wayfield/routing';
import type { TableSolver } from '@wayfield/routing/matrix';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { networkRule, OSRM_RULES } from '../osrm/rules.ts';
import { targetOfPost } from '../osrm/post.ts';
import { type Answer, type OsrmOptions, refusal, refused } from '../osrm/service.ts';
import { serviceOf } from '../osrm/request.ts';
import { aboutNetwork } from './about.ts';
import { answerClientError, MOST_HEADER } from './client-error.ts';
import { loadConditions } from './conditions.ts';
import { createLiveThread } from './live-thread.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { readPageFiles } from './page-files.ts';
import { type AnswerPool, createAnswerPool } from './pool.ts';
import { share } from './share.ts';

/** Options of `startServer`. */
export interface ServerOptions extends Omit<OsrmOptions, 'speedsAt'> {
  /** Default '127.0.0.1': only programs on this machine. */
  readonly host?: string;
  /** 0 = any that is free. Default 5000, as OSRM. */
  readonly port?: number;
  /** Threads that answer, 1 to 64. Default: one fewer than processors, but within 1 to 64. */
  readonly threads?: number;
  /**
   * Milliseconds from the arrival of a request after which it is refused, 10 to 3,600,000; the
   * thread that has it is then ended and replaced. Default 10,000.
   */
  readonly timeout?: number;
  /** Requests that wait for a thread at most, 1 to 1,000,000; more are refused. Default 1,000. */
  readonly queue?: number;
  /** Serve the map at `/`. Default true. */
  readonly page?: boolean;
  /**
   * Requests with `depart_at` obey the conditional tags of the network, which must have been read
   * with `conditions` of `readRoutingFile`, or with `profileAnyTime`: see `speedsAt` of
   * `@wayfield/osm/conditions`. Needs the package `opening_hours`. Default: they do not.
   */
  readonly conditions?: ConditionOptions;
  /**
   * Makes the durations of large tables, such as a solver of `@wayfield/gpu/hierarchy`. It must
   * have been made from `routing.hierarchy`, and stays the caller's. Answers are the same bytes. If
   * the solver fails, a thread makes the durations. Threads make all tables with distances, avoided
   * roads or `depart_at`, and all tables after `setLive`.
   */
  readonly tableSolver?: TableSolver;
  /** Cells of a table from which `tableSolver` is asked. Default 250,000. */
  readonly tableCells?: number;
}

/** A server that answers. */
export interface RoutingServer {
  /** Such as 'http://127.0.0.1:5000'. */
  readonly url: string;
  readonly port: number;
  readonly threads: number;
  /** What `/metrics` says. */
  metrics(): string;
  /**
   * Sets live speeds: `kmh` of `readRoadSpeeds` of `@wayfield/routing/departures`, which is copied;
   * NaN = the speed of the network. A call replaces the speeds of the call before. Resolves when
   * all requests that arrive are answered at these speeds. Each answer is made at one state of
   * speeds. Takes a thread with a copy of the weights from the first call on, and twice the threads
   * until the earlier ones have answered their requests; tables no longer use `tableSolver`.
   *
   * Requests with `depart_at` have the live speeds too, whatever the time: in place of those of
   * `slices`, as in `createTimedRouter`, and of `conditions`. Roads that conditional tags close at
   * the time stay closed.
   *
   * Rejects with RangeError for speeds that `setLive` of `createTimedRouter` refuses, and with
   * Error if the server was closed or a thread fails; the speeds then stay as they were. Throws
   * TypeError unless `kmh` is a Float32Array, and RangeError for a network whose metric is not
   * seconds.
   */
  setLive(kmh: Float32Array): Promise<void>;
  /** Takes no more requests, answers those that it has, and ends the threads. May be repeated. */
  close(): Promise<void>;
}

const { speedsAt: _speedsAt, ...SHARED_RULES } = OSRM_RULES;
const OPTIONS: Readonly<Record<keyof ServerOptions, Rule>> = {
  ...SHARED_RULES,
  host: text,
  port: whole(0, 65_535),
  threads: whole(1, 64),
  timeout: number(10, 3_600_000),
  queue: whole(1, 1_000_000),
  page: flag,
  // `speedsAt` checks the entries of `conditions`, in `startServer`
  conditions: object({}, 'an object'),
  tableSolver: object({ tableRows: callback }, 'a TableSolver'),
  tableCells: whole(1, 100_000_000),
};
const SPEEDS = typed(Float32Array);
/** Bytes of a body: 100,000 coordinates with options. */
const MOST_BODY = 1 << 23;
/** Milliseconds in which a client must have sent a request. */
const SEND_WITHIN = 10_000;

/**
 * Starts a routing server with the HTTP interface of OSRM: `/route/v1`, `/table/v1`, `/nearest/v1`,
 * `/match/v1`, `/trip/v1`, `/tile/v1`, and `/isochrone/v1`; `/metrics` for Prometheus, `/health`,
 * and a map at `/`. Threads share the network. Resolves when the server listens and all threads are
 * ready; requests before that are refused with the code `Starting`. Rejects if the port is taken or
 * a thread does not start.
 *
 * @example
 * const server = await startServer(routing, { port: 0 });
 * const answer = await fetch(`${server.url}/route/v1/driving/13.4,52.5;13.42,52.51`);
 * console.log((await answer.json()).code); // Ok
 * await server.close();
 */
export async function startServer(
  routing: RoutingNetwork,
  options: ServerOptions = {},
): Promise<RoutingServer> {
  networkRule(routing, 'routing');
  checkOptions('startServer', options, OPTIONS);
  const { host = '127.0.0.1', port = 5000, page = true, threads: asked, ...forPool } = options;
  const { timeout = 10_000, queue = 1000, conditions } = options;
  if (conditions && routing.metric !== 'seconds') {
    refuse('routing.metric', routing.metric, 'seconds for conditions');
  }
  if (conditions) (await loadConditions()).speedsAt(routing.network, new Date(), conditions);
  const threads = asked ?? Math.max(1, Math.min(64, availableParallelism() - 1));
  let pool: AnswerPool | undefined;
  const metrics = createMetrics(gaugesOf(() => pool));
  const app = createApp({ pool: () => pool, metrics, routing, page });
  // `listen` comes first, so that a port that is taken rejects before the network is copied
  await app.listen({ host, port });
  let shared: RoutingNetwork;
  try {
    shared = share(routing);
    pool = await createAnswerPool(shared, { ...forPool, threads, timeout, queue });
  } catch (error) {
    await app.close();
    throw error;
  }
  const live = createLiveThread(shared);
  const closeAll = async (): Promise<void> => {
    await app.close();
    await Promise.all([pool.destroy(), live.end()]);
  };
  let updates = Promise.resolve();
  const setLive = (kmh: Float32Array): Promise<void> => {
    SPEEDS(kmh, 'kmh');
    if (routing.metric !== 'seconds') refuse('routing.metric', routing.metric, 'seconds');
    const speeds = kmh.slice();
    const mine = updates.then(async () => pool.replace(await live.networkAt(speeds), speeds));
    updates = mine.catch(() => undefined);
    return mine;
  };
  const address = app.server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    threads,
    metrics: () => metrics.text(),
    setLive,
    close: () => (closed ??= closeAll()),
  };
}

interface AppParts {
  /** Undefined while the threads start. */
  readonly pool: () => AnswerPool | undefined;
  readonly metrics: Metrics;
  readonly routing: RoutingNetwork;
  readonly page: boolean;
}

function createApp({ pool, metrics, routing, page }: AppParts): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    // `asked` refuses requests that arrive while the server closes, in OSRM's form
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: SEND_WITHIN,
    http: { maxHeaderSize: MOST_HEADER },
    frameworkErrors: (_, __, reply) => send(reply, refusal('InvalidUrl', 'Malformed address')),
    clientErrorHandler: answerClientError,
  });
  const about = JSON.stringify(aboutNetwork(routing));
  const files = page ? readPageFiles() : new Map();
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/metrics', (_, reply) => {
    void reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    return metrics.text();
  });
  app.get('/wayfield.json', (_, reply) => {
    void reply.header('content-type', 'application/json; charset=utf-8');
    return about;
  });
  for (const [path, { type, bytes }] of files) {
    app.get(path, (_, reply) => reply.header('content-type', type).send(bytes));
  }
  const closing = refusal('Closed', 'The server is closing', 503);
  const starting = refusal('Starting', 'Not ready yet', 503);
  const answerTo = async (target: string): Promise<Answer> => {
    if (!app.server.listening) return closing;
    return (await pool()?.ask(target)) ?? starting;
  };
  const asked = async (
    target: string,
    reply: FastifyReply,
    to: (target: string) => Promise<Answer> | Answer = answerTo,
  ): Promise<FastifyReply> => {
    const begun = performance.now();
    const answer = await to(target);
    const service = serviceOf(target) ?? 'other';
    metrics.count(service, answer.code, (performance.now() - begun) / 1000);
    return send(reply, answer);
  };
  app.get('/*', (request, reply) => asked(request.raw.url!, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BODY }, (_, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error: { readonly statusCode?: number }, _, reply) =>
    error.statusCode === 413
      ? send(reply, refusal('TooBig', `A body has at most ${MOST_BODY} bytes`, 413))
      : send(reply, refusal('InternalError', 'The server failed', 500)),
  );
  app.post('/*', (request, reply) => {
    const path = request.raw.url!;
    let target: string;
    try {
      target = targetOfPost(path, String(request.body ?? ''));
    } catch (error) {
      return asked(path, reply, () => refused(error));
    }
    return asked(target, reply);
  });
  app.setNotFoundHandler((_, reply) =>
    send(reply, refusal('InvalidUrl', 'Only GET and POST are supported', 405)),
  );
  return app;
}

/** Sends an answer. Pages of every origin may read it, as with OSRM. */
function send(reply: FastifyReply, { status, type, body }: Answer): FastifyReply {
  void reply.code(status).header('content-type', type).header('access-control-allow-origin', '*');
  // A server that closes waits for its connections. A client that keeps one for its next request
  // would hold the server for the keep-alive time of fastify, 72 s.
  if (!reply.server.server.listening) void reply.header('connection', 'close');
  // worker threads send bytes as Uint8Array, which the framework takes for an object
  return reply.send(typeof body === 'string' ? body : Buffer.from(body));
}

function gaugesOf(pool: () => AnswerPool | undefined): Parameters<typeof createMetrics>[0] {
  const begun = Date.now() / 1000;
  const gauge = (name: string, help: string, read: () => number, type = 'gauge' as const) => ({
    name,
    help,
    type,
    read,
  });
  return [
    gauge('wayfield_threads', 'Threads that answer.', () => pool()?.threads ?? 0),
    gauge('wayfield_waiting', 'Requests that no thread has yet.', () => pool()?.waiting ?? 0),
    gauge('wayfield_running', 'Requests that threads have.', () => pool()?.running ?? 0),
    {
      name: 'wayfield_thread_restarts_total',
      help: 'Threads that were ended and started again.',
      type: 'counter',
      read: () => pool()?.restarts ?? 0,
    },
    {
      name: 'wayfield_solver_tables_total',
      help: 'Tables whose durations the table solver made.',
      type: 'counter',
      read: () => pool()?.tables.made ?? 0,
    },
    {
      name: 'wayfield_solver_failures_total',
      help: 'Tables that threads made because the table solver failed.',
      type: 'counter',
      read: () => pool()?.tables.failed ?? 0,
    },
    gauge('process_start_time_seconds', 'When the server started.', () => begun),
    gauge('process_resident_memory_bytes', 'Memory of the process.', () =>
      process.memoryUsage.rss(),
    ),
  ];
}
