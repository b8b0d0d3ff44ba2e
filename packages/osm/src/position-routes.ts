// Routes from and to the middle of roads, for solvers that know nodes only. A route leaves a
// position by an exit, the rest of an arc to its head: one or two. It reaches a position by an
// entry, the first part of an arc from its tail: one or two, or more where the tail has copies.
// Each pair of an exit and an entry becomes a query, and the cheapest answer counts.
// `pathToGeoJson` cuts the line.
import { checkLength, list, object, refuse, typed } from '@wayfield/check';
import { buildQueries, FOUND, NONE, type Queries, type Routes } from '@wayfield/graph';
import type { RoadPosition } from './locator.ts';
import { checkNetwork, checkPosition, queriesRule, routesRule } from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** An exit or an entry: the node at its end, the part of the arc's weight, and its direction. */
interface PartialArc {
  readonly node: number;
  readonly cost: number;
  readonly against: boolean;
}

/** Queries that stand for pairs of positions. */
export interface PositionQueries {
  /** For any solver on the network's graph. */
  readonly queries: Queries;
  /**
   * One entry more than `pairs`: the queries of pair `i` are `firstQuery[i]` to `firstQuery[i + 1]`
   * − 1.
   */
  readonly firstQuery: Uint32Array;
  /** Per query: the cost before its source plus the cost after its target. */
  readonly extra: Float64Array;
  /** Per query: 1 = against the first road's direction, 2 = against the last one's. */
  readonly against: Uint8Array;
  readonly pairs: readonly (readonly [from: RoadPosition, to: RoadPosition])[];
}

/** The cheapest route between two positions. */
export interface PositionRoute {
  /** In the network's weight; Infinity: there is no route. */
  readonly cost: number;
  /** The nodes between the positions; empty if the route stays on the road of both. */
  readonly nodes: Uint32Array;
  readonly from: RoadPosition;
  readonly to: RoadPosition;
  /** Whether the route leaves `from`, and reaches `to`, against the direction of its way. */
  readonly fromAgainst: boolean;
  readonly toAgainst: boolean;
}

/**
 * Turns pairs of positions into queries, and the routes of a solver into those between positions.
 */
export interface PositionRouter {
  queries(pairs: readonly (readonly [from: RoadPosition, to: RoadPosition])[]): PositionQueries;
  /** One route per pair; throws RangeError where `routes` are not of these queries. */
  routes(queries: PositionQueries, routes: Routes): PositionRoute[];
}

const QUERIES = object(
  {
    queries: queriesRule,
    firstQuery: typed(Uint32Array),
    extra: typed(Float64Array),
    against: typed(Uint8Array),
    pairs: list,
  },
  'what the router made',
);

/**
 * A router for a network, of which only the weights may change: each call reads them. Turn
 * restrictions also hold at the first and at the last junction.
 *
 * @example
 * const router = createPositionRouter(network);
 * const asked = router.queries([[home, work]]); // positions of a locator
 * const [route] = router.routes(asked, await solver.run(asked.queries));
 * console.log(Math.round(route.cost)); // 250
 */
export function createPositionRouter(network: RoadNetwork): PositionRouter {
  checkNetwork(network);
  const { exits, entries, onOneRoad } = createPartialArcs(network);

  return {
    queries(pairs) {
      list(pairs, 'pairs');
      const ends: [number, number][] = [];
      const extra: number[] = [];
      const against: number[] = [];
      const firstQuery = new Uint32Array(pairs.length + 1);
      pairs.forEach((pair, i) => {
        checkLength(pair, 2, `pairs[${i}]`);
        const [from, to] = pair;
        checkPosition(network, from, `pairs[${i}][0]`);
        checkPosition(network, to, `pairs[${i}][1]`);
        const into = entries(to);
        for (const exit of exits(from)) {
          for (const entry of into) {
            ends.push([exit.node, entry.node]);
            extra.push(exit.cost + entry.cost);
            against.push(Number(exit.against) + 2 * Number(entry.against));
          }
        }
        firstQuery[i + 1] = ends.length;
      });
      return {
        queries: buildQueries(ends),
        firstQuery,
        extra: Float64Array.from(extra),
        against: Uint8Array.from(against),
        pairs,
      };
    },
    routes(asked, routes) {
      QUERIES(asked, 'queries');
      routesRule(routes, 'routes');
      const { queries, firstQuery, extra, against, pairs } = asked;
      const { count, status, cost, firstNode, node } = routes;
      if (count !== queries.count) refuse('routes.count', count, queries.count);
      checkLength(firstQuery, pairs.length + 1, 'queries.firstQuery');
      return pairs.map(([from, to], i) => {
        let least = onOneRoad(from, to);
        let best = NONE;
        for (let q = firstQuery[i]; q < firstQuery[i + 1]; q++) {
          if (status[q] !== FOUND || cost[q] + extra[q] >= least) continue;
          least = cost[q] + extra[q];
          best = q;
        }
        const fromAgainst = best === NONE ? to.share < from.share : (against[best] & 1) === 1;
        const toAgainst = best === NONE ? fromAgainst : (against[best] & 2) === 2;
        const nodes =
          best === NONE ? new Uint32Array(0) : node.slice(firstNode[best], firstNode[best + 1]);
        return { cost: least, nodes, from, to, fromAgainst, toAgainst };
      });
    },
  };
}

