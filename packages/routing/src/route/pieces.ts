import { NONE } from '@wayfield/graph';
import type { Piece, RoadPoint, RouteLeg, RoutingNetwork } from '../types.ts';
import type { Link } from './search.ts';

/** The roads of a leg in turn, with its seconds and metres. */
export function legOf(
  routing: RoutingNetwork,
  { from, to, path, cost }: Link,
  [start, end]: readonly [RoadPoint, RoadPoint],
): RouteLeg {
  const { network, metric } = routing;
  const pieces: Piece[] = [];
  const add = (arc: number, first: number, last: number): void => {
    const against = (network.roadOf[arc] & 1) === 1;
    pieces.push({ arc, road: network.roadOf[arc] >>> 1, against, from: first, to: last });
  };
  const addArc = (arc: number): void => {
    const against = (network.roadOf[arc] & 1) === 1;
    add(arc, against ? 1 : 0, against ? 0 : 1);
  };
  const isAgainst = (arc: number): boolean => (network.roadOf[arc] & 1) === 1;
  if (path === undefined) {
    add(from.arc, start.share, end.share);
  } else {
    const exit = isAgainst(from.arc) ? 0 : 1;
    if (start.share !== exit) add(from.arc, start.share, exit);
    for (let i = 0; i + 1 < path.length; i++) {
      const arc = cheapestArc(routing, path[i], path[i + 1]);
      if (network.roadOf[arc] !== NONE) addArc(arc);
    }
    const entry = isAgainst(to.arc) ? 1 : 0;
    if (end.share !== entry || pieces.length === 0) add(to.arc, entry, end.share);
  }
  let [seconds, metres] = [0, 0];
  for (const piece of pieces) {
    const share = Math.abs(piece.to - piece.from);
    seconds += share * routing.seconds[piece.arc];
    metres += share * network.roads.length[piece.road];
  }
  return {
    seconds: metric === 'seconds' ? cost : seconds,
    metres: metric === 'metres' ? cost : metres,
    pieces,
  };
}

/** The cheapest arc between two neighbours of a path, which hierarchies take. */
export function cheapestArc({ graph }: RoutingNetwork, u: number, v: number): number {
  const { firstOut, head, weight } = graph;
  let best = NONE;
  for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
    if (head[a] === v && (best === NONE || weight[a] < weight[best])) best = a;
  }
  return best;
}
