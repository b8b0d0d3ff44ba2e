// When each road is entered, by the distances of a sweep. A limit is often far below the size of
// the network, so only the roads that are entered within it are looked at.
import type { RoadPoint, RoutingNetwork } from '../types.ts';

/** When roads are entered, and where the search begins. */
export interface Arrival {
  /**
   * Per road and direction, `2 * road + against`: the least cost at which an arc of the road is
   * entered at its tail; `Infinity` where it is not entered within the largest limit.
   */
  readonly entered: Float32Array;
  /** The start's road and all roads that are entered within the largest limit, ascending. */
  readonly roads: Uint32Array;
  readonly start: RoadPoint;
}

/** Makes arrivals. Each ends with the next one. */
export interface Arrivals {
  /** `dist`: by place, from a sweep from `start`. */
  enter(dist: Float32Array, start: RoadPoint, most: number): Arrival;
}

/** @param place where sweeps leave the distance of each node */
export function createArrivals(routing: RoutingNetwork, place: Uint32Array): Arrivals {
  const { first, codes } = codesByPlace(routing, place);
  const roadCount = routing.network.roads.count;
  // Infinity but for the roads of the last arrival
  const entered = new Float32Array(2 * roadCount).fill(Infinity);
  const isEntered = new Uint32Array((roadCount + 31) >>> 5);
  const roads = new Uint32Array(roadCount);
  let count = 0;

  /** The marked roads in turn; the marks are cleared. */
  function collect(): void {
    count = 0;
    for (let w = 0; w < isEntered.length; w++) {
      for (let bits = isEntered[w]; bits !== 0; bits &= bits - 1) {
        roads[count++] = (w << 5) | (31 - Math.clz32(bits & -bits));
      }
      isEntered[w] = 0;
    }
  }

  return {
    enter(dist, start, most) {
      for (let k = 0; k < count; k++) {
        entered[2 * roads[k]] = Infinity;
        entered[2 * roads[k] + 1] = Infinity;
      }
      isEntered[start.road >>> 5] |= 1 << (start.road & 31);
      for (let p = 0, end = first.length - 1; p < end; p++) {
        const d = dist[p];
        if (d > most) continue;
        for (let k = first[p]; k < first[p + 1]; k++) {
          const code = codes[k];
          if (d < entered[code]) entered[code] = d;
          isEntered[code >>> 6] |= 1 << ((code >>> 1) & 31);
        }
      }
      collect();
      return { entered, roads: roads.subarray(0, count), start };
    },
  };
}

/**
 * The directions of roads, `2 * road + against`, whose arcs begin at the node of each place: those
 * of place p are `first[p]` to `first[p + 1]` - 1.
 */
function codesByPlace(
  { firstArc, arcs, tail, graph }: RoutingNetwork,
  place: Uint32Array,
): { first: Uint32Array; codes: Uint32Array } {
  const first = new Uint32Array(graph.nodeCount + 1);
  const each = (visit: (at: number, code: number) => void): void => {
    for (let code = 0; code + 1 < firstArc.length; code++) {
      for (let k = firstArc[code]; k < firstArc[code + 1]; k++) visit(place[tail[arcs[k]]], code);
    }
  };
  each((at) => first[at + 1]++);
  for (let p = 0; p < graph.nodeCount; p++) first[p + 1] += first[p];
  const codes = new Uint32Array(first[graph.nodeCount]);
  const next = first.slice(0, -1);
  each((at, code) => (codes[next[at]++] = code));
  return { first, codes };
}
