import { readFile } from 'node:fs/promises';
import {
  PROFILES,
  type ProfileName,
  readSegmentSpeeds,
  readSideAreas,
  readTurnPenalties,
} from '@wayfield/osm';
import type { Metric, RoutingNetwork } from '@wayfield/routing';
import { readRoutingFile, type ReadRoutingOptions } from '@wayfield/serve/file';
import { type Command, Option } from 'commander';
import { InputError, reasonOf } from './input-error.ts';
import { createProgress, type Streams } from './streams.ts';
import { parseWhole } from './commands/places.ts';
import { atTime, type TimedFlags } from './timed-flags.ts';

/** How a map is read. */
export interface RoutingFlags extends TimedFlags {
  readonly profile: ProfileName;
  /** Default: the costs that the file has, or seconds. */
  readonly metric?: Metric;
  /** Default true. */
  readonly restrictions?: boolean;
  readonly uTurns?: true;
  readonly endsOnly?: true;
  readonly delays?: true;
  readonly turnCosts?: true;
  readonly leftHand?: true;
  readonly openAreas?: true;
  readonly drivingSides?: string;
  /** Default 'sphere'. */
  readonly lengths?: 'sphere' | 'ellipsoid';
  /** Keep conditional tags. */
  readonly conditions?: true;
  readonly decimals?: number;
  /** Default 'all'. */
  readonly parallel?: 'all' | 'cheapest';
  readonly smallComponentSize?: number;
  readonly segmentSpeeds?: string;
  readonly turnPenalties?: string;
}

/** Adds the argument and the options that say what to route on. */
export function takesRouting(command: Command): Command {
  return command
    .argument(
      '<file>',
      'a map (OpenStreetMap or GeoJSON), or what `wayfield osm convert` makes of it; ' +
        'fastest to open is --format routing',
    )
    .addOption(
      new Option('--profile <name>', 'the traveller, where the file is a map')
        .choices(Object.keys(PROFILES))
        .default('car'),
    )
    .addOption(
      new Option('--metric <what>', 'what routes minimise, unless the file says so').choices([
        'seconds',
        'metres',
      ]),
    )
    .option('--no-restrictions', 'of a map, do not obey turn restrictions')
    .option('--u-turns', 'of a map, turn round at every crossing, not at dead ends only')
    .option('--ends-only', 'of a map, private roads at the ends of routes')
    .option('--delays', 'of a map, wait at traffic signals')
    .option('--turn-costs', 'of a map, turns take time')
    .option('--left-hand', 'of a map, traffic drives on the left')
    .option('--open-areas', 'of a map, walkers cross squares')
    .option('--driving-sides <file>', 'of a map, GeoJSON polygons that say `driving_side`')
    .addOption(
      new Option('--lengths <how>', 'of a map, how roads are measured; OSRM: on the ellipsoid')
        .choices(['sphere', 'ellipsoid'])
        .default('sphere'),
    )
    .addOption(
      new Option(
        '--decimals <count>',
        "of a map, round as OSRM: tenths of a second, and costs with OSRM's weight_precision",
      ).argParser(parseWhole(0, 6)),
    )
    .addOption(
      new Option(
        '--small-component-size <count>',
        'of a map or road network, places on parts with fewer roads move to others; OSRM: 1000',
      ).argParser(parseWhole(1, 0xffff_ffff)),
    )
    .addOption(
      new Option('--parallel <which>', 'of a map, which of ways that lie on one another to use')
        .choices(['all', 'cheapest'])
        .default('all'),
    )
    .option('--segment-speeds <csv>', "of a map, a file of OSRM's --segment-speed-file")
    .option('--turn-penalties <csv>', "of a map, a file of OSRM's --turn-penalty-file");
}

/** The files that say more about a map. Throws InputError for those that cannot be read. */
async function readTables({
  drivingSides,
  segmentSpeeds,
  turnPenalties,
}: RoutingFlags): Promise<Pick<ReadRoutingOptions, 'sides' | 'segmentSpeeds' | 'turnPenalties'>> {
  const read = async <T>(path: string, parse: (text: string) => T): Promise<T> => {
    try {
      return parse(await readFile(path, 'utf8'));
    } catch (cause) {
      throw new InputError(`cannot read ${path}: ${reasonOf(cause)}`, { cause });
    }
  };
  return {
    ...(drivingSides && { sides: await read(drivingSides, readSideAreas) }),
    ...(segmentSpeeds && { segmentSpeeds: await read(segmentSpeeds, readSegmentSpeeds) }),
    ...(turnPenalties && { turnPenalties: await read(turnPenalties, readTurnPenalties) }),
  };
}

/** The routing network of a file. Throws InputError where it has none. */
export async function openRouting(
  streams: Streams,
  file: string,
  flags: RoutingFlags,
): Promise<RoutingNetwork> {
  const tables = await readTables(flags);
  const progress = createProgress(streams, false);
  let routing: RoutingNetwork;
  try {
    const onProgress = (what: string, share: number): void => progress.say(what, share);
    const { profile, metric } = flags;
    const { endsOnly = false, delays = false, turnCosts = false, leftHand = false } = flags;
    const { restrictions: turnRestrictions = true, uTurns = false } = flags;
    const turns = { turnRestrictions, uTurns, turnCosts };
    const { lengths = 'sphere', openAreas = false, decimals, smallComponentSize } = flags;
    const { parallel = 'all' } = flags;
    const where = {
      endsOnly,
      leftHand,
      lengths,
      openAreas,
      parallel,
      ...(decimals !== undefined && { decimals }),
      ...(smallComponentSize !== undefined && { smallComponentSize }),
    };
    const ways = { profile, delays, ...where, ...turns, ...tables };
    const conditions = flags.conditions === true || flags.departure?.date !== undefined;
    const how = { ...ways, ...(metric && { metric }), conditions };
    routing = await readRoutingFile(file, { ...how, onProgress });
  } catch (cause) {
    throw new InputError(`cannot read ${file}: ${reasonOf(cause)}`, { cause });
  } finally {
    progress.clear();
  }
  if (routing.network.roads.count > 0) {
    return atTime(routing, flags, (text) => streams.err.write(`wayfield: ${text}\n`));
  }
  throw new InputError(`${file}: no road in it for the profile '${flags.profile}'`);
}
