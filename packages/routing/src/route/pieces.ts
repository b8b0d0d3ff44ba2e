// Legs from the arcs of a path: pieces of roads with sums. route-over.ts, alternatives.ts and
// match/result.ts make their legs here.
import { NONE } from '@wayfield/graph';
import { costOfWalk } from '../network/ticks.ts';
import type { Piece, RoadPoint, RouteLeg, RoutingNetwork } from '../types.ts';
import type { Link } from './search.ts';

/** The leg of a link: its pieces in the order of travel, with seconds, metres and cost. */
export function legOf(
  routing: RoutingNetwork,
  { from, to, path, over, cost }: Link,
  ends: readonly [RoadPoint, RoadPoint],
): RouteLeg {
  const { metric } = routing;
  let inner: Pick<LegArcs, 'between' | 'waits'> = { between: undefined };
  if (path !== undefined) {
    const arcs: number[] = [];
    for (let i = 0; i + 1 < path.length; i++) {
      arcs.push(over?.at === i ? over.arc : cheapestArc(routing, path[i], path[i + 1]));
    }
    inner = roadsAndWaits(routing, arcs);
  }
  const leg = legOver(routing, { first: from.arc, last: to.arc, ...inner }, ends);
  return { ...leg, cost, [metric]: cost };
}

/** Arcs of a path as arcs of roads, and waits of turns and signals between these. */
export function roadsAndWaits(
  { network, graph, seconds }: RoutingNetwork,
  arcs: readonly number[],
): Pick<LegArcs, 'between' | 'waits'> {
  const between: number[] = [];
  let waits: Waits | undefined;
  for (const arc of arcs) {
    if (network.roadOf[arc] !== NONE) between.push(arc);
    else if (seconds[arc] > 0 || graph.weight[arc] > 0) {
      (waits ??= { behind: [], seconds: [], cost: [] }).behind.push(between.length);
      waits.seconds.push(seconds[arc]);
      waits.cost.push(graph.weight[arc]);
    }
  }
  return { between, waits };
}

/** Per wait of a turn or signal: how many arcs of `between` come before; its seconds and cost. */
interface Waits {
  readonly behind: number[];
  readonly seconds: number[];
  readonly cost: number[];
}

/** The arcs of a leg. */
export interface LegArcs {
  /** The arc of the exit of the first position, and that of the entry of the last one. */
  readonly first: number;
  readonly last: number;
  /** The arcs between `first` and `last`; undefined: the leg stays on its first arc. */
  readonly between: readonly number[] | undefined;
  readonly waits?: Waits | undefined;
}

/**
 * A leg over arcs. Its sums are those of its pieces, walks on open ground and waits, not rounded to
 * ticks. A first or last piece without length is left out if another piece remains.
 */
export function legOver(
  routing: RoutingNetwork,
  { first, last, between, waits }: LegArcs,
  [start, end]: readonly [RoadPoint, RoadPoint],
): RouteLeg {
  const { network, graph } = routing;
  const pieces: Piece[] = [];
  let [seconds, metres, cost] = [0, 0, 0];
  for (const { ground } of [start, end]) {
    if (!ground) continue;
    seconds += ground.seconds;
    metres += ground.metres;
    cost += costOfWalk(routing.metric, ground);
  }
  const isAgainst = (arc: number): boolean => (network.roadOf[arc] & 1) === 1;
  const add = (arc: number, from: number, to: number): void => {
    const road = network.roadOf[arc] >>> 1;
    pieces.push({ arc, road, against: isAgainst(arc), from, to });
    const share = Math.abs(to - from);
    seconds += share * routing.seconds[arc];
    metres += share * network.roads.length[road];
    cost += share * graph.weight[arc];
  };
  if (between === undefined) {
    add(first, start.share, end.share);
  } else {
    const exit = isAgainst(first) ? 0 : 1;
    if (start.share !== exit) add(first, start.share, exit);
    const skipped = 1 - pieces.length;
    for (const arc of between) {
      if (isAgainst(arc)) add(arc, 1, 0);
      else add(arc, 0, 1);
    }
    const entry = isAgainst(last) ? 1 : 0;
    if (end.share !== entry || pieces.length === 0) add(last, entry, end.share);
    waits?.seconds.forEach((wait, i) => {
      // a wait belongs to the piece before it, or to the first piece if the leg begins with it
      const at = Math.max(0, waits.behind[i] - skipped);
      const { wait: before = 0, waitCost = 0 } = pieces[at];
      pieces[at] = { ...pieces[at], wait: before + wait, waitCost: waitCost + waits.cost[i] };
      seconds += wait;
      cost += waits.cost[i];
    });
  }
  return { seconds, metres, cost, pieces };
}

/** The cheapest of all arcs from u to v, the first of equal ones: paths of hierarchies take it. */
export function cheapestArc({ graph }: RoutingNetwork, u: number, v: number): number {
  const { firstOut, head, weight } = graph;
  let best = NONE;
  for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
    if (head[a] === v && (best === NONE || weight[a] < weight[best])) best = a;
  }
  return best;
}
