// The nodes of the map along a leg.
import { refuse } from '@wayfield/check';
import { legRule, routingRule } from '../rules.ts';
import type { RouteLeg, RoutingNetwork } from '../types.ts';
import { shapeOf, sharesOf } from './shape.ts';

/**
 * The ids of the nodes along a leg: both ends of each segment of `annotateLeg`, also of the
 * segments that the leg covers in part. The network must have been read with `pointIds`.
 *
 * Throws RangeError for a network without ids of points.
 */
export function nodesOfLeg(routing: RoutingNetwork, leg: RouteLeg): bigint[] {
  routingRule(routing, 'routing');
  legRule(leg, 'leg');
  const { roads } = routing.network;
  const { pointId, firstPoint } = roads;
  if (!pointId) return refuse('roads.pointId', 'undefined', 'ids: read the map with pointIds');
  const nodes: bigint[] = [];
  for (const { road, from, to, against } of leg.pieces) {
    const { share, lonE7, latE7 } = shapeOf(routing.network, { road, from, to });
    const shares = sharesOf(routing.network, road);
    let point = 0;
    for (let i = 1; i < share.length; i++) {
      if (lonE7[i] === lonE7[i - 1] && latE7[i] === latE7[i - 1]) continue;
      const middle = (share[i] + share[i - 1]) / 2;
      while (point > 0 && shares[point] > middle) point--;
      while (point + 2 < shares.length && shares[point + 1] < middle) point++;
      const [low, high] = [
        pointId[firstPoint[road] + point],
        pointId[firstPoint[road] + point + 1],
      ];
      const [begin, end] = against ? [high, low] : [low, high];
      if (nodes[nodes.length - 1] !== begin) nodes.push(begin);
      nodes.push(end);
    }
  }
  return nodes;
}
