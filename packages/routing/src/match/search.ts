// The search between two layers of a match: one run of Dijkstra's algorithm that starts from all
// states of a layer, each at its cost, and finds the cheapest path to every state of the next one.
// viterbi.ts runs the search forward, confidence.ts backward. "Metres" here are effort.
import { NONE } from '@wayfield/graph';
import { createNodeHeap } from '../heap.ts';
import type { RoutingNetwork } from '../types.ts';

/**
 * A search whose labels stay until `clear`. A node has two labels, whose paths came by different
 * roads. On an arc back along its last road, a path turns round and pays for that. The path of the
 * other label does not turn round there, and may be the cheaper one although its label costs more.
 */
export interface LayerSearch {
  /**
   * Adds a start: a node at a cost, reached by `arc`. `origin` is a state, a number that all labels
   * of paths from this start carry.
   */
  seed(node: number, cost: number, arc: number, origin: number): void;
  /**
   * Settles labels in the order of their costs and calls `settle` for each. The search ends when
   * the cost of a settled label exceeds the limit that `settle` returns.
   */
  run(perMetre: number, settle: (node: number, cost: number, label: number) => number): void;
  /**
   * Metres of effort that a path from a label pays for turning round onto an arc; 0 if it does not.
   */
  turnMetres(label: number, arc: number): number;
  /** The origin of a settled label. */
  origin(label: number): number;
  /** Adds the arcs from the origin to a settled label to a list, in the order of travel. */
  trace(label: number, arcs: number[]): void;
  /** Drops all labels. Call it after each `run`, before the next `seed`. */
  clear(): void;
}

/** Rows of arcs by node: those of the network by tail, or those of the reverse graph by head. */
export interface SearchArcs {
  readonly first: Uint32Array;
  /** Per entry: the node at the other end, and the number of the arc in the network. */
  readonly end: Uint32Array;
  readonly arc: Uint32Array;
}

/** Metres of effort that turning round costs where an open road goes on; chosen. */
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

/**
 * Per node: 1 if at least two open arcs that belong to roads leave it, 0 at a dead end, where
 * turning round is free.
 */
function goingOn({ graph, metres, tail, network }: RoutingNetwork): Uint8Array {
  const count = new Uint8Array(graph.nodeCount);
  for (let a = 0; a < graph.arcCount; a++) {
    if (network.roadOf[a] === NONE || metres[a] === Infinity) continue;
    if (count[tail[a]] < 2) count[tail[a]]++;
  }
  return count.map((one) => (one > 1 ? 1 : 0));
}

/** The labels of a search: node u has 2u, which is filled first, and 2u + 1. */
interface Labels extends Pick<LayerSearch, 'turnMetres' | 'trace' | 'clear'> {
  readonly cost: Float64Array;
  readonly origins: Int32Array;
  readonly isSettled: Uint8Array;
  /**
   * Offers a node a path of cost `value` whose last arc is `a`, from label `before`, or from a
   * start if `before` is -1. Returns the label that takes the path; -1: none, it is not cheaper.
   */
  offer(node: number, value: number, a: number, before: number): number;
}

function createLabels(routing: RoutingNetwork, backward: boolean): Labels {
  const { nodeCount } = routing.graph;
  const { roadOf } = routing.network;
  const goesOn = goingOn(routing);
  const cost = new Float64Array(2 * nodeCount).fill(Infinity);
  const by = new Int32Array(2 * nodeCount);
  const from = new Int32Array(2 * nodeCount);
  /**
   * The direction of a road (`roadOf`) on which a path from the label would turn round: the reverse
   * of the one it came by. NONE: there is none.
   */
  const turn = new Uint32Array(2 * nodeCount);
  const isSettled = new Uint8Array(2 * nodeCount);
  const touched = new Uint32Array(nodeCount);
  let touchedCount = 0;

  return {
    cost,
    origins: new Int32Array(2 * nodeCount),
    isSettled,
    offer(node, value, a, before) {
      // an arc without a road, a wait or a turn, keeps the road before it
      let back = (roadOf[a] ^ 1) >>> 0;
      if (roadOf[a] === NONE) back = before >= 0 ? turn[before] : NONE;
      else if (backward && goesOn[node] === 0) back = NONE;
      let label = 2 * node;
      if (cost[label] === Infinity) touched[touchedCount++] = node;
      else if (turn[label] !== back) {
        // if neither label came by the road of the path, the path may replace the label of larger
        // cost
        const isFree = cost[label + 1] === Infinity || turn[label + 1] === back;
        if (isFree || cost[label + 1] > cost[label]) label++;
      }
      if (value >= cost[label]) return -1;
      cost[label] = value;
      by[label] = a;
      from[label] = before;
      turn[label] = back;
      return label;
    },
    turnMetres(label, a) {
      if (roadOf[a] !== turn[label] || roadOf[a] === NONE) return 0;
      return backward || goesOn[label >>> 1] === 1 ? TURN_METRES : 0;
    },
    trace(label, arcs) {
      const start = arcs.length;
      for (let l = label; from[l] >= 0; l = from[l]) arcs.push(by[l]);
      if (backward) return;
      for (let i = start, j = arcs.length - 1; i < j; i++, j--) {
        [arcs[i], arcs[j]] = [arcs[j], arcs[i]];
      }
    },
    clear() {
      for (let i = 0; i < touchedCount; i++) {
        const label = 2 * touched[i];
        cost[label] = cost[label + 1] = Infinity;
        isSettled[label] = isSettled[label + 1] = 0;
      }
      touchedCount = 0;
    },
  };
}

/** A search along these arcs. `backward`: paths lead from the settled nodes to the starts. */
export function createLayerSearch(
  routing: RoutingNetwork,
  { first, end, arc }: SearchArcs,
  backward: boolean,
): LayerSearch {
  const { metres } = routing;
  const labels = createLabels(routing, backward);
  const { cost, origins, isSettled, turnMetres } = labels;
  const heap = createNodeHeap();

  function offer(node: number, value: number, a: number, before: number, origin: number): void {
    const label = labels.offer(node, value, a, before);
    if (label < 0) return;
    origins[label] = origin;
    heap.push(value, label);
  }

  return {
    seed: (node, value, reached, origin) => offer(node, value, reached, -1, origin),
    run(perMetre, settle) {
      while (heap.count > 0) {
        const key = heap.topKey();
        const label = heap.topNode();
        heap.pop();
        if (key > cost[label]) continue;
        // The label settled second serves only the arcs on which the first one turns round, so it
        // is dropped if it costs at least as much as the first one plus the turn.
        const other = label ^ 1;
        const isSecond = isSettled[other] === 1;
        if (isSecond && key >= cost[other] + perMetre * TURN_METRES) continue;
        isSettled[label] = 1;
        const u = label >>> 1;
        if (key > settle(u, key, label)) break;
        const end0 = first[u + 1];
        for (let k = first[u]; k < end0; k++) {
          const a = arc[k];
          if (metres[a] === Infinity || (isSecond && turnMetres(other, a) === 0)) continue;
          const value = key + perMetre * (metres[a] + turnMetres(label, a));
          offer(end[k], value, a, label, origins[label]);
        }
      }
      heap.clear();
    },
    turnMetres,
    origin: (label) => origins[label],
    trace: labels.trace,
    clear: labels.clear,
  };
}
