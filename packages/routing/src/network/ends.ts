// Positions as parts of arcs: the exits by which a route leaves one, and the entries by which it
// reaches one. Every service that takes positions makes its searches start and end here.
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { costOfWalk, cutAt, inTicks, NO_ROUTE } from './ticks.ts';

/** An exit or an entry: the part of an arc between a position and one end of the arc. */
export interface End {
  readonly arc: number;
  /** The head of the arc for a position that is left, its tail for one that is reached. */
  readonly node: number;
  /** The cost of the part, and of the walk on open ground, in the metric of the network. */
  readonly cost: number;
}

/** Makes exits and entries, and the costs of parts of arcs. */
export interface Ends {
  /**
   * The exits of a position where a route begins. Only arcs from nodes of the map count: a copy of
   * a node remembers a turn, and no turn was taken before the position.
   */
  exits(point: RoadPoint): End[];
  /** The entries of a position where a leg ends: arcs from copies of nodes count too. */
  entries(point: RoadPoint): End[];
  /**
   * The cost along an arc from one position to another, walks included; -1: `to` lies behind, or
   * the arc is closed and the positions differ.
   */
  ahead(arc: number, from: RoadPoint, to: RoadPoint): number;
  /** The cost of the walk between a position and the place asked for; 0 except on open ground. */
  walk(point: RoadPoint): number;
  /** The cost from a share of a road to the head of an arc of it, without the walk. */
  after(arc: number, share: number): number;
  /** The cost from the tail of an arc of a road to a share of it, without the walk. */
  before(arc: number, share: number): number;
}

/** One byte per road: 1 = closed, so a position on it has no exits and no entries. */
export type Closed = Uint8Array | undefined;

/**
 * The cost of a part of a closed arc. Both parts of a cut arc cost at least `NO_ROUTE`, however
 * short they are. A cut at an end of the arc leaves one part of cost 0.
 */
function partOfClosed(part: number, weight: number): number {
  if (part === 0 || part === weight) return part;
  return Math.min(Math.max(part, NO_ROUTE), weight - NO_ROUTE);
}

export function createEnds(routing: RoutingNetwork, closed?: Closed): Ends {
  const { network, graph, tick, tail, firstArc, arcs } = routing;
  const { roadOf, baseCount } = network;
  const { head, weight } = graph;

  const before = (arc: number, share: number): number => {
    const cut = cutAt(weight[arc], share, tick);
    const part = (roadOf[arc] & 1) === 1 ? weight[arc] - cut : cut;
    return weight[arc] < NO_ROUTE ? part : partOfClosed(part, weight[arc]);
  };
  const walk = ({ ground }: RoadPoint): number => {
    return ground ? inTicks(costOfWalk(routing.metric, ground), tick) : 0;
  };
  const after = (arc: number, share: number): number => weight[arc] - before(arc, share);

  function arcsOf({ road, directions = 'both' }: RoadPoint): Uint32Array {
    const first = firstArc[2 * road + (directions === 'against' ? 1 : 0)];
    const end = firstArc[2 * road + (directions === 'along' ? 1 : 2)];
    return arcs.subarray(first, closed?.[road] === 1 ? first : end);
  }

  return {
    exits(point) {
      const found: End[] = [];
      const first = walk(point);
      for (const arc of arcsOf(point)) {
        if (tail[arc] >= baseCount) continue;
        found.push({ arc, node: head[arc], cost: first + after(arc, point.share) });
      }
      return found;
    },
    entries(point) {
      const found: End[] = [];
      const last = walk(point);
      for (const arc of arcsOf(point)) {
        found.push({ arc, node: tail[arc], cost: before(arc, point.share) + last });
      }
      return found;
    },
    ahead(arc, from, to) {
      if (weight[arc] >= NO_ROUTE && from.share !== to.share) return -1;
      const along = before(arc, to.share) - before(arc, from.share);
      return along < 0 ? -1 : walk(from) + along + walk(to);
    },
    walk,
    after,
    before,
  };
}
