import { createWasmSolver } from '@wayfield/cpu-wasm';
import { NONE, strongComponents } from '@wayfield/graph';
import {
  createLocator,
  createPositionRouter,
  type Locator,
  pathToGeoJson,
  type PositionRoute,
  type RoadNetwork,
  type RoadPosition,
} from '@wayfield/osm';
import { Command, InvalidArgumentError, Option } from 'commander';
import { takesAvoid } from '../avoid.ts';
import { InputError } from '../input-error.ts';
import { formatItinerary, itineraryOf } from '../itinerary.ts';
import { formatMetres } from '../numbers.ts';
import { printable } from '../printable.ts';
import { readNetwork } from '../read-network.ts';
import type { Streams } from '../streams.ts';
import { takesTimes } from '../timed-flags.ts';
import type { Environment } from './environment.ts';
import { addPlace, parsePlace, parseWhole, say, withinOption } from './places.ts';
import { needsServices, printRoutes, type RoutesFlags } from './routes.ts';

/** `wayfield route`: the route from one place to another. */
export function routeCommand({ streams, finish }: Environment): Command {
  return takesAvoid(takesTimes(new Command('route')))
    .description('finds the way from one place to another')
    .argument(
      '<graph>',
      'what `wayfield osm convert` wrote; with --via, --avoid and what is below also a map',
    )
    .addOption(
      new Option('--from <lat,lon>', 'where to set off, in degrees')
        .argParser(parsePlace)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--to <lat,lon>', 'where to go').argParser(parsePlace).makeOptionMandatory(),
    )
    .addOption(
      new Option('--via <lat,lon>', 'a place between; may come several times').argParser(addPlace),
    )
    .addOption(
      new Option('--alternatives <n>', 'other routes at most').argParser(parseWhole(1, 19)),
    )
    .addOption(withinOption())
    .option('--turn-at-vias', 'a route may turn round at places between')
    .option('--geojson', 'print the way as a line for a map instead of the itinerary')
    .option('--annotations', 'with --geojson: also steps and segments of each leg')
    .addOption(
      new Option('--polyline <digits>', 'print the way as an encoded polyline')
        .argParser(parseDigits)
        .conflicts('geojson'),
    )
    .allowExcessArguments(false)
    .addHelpText(
      'after',
      '\nA latitude below 0 needs an equals sign: --from=-33.87,151.21\n' +
        'Exit code: 0 found, 1 there is no route, 2 arguments or files unusable.',
    )
    .action(async (graph: string, flags: RoutesFlags) => {
      const print = (await needsServices(graph, flags)) ? printRoutes : route;
      finish(await print(streams, graph, flags));
    });
}

function parseDigits(text: string): 5 | 6 {
  if (text === '5') return 5;
  if (text === '6') return 6;
  throw new InvalidArgumentError('Expected 5 or 6 decimal places.');
}

async function route(streams: Streams, file: string, flags: RoutesFlags): Promise<boolean> {
  const network = await readNetwork(file);
  const locator = createLocator(network);
  let found = search(network, ...locateBoth(locator, flags)!);
  if (found.cost === Infinity) {
    // the nearest road may lie in a yard that no road leads to: try the largest component instead
    const usual = mainRoads(network);
    const others = locateBoth(locator, flags, (road) => usual[road] === 1);
    if (others) found = search(network, ...others);
  }
  if (found.cost === Infinity) {
    streams.err.write(`wayfield: no road leads from ${say(flags.from)} to ${say(flags.to)}\n`);
    return false;
  }
  const itinerary = itineraryOf(network, found);
  if (flags.geojson) {
    const { seconds, legs } = itinerary;
    const properties = { seconds: Math.round(10 * seconds) / 10, legs: legs.length };
    const line = JSON.stringify(pathToGeoJson(network, found, properties));
    streams.out.write(`${printable(line)}\n`);
    return true;
  }
  for (const [word, place, position] of [
    ['from', flags.from, found.from],
    ['to', flags.to, found.to],
  ] as const) {
    const { names, roads } = network;
    const road = printable(names[roads.name[position.road]]) || 'a road without a name';
    const off = position.distance < 0.5 ? 'on' : `${formatMetres(position.distance)} from`;
    streams.out.write(`${word.padEnd(4)} ${say(place)}, ${off} ${road}\n`);
  }
  streams.out.write(`${formatItinerary(itinerary).join('\n')}\n`);
  return true;
}

/** Both ends on the nearest roads; where a filter leaves none for one of them, undefined. */
function locateBoth(
  locator: Locator,
  flags: RoutesFlags,
  filter?: (road: number) => boolean,
): readonly [RoadPosition, RoadPosition] | undefined {
  const { within } = flags;
  const ends = [flags.from, flags.to].map(({ lat, lon }) =>
    locator.nearestRoad(lon, lat, { within, ...(filter && { filter }) }),
  );
  const [from, to] = ends;
  if (from && to) return [from, to];
  if (filter) return undefined;
  const [option, place] = from ? ['--to', flags.to] : ['--from', flags.from];
  throw new InputError(`${option}: no road within ${formatMetres(within)} of ${say(place)}`);
}

/**
 * One entry per road: 1 where it lies in the largest part of the network in which all reach all.
 */
function mainRoads({ graph, roadOf, roads }: RoadNetwork): Uint8Array {
  const { component, size } = strongComponents(graph);
  const largest = size.indexOf(size.reduce((a, b) => Math.max(a, b), 0));
  const marks = new Uint8Array(roads.count);
  for (let u = 0; u < graph.nodeCount; u++) {
    if (component[u] !== largest) continue;
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (roadOf[a] !== NONE && component[graph.head[a]] === largest) marks[roadOf[a] >>> 1] = 1;
    }
  }
  return marks;
}

function search(network: RoadNetwork, from: RoadPosition, to: RoadPosition): PositionRoute {
  const router = createPositionRouter(network);
  const asked = router.queries([[from, to]]);
  const solver = createWasmSolver(network.graph);
  try {
    return router.routes(asked, solver.run(asked.queries))[0];
  } finally {
    solver.destroy();
  }
}
