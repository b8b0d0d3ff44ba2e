// The roads at each node of the map, for the intersections of steps.
import { NONE } from '@wayfield/graph';
import type { RoutingNetwork } from '@wayfield/routing';
import { bearing, type LonLat, wholeBearing } from './places.ts';

/** A road that leaves a node: twice its number, plus 1 if against the direction of the way. */
export interface Branch {
  readonly code: number;
  /** Whole degrees clockwise from north, from the node. */
  readonly bearing: number;
}

/** The roads at nodes. */
export interface Junctions {
  /** All roads at the node from which an arc comes, by bearing. */
  at(arc: number): Branch[];
  /** Whether a route that came over one arc may go on by a road. */
  mayEnter(arrived: number, code: number): boolean;
}

/** Arcs without a road (waits at signals, turns) that may lie between two roads, at most. */
const MOST_HOPS = 2;

export function createJunctions({ network, graph, tail }: RoutingNetwork): Junctions {
  const { roads, roadOf, baseOf, baseCount } = network;
  // per direction of a road (`code` of `Branch`, which `roadOf` gives): the node of the map at
  // which that direction begins
  const start = new Uint32Array(2 * roads.count).fill(NONE);
  for (let a = 0; a < graph.arcCount; a++) {
    if (roadOf[a] === NONE) continue;
    start[roadOf[a]] = baseOf[tail[a]];
    start[roadOf[a] ^ 1] = baseOf[graph.head[a]];
  }
  const first = new Uint32Array(baseCount + 2);
  for (const node of start) if (node !== NONE) first[node + 2]++;
  for (let u = 2; u < first.length; u++) first[u] += first[u - 1];
  const codes = new Uint32Array(first[first.length - 1]);
  start.forEach((node, code) => {
    if (node !== NONE) codes[first[node + 1]++] = code;
  });

  function bearingOf(code: number): number {
    const { firstPoint, lonE7, latE7 } = roads;
    const [low, high] = [firstPoint[code >>> 1], firstPoint[(code >>> 1) + 1] - 1];
    const against = (code & 1) === 1;
    const place = (p: number): LonLat => [lonE7[p] / 1e7, latE7[p] / 1e7];
    const from = against ? high : low;
    const step = against ? -1 : 1;
    let to = from + step;
    // points that repeat have no direction
    while (to > low && to < high && lonE7[to] === lonE7[from] && latE7[to] === latE7[from]) {
      to += step;
    }
    return wholeBearing(bearing(place(from), place(to)));
  }

  function leadsTo(node: number, code: number, hops: number): boolean {
    for (let a = graph.firstOut[node]; a < graph.firstOut[node + 1]; a++) {
      if (roadOf[a] === code) return true;
      // a wait, and a turn, lead on to the roads
      if (roadOf[a] === NONE && hops > 0 && leadsTo(graph.head[a], code, hops - 1)) return true;
    }
    return false;
  }

  return {
    at(arc) {
      const node = baseOf[tail[arc]];
      const branches: Branch[] = [];
      for (const code of codes.subarray(first[node], first[node + 1])) {
        branches.push({ code, bearing: bearingOf(code) });
      }
      return branches.sort((a, b) => a.bearing - b.bearing || a.code - b.code);
    },
    mayEnter: (arrived, code) => leadsTo(graph.head[arrived], code, MOST_HOPS),
  };
}
