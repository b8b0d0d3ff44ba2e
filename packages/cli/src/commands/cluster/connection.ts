// Which database the commands of clusters speak to.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, createCluster, createStore, type Store } from '@wayfield/cluster';
import type { Command } from 'commander';
import { InputError, reasonOf } from '../../input-error.ts';
import { printable } from '../../printable.ts';
import type { Streams } from '../../streams.ts';

/** Flags of all commands that connect. */
export interface ConnectionFlags {
  readonly db?: string;
  readonly dbFile?: string;
  readonly store?: string;
}

/** The environment variable that holds the address. */
export const VARIABLE = 'WAYFIELD_DB';
/** Bytes of a file with an address. */
const MOST_ADDRESS = 4096;

/** The folder of `cluster up` where none is named. */
export function usualClusterFolder(): string {
  // a server that root starts runs as another account, which cannot pass through root's home
  if (process.getuid?.() === 0) return '/var/lib/wayfield/cluster';
  const data = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return join(data, 'wayfield', 'cluster');
}

/** Adds the flags to a command. */
export function withConnection(command: Command): Command {
  return command
    .option('--db <url>', `the database: postgres://… (or the variable ${VARIABLE})`)
    .option('--db-file <file>', 'a file with this address: other users cannot see it')
    .option('--store <address>', 'where inputs and large results are: file:///… or https://…');
}

/** The address: of a flag, of the variable, else of the server that `cluster up` runs here. */
export async function addressOf({ db, dbFile }: ConnectionFlags): Promise<string> {
  if (db !== undefined && dbFile !== undefined)
    throw new InputError('--db and --db-file: take one');
  if (db !== undefined) return db;
  const variable = process.env[VARIABLE];
  if (dbFile === undefined && variable) return variable;
  const file = dbFile ?? join(usualClusterFolder(), 'url');
  try {
    return (await readFile(file, 'utf8')).slice(0, MOST_ADDRESS).trim();
  } catch (cause) {
    if (dbFile !== undefined) throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`);
    throw new InputError(
      `no database: give --db, --db-file or ${VARIABLE}, or run \`wayfield cluster up\` first`,
    );
  }
}

/** The store of a flag. */
export function storeOf({ store }: ConnectionFlags): Store | undefined {
  return store === undefined ? undefined : createStore(store);
}

/** Runs work on a cluster; what goes wrong there is told in one line. */
export async function onCluster<T>(
  streams: Streams,
  flags: ConnectionFlags,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  return asInputErrors(async () => {
    const store = storeOf(flags);
    const cluster = await createCluster(await addressOf(flags), {
      log: logTo(streams),
      ...(store !== undefined && { store }),
    });
    try {
      return await work(cluster);
    } finally {
      await cluster.destroy();
    }
  });
}

/** Turns every error of `work` into an InputError: one line on stderr, exit code 2. */
export async function asInputErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(reasonOf(cause), { cause });
  }
}

/** Writes messages to stderr, one line each. */
export function logTo({ err }: Streams): (message: string) => void {
  return (message) => void err.write(`wayfield: ${printable(message)}\n`);
}

/** Resolves at SIGINT, SIGTERM or SIGHUP; `stopped` of the other commands leaves SIGHUP alone. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
  });
}
