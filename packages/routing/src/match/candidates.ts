// The arcs near a point of a trace, and the best paths to them.
import type { RoutingNetwork } from '../types.ts';
import { type Chains, createChains } from './chains.ts';
import type { Segments } from './segments.ts';

/** A point of a trace, with what its options say. */
export interface Observation {
  readonly index: number;
  readonly lon: number;
  readonly lat: number;
  /** Standard deviation of the place in each direction, metres. */
  readonly sigma: number;
}

/** Arcs near a point, by number; the numbers are chained by arc and by tail. */
export interface Candidates {
  count: number;
  readonly arc: Uint32Array;
  /** Metres along the arc from its tail to the place nearest to the point. */
  readonly along: Float64Array;
  /** The cost of the point on this arc. */
  readonly emission: Float64Array;
  /**
   * The cost of the best path, and the state before on it: REACHED - label where a label of the
   * search at the tail of the arc knows it.
   */
  readonly best: Float64Array;
  readonly before: Int32Array;
  readonly byArc: Chains;
  readonly byTail: Chains;
  /** Takes the arcs near another point. */
  collect(seen: Observation): void;
}

/** At most this: the state before is the origin of a label of the search. */
export const REACHED = -2;
/** Arcs near a point: more are left out. */
const MOST_CANDIDATES = 1024;
/** Standard deviations, and metres beyond them, within which roads are looked for. */
const REACH = 4;
const MARGIN = 10;

export function createCandidates(
  { graph, metres, tail, firstArc, arcs, network }: RoutingNetwork,
  segments: Segments,
): Candidates {
  const candidates: Candidates = {
    count: 0,
    arc: new Uint32Array(MOST_CANDIDATES),
    along: new Float64Array(MOST_CANDIDATES),
    emission: new Float64Array(MOST_CANDIDATES),
    best: new Float64Array(MOST_CANDIDATES),
    before: new Int32Array(MOST_CANDIDATES),
    byArc: createChains(graph.arcCount),
    byTail: createChains(graph.nodeCount),
    collect({ lon, lat, sigma }) {
      byTail.clear();
      byArc.clear();
      candidates.count = 0;
      const near = segments.near(lon, lat, REACH * sigma + MARGIN);
      for (let i = 0; i < near.count; i++) {
        const cost = near.distance[i] ** 2 / (2 * sigma ** 2);
        const road = near.road[i];
        for (let k = firstArc[2 * road]; k < firstArc[2 * road + 2]; k++) {
          if (candidates.count < MOST_CANDIDATES) add(arcs[k], near.share[i], cost);
        }
      }
    },
  };
  const { byArc, byTail } = candidates;

  function add(arc: number, share: number, cost: number): void {
    const c = candidates.count++;
    const against = (network.roadOf[arc] & 1) === 1;
    candidates.arc[c] = arc;
    candidates.along[c] = (against ? 1 - share : share) * metres[arc];
    candidates.emission[c] = cost;
    candidates.best[c] = Infinity;
    candidates.before[c] = -1;
    byTail.add(tail[arc], c);
    byArc.add(arc, c);
  }

  return candidates;
}
