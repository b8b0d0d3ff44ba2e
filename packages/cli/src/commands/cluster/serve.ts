// `wayfield cluster up` and `wayfield worker`: what runs until it is ended.
import { startServer } from '@wayfield/cluster/server';
import { createGpuCrew, createWorker } from '@wayfield/cluster/worker';
import { Command, InvalidArgumentError, Option } from 'commander';
import { InputError } from '../../input-error.ts';
import { printable } from '../../printable.ts';
import type { Streams } from '../../streams.ts';
import type { Environment } from '../environment.ts';
import {
  addressOf,
  type ConnectionFlags,
  asInputErrors,
  logTo,
  storeOf,
  untilStopped,
  usualClusterFolder,
  VARIABLE,
  withConnection,
} from './connection.ts';

/** A whole number of an option. */
export function count(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

interface UpFlags {
  readonly folder?: string;
  readonly port?: number;
  readonly listen?: string;
}

/** `wayfield cluster`: a server on one machine, such as for a first try. */
export function clusterCommand({ streams }: Environment): Command {
  const up = new Command('up')
    .description('runs a PostgreSQL server on this machine until it is ended')
    .option('--folder <folder>', 'where the data are', usualClusterFolder())
    .option('--port <number>', 'default: the one it had before, else a free one', count(1, 65_535))
    .option('--listen <addresses>', 'for other machines too, without TLS: 0.0.0.0')
    .allowExcessArguments(false)
    .action((flags: UpFlags) => asInputErrors(() => serve(streams, flags)));
  return new Command('cluster').description('a server for clusters').addCommand(up);
}

async function serve({ out }: Streams, { folder, port, listen }: UpFlags): Promise<void> {
  const server = await startServer({
    ...(folder !== undefined && { folder }),
    ...(port !== undefined && { port }),
    ...(listen !== undefined && { listen }),
  });
  const { hostname, port: own } = new URL(server.url);
  const urlFile = printable(server.urlFile);
  const file = folder === usualClusterFolder() ? '' : ` --db-file ${urlFile}`;
  out.write(`PostgreSQL runs at ${hostname}:${own}; its address with password: ${urlFile}\n`);
  out.write(`now: wayfield worker${file}\n`);
  let stopped = false;
  const stop = untilStopped().then(() => (stopped = true));
  await Promise.race([stop, server.ended]);
  if (!stopped) throw new Error(`the server ended by itself; see ${server.folder}/log`);
  await server.stop();
}

interface WorkerFlags extends ConnectionFlags {
  readonly threads?: number;
  readonly kinds?: readonly string[];
  readonly cache?: string;
  readonly name?: string;
  readonly lostAfter?: number;
  readonly gpu?: 'all' | 'first';
}

/** `wayfield worker`: computes chunks. */
export function workerCommand({ streams }: Environment): Command {
  return withConnection(new Command('worker'))
    .description('computes chunks for a cluster until it is ended')
    .option('--threads <number>', 'default: all that the machine has', count(1, 1024))
    .option('--kinds <modules...>', 'modules with kinds of work of your own')
    .option('--cache <folder>', "where inputs are kept, or 'none'; default: in the user's cache")
    .addOption(
      new Option('--gpu [which]', 'kinds for GPUs, too: on the first one, or a process for each')
        .choices(['first', 'all'])
        .preset('first'),
    )
    .option('--name <text>', 'what `wayfield status` calls it')
    .option('--lost-after <seconds>', 'without a heartbeat, others take over', count(1, 3600))
    .allowExcessArguments(false)
    .addHelpText('after', '\nRuns the kinds of work it knows; no code comes from the database.')
    .action((flags: WorkerFlags) => asInputErrors(() => work(streams, flags)));
}

async function work(streams: Streams, flags: WorkerFlags): Promise<void> {
  if (flags.gpu === 'all') return workOnAllGpus(streams, flags);
  const { db: _, dbFile: __, store: ___, gpu, ...options } = flags;
  const store = storeOf(flags);
  const worker = await createWorker(await addressOf(flags), {
    ...options,
    ...(store !== undefined && { store }),
    ...(gpu !== undefined && { gpu: true }),
    log: logTo(streams),
  });
  streams.out.write(`worker ${printable(worker.name)}, ${worker.threads} threads\n`);
  void untilStopped().then(() => worker.destroy());
  await worker.ended;
  const { done, failed, late } = worker.counts();
  streams.out.write(`${done} chunks done, ${failed} attempts failed, ${late} answers too late\n`);
}

/** A worker process for each GPU. Dawn takes the first one it sees, so each process sees one. */
async function workOnAllGpus(streams: Streams, flags: WorkerFlags): Promise<void> {
  // not on the command line, where other users could read the password
  process.env[VARIABLE] = await addressOf(flags);
  const { store, threads, kinds, cache, name, lostAfter } = flags;
  const words = { store, threads, cache, name, 'lost-after': lostAfter };
  const given = Object.entries(words).filter(([, value]) => value !== undefined);
  const options = given.flatMap(([option, value]) => [`--${option}`, String(value)]);
  if (kinds !== undefined) options.push('--kinds', ...kinds);
  const program = [process.execPath, ...process.execArgv, process.argv[1], 'worker'];
  const log = logTo(streams);
  const crew = createGpuCrew([...program, '--gpu', 'first', ...options], { log });
  void untilStopped().then(() => crew.stop());
  const codes = await crew.ended;
  const failed = codes.filter((code) => code !== 0).length;
  if (failed > 0) throw new InputError(`${failed} of ${codes.length} workers ended with an error`);
}
