import { createRoadIndex, type NearestOptions } from '@wayfield/routing';
import { Command, InvalidArgumentError, Option } from 'commander';
import { formatMetres } from '../numbers.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { printable } from '../printable.ts';
import type { Environment } from './environment.ts';
import { parseMetres, parsePlace, parseWhole, type Place, say } from './places.ts';

interface Flags extends RoutingFlags {
  readonly count: number;
  readonly within?: number;
  readonly bearing?: number;
  readonly connected?: true;
  readonly json?: true;
}

/** `wayfield nearest`: the positions on roads next to a place. */
export function nearestCommand({ streams, finish }: Environment): Command {
  return takesRouting(new Command('nearest'))
    .description('finds the nearest positions on roads, each on a road of its own')
    .argument('<lat,lon>', 'where to look, in degrees; below 0 behind --', parsePlace)
    .addOption(
      new Option('--count <n>', 'positions at most').argParser(parseWhole(1, 100)).default(1),
    )
    .addOption(
      new Option('--within <metres>', 'how far to look; default: everywhere').argParser(
        parseMetres,
      ),
    )
    .addOption(
      new Option('--bearing <degrees>', 'clockwise from north: how the traveller moves').argParser(
        parseBearing,
      ),
    )
    .option('--connected', 'only roads of the largest part in which all reach all')
    .option('--json', 'print positions as JSON')
    .allowExcessArguments(false)
    .action(async (file: string, place: Place, flags: Flags) => {
      const routing = await openRouting(streams, file, flags);
      const { count, within, bearing, connected } = flags;
      const options: NearestOptions = {
        count,
        ...(within !== undefined && { within }),
        ...(bearing !== undefined && { bearing }),
        ...(connected && { connected }),
      };
      const { names, roads } = routing.network;
      const found = createRoadIndex(routing).nearest(place.lon, place.lat, options);
      const positions = found.map(({ road, lonE7, latE7, ...point }) => ({
        lat: latE7 / 1e7,
        lon: lonE7 / 1e7,
        distance: Math.round(point.distance * 10) / 10,
        side: point.side,
        bearing: Math.round(point.bearing),
        road,
        way: Number(roads.wayId[road]),
        name: names[roads.name[road]],
      }));
      if (flags.json) streams.out.write(`${printable(JSON.stringify(positions))}\n`);
      else {
        for (const one of positions) {
          const name = printable(one.name) || 'a road without a name';
          const side = one.side === 'on' ? '' : `, ${one.side} of it`;
          streams.out.write(
            `${formatMetres(one.distance).padStart(7)}  ${say(one)}  ${name}${side}\n`,
          );
        }
      }
      if (positions.length === 0) streams.err.write(`wayfield: no road near ${say(place)}\n`);
      finish(positions.length > 0);
    });
}

function parseBearing(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value <= 360) return value;
  throw new InvalidArgumentError('Expected degrees from 0 to 360.');
}
