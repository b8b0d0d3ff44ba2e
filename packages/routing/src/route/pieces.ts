import { NONE } from '@wayfield/graph';
import type { Piece, RoadPoint, RouteLeg, RoutingNetwork } from '../types.ts';
import type { Link } from './search.ts';

/** The roads of a leg in turn, with its seconds and metres. */
export function legOf(
  routing: RoutingNetwork,
  { from, to, path, over, cost }: Link,
  ends: readonly [RoadPoint, RoadPoint],
): RouteLeg {
  const { network, metric } = routing;
  let between: number[] | undefined;
  let waits = 0;
  if (path !== undefined) {
    between = [];
    for (let i = 0; i + 1 < path.length; i++) {
      const arc = over?.at === i ? over.arc : cheapestArc(routing, path[i], path[i + 1]);
      if (network.roadOf[arc] === NONE) waits += routing.seconds[arc];
      else between.push(arc);
    }
  }
  const leg = legOver(routing, { first: from.arc, last: to.arc, between }, ends);
  return { ...leg, seconds: leg.seconds + waits, [metric]: cost };
}

/** The arcs of a leg. */
export interface LegArcs {
  /** The arc that the leg leaves its first position on, and that it reaches its last one on. */
  readonly first: number;
  readonly last: number;
  /** The arcs between `first` and `last`; undefined: the leg stays on its first arc. */
  readonly between: readonly number[] | undefined;
}

/** A leg over arcs, with the sums of its pieces. */
export function legOver(
  routing: RoutingNetwork,
  { first, last, between }: LegArcs,
  [start, end]: readonly [RoadPoint, RoadPoint],
): RouteLeg {
  const { network } = routing;
  const pieces: Piece[] = [];
  let [seconds, metres] = [0, 0];
  const isAgainst = (arc: number): boolean => (network.roadOf[arc] & 1) === 1;
  const add = (arc: number, from: number, to: number): void => {
    const road = network.roadOf[arc] >>> 1;
    pieces.push({ arc, road, against: isAgainst(arc), from, to });
    seconds += Math.abs(to - from) * routing.seconds[arc];
    metres += Math.abs(to - from) * network.roads.length[road];
  };
  if (between === undefined) {
    add(first, start.share, end.share);
  } else {
    const exit = isAgainst(first) ? 0 : 1;
    if (start.share !== exit) add(first, start.share, exit);
    for (const arc of between) {
      if (isAgainst(arc)) add(arc, 1, 0);
      else add(arc, 0, 1);
    }
    const entry = isAgainst(last) ? 1 : 0;
    if (end.share !== entry || pieces.length === 0) add(last, entry, end.share);
  }
  return { seconds, metres, pieces };
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
