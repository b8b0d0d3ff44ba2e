// The cost at which each road is entered, from the distances of a sweep. reached.ts cuts roads by
// these costs, polygons.ts draws by them. A limit is often far below the size of the network, so
// only the roads entered within the limit are looked at. Roads are numbered in sweep order, the
// order in which sweeps reach their nodes: neighbours then lie together in memory.
import { NO_ROUTE } from '../network/ticks.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';

/**
 * Weights of roads in sweep order, `2 * q + against`; 0 where the road lacks the direction. The
 * first arc of a direction comes from a node of the map, so no turn of negative cost reduces it.
 */
export function roadWeights(
  { graph, firstArc, arcs }: RoutingNetwork,
  order: Uint32Array,
): Float32Array {
  const weights = new Float32Array(firstArc.length - 1);
  for (let k = 0; k < weights.length; k++) {
    const code = 2 * order[k >>> 1] + (k & 1);
    if (firstArc[code + 1] > firstArc[code]) weights[k] = graph.weight[arcs[firstArc[code]]];
  }
  return weights;
}

/** An arc that a turn of negative cost reduces, and the cost at which the arc is entered. */
export interface ReducedEntry {
  readonly cost: number;
  readonly weight: number;
}

/** The costs at which roads are entered, and the position where the search begins. */
export interface Arrival {
  /** Weights in the order of `entered`: see `roadWeights`. */
  readonly weights: Float32Array;
  /**
   * Per road in sweep order and direction, `2 * q + against`: the least cost at which an arc of the
   * road is entered at its tail; `Infinity` where it is not entered within the largest limit. Arcs
   * that a turn of negative cost reduces do not count.
   */
  readonly entered: Float32Array;
  /** By the index into `entered`: the arcs entered within the largest limit that are reduced. */
  readonly reduced: ReadonlyMap<number, readonly ReducedEntry[]>;
  /** Numbers in sweep order, ascending: the start's road and all that are entered within `most`. */
  readonly roads: Uint32Array;
  readonly start: RoadPoint;
  /** The number of the start's road in sweep order. */
  readonly startRoad: number;
}

/** Makes arrivals. An arrival is valid until the next `enter`. */
export interface Arrivals {
  /** The roads in sweep order. */
  readonly order: Uint32Array;
  /** `dist`: the distances of a sweep from `start`, by place; `most`: the largest limit. */
  enter(dist: Float32Array, start: RoadPoint, most: number): Arrival;
}

/**
 * The share of a road that is reached from the end at which it is entered; `code`: index into
 * `entered`.
 */
export function reachedShare(
  { weights, entered, reduced }: Arrival,
  code: number,
  limit: number,
): number {
  let share = entered[code] < limit ? (limit - entered[code]) / weights[code] : 0;
  for (const { cost, weight } of reduced.get(code) ?? []) {
    if (cost < limit) share = Math.max(share, (limit - cost) / weight);
  }
  return share;
}

/** The least cost at which a share of a road is reached; `code`: index into `entered`. */
export function costAt(
  { weights, entered, reduced }: Arrival,
  code: number,
  share: number,
): number {
  let least = entered[code] + share * weights[code];
  for (const { cost, weight } of reduced.get(code) ?? []) {
    least = Math.min(least, cost + share * weight);
  }
  return least;
}