/** Computes the parts of arcs between positions and nodes. */
function createPartialArcs({ graph, roadOf, roads, baseCount }: RoadNetwork) {
  const { firstOut, head, weight } = graph;
  const tail = new Uint32Array(graph.arcCount);
  for (let u = 0; u < graph.nodeCount; u++) tail.fill(u, firstOut[u], firstOut[u + 1]);
  const { first, arcs } = arcsByRoad(roadOf, roads.count);
  const isAgainst = (a: number): boolean => (roadOf[a] & 1) === 1;
  const arcsOf = (road: number): Uint32Array => arcs.subarray(first[2 * road], first[2 * road + 2]);

  return {
    /**
     * The heads of the arcs over which a route leaves `position`, with the rest of each weight.
     * Only arcs from nodes of the map: copies of nodes remember turns, and no turn comes before a
     * position.
     */
    exits({ road, share }: RoadPosition): PartialArc[] {
      const found: PartialArc[] = [];
      for (const a of arcsOf(road)) {
        if (tail[a] >= baseCount) continue;
        const against = isAgainst(a);
        found.push({ node: head[a], cost: (against ? share : 1 - share) * weight[a], against });
      }
      return found;
    },
    /**
     * The tails of the arcs over which a route reaches `position`, with the part of each weight up
     * to it. Copies of nodes count too: the route may have turned.
     */
    entries({ road, share }: RoadPosition): PartialArc[] {
      const found: PartialArc[] = [];
      for (const a of arcsOf(road)) {
        const against = isAgainst(a);
        found.push({ node: tail[a], cost: (against ? 1 - share : share) * weight[a], against });
      }
      return found;
    },
    /**
     * The cost between two positions on one road, along this road; Infinity: there is none. Only by
     * arcs from nodes of the map: an arc from a copy may have a weight that a turn has reduced.
     */
    onOneRoad(from: RoadPosition, to: RoadPosition): number {
      if (from.road !== to.road) return Infinity;
      let least = from.share === to.share ? 0 : Infinity;
      for (const a of arcsOf(from.road)) {
        if (tail[a] >= baseCount) continue;
        const ahead = (to.share - from.share) * (isAgainst(a) ? -1 : 1);
        if (ahead >= 0) least = Math.min(least, ahead * weight[a]);
      }
      return least;
    },
  };
}

/**
 * The arcs along road `r`: from `first[2 * r]` on those in its direction, from `first[2 * r + 1]`
 * on those against it. A road has several arcs of one direction where its tail has copies.
 */
function arcsByRoad(
  roadOf: Uint32Array,
  roadCount: number,
): { first: Uint32Array; arcs: Uint32Array } {
  const first = new Uint32Array(2 * roadCount + 2);
  for (const code of roadOf) if (code !== NONE) first[code + 2]++;
  for (let i = 2; i < first.length; i++) first[i] += first[i - 1];
  const arcs = new Uint32Array(first[first.length - 1]);
  roadOf.forEach((code, a) => {
    if (code !== NONE) arcs[first[code + 1]++] = a;
  });
  return { first, arcs };
}
