import type { RoutingNetwork } from '@wayfield/routing';
import type { RoutingServer, ServerOptions } from '@wayfield/serve';
import { Command, InvalidArgumentError, Option } from 'commander';
import { InputError, reasonOf } from '../input-error.ts';
import { formatCount } from '../numbers.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { printable } from '../printable.ts';
import { openTableGpu } from '../table-gpu.ts';
import {
  conditionsOf,
  countryOption,
  departureNow,
  readSlices,
  readSpeeds,
  speedsOption,
  timeZoneOption,
} from '../timed-flags.ts';
import type { Environment } from './environment.ts';
import { parseWhole } from './places.ts';

interface Flags extends RoutingFlags {
  readonly host: string;
  readonly port: number;
  readonly threads?: number;
  readonly timeout: number;
  readonly queue: number;
  readonly drivingSide: 'left' | 'right';
  readonly dataVersion?: string;
  readonly page: boolean;
  readonly maxRoute?: number;
  readonly maxTable?: number;
  readonly maxTrip?: number;
  readonly maxMatch?: number;
  readonly gpu?: true;
  readonly gpuCells?: number;
}

/** `wayfield serve`: a server with the HTTP interface of OSRM, until a signal ends it. */
export function serveCommand(environment: Environment): Command {
  return takesRouting(new Command('serve'))
    .description('answers routing requests over HTTP, by the interface of OSRM, with a map at /')
    .addOption(new Option('--host <address>', 'where to listen').default('127.0.0.1'))
    .addOption(
      new Option('--port <n>', '0: any that is free')
        .argParser(parseWhole(0, 65_535))
        .default(5000),
    )
    .addOption(
      new Option('--threads <n>', 'that answer; default: one fewer than processors').argParser(
        parseWhole(1, 64),
      ),
    )
    .addOption(
      new Option('--timeout <seconds>', 'after which a request is refused')
        .argParser(parseSeconds)
        .default(10),
    )
    .addOption(
      new Option('--queue <n>', 'requests that wait at most')
        .argParser(parseWhole(1, 1_000_000))
        .default(1000),
    )
    .addOption(
      new Option('--driving-side <side>', 'of the road')
        .choices(['left', 'right'])
        .default('right'),
    )
    .addOption(new Option('--data-version <text>', 'told in every answer'))
    .addOption(speedsOption())
    .addOption(
      new Option(
        '--conditions',
        'of a map, conditional tags hold: at `depart_at`, else as when the server starts',
      ).conflicts('live'),
    )
    .addOption(countryOption())
    .addOption(timeZoneOption())
    .addOption(
      new Option(
        '--live <csv>',
        'speeds of ways as they are now, above those of --speeds; SIGHUP: read the file again',
      ).conflicts('gpu'),
    )
    .addOption(largest('route', 100_000))
    .addOption(largest('table', 10_000))
    .addOption(largest('trip', 500))
    .addOption(largest('match', 100_000))
    .option('--gpu', 'durations of large tables by the GPU of this machine')
    .addOption(
      new Option('--gpu-cells <n>', 'cells of a table from which the GPU makes it; default: 250000')
        .argParser(parseWhole(1, 100_000_000))
        .implies({ gpu: true }),
    )
    .option('--no-page', 'no map at /')
    .allowExcessArguments(false)
    .addHelpText('after', '\nSIGINT or SIGTERM: what was asked is answered, then the server ends.')
    .action((file: string, flags: Flags) => serveFile(file, flags, environment));
}

/** Serves a file until a signal comes. */
async function serveFile(
  file: string,
  flags: Flags,
  { streams, finish, stopped, onHangup, openGpu }: Environment,
): Promise<void> {
  const { speeds, live, ...reading } = flags;
  const now = flags.conditions && { departure: await departureNow(flags.timeZone) };
  const routing = await openRouting(streams, file, { ...reading, ...now });
  const slices = await readSlices(routing, speeds);
  const { startServer } = await import('@wayfield/serve');
  const gpu = flags.gpu && (await openTableGpu(routing, openGpu));
  let server: RoutingServer;
  try {
    server = await startServer(routing, {
      ...optionsOf(flags),
      ...(slices.length > 0 && { slices }),
      ...(flags.conditions && { conditions: conditionsOf(routing.network, flags) }),
      ...(gpu && { tableSolver: gpu.solver }),
    });
  } catch (cause) {
    gpu?.destroy();
    // system calls: `listen`, or `getaddrinfo` of a host that is not known
    const isAddress = (cause as { syscall?: string }).syscall !== undefined;
    const what = isAddress ? `listen at ${flags.host}:${flags.port}` : `serve ${file}`;
    throw new InputError(`cannot ${what}: ${reasonOf(cause)}`, { cause });
  }
  let deaf = (): void => undefined;
  try {
    if (live !== undefined) deaf = await followLive(server, routing, live, { streams, onHangup });
  } catch (cause) {
    await server.close();
    throw cause;
  }
  const roads = formatCount(routing.network.roads.count);
  const { url, threads } = server;
  streams.out.write(`${url}: ${roads} roads, ${threads} threads; Ctrl+C ends it\n`);
  await stopped();
  await server.close();
  // last: without a listener SIGHUP would end the program before all requests are answered
  deaf();
  gpu?.destroy();
  finish(true);
}

/**
 * Takes the speeds of a file, and again at each SIGHUP; returns how to stop that. Signals that come
 * while speeds are taken count as one: the file is read once more, so its newest speeds come last.
 */
export async function followLive(
  server: Pick<RoutingServer, 'setLive'>,
  routing: RoutingNetwork,
  file: string,
  { streams, onHangup }: Pick<Environment, 'streams' | 'onHangup'>,
): Promise<() => void> {
  const take = async (): Promise<string> => {
    const { kmh, lines } = await readSpeeds(routing, file);
    await server.setLive(kmh);
    return `took ${formatCount(lines)} live speeds of ${file}`;
  };
  await take();
  const say = (text: string): unknown => streams.err.write(`wayfield: ${printable(text)}\n`);
  let [isTaking, again] = [false, false];
  const takeAgain = async (): Promise<void> => {
    again = true;
    if (isTaking) return;
    isTaking = true;
    while (again) {
      again = false;
      await take().then(say, (cause: unknown) =>
        say(`live speeds stay as they were: ${reasonOf(cause)}`),
      );
    }
    isTaking = false;
  };
  return onHangup(() => void takeAgain());
}

function largest(service: string, most: number): Option {
  return new Option(`--max-${service} <n>`, `coordinates of a ${service} at most`).argParser(
    parseWhole(1, most),
  );
}

function parseSeconds(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value >= 0.01 && value <= 3600) return value;
  throw new InvalidArgumentError('Expected seconds from 0.01 to 3600.');
}

function optionsOf(flags: Flags): ServerOptions {
  const { host, port, threads, queue, page, drivingSide } = flags;
  const { maxRoute, maxTable, maxTrip, maxMatch, dataVersion } = flags;
  return {
    host,
    port,
    queue,
    page,
    drivingSide,
    timeout: flags.timeout * 1000,
    ...(threads !== undefined && { threads }),
    ...(dataVersion !== undefined && { dataVersion }),
    ...(flags.gpuCells !== undefined && { tableCells: flags.gpuCells }),
    limits: {
      ...(maxRoute !== undefined && { route: maxRoute }),
      ...(maxTable !== undefined && { table: maxTable }),
      ...(maxTrip !== undefined && { trip: maxTrip }),
      ...(maxMatch !== undefined && { match: maxMatch }),
    },
  };
}