/** @param place where sweeps leave the distance of each node */
export function createArrivals(routing: RoutingNetwork, place: Uint32Array): Arrivals {
  const order = sweepOrder(routing, place);
  const weights = roadWeights(routing, order);
  const roadCount = order.length;
  const numberOf = new Uint32Array(roadCount);
  order.forEach((road, q) => (numberOf[road] = q));
  const { first, codes, reducedArcs } = codesByPlace(routing, place, numberOf, weights);
  // Infinity except for the roads of the last arrival
  const entered = new Float32Array(2 * roadCount).fill(Infinity);
  const isEntered = new Uint32Array((roadCount + 31) >>> 5);
  const roads = new Uint32Array(roadCount);
  let count = 0;

  /** The reduced arcs that are entered within `most`; marks their roads. */
  function enterReduced(dist: Float32Array, most: number): Map<number, ReducedEntry[]> {
    const reduced = new Map<number, ReducedEntry[]>();
    for (const { at, code, weight } of reducedArcs) {
      const cost = dist[at];
      if (cost > most || cost >= NO_ROUTE) continue;
      isEntered[code >>> 6] |= 1 << ((code >>> 1) & 31);
      const row = reduced.get(code);
      if (row) row.push({ cost, weight });
      else reduced.set(code, [{ cost, weight }]);
    }
    return reduced;
  }

  return {
    order,
    enter(dist, start, most) {
      for (let k = 0; k < count; k++) {
        entered[2 * roads[k]] = Infinity;
        entered[2 * roads[k] + 1] = Infinity;
      }
      const startRoad = numberOf[start.road];
      isEntered[startRoad >>> 5] |= 1 << (startRoad & 31);
      for (let p = 0, end = first.length - 1; p < end; p++) {
        const d = dist[p];
        // a limit above NO_ROUTE is allowed, but no route leads here
        if (d > most || d >= NO_ROUTE) continue;
        for (let k = first[p]; k < first[p + 1]; k++) {
          const code = codes[k];
          if (d < entered[code]) entered[code] = d;
          isEntered[code >>> 6] |= 1 << ((code >>> 1) & 31);
        }
      }
      const reduced = enterReduced(dist, most);
      count = takeBits(isEntered, roads);
      return { weights, entered, reduced, roads: roads.subarray(0, count), start, startRoad };
    },
  };
}

/** Writes the numbers of all set bits, ascending, and clears them; returns their count. */
export function takeBits(words: Uint32Array, out: Uint32Array): number {
  let count = 0;
  for (let w = 0; w < words.length; w++) {
    for (let bits = words[w]; bits !== 0; bits &= bits - 1) {
      out[count++] = (w << 5) | (31 - Math.clz32(bits & -bits));
    }
    words[w] = 0;
  }
  return count;
}

/** The roads by the first place at which one of their arcs begins; roads without arcs come last. */
function sweepOrder(
  { firstArc, arcs, tail, graph }: RoutingNetwork,
  place: Uint32Array,
): Uint32Array {
  const roadCount = firstArc.length >>> 1;
  const firstPlace = new Uint32Array(roadCount).fill(graph.nodeCount);
  for (let r = 0; r < roadCount; r++) {
    for (let k = firstArc[2 * r]; k < firstArc[2 * r + 2]; k++) {
      firstPlace[r] = Math.min(firstPlace[r], place[tail[arcs[k]]]);
    }
  }
  const next = new Uint32Array(graph.nodeCount + 2);
  for (let r = 0; r < roadCount; r++) next[firstPlace[r] + 1]++;
  for (let p = 0; p <= graph.nodeCount; p++) next[p + 1] += next[p];
  const order = new Uint32Array(roadCount);
  for (let r = 0; r < roadCount; r++) order[next[firstPlace[r]]++] = r;
  return order;
}

/** An arc that a turn of negative cost reduces: the place of its tail, its direction of a road. */
interface ReducedArc {
  readonly at: number;
  readonly code: number;
  readonly weight: number;
}

/**
 * The directions of roads in sweep order, `2 * q + against`, whose arcs begin at the node of each
 * place: those of place p are `first[p]` to `first[p + 1]` - 1. Closed arcs are left out, because
 * no part of them is reached. Reduced arcs, which few networks have, are listed apart.
 */
function codesByPlace(
  { firstArc, arcs, tail, graph }: RoutingNetwork,
  place: Uint32Array,
  numberOf: Uint32Array,
  weights: Float32Array,
): { first: Uint32Array; codes: Uint32Array; reducedArcs: readonly ReducedArc[] } {
  const first = new Uint32Array(graph.nodeCount + 1);
  const reducedArcs: ReducedArc[] = [];
  const each = (visit: (at: number, code: number) => void, reduced?: ReducedArc[]): void => {
    for (let code = 0; code + 1 < firstArc.length; code++) {
      const mine = 2 * numberOf[code >>> 1] + (code & 1);
      for (let k = firstArc[code]; k < firstArc[code + 1]; k++) {
        const weight = graph.weight[arcs[k]];
        const at = place[tail[arcs[k]]];
        if (weight < weights[mine]) reduced?.push({ at, code: mine, weight });
        else if (weight < NO_ROUTE) visit(at, mine);
      }
    }
  };
  each((at) => first[at + 1]++, reducedArcs);
  for (let p = 0; p < graph.nodeCount; p++) first[p + 1] += first[p];
  const codes = new Uint32Array(first[graph.nodeCount]);
  const next = first.slice(0, -1);
  each((at, code) => (codes[next[at]++] = code));
  return { first, codes, reducedArcs };
}
