// Positions as parts of arcs: how a position is left and reached.
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { cutAt, inTicks } from './ticks.ts';

/** The part of an arc between a position and one end of the arc. */
export interface End {
  readonly arc: number;
  /** The head of the arc for a position that is left, its tail for one that is reached. */
  readonly node: number;
  /** In the metric: the cost of the part. */
  readonly cost: number;
}

/** How positions are left and reached. */
export interface Ends {
  /**
   * The parts of arcs over which a position is left for the first time. Only arcs from nodes of the
   * map count: copies of nodes remember turns, and no turn was taken before a position.
   */
  exits(point: RoadPoint): End[];
  /** The parts of arcs over which a position is reached. */
  entries(point: RoadPoint): End[];
  /** The cost from one position to another ahead on one arc; below 0: it lies behind. */
  ahead(arc: number, from: RoadPoint, to: RoadPoint): number;
  /** The cost of the walk between a position and the place asked for: 0, but on open ground. */
  walk(point: RoadPoint): number;
  /** The cost from a position to the head of an arc of its road. */
  after(arc: number, share: number): number;
  /** The cost from the tail of an arc of its road to a position. */
  before(arc: number, share: number): number;
}

/** Roads that may not be used: 1 per closed road. */
export type Closed = Uint8Array | undefined;

export function createEnds(routing: RoutingNetwork, closed?: Closed): Ends {
  const { network, graph, tick, tail, firstArc, arcs } = routing;
  const { roadOf, baseCount } = network;
  const { head, weight } = graph;

  const before = (arc: number, share: number): number => {
    const cut = cutAt(weight[arc], share, tick);
    return (roadOf[arc] & 1) === 1 ? weight[arc] - cut : cut;
  };
  const walk = ({ ground }: RoadPoint): number => {
    if (!ground) return 0;
    return inTicks(routing.metric === 'metres' ? ground.metres : ground.seconds, tick);
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
      const along = before(arc, to.share) - before(arc, from.share);
      return along < 0 ? -1 : walk(from) + along + walk(to);
    },
    walk,
    after,
    before,
  };
}
