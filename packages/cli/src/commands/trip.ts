import { createRoadIndex, createRouter, routeLine } from '@wayfield/routing';
import { createMatrix } from '@wayfield/routing/matrix';
import { planTrip } from '@wayfield/routing/trip';
import { Command, Option } from 'commander';
import { type AvoidFlags, openRoads, takesAvoid } from '../avoid.ts';
import { InputError } from '../input-error.ts';
import { formatDuration, formatMetres } from '../numbers.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { takesTimes } from '../timed-flags.ts';
import type { Environment } from './environment.ts';
import { addPlace, type Place, readPlaces, say, snapPlaces, withinOption } from './places.ts';

interface Flags extends RoutingFlags, AvoidFlags {
  readonly stops?: string;
  readonly open?: true;
  readonly endAtLast?: true;
  readonly within: number;
  readonly geojson?: true;
}

/** `wayfield trip`: the best order of stops. */
export function tripCommand({ streams, finish }: Environment): Command {
  return takesAvoid(takesTimes(takesRouting(new Command('trip'))))
    .description('finds the best order in which to visit stops, from the first of them')
    .argument('[lat,lon...]', 'the stops; below 0 behind --', addPlace)
    .addOption(new Option('--stops <file>', 'a file with a place LAT,LON in each line'))
    .option('--open', 'do not come back to the first stop')
    .option('--end-at-last', 'end at the last stop of the list')
    .addOption(withinOption())
    .option('--geojson', 'print the trip as a line for a map')
    .allowExcessArguments(false)
    .action(async (file: string, listed: Place[] | undefined, flags: Flags) => {
      const stops = flags.stops === undefined ? listed : await readPlaces(flags.stops);
      if (!stops || stops.length < 2) throw new InputError('expected at least two stops');
      if (stops.length > MOST) throw new InputError(`at most ${MOST} stops, not ${stops.length}`);
      const all = await openRouting(streams, file, flags);
      const { routing, filter } = await openRoads(all, flags);
      const points = snapPlaces(createRoadIndex(routing), stops, flags.within, filter);
      const matrix = createMatrix(routing);
      const costs = matrix.costs(points, points);
      matrix.destroy();
      const round = !flags.open && !flags.endAtLast;
      const { order, cost, bound } = planTrip(costs, {
        round,
        endAtLast: flags.endAtLast ?? false,
      });
      const visits = round && order.length > 0 ? [...order, order[0]] : order;
      const router = createRouter(routing);
      const route = order.length > 0 && router.route(visits.map((i) => points[i]));
      router.destroy();
      if (!route) {
        streams.err.write('wayfield: no road leads from every stop to another\n');
        finish(false);
        return;
      }
      if (flags.geojson) {
        const line = routeLine(routing, route);
        const properties = { ...line.properties, order: visits };
        streams.out.write(`${JSON.stringify({ ...line, properties })}\n`);
      } else {
        const gap = Math.ceil((1000 * (cost - bound)) / Math.max(bound, 1e-9)) / 10;
        const how = gap > 0 ? `, at most ${gap} % above the best` : '';
        const { seconds, metres, legs } = route;
        streams.out.write(`${formatMetres(metres)}, ${formatDuration(seconds)}${how}\n\n`);
        visits.forEach((stop, i) => {
          const leg = i > 0 ? `  ${formatMetres(legs[i - 1].metres)}` : '';
          streams.out.write(`  ${String(stop + 1).padStart(3)}. ${say(stops[stop])}${leg}\n`);
        });
      }
      finish(true);
    });
}

/** Stops at most. */
const MOST = 500;
