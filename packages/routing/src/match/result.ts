// The best path of a match as a route. matcher.ts calls `routeOf` for each match.
import { nearMetres } from '../bearing.ts';
import { bearingAt, sideOf } from '../locate.ts';
import { legOver, roadsAndWaits } from '../route/pieces.ts';
import type { RoadPoint, RouteLeg, RoutingNetwork } from '../types.ts';
import type { Segments } from './segments.ts';
import type { Stretch } from './states.ts';
import type { MatchedRoute, TracePoint } from './types.ts';

/** A matched point: its number in the trace, its position and its confidence. */
interface Found {
  readonly index: number;
  readonly point: RoadPoint;
  readonly confidence: number;
}

/** The route of the best state of the last layer, with its waits; points skipped are left out. */
export function routeOf(
  routing: RoutingNetwork,
  { states, layers }: Stretch,
  segments: Segments,
  {
    trace,
    confidence,
  }: {
    readonly trace: readonly TracePoint[];
    readonly confidence: Float64Array;
  },
): { route: MatchedRoute; points: Found[] } {
  const { tick } = routing;
  const last = layers[layers.length - 1];
  let best = last.first;
  for (let s = last.first; s < last.end; s++) if (states.cost[s] < states.cost[best]) best = s;
  const chain: number[] = [];
  for (let s = best; s >= 0; s = states.before[s]) chain.push(s);
  chain.reverse();
  const points: Found[] = [];
  const legs: RouteLeg[] = [];
  let before = -1;
  chain.forEach((s, l) => {
    if (!states.matched[s]) return;
    const { index } = layers[l];
    const point = pointAt(
      routing,
      segments,
      { arc: states.arc[s], along: states.along[s] },
      trace[index],
    );
    if (before >= 0) {
      const [first, arc] = [states.arc[before], states.arc[s]];
      const path = states.path.slice(states.firstStep[s], states.endStep[s]);
      const stays = first === arc && states.along[s] >= states.along[before];
      const inner = stays ? { between: undefined } : roadsAndWaits(routing, path);
      const ends = [points[points.length - 1].point, point] as const;
      legs.push(legOver(routing, { first, last: arc, ...inner }, ends));
    }
    points.push({ index, point, confidence: confidence[s] });
    before = s;
  });
  const sum = (of: (leg: RouteLeg) => number): number => legs.reduce((a, leg) => a + of(leg), 0);
  const [seconds, metres] = [sum((leg) => leg.seconds), sum((leg) => leg.metres)];
  const cost = sum((leg) => leg.cost);
  return {
    points,
    route: {
      cost: Math.round(cost / tick) * tick,
      seconds,
      metres,
      legs,
      points: points.map(({ point }) => point),
      confidence: points.reduce((a, { confidence: c }) => a + c, 0) / Math.max(1, points.length),
    },
  };
}

/**
 * The position on an arc after `along` metres of effort; side and distance are those of a point of
 * the trace.
 */
function pointAt(
  { network, metres }: RoutingNetwork,
  segments: Segments,
  { arc, along }: { readonly arc: number; readonly along: number },
  { lon, lat }: TracePoint,
): RoadPoint {
  const code = network.roadOf[arc];
  const road = code >>> 1;
  const part = metres[arc] > 0 ? Math.min(1, along / metres[arc]) : 0;
  const share = (code & 1) === 1 ? 1 - part : part;
  const place = segments.placeAt(road, share);
  const [lon0, lat0] = [lon * 1e7, lat * 1e7];
  const distance = nearMetres(place.lonE7, place.latE7, lon0, lat0);
  const { point, lonE7, latE7 } = place;
  const position = { road, share, point, lonE7, latE7, distance };
  const side = sideOf(network, position, lon0, lat0);
  const bearing = bearingAt(network, road, point);
  return { road, share, point, lonE7, latE7, distance, side, bearing, directions: 'both' };
}
