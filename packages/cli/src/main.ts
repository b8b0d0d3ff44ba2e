import { readFileSync } from 'node:fs';
import { callback, flag, listOf, object, optional, text as anyText } from '@wayfield/check';
import { Command, CommanderError } from 'commander';
import { clusterCommand, workerCommand } from './commands/cluster/serve.ts';
import { submitCommand } from './commands/cluster/submit.ts';
import { cancelCommand, fetchCommand, statusCommand } from './commands/cluster/watch.ts';
import { convertCommand } from './commands/convert.ts';
import type { Environment } from './commands/environment.ts';
import { isochroneCommand } from './commands/isochrone.ts';
import { matchCommand } from './commands/match.ts';
import { matrixCommand } from './commands/matrix.ts';
import { nearestCommand } from './commands/nearest.ts';
import { routeCommand } from './commands/route.ts';
import { serveCommand } from './commands/serve.ts';
import { trafficCommand } from './commands/traffic.ts';
import { tripCommand } from './commands/trip.ts';
import { InputError } from './input-error.ts';
import { printable } from './printable.ts';
import type { Streams } from './streams.ts';
import { openFirstGpu, type OpenGpu } from './table-gpu.ts';

/** What was asked for was done. */
export const EXIT_OK = 0;
/** There is no route or no road, vehicles did not arrive, or chunks were set aside. */
export const EXIT_NO_ROUTE = 1;
/** The command line or a file cannot be used; no file was written. */
export const EXIT_UNUSABLE = 2;

const ARGS = listOf(anyText);
const OUTPUT = object({ write: callback, isTTY: optional(flag) }, 'a stream');
const STREAMS = object({ out: OUTPUT, err: OUTPUT }, 'two streams');

/** Runs `wayfield` with these arguments and returns its exit code. */
export async function main(
  args: readonly string[],
  streams: Streams = { out: process.stdout, err: process.stderr },
): Promise<number> {
  ARGS(args, 'args');
  STREAMS(streams, 'streams');
  return run(args, streams);
}

/** `main` without its checks; tests choose the device. */
export async function run(
  args: readonly string[],
  streams: Streams,
  openGpu: OpenGpu = openFirstGpu,
): Promise<number> {
  let code = EXIT_OK;
  const environment: Environment = {
    streams,
    finish: (found) => (code = found ? EXIT_OK : EXIT_NO_ROUTE),
    stopped: untilStopped,
    onHangup(listener) {
      process.on('SIGHUP', listener);
      return () => process.removeListener('SIGHUP', listener);
    },
    openGpu,
  };
  const program = new Command('wayfield')
    .description('Road networks from OpenStreetMap, and routes on them.')
    .version(ownVersion())
    .configureOutput({
      writeOut: (text) => streams.out.write(text),
      writeErr: (text) => streams.err.write(text),
      outputError: (text, write) => {
        const line = text
          .replace(/^error: /, '')
          .trim()
          .replace(/\s*\n\s*/g, ' ');
        write(`wayfield: ${printable(line)} (--help lists what can be asked for)\n`);
      },
    })
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit code: 0 done, 1 there is no route, 2 arguments or files unusable.',
    );
  const add = (parent: Command, command: Command): void => {
    parent.addCommand(command.copyInheritedSettings(parent));
  };
  const osm = new Command('osm').description('reads maps, and sends vehicles over them');
  add(program, osm);
  add(osm, convertCommand(environment));
  add(osm, trafficCommand(environment));
  for (const make of SERVICES) add(program, make(environment));
  const ofClusters = [clusterCommand, workerCommand, submitCommand, statusCommand];
  for (const make of [...ofClusters, fetchCommand, cancelCommand]) {
    const command = make(environment);
    for (const inner of command.commands) inner.copyInheritedSettings(program);
    add(program, command);
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : EXIT_UNUSABLE;
    if (!(error instanceof InputError)) throw error;
    streams.err.write(`wayfield: ${printable(error.message)}\n`);
    return EXIT_UNUSABLE;
  }
}

const SERVICES = [
  routeCommand,
  nearestCommand,
  matrixCommand,
  isochroneCommand,
  tripCommand,
  matchCommand,
  serveCommand,
] as const;

/** Until the first SIGINT or SIGTERM; a second one ends the program as usual. */
async function untilStopped(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.removeListener(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
