import { routeLine, type RoutingNetwork } from '@wayfield/routing';
import { createMatcher, type Matching } from '@wayfield/routing/match';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type AvoidFlags, openRoads, takesAvoid } from '../avoid.ts';
import { InputError } from '../input-error.ts';
import { formatMetres } from '../numbers.ts';
import { openRouting, type RoutingFlags, takesRouting } from '../open-routing.ts';
import { takesTimes } from '../timed-flags.ts';
import { printable } from '../printable.ts';
import { readTrace } from '../read-trace.ts';
import type { Environment } from './environment.ts';

interface Flags extends RoutingFlags, AvoidFlags {
  readonly accuracy: number;
  readonly geojson?: true;
  readonly points?: true;
}

/** `wayfield match`: the roads that a GPS trace followed. */
export function matchCommand({ streams, finish }: Environment): Command {
  return takesAvoid(takesTimes(takesRouting(new Command('match'))))
    .description('finds the roads that a GPS trace followed')
    .argument('<trace>', 'GPX, a GeoJSON line, or lines LAT,LON or LAT,LON,SECONDS')
    .addOption(
      new Option('--accuracy <metres>', 'how far points are off, as a standard deviation')
        .argParser(parseAccuracy)
        .default(5),
    )
    .option('--geojson', 'print the routes as lines for a map')
    .option('--points', 'with --geojson: also each point on its road, with its confidence')
    .allowExcessArguments(false)
    .action(async (file: string, name: string, flags: Flags) => {
      if (flags.points && !flags.geojson) throw new InputError('--points needs --geojson');
      const trace = await readTrace(name);
      const all = await openRouting(streams, file, flags);
      const { routing } = await openRoads(all, flags);
      const matching = createMatcher(routing).match(trace, { accuracy: flags.accuracy });
      const isFound = matching.routes.length > 0;
      if (!isFound) streams.err.write(`wayfield: no road fits ${printable(name)}\n`);
      else if (flags.geojson) {
        const lines = matching.routes.map((route) => {
          const line = routeLine(routing, route);
          return { ...line, properties: { ...line.properties, confidence: route.confidence } };
        });
        const features = flags.points ? [...lines, ...pointsOf(matching)] : lines;
        streams.out.write(`${JSON.stringify({ type: 'FeatureCollection', features })}\n`);
      } else for (const line of linesOf(routing, matching)) streams.out.write(`${line}\n`);
      finish(isFound);
    });
}

/** The points that lie on a route, as GeoJSON: `index` is that in the trace, from 0. */
function pointsOf({ points }: Matching): object[] {
  return points.flatMap((matched, index) => {
    if (matched === undefined) return [];
    const { point, route, confidence } = matched;
    const coordinates = [point.lonE7 / 1e7, point.latE7 / 1e7];
    const properties = { index, route, distance: point.distance, confidence };
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }];
  });
}

function linesOf({ network }: RoutingNetwork, { routes, points }: Matching): string[] {
  const outliers = points.filter((point) => point === undefined).length;
  const lines = [`${points.length} points, ${outliers} of them on no road`];
  for (const { metres, confidence, legs } of routes) {
    lines.push('', `${formatMetres(metres)}, confidence ${Math.round(100 * confidence)} %`);
    let before = '';
    for (const { road } of legs.flatMap((leg) => leg.pieces)) {
      const name = printable(network.names[network.roads.name[road]]) || 'a road without a name';
      if (name !== before) lines.push(`  ${name}`);
      before = name;
    }
  }
  return lines;
}

function parseAccuracy(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && value >= 0.5 && value <= 200) return value;
  throw new InvalidArgumentError('Expected metres from 0.5 to 200.');
}
