// Routes by the services of @wayfield/routing: over places, around roads, and alternatives.
import { open } from 'node:fs/promises';
import {
  annotateLeg,
  type Avoid,
  createRoadIndex,
  createRouter,
  encodePolyline,
  legSteps,
  type RoadPoint,
  type Route,
  routeLine,
  type RoutingNetwork,
} from '@wayfield/routing';
import { createAlternatives } from '@wayfield/routing/alternatives';
import { type AvoidFlags, checkKinds, filterOf, readAvoid } from '../avoid.ts';
import { InputError } from '../input-error.ts';
import { formatItinerary } from '../itinerary.ts';
import { formatDuration, formatMetres } from '../numbers.ts';
import { openRouting } from '../open-routing.ts';
import { printable } from '../printable.ts';
import type { Streams } from '../streams.ts';
import type { TimedFlags } from '../timed-flags.ts';
import { type Place, say, snapPlaces } from './places.ts';

/** The flags of `wayfield route`. */
export interface RoutesFlags extends TimedFlags, AvoidFlags {
  readonly from: Place;
  readonly to: Place;
  readonly via?: readonly Place[];
  readonly alternatives?: number;
  readonly within: number;
  readonly turnAtVias?: true;
  readonly geojson?: true;
  readonly annotations?: true;
  /** Decimal places of an encoded polyline. */
  readonly polyline?: 5 | 6;
}

/** Whether flags need the services, or a file does: one of `--format routing` begins with WAYN. */
export async function needsServices(file: string, flags: RoutesFlags): Promise<boolean> {
  if (flags.via || flags.avoid || flags.avoidArea || flags.alternatives !== undefined) return true;
  if (flags.turnAtVias || flags.annotations || flags.polyline !== undefined) return true;
  if (flags.speeds || flags.live !== undefined || flags.departure !== undefined) return true;
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.toString('latin1', 0, bytesRead) === 'WAYN';
    } finally {
      await handle.close();
    }
  } catch {
    // reading it says why
    return false;
  }
}

/** Prints a route over places, or several routes. */
export async function printRoutes(
  streams: Streams,
  file: string,
  flags: RoutesFlags,
): Promise<boolean> {
  const { from, to, via = [], alternatives = 0, polyline } = flags;
  if (flags.annotations && !flags.geojson) throw new InputError('--annotations needs --geojson');
  const avoid = await readAvoid(flags);
  if (alternatives > 0 && (via.length > 0 || avoid)) {
    throw new InputError('--alternatives goes with none of --via, --avoid and --avoid-area');
  }
  const { speeds, live, departure, country, timeZone } = flags;
  const routing = await openRouting(streams, file, {
    profile: 'car',
    metric: 'seconds',
    ...(speeds && { speeds }),
    ...(live !== undefined && { live }),
    ...(departure !== undefined && { departure }),
    ...(country !== undefined && { country }),
    ...(timeZone !== undefined && { timeZone }),
  });
  checkKinds(routing, avoid);
  const places = [from, ...via, to];
  // a place on a road of a class or kind to avoid has no route
  const filter = filterOf(routing, avoid?.areas && { areas: avoid.areas });
  const points = snapPlaces(createRoadIndex(routing), places, flags.within, filter);
  const routes = find(routing, points, { ...flags, avoid });
  if (routes.length === 0) {
    streams.err.write(`wayfield: no road leads from ${say(from)} to ${say(to)}\n`);
    return false;
  }
  if (polyline !== undefined) {
    for (const route of routes) {
      const { coordinates } = routeLine(routing, route).geometry;
      streams.out.write(`${encodePolyline(coordinates, polyline)}\n`);
    }
    return true;
  }
  if (flags.geojson) {
    const lines = routes.map((route) => lineOf(routing, route, flags));
    const all = lines.length > 1 ? { type: 'FeatureCollection', features: lines } : lines[0];
    streams.out.write(`${printable(JSON.stringify(all))}\n`);
    return true;
  }
  for (const [i, route] of routes.entries()) {
    if (i > 0) streams.out.write('\n');
    for (const line of linesOf(routing, route, places)) streams.out.write(`${line}\n`);
  }
  return true;
}

/** Which routes are wanted. */
interface Choice extends Pick<RoutesFlags, 'alternatives' | 'turnAtVias'> {
  readonly avoid: Avoid | undefined;
}

function find(
  routing: RoutingNetwork,
  points: readonly RoadPoint[],
  { alternatives = 0, turnAtVias, avoid }: Choice,
): Route[] {
  if (alternatives > 0) {
    const service = createAlternatives(routing);
    const routes = service.routes(points[0], points[1], { count: alternatives + 1 });
    service.destroy();
    return routes;
  }
  const router = createRouter(routing);
  const route = router.route(points, {
    ...(turnAtVias && { turnAtVias }),
    ...(avoid && { avoid }),
  });
  router.destroy();
  return route ? [route] : [];
}

/** The line of a route, with its legs in detail where that is asked for. */
function lineOf(routing: RoutingNetwork, route: Route, { annotations }: RoutesFlags): object {
  const line = routeLine(routing, route);
  if (!annotations) return line;
  const legs = route.legs.map((leg) => {
    const { coordinates, metres, seconds, roads } = annotateLeg(routing, leg);
    const ways = roads.map((road) => Number(routing.network.roads.wayId[road]));
    const segments = { coordinates, metres, seconds, ways };
    return { metres: leg.metres, seconds: leg.seconds, steps: legSteps(routing, leg), segments };
  });
  return { ...line, properties: { ...line.properties, legs } };
}

function linesOf(routing: RoutingNetwork, route: Route, places: readonly Place[]): string[] {
  const lines: string[] = [];
  if (route.legs.length > 1) {
    lines.push(`${formatMetres(route.metres)}, ${formatDuration(route.seconds)} in all`, '');
  }
  route.legs.forEach((leg, i) => {
    const { metres, seconds } = leg;
    if (i > 0) lines.push('');
    lines.push(`from ${say(places[i])} to ${printable(say(places[i + 1]))}`);
    const legs = legSteps(routing, leg);
    lines.push(...formatItinerary({ legs, metres, seconds, timeIsEstimate: false }));
  });
  return lines;
}
