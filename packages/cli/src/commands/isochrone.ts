import { createRoadIndex } from '@wayfield/routing';
import { createIsochrones, isochroneArea, isochroneRoads } from '@wayfield/routing/isochrone';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type AvoidFlags, openRoads, takesAvoid } from '../avoid.ts';
import { InputError } from '../input-error.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { takesTimes } from '../timed-flags.ts';
import type { Environment } from './environment.ts';
import { parsePlace, type Place, snapPlaces, withinOption } from './places.ts';

interface Flags extends RoutingFlags, AvoidFlags {
  readonly from: Place;
  readonly minutes?: number[];
  readonly metres?: number[];
  readonly roads?: true;
  readonly cell: number;
  readonly within: number;
}

/** `wayfield isochrone`: what is reached within a time or a distance, as GeoJSON. */
export function isochroneCommand({ streams, finish }: Environment): Command {
  return takesAvoid(takesTimes(takesRouting(new Command('isochrone'))))
    .description('tells what is reached within minutes, or metres, as GeoJSON')
    .addOption(
      new Option('--from <lat,lon>', 'where to set off, in degrees')
        .argParser(parsePlace)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--minutes <list>', 'limits, such as 5,10,15').argParser(parseLimits))
    .addOption(
      new Option('--metres <list>', 'limits, on a network of --metric metres').argParser(
        parseLimits,
      ),
    )
    .option('--roads', 'the reached parts of roads instead of polygons around them')
    .addOption(
      new Option('--cell <metres>', 'side of the cells that polygons are drawn with')
        .argParser(parseCell)
        .default(100),
    )
    .addOption(withinOption())
    .allowExcessArguments(false)
    .action(async (file: string, flags: Flags) => {
      const { minutes, metres, cell } = flags;
      if ((minutes === undefined) === (metres === undefined)) {
        throw new InputError('expected --minutes or --metres');
      }
      const needed = metres ? 'metres' : 'seconds';
      // not the costs that a file may have: minutes are no costs
      const metric = metres ? needed : (flags.metric ?? needed);
      const all = await openRouting(streams, file, { ...flags, metric });
      const { routing, filter } = await openRoads(all, flags);
      if (routing.metric !== needed) {
        throw new InputError(`${file}: its routes minimise ${routing.metric}`);
      }
      const index = createRoadIndex(routing);
      const [point] = snapPlaces(index, [flags.from], flags.within, filter);
      const isochrones = createIsochrones(routing, { cell });
      const limits = metres ?? minutes!.map((value) => value * 60);
      const found = isochrones.reach(point, limits, { polygons: !flags.roads });
      const features = found.map((one) =>
        flags.roads ? isochroneRoads(routing, one) : isochroneArea(one),
      );
      isochrones.destroy();
      streams.out.write(`${JSON.stringify({ type: 'FeatureCollection', features })}\n`);
      finish(true);
    });
}

function parseCell(text: string): number {
  const value = Number(text);
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text) && value >= 1 && value <= 1e6) return value;
  throw new InvalidArgumentError('Expected metres from 1 to 1000000.');
}

function parseLimits(text: string): number[] {
  return text.split(',').map((part) => {
    const value = Number(part);
    if (/^\s*\d+(?:\.\d+)?\s*$/.test(part) && value > 0 && value < Infinity) return value;
    throw new InvalidArgumentError('Expected numbers above 0, such as 5,10,15.');
  });
}
