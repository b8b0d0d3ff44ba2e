// One search from all states of a layer to all states of the next: the cheapest path to each of
// them, by Dijkstra's algorithm with the costs of the states as the costs of its starts.
import { createNodeHeap } from './heap.ts';
import type { RoutingNetwork } from '../types.ts';

/** A search over nodes whose labels stay until `clear`. */
export interface LayerSearch {
  /** Starts at a node. `arc` is how the node was reached, `origin` a number of the caller's. */
  seed(node: number, cost: number, arc: number, origin: number): void;
  /**
   * Settles nodes in the order of their costs. `settle` is called for each, and returns the cost
   * beyond which nothing is wanted.
   */
  run(perMetre: number, settle: (node: number, cost: number) => number): void;
  /** The origin of a settled node. */
  origin(node: number): number;
  /** Adds the arcs from the origin to a settled node to a list, in the order of travel. */
  trace(node: number, arcs: number[]): void;
  clear(): void;
}

/** Rows of arcs by node: those of the network by tail, or those of the reverse graph by head. */
export interface SearchArcs {
  readonly first: Uint32Array;
  /** The far end of each entry, and the arc of the network that it is. */
  readonly end: Uint32Array;
  readonly arc: Uint32Array;
}

/** Metres of effort that turning round costs where a road goes on; chosen. */
const TURN_METRES = 100;

/** The arcs of a network: by tail for searches forward, by head for searches backward. */
export function searchArcs({ graph, tail }: RoutingNetwork): [SearchArcs, SearchArcs] {
  const { nodeCount, arcCount, firstOut, head } = graph;
  const arc = new Uint32Array(arcCount).map((_, a) => a);
  const first = new Uint32Array(nodeCount + 2);
  for (let a = 0; a < arcCount; a++) first[head[a] + 2]++;
  for (let u = 2; u < first.length; u++) first[u] += first[u - 1];
  const back = new Uint32Array(arcCount);
  for (let a = 0; a < arcCount; a++) back[first[head[a] + 1]++] = a;
  return [
    { first: firstOut, end: head, arc },
    { first, end: back.map((a) => tail[a]), arc: back },
  ];
}

/** A search along these arcs. `backward`: paths lead from settled nodes to their origins. */
export function createLayerSearch(
  { graph, metres, network }: RoutingNetwork,
  { first, end, arc }: SearchArcs,
  backward: boolean,
): LayerSearch {
  const { nodeCount } = graph;
  const { roadOf } = network;
  const cost = new Float64Array(nodeCount).fill(Infinity);
  const by = new Int32Array(nodeCount);
  const from = new Int32Array(nodeCount);
  const origins = new Int32Array(nodeCount);
  const touched = new Uint32Array(nodeCount);
  let touchedCount = 0;
  const heap = createNodeHeap();

  function offer(node: number, value: number): boolean {
    if (value >= cost[node]) return false;
    if (cost[node] === Infinity) touched[touchedCount++] = node;
    cost[node] = value;
    heap.push(value, node);
    return true;
  }

  return {
    seed(node, value, reached, origin) {
      if (!offer(node, value)) return;
      by[node] = reached;
      from[node] = -1;
      origins[node] = origin;
    },
    run(perMetre, settle) {
      while (heap.count > 0) {
        const key = heap.topKey();
        const u = heap.topNode();
        heap.pop();
        if (key > cost[u]) continue;
        if (key > settle(u, key)) break;
        const end0 = first[u + 1];
        const reverse = roadOf[by[u]] ^ 1;
        for (let k = first[u]; k < end0; k++) {
          const a = arc[k];
          let value = key + perMetre * metres[a];
          if (roadOf[a] === reverse && end0 - first[u] > 1) value += perMetre * TURN_METRES;
          if (!offer(end[k], value)) continue;
          by[end[k]] = a;
          from[end[k]] = u;
          origins[end[k]] = origins[u];
        }
      }
      heap.clear();
    },
    origin: (node) => origins[node],
    trace(node, arcs) {
      const start = arcs.length;
      for (let u = node; from[u] >= 0; u = from[u]) arcs.push(by[u]);
      if (backward) return;
      for (let i = start, j = arcs.length - 1; i < j; i++, j--) {
        [arcs[i], arcs[j]] = [arcs[j], arcs[i]];
      }
    },
    clear() {
      for (let i = 0; i < touchedCount; i++) cost[touched[i]] = Infinity;
      touchedCount = 0;
    },
  };
}
