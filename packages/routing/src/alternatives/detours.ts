// More candidates, if those of meeting.ts give too few alternatives: plateaus (Abraham, Delling,
// Goldberg and Werneck 2013, after Cambridge Vehicle Information Technology's Choice Routing), and
// single arcs that are missing from one of the shortest path trees of both ends, or from both
// trees.
import { NONE } from '@wayfield/graph';
import { createNodeHeap } from '../heap.ts';
import { type SearchArcs, searchArcs } from '../match/search.ts';
import type { End } from '../network/ends.ts';
import type { RoutingNetwork } from '../types.ts';

/** A candidate: the cheapest route over a node, or over an arc. Either `node` or `arc` is set. */
export interface Detour {
  readonly node: number | undefined;
  readonly arc: number | undefined;
  /** The cost of the route less the cost of its plateau or arc; the smallest is tried first. */
  readonly rank: number;
}

/** Finds candidates between two positions by Dijkstra's algorithm on the graph. */
export interface Detours {
  /** The candidates whose routes cost at most `limit`, by `rank`. */
  find(exits: readonly End[], entries: readonly End[], limit: number): Detour[];
}

/**
 * The most nodes that a search settles, some 5 ms; chosen. Routes beyond these nodes are missed.
 */
const MOST_SETTLED = 20_000;

export function createDetours(routing: RoutingNetwork): Detours {
  const { graph, tail, network } = routing;
  const { firstOut, head, weight } = graph;
  const { roadOf } = network;
  const [forward, backward] = searchArcs(routing).map((arcs) => createSearch(arcs, weight));

  /** The plateau that ends at a node: a path that is in both shortest path trees. */
  function plateauAt(last: number): { readonly middle: number; readonly length: number } {
    let [length, u] = [0, last];
    const nodes = [last];
    // the loop ends: a path of a tree has each node once
    for (let a = forward.arc[u]; isShared(a); a = forward.arc[u]) {
      length += weight[a];
      nodes.push((u = tail[a]));
    }
    return { middle: nodes[nodes.length >> 1], length };
  }

  const isShared = (a: number): boolean => a !== NONE && backward.arc[tail[a]] === a;

  return {
    find(exits, entries, limit) {
      const reached = forward.run(exits, limit);
      backward.run(entries, limit);
      const found: Detour[] = [];
      const [before, after] = [forward.dist, backward.dist];
      for (const u of reached) {
        const cost = before[u] + after[u];
        // u ends a plateau if the arc that leads on to the target is not in the tree of the start
        const on = backward.arc[u];
        if (
          cost <= limit &&
          isShared(forward.arc[u]) &&
          !(on !== NONE && forward.arc[head[on]] === on)
        ) {
          const { middle, length } = plateauAt(u);
          found.push({ node: middle, arc: undefined, rank: cost - length });
        }
        for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
          const [v, w] = [head[a], weight[a]];
          const sum = before[u] + w + after[v];
          if (sum > limit || roadOf[a] === NONE) continue;
          if (forward.arc[v] === a && isShared(a)) continue;
          found.push({ node: undefined, arc: a, rank: sum - w });
        }
      }
      forward.clear();
      backward.clear();
      return found.sort((a, b) => a.rank - b.rank);
    },
  };
}

interface Search {
  readonly dist: Float64Array;
  /** The arc over which a node was reached; NONE: an end, or not reached. */
  readonly arc: Uint32Array;
  /**
   * Dijkstra's algorithm from these exits or entries up to `limit`, until MOST_SETTLED nodes are
   * settled. Returns the nodes reached; `dist` of a node that is not settled is an upper bound.
   */
  run(ends: readonly End[], limit: number): readonly number[];
  clear(): void;
}

function createSearch(arcs: SearchArcs, weight: Float32Array): Search {
  const nodeCount = arcs.first.length - 1;
  const dist = new Float64Array(nodeCount).fill(Infinity);
  const arc = new Uint32Array(nodeCount).fill(NONE);
  const heap = createNodeHeap();
  let reached: number[] = [];
  return {
    dist,
    arc,
    run(ends, limit) {
      const offer = (node: number, cost: number, over: number): void => {
        if (cost > limit || cost >= dist[node]) return;
        if (dist[node] === Infinity) reached.push(node);
        dist[node] = cost;
        arc[node] = over;
        heap.push(cost, node);
      };
      for (const { node, cost } of ends) offer(node, cost, NONE);
      for (let settled = 0; settled < MOST_SETTLED && heap.count > 0;) {
        const [key, u] = [heap.topKey(), heap.topNode()];
        heap.pop();
        // an older entry of a node that was reached again for less
        if (key > dist[u]) continue;
        settled++;
        for (let k = arcs.first[u]; k < arcs.first[u + 1]; k++) {
          offer(arcs.end[k], key + weight[arcs.arc[k]], arcs.arc[k]);
        }
      }
      heap.clear();
      return reached;
    },
    clear() {
      for (const u of reached) {
        dist[u] = Infinity;
        arc[u] = NONE;
      }
      reached = [];
    },
  };
}
