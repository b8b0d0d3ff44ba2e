// Routes from and to the middle of roads, for solvers that know nodes only: a position is left through one or
// two nodes and reached through a few, so that a pair of positions becomes a few queries, of which the best wins.
import { checkLength, list, object, refuse, typed } from '@wayfield/check';
import { buildQueries, FOUND, NONE, type Queries, type Routes } from '@wayfield/graph';
import type { RoadPosition } from './locator.ts';
import { checkNetwork, positionRule, queriesRule, routesRule } from './rules.ts';
import type { RoadNetwork } from './types.ts';

/** A way from a position to a node, or from a node to a position: along part of an arc. */
interface Access {
  readonly node: number;
  readonly cost: number;
  readonly against: boolean;
}

/** Queries that stand for pairs of positions. */
export interface PositionQueries {
  /** For any solver on the network's graph. */
  readonly queries: Queries;
  /** One entry more than pairs: the queries of pair `i` are `firstQuery[i] .. firstQuery[i + 1]`. */
  readonly firstQuery: Uint32Array;
  /** Per query: what is paid before its source and behind its target. */
  readonly extra: Float64Array;
  /** Per query: 1 = against the first road's direction, 2 = against the last one's. */
  readonly against: Uint8Array;
  readonly pairs: readonly (readonly [from: RoadPosition, to: RoadPosition])[];
}

/** The best way between two positions. */
export interface PositionRoute {
  /** In the network's weight; Infinity where there is none. */
  readonly cost: number;
  /** The nodes between the positions; empty where both lie on one road and the way stays on it. */
  readonly nodes: Uint32Array;
  readonly from: RoadPosition;
  readonly to: RoadPosition;
  /** Whether `from` is left, and `to` reached, against the direction of its road. */
  readonly fromAgainst: boolean;
  readonly toAgainst: boolean;
}

/** Turns pairs of positions into queries, and the routes of a solver into those between positions. */
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

/** For a network that does not change. Turn restrictions also hold at the first and at the last junction. */
export function createPositionRouter(network: RoadNetwork): PositionRouter {
  checkNetwork(network);
  const { graph, roadOf, roads, baseCount } = network;
  const { firstOut, head, weight } = graph;
  const tail = new Uint32Array(graph.arcCount);
  for (let u = 0; u < graph.nodeCount; u++) tail.fill(u, firstOut[u], firstOut[u + 1]);
  const { first, arcs } = arcsByRoad(roadOf, roads.count);

  /** Where `position` leads to, by arcs from nodes of the map: copies remember turns that nobody took. */
  const exits = ({ road, share }: RoadPosition): Access[] => {
    const found: Access[] = [];
    for (let i = first[2 * road]; i < first[2 * road + 2]; i++) {
      const a = arcs[i];
      if (tail[a] >= baseCount) continue;
      const against = (roadOf[a] & 1) === 1;
      found.push({ node: head[a], cost: (against ? share : 1 - share) * weight[a], against });
    }
    return found;
  };
  const entries = ({ road, share }: RoadPosition): Access[] => {
    const found: Access[] = [];
    for (let i = first[2 * road]; i < first[2 * road + 2]; i++) {
      const a = arcs[i];
      const against = (roadOf[a] & 1) === 1;
      found.push({ node: tail[a], cost: (against ? 1 - share : share) * weight[a], against });
    }
    return found;
  };
  /** Along the road itself, where both are on it. */
  const straight = (from: RoadPosition, to: RoadPosition): number => {
    if (from.road !== to.road) return Infinity;
    let least = from.share === to.share ? 0 : Infinity;
    for (let i = first[2 * from.road]; i < first[2 * from.road + 2]; i++) {
      const a = arcs[i];
      const ahead = (to.share - from.share) * (roadOf[a] & 1 ? -1 : 1);
      if (ahead >= 0) least = Math.min(least, ahead * weight[a]);
    }
    return least;
  };

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
        checkPosition(from, roads.count, `pairs[${i}][0]`);
        checkPosition(to, roads.count, `pairs[${i}][1]`);
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
        let least = straight(from, to);
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

/** The arcs along road `r`: `first[2 * r]` those in its direction, `first[2 * r + 1]` those against it. */
function arcsByRoad(
  roadOf: Uint32Array,
  roadCount: number,
): { first: Uint32Array; arcs: Uint32Array } {
  const first = new Uint32Array(2 * roadCount + 2);
  for (const road of roadOf) if (road !== NONE) first[road + 2]++;
  for (let i = 2; i < first.length; i++) first[i] += first[i - 1];
  const arcs = new Uint32Array(first[first.length - 1]);
  roadOf.forEach((road, a) => {
    if (road !== NONE) arcs[first[road + 1]++] = a;
  });
  return { first, arcs };
}

function checkPosition(value: RoadPosition, roadCount: number, name: string): void {
  positionRule(value, name);
  if (value.road >= roadCount)
    refuse(`${name}.road`, value.road, `below ${roadCount}, the number of roads`);
}
