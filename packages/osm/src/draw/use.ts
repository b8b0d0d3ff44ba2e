// How many routes use each road, for `MapPicture.use`.
import { callback, checkLength, typed } from '@wayfield/check';
import { NONE, pathOf, type Routes } from '@wayfield/graph';
import { arcBetween } from '../arc-between.ts';
import { checkNetwork, routesRule } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';

const WORDS = typed(Uint32Array);

/**
 * Adds up how many of the routes use each road, in either direction: one entry per road.
 * `agents(i)`, a whole number, default 1, is how many agents take route `i`. `into` is an earlier
 * result to add to. Sums wrap around at 2^32.
 */
export function countUse(
  network: RoadNetwork,
  routes: Routes,
  agents: (route: number) => number = () => 1,
  into?: Uint32Array,
): Uint32Array {
  checkNetwork(network);
  routesRule(routes, 'routes');
  callback(agents, 'agents');
  const { roadOf, roads } = network;
  if (into === undefined) return countUse(network, routes, agents, new Uint32Array(roads.count));
  WORDS(into, 'into');
  checkLength(into, roads.count, 'into');
  for (let i = 0; i < routes.count; i++) {
    const path = pathOf(routes, i);
    const more = agents(i);
    for (let k = 0; k + 1 < path.length; k++) {
      const arc = arcBetween(network, path[k], path[k + 1], k);
      if (roadOf[arc] !== NONE) into[roadOf[arc] >>> 1] += more;
    }
  }
  return into;
}
