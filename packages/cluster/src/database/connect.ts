// A pool of connections to PostgreSQL that outlives restarts of the server and cuts of the network.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { reasonOf } from '../limits.ts';
import { checkAddress, printableAddress, withoutPassword } from './url.ts';

/** A row as `pg` gives it. */
// eslint-disable-next-line typescript/no-explicit-any
export type Row = Record<string, any>;

/**
 * Runs one statement. `prepared`: the server keeps its plan on each connection, for statements that
 * come again and again.
 */
export type Query = (
  sql: string,
  values?: readonly unknown[],
  prepared?: boolean,
) => Promise<Row[]>;

/** How long a lost connection is retried, and the function that is told of longer waits. */
export interface Patience {
  /** Seconds from the begin of a statement or transaction until a lost server counts as gone. */
  readonly seconds: number;
  readonly log: (message: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Connections to one database. */
export interface Database {
  /** The address without password. */
  readonly place: string;
  /** Runs a statement; if the connection is lost, again, until `Patience.seconds` have passed. */
  query: Query;
  /**
   * Runs statements in one transaction; where the connection is lost, all of them again, so `work`
   * must bear to be repeated even if its last COMMIT arrived.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** A connection that hears NOTIFY on a channel; it comes back by itself. */
  listen(channel: string, heard: () => void): void;
  /**
   * Holds a shared advisory lock, whose key is the hash of a text, until the returned function is
   * called. The lock lives on a connection of its own, which is opened again when it is lost; it
   * ends with the program. Resolves after the first try, even if that failed. See `unlocked`.
   */
  hold(text: string): Promise<() => void>;
  end(): Promise<void>;
}

/** SQLSTATE codes of errors after which the same statement may succeed. */
const PASSING = new RegExp(
  [
    '^08', // connection exceptions
    '^53', // insufficient resources: disk full, out of memory, too many connections
    '^57P0[1-3]$', // the server stops or starts
    '^40001$', // serialization failure
    '^40P01$', // deadlock
    '^55P03$', // lock not available
    '^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|ADDR)',
  ].join('|'),
);
const LOST = /terminated|timeout|not queryable|Connection ended|closed/i;

/** Whether a statement that failed with this error may succeed later. */
export function passes(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return PASSING.test(code);
  return LOST.test(String(message));
}

// Pauses between tries double, from the first to the longest. Chosen, not measured.
const FIRST_WAIT_MS = 50;
export const LONGEST_WAIT_MS = 2000;
/** Waits up to this one are not logged. */
const QUIET_WAIT_MS = 400;
/** Pause before a listening or a holding connection is opened again. */
const REOPEN_MS = 500;

/** SQL condition, in a transaction: no program has called `hold` for this text. */
export const unlocked = (text: string): string =>
  `pg_try_advisory_xact_lock(hashtextextended(${text}, 1))`;

/**
 * Statements and transactions after which a connection is replaced. It keeps plans for the tables
 * of each run, which would pile up.
 */
const MOST_USES = 2000;

/** Opens a pool of at most `most` connections; connects with the first statement. */
export function connect(address: string, most: number, patience: Patience): Database {
  const url = checkAddress(address, 'url', ['postgres:', 'postgresql:']);
  const settings = {
    connectionString: address,
    application_name: 'wayfield',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 120_000,
  };
  const pool = new pg.Pool({
    ...settings,
    max: most,
    maxUses: MOST_USES,
    idleTimeoutMillis: 30_000,
  });
  // a connection that dies while it is idle is replaced by the next statement
  pool.on('error', () => undefined);
  const listeners: Listener[] = [];
  let ended = false;
  const patiently = createRetry(url, patience, () => ended);
  return {
    place: printableAddress(url),
    query: (sql, values, prepared) =>
      patiently(() => withClient(pool, (client) => runOn(client)(sql, values, prepared))),
    transaction: (work) =>
      patiently(() =>
        withClient(pool, async (client) => {
          await client.query('begin');
          try {
            const result = await work(runOn(client));
            await client.query('commit');
            return result;
          } catch (error) {
            await client.query('rollback').catch(() => undefined);
            throw error;
          }
        }),
      ),
    listen(channel, heard) {
      const listener = keepConnection(settings, async (client) => {
        client.on('notification', heard);
        await client.query(`listen ${channel}`);
        heard();
      });
      listeners.push(listener);
    },
    async hold(text) {
      const holder = keepConnection(settings, (client) =>
        client.query('select pg_advisory_lock_shared(hashtextextended($1, 1))', [text]),
      );
      listeners.push(holder);
      await holder.tried;
      return () => {
        holder.stop();
        listeners.splice(listeners.indexOf(holder), 1);
      };
    },
    async end() {
      if (ended) return;
      ended = true;
      for (const { stop } of listeners) stop();
      await pool.end();
    },
  };
}

const runOn =
  (client: pg.PoolClient): Query =>
  async (sql, values = [], prepared = false) => {
    const name = prepared ? createHash('sha1').update(sql).digest('hex') : undefined;
    return (await client.query({ name, text: sql, values: [...values] })).rows as Row[];
  };

/** Repeats work that fails with an error which may pass, with longer and longer pauses. */
function createRetry(
  url: URL,
  patience: Patience,
  isEnded: () => boolean,
): <T>(work: () => Promise<T>) => Promise<T> {
  const clean = (error: unknown): Error => {
    const reason = withoutPassword(reasonOf(error), url);
    const { code } = error as { code?: string };
    return Object.assign(new Error(reason), code === undefined ? {} : { code });
  };
  return async (work) => {
    const started = performance.now();
    let wait = FIRST_WAIT_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const seconds = (performance.now() - started) / 1000;
        if (isEnded() || !passes(error)) throw clean(error);
        patience.signal?.throwIfAborted();
        if (seconds > patience.seconds) {
          const words = `the database at ${printableAddress(url)} did not come back in`;
          throw new Error(`${words} ${patience.seconds} s: ${clean(error).message}`);
        }
        if (wait >= QUIET_WAIT_MS)
          patience.log(`waiting for the database: ${clean(error).message}`);
        await sleep(wait);
        wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      }
    }
  };
}

async function withClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // without a listener an error between two statements would end the process
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken !== undefined && passes(broken) ? broken : undefined);
  }
}

interface Listener {
  /** Resolves after the first try. */
  readonly tried: Promise<void>;
  stop(): void;
}

/** A connection that begins with some work, opened again whenever it is lost. */
function keepConnection(
  settings: pg.ClientConfig,
  begin: (client: pg.Client) => Promise<unknown>,
): Listener {
  let stopped = false;
  let client: pg.Client | undefined;
  const open = async (told: () => void): Promise<void> => {
    while (!stopped) {
      const next = new pg.Client(settings);
      client = next;
      try {
        const lost = new Promise<void>((resolve) => {
          next.on('error', () => resolve());
          next.on('end', () => resolve());
        });
        await next.connect();
        await begin(next);
        told();
        await lost;
      } catch {
        // the server is away: the loop tries again
      }
      told();
      await next.end().catch(() => undefined);
      if (!stopped) await sleep(REOPEN_MS);
    }
  };
  const tried = new Promise<void>((told) => void open(told));
  return {
    tried,
    stop() {
      stopped = true;
      void client?.end().catch(() => undefined);
    },
  };
}
