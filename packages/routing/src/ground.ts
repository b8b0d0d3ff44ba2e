// Places on open ground become positions: the corners of the ground that are in sight, each on a
// road, with the walk to it. ends.ts adds the walks to costs.
import { createGround } from '@wayfield/osm';
import { NONE } from '@wayfield/graph';
import { bearingAt } from './locate.ts';
import { costOfWalk, inTicks } from './network/ticks.ts';
import { checkPoint, routingRule } from './rules.ts';
import type { RoadPoint, RouteLeg, RoutingNetwork } from './types.ts';

/** Finds places on open ground. */
export interface GroundIndex {
  /**
   * The positions by which a place on open ground is left and reached: the corners in sight, each
   * with the walk to it as `ground`. A route takes one position: the caller compares the routes, or
   * a matrix, over all of them. Empty: the place does not lie inside open ground, or sees
   * none of its corners.
   */
  corners(lon: number, lat: number): RoadPoint[];
  /**
   * The leg from the place of `from.ground` to that of `to.ground` in a straight line; undefined:
   * the line leaves the ground, the places lie on different areas, or a position has no `ground`.
   */
  straight(from: RoadPoint, to: RoadPoint): RouteLeg | undefined;
}

/**
 * Indexes the open ground of a network that was read with `openAreas`. The shortest route between
 * two places on open ground is the straight line. If the line leaves the ground, it is the cheapest
 * route over corners of both places.
 *
 * @example
 * const network = await readOsm(square, { profile: 'foot', weight: 'seconds', openAreas: true });
 * const routing = buildRouting(network);
 * const ground = createGroundIndex(routing);
 * const [from, to] = [ground.corners(13.4005, 52.5003), ground.corners(13.4015, 52.5007)];
 * const costs = createMatrix(routing).costs(from, to); // over corners of the square
 * const leg = ground.straight(from[0], to[0]); // or straight across
 * console.log(from.length, to.length, Math.round(leg!.metres)); // 2 2 81
 */
export function createGroundIndex(routing: RoutingNetwork): GroundIndex {
  routingRule(routing, 'routing');
  const { network } = routing;
  const ground = createGround(network);
  const areas = network.openAreas ?? [];
  const inside = areas.map(({ rings }) => new Set(rings.flatMap(({ node }) => node)));
  /** Positions at corners, by area and node; each is made when first asked for. */
  const known = new Map<string, RoadPoint | undefined>();

  /** A position at a node, on a road that leads away from the ground if there is one. */
  function positionAt(node: number, area: number): RoadPoint | undefined {
    const { graph, roadOf, roads, baseOf, lonE7, latE7 } = network;
    let best = NONE;
    for (let a = graph.firstOut[node]; a < graph.firstOut[node + 1]; a++) {
      if (roadOf[a] === NONE) continue;
      if (best === NONE) best = a;
      if (inside[area].has(baseOf[graph.head[a]])) continue;
      best = a;
      break;
    }
    if (best === NONE) return undefined;
    const [road, against] = [roadOf[best] >>> 1, roadOf[best] & 1];
    const [first, end] = [roads.firstPoint[road], roads.firstPoint[road + 1] - 1];
    const point = against === 1 ? end - 1 : first;
    return {
      road,
      share: against,
      point,
      lonE7: lonE7[node],
      latE7: latE7[node],
      distance: 0,
      side: 'on',
      bearing: bearingAt(network, road, point),
    };
  }

  function cornerAt(node: number, area: number): RoadPoint | undefined {
    const key = `${area},${node}`;
    if (!known.has(key)) known.set(key, positionAt(node, area));
    return known.get(key);
  }

  return {
    corners(lon, lat) {
      const place = ground.at(lon, lat);
      if (!place) return [];
      const { area, lonE7, latE7 } = place;
      return place.corners.flatMap(({ node, metres }) => {
        const point = cornerAt(node, area);
        const seconds = metres / areas[area].speed;
        return point ? [{ ...point, ground: { area, lonE7, latE7, metres, seconds } }] : [];
      });
    },
    straight(from, to) {
      checkPoint(from, routing, 'from');
      checkPoint(to, routing, 'to');
      if (!from.ground || !to.ground) return undefined;
      const metres = ground.between(from.ground, to.ground);
      if (metres === undefined) return undefined;
      const seconds = metres / areas[to.ground.area].speed;
      const { road, share } = to;
      const arc = routing.arcs[routing.firstArc[2 * road]];
      const against = (network.roadOf[arc] & 1) === 1;
      const pieces = [{ arc, road, against, from: share, to: share }];
      const cost = inTicks(costOfWalk(routing.metric, { metres, seconds }), routing.tick);
      return { seconds, metres, cost, pieces, straight: true };
    },
  };
}
