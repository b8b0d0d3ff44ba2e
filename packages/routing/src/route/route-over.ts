import type { Closed } from '../network/ends.ts';
import type { RoadPoint, Route, RoutingNetwork } from '../types.ts';
import { legOf } from './pieces.ts';
import { type NodeRouter, searchLegs } from './search.ts';

/**
 * The cheapest route over positions, by any router of nodes; undefined: there is none. If no route
 * exists without turning round at a via, the whole search is repeated as if `turnAtVias` were true.
 * router.ts and timed-router.ts call it.
 */
export function routeOver(
  routing: RoutingNetwork,
  router: NodeRouter,
  points: readonly RoadPoint[],
  { turnAtVias, closed }: { readonly turnAtVias: boolean; readonly closed?: Closed },
): Route | undefined {
  const search = (turn: boolean): ReturnType<typeof searchLegs> =>
    searchLegs(routing, router, points, { turnAtVias: turn, closed });
  let found = search(turnAtVias);
  if (found === undefined && !turnAtVias && points.length > 2) found = search(true);
  if (found === undefined) return undefined;
  const legs = found.links.map((link, i) => legOf(routing, link, [points[i], points[i + 1]]));
  return {
    cost: found.cost,
    seconds: legs.reduce((sum, { seconds }) => sum + seconds, 0),
    metres: legs.reduce((sum, { metres }) => sum + metres, 0),
    legs,
    points,
  };
}
