// The arcs near a point of a trace, and the best paths to them. viterbi.ts collects the candidates
// of each point and turns those that are reached into states.
import type { RoutingNetwork } from '../types.ts';
import { createKeyedLists, type KeyedLists } from './keyed-lists.ts';
import type { Segments } from './segments.ts';

/** A point of a trace with its accuracy. */
export interface Observation {
  readonly index: number;
  readonly lon: number;
  readonly lat: number;
  /** Standard deviation of the place in each direction, metres. */
  readonly sigma: number;
}

/** Arcs near a point: candidates 0 to `count` - 1, listed by arc and by tail. */
export interface Candidates {
  count: number;
  readonly arc: Uint32Array;
  /** Metres of effort along the arc from its tail to the place nearest to the point. */
  readonly along: Float64Array;
  /** The cost of the point on this arc. */
  readonly emission: Float64Array;
  /**
   * The cost of the best path to the candidate, and where the path comes from: a state on the same
   * arc, or REACHED - label for a label of the search at the tail of the arc. `Infinity` and -1: no
   * path was found.
   */
  readonly best: Float64Array;
  readonly before: Int32Array;
  readonly byArc: KeyedLists;
  readonly byTail: KeyedLists;
  /** Replaces the candidates by the open arcs near a point. */
  collect(seen: Observation): void;
}

/** A value of `before` of at most REACHED stands for a label, whose origin is the state before. */
export const REACHED = -2;
/** The most arcs near a point; further arcs are left out. */
const MOST_CANDIDATES = 1024;
/** Roads are looked for within REACH standard deviations + MARGIN metres. */
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
    byArc: createKeyedLists(graph.arcCount),
    byTail: createKeyedLists(graph.nodeCount),
    collect({ lon, lat, sigma }) {
      byTail.clear();
      byArc.clear();
      candidates.count = 0;
      const near = segments.near(lon, lat, REACH * sigma + MARGIN);
      for (let i = 0; i < near.count; i++) {
        const cost = near.distance[i] ** 2 / (2 * sigma ** 2);
        const road = near.road[i];
        for (let k = firstArc[2 * road]; k < firstArc[2 * road + 2]; k++) {
          const isOpen = metres[arcs[k]] < Infinity;
          if (isOpen && candidates.count < MOST_CANDIDATES) add(arcs[k], near.share[i], cost);
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
