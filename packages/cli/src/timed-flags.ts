// Speeds by the time of the week, live speeds and the time of departure on the command line.
import { readFile } from 'node:fs/promises';
import type { ConditionOptions } from '@wayfield/osm/conditions';
import type { RoutingNetwork } from '@wayfield/routing';
import {
  createTimedRouter,
  readRoadSpeeds,
  type RoadSpeeds,
  type SpeedSlice,
} from '@wayfield/routing/departures';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError, reasonOf } from './input-error.ts';
import { loadConditions } from './load-conditions.ts';

/** The speeds of a file from a time of the week on. */
interface SpeedFile {
  readonly start: number;
  readonly file: string;
}

/** What flags say about time. */
export interface TimedFlags {
  readonly speeds?: readonly SpeedFile[];
  readonly live?: string;
  readonly departure?: Departure;
  readonly country?: string;
  readonly timeZone?: string;
}

/** When to set off. */
export interface Departure {
  /** Seconds after the midnight before Monday. */
  readonly seconds: number;
  /**
   * For conditional tags: a Date whose local fields on this machine are those of the map's clock. A
   * time that summer time skips on this machine becomes an hour later.
   */
  readonly date?: Date;
}

const DAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
const EXPECTED = 'a day and a time of the week, such as mo-07:30, or a date and a time';

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
      new Option(
        '--departure <when>',
        'when to set off: mo-07:30, or 2026-11-30T07:30, at which conditional tags of a map hold',
      ).argParser(parseDeparture),
    )
    .addOption(countryOption())
    .addOption(timeZoneOption());
}

/** The option `--country`. */
export function countryOption(): Option {
  return new Option(
    '--country <code>',
    'whose public holidays conditional tags mean, such as de or de-by',
  ).argParser(parseCountry);
}

/** The option `--time-zone`. */
export function timeZoneOption(): Option {
  return new Option(
    '--time-zone <name>',
    'whose clocks tell sunrise and sunset in conditional tags, such as Europe/Berlin',
  ).argParser(parseTimeZone);
}

function parseTimeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('Expected the name of a time zone, such as Europe/Berlin.');
  }
}

function parseCountry(text: string): string {
  if (/^[a-z]{2}(?:-[a-z0-9]{1,3})?$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Expected a code of ISO 3166, such as de or de-by.');
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)$/;

/** A time of the week, or a date with a time. Throws what commander prints. */
function parseDeparture(text: string): Departure {
  const found = DATE.exec(text.trim());
  if (!found) return { seconds: parseTime(text) };
  const [year, month, day, hour, minute] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day, hour, minute);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) {
    throw new InvalidArgumentError('There is no such day.');
  }
  return departureAt(date);
}

/** A moment as a departure. */
function departureAt(date: Date): Departure {
  const days = (date.getDay() + 6) % 7;
  return { seconds: 86_400 * days + 3600 * date.getHours() + 60 * date.getMinutes(), date };
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

/** Speeds of the ways of a network with conditional tags; undefined: it has none. */
async function conditionalSpeeds(
  { network }: RoutingNetwork,
  date: Date,
  flags: PlaceFlags,
): Promise<Float32Array | undefined> {
  const { hasConditions, speedsAt } = await loadConditions();
  return hasConditions(network) ? speedsAt(network, date, conditionsOf(network, flags)) : undefined;
}

/** The live speed of each way; that of `held` where there is none, or where tags close the way. */
function mergedSpeeds(held: Float32Array, now: Float32Array): Float32Array {
  return held.map((kmh, i) => (kmh === 0 || Number.isNaN(now[i]) ? kmh : now[i]));
}

/** Flags that say where a map lies. */
type PlaceFlags = Pick<TimedFlags, 'country' | 'timeZone'>;

/** What conditions depend on beside the time. */
export function conditionsOf(
  { centre: [lon, lat] }: RoutingNetwork['network'],
  { country = '', timeZone }: PlaceFlags,
): ConditionOptions {
  if (country === '' && timeZone === undefined) return {};
  // no holidays are known of the country ''
  const [code, state] = country.split('-');
  const more = { ...(state !== undefined && { state }), ...(timeZone && { timeZone }) };
  return { place: { lon, lat, country: code, ...more } };
}

/** The present moment by the clocks of a time zone; default: the clock of this machine. */
export async function departureNow(timeZone: string | undefined): Promise<Departure> {
  const now = new Date();
  return departureAt(timeZone ? (await loadConditions()).localTime(now, timeZone) : now);
}

/**
 * A network at the speeds of the flags. Throws InputError where they do not go with it; says by
 * `note` that a date changes nothing, as in a file converted without `--conditions`.
 */
export async function atTime(
  routing: RoutingNetwork,
  { speeds, live, departure, country, timeZone }: TimedFlags,
  note: (text: string) => void,
): Promise<RoutingNetwork> {
  const where = { ...(country && { country }), ...(timeZone && { timeZone }) };
  const held = departure?.date && (await conditionalSpeeds(routing, departure.date, where));
  if (departure && !speeds && !departure.date) {
    throw new InputError('--departure needs --speeds, or a date for conditional tags');
  }
  if (departure?.date && !speeds && !held) {
    note(
      '--departure changes nothing: no road here has a conditional tag (osm convert --conditions)',
    );
  }
  if (!speeds && live === undefined && !held) return routing;
  if (routing.metric !== 'seconds') {
    throw new InputError('--speeds, --live and --departure need a network of --metric seconds');
  }
  const router = createTimedRouter(routing, { slices: await readSlices(routing, speeds) });
  try {
    const now = live === undefined ? undefined : (await readSpeeds(routing, live)).kmh;
    const both = held && now ? mergedSpeeds(held, now) : undefined;
    if (both ?? now ?? held) router.setLive((both ?? now ?? held)!);
    return router.network(departure?.seconds);
  } finally {
    router.destroy();
  }
}
