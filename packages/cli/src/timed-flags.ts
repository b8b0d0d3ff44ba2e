// Speeds by the time of the week, live speeds and the time of departure on the command line.
import { readFile } from 'node:fs/promises';
import type { RoutingNetwork } from '@wayfield/routing';
import {
  createTimedRouter,
  readRoadSpeeds,
  type RoadSpeeds,
  type SpeedSlice,
} from '@wayfield/routing/departures';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError, reasonOf } from './input-error.ts';

/** The speeds of a file from a time of the week on. */
interface SpeedFile {
  readonly start: number;
  readonly file: string;
}

/** What flags say about time. */
export interface TimedFlags {
  readonly speeds?: readonly SpeedFile[];
  readonly live?: string;
  readonly departure?: number;
}

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
const EXPECTED = 'a day and a time of the week, such as mo-07:30';

/** The option `--speeds`. */
export function speedsOption(): Option {
  return new Option(
    '--speeds <when=csv>',
    'speeds of ways from a time on, such as mo-07:30=rush.csv; may come several times',
  ).argParser(addSpeeds);
}

/** Adds the options that say when a route departs, and at which speeds. */
export function takesTimes(command: Command): Command {
  return command
    .addOption(speedsOption())
    .option('--live <csv>', 'speeds of ways as they are now, above those of --speeds')
    .addOption(
      new Option('--departure <when>', 'when to set off, such as mo-07:30').argParser(parseTime),
    );
}

/** Seconds after the midnight before Monday. Throws what commander prints. */
function parseTime(text: string): number {
  const match = /^(mo|tu|we|th|fr|sa|su)-([01]?\d|2[0-3]):([0-5]\d)$/i.exec(text.trim());
  if (!match) throw new InvalidArgumentError(`Expected ${EXPECTED}.`);
  const day = DAYS.indexOf(match[1].toLowerCase());
  return 86_400 * day + 3600 * Number(match[2]) + 60 * Number(match[3]);
}

function addSpeeds(text: string, before: readonly SpeedFile[] = []): SpeedFile[] {
  const equals = text.indexOf('=');
  const file = text.slice(equals + 1);
  if (equals < 0 || file === '') {
    throw new InvalidArgumentError(`Expected ${EXPECTED}, and a file: mo-07:30=rush.csv.`);
  }
  const start = parseTime(text.slice(0, equals));
  if (before.some((one) => one.start === start)) {
    throw new InvalidArgumentError('Two files begin at this time.');
  }
  return [...before, { start, file }].sort((a, b) => a.start - b.start);
}

/** The slices of `--speeds`. Throws InputError for files that cannot be read. */
export async function readSlices(
  routing: RoutingNetwork,
  files: readonly SpeedFile[] = [],
): Promise<SpeedSlice[]> {
  return Promise.all(
    files.map(async ({ start, file }) => ({ start, kmh: (await readSpeeds(routing, file)).kmh })),
  );
}

/** The speeds of ways in a file. Throws InputError for a file that cannot be read. */
export async function readSpeeds(routing: RoutingNetwork, file: string): Promise<RoadSpeeds> {
  let speeds: RoadSpeeds;
  try {
    speeds = readRoadSpeeds(routing, await readFile(file, 'utf8'));
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  }
  if (speeds.lines > speeds.unknown) return speeds;
  throw new InputError(`${file}: no speed of a way of this map in it`);
}

/** A network at the speeds of the flags. Throws InputError where they do not go with it. */
export async function atTime(
  routing: RoutingNetwork,
  { speeds, live, departure }: TimedFlags,
): Promise<RoutingNetwork> {
  if (departure !== undefined && !speeds) throw new InputError('--departure needs --speeds');
  if (!speeds && live === undefined) return routing;
  if (routing.metric !== 'seconds') {
    throw new InputError('--speeds and --live need a network of --metric seconds');
  }
  const router = createTimedRouter(routing, { slices: await readSlices(routing, speeds) });
  try {
    if (live !== undefined) router.setLive((await readSpeeds(routing, live)).kmh);
    return router.network(departure);
  } finally {
    router.destroy();
  }
}
