// The most probable path through the states of a trace (Viterbi 1967).
import type { RoutingNetwork } from '../types.ts';
import type { LayerSearch } from './search.ts';
import type { NearRoads, Segments } from './segments.ts';
import { addState, type Chains, type Layer, type States, straightLines } from './states.ts';

/** A point of a trace, with what its options say. */
export interface Observation {
  readonly index: number;
  readonly lon: number;
  readonly lat: number;
  /** Standard deviation of the place in each direction, metres. */
  readonly sigma: number;
}

/** How states follow one another. */
export interface Model {
  /** The cost of a metre of road. */
  readonly perMetre: number;
  /** States that cost this much more than the best one of their layer are dropped. */
  readonly beam: number;
}

/** The cost of a point that is taken for an outlier: that of 4 standard deviations. */
export const SKIP_COST = 8;
/** Standard deviations, and metres beyond them, within which roads are looked for. */
const REACH = 4;
const MARGIN = 10;
/** Standard deviations by which a point may lie behind the one before, on one arc. */
const BACK = 3;

/** The states of a trace, layer after layer. */
export interface Viterbi {
  readonly states: States;
  readonly layers: Layer[];
  /** Adds the first layer of a path; false: no road is near. */
  start(seen: Observation): boolean;
  /** Adds a layer; false: no state of it was reached, but those that skip the point. */
  step(seen: Observation): boolean;
  /** Forgets layers beyond a number. */
  cut(layerCount: number): void;
}

/** What all traces share: indexes, and scratch memory. */
export interface Tools {
  readonly segments: Segments;
  readonly search: LayerSearch;
  readonly byTail: Chains;
  readonly byArc: Chains;
  readonly candidates: Candidates;
}

/** Arcs near the current point, the nearest roads first where there are many. */
export interface Candidates {
  readonly arcOf: Uint32Array;
  readonly emission: Float64Array;
  /** The cost of the best path, and the state before on it: REACHED where the search knows it. */
  readonly best: Float64Array;
  readonly before: Int32Array;
  readonly along: Float64Array;
}

const REACHED = -2;
/** Arcs near a point: more are left out. */
const MOST_CANDIDATES = 1024;

export function createCandidates(): Candidates {
  return {
    arcOf: new Uint32Array(MOST_CANDIDATES),
    emission: new Float64Array(MOST_CANDIDATES),
    best: new Float64Array(MOST_CANDIDATES),
    before: new Int32Array(MOST_CANDIDATES),
    along: new Float64Array(MOST_CANDIDATES),
  };
}

export function createViterbi(
  routing: RoutingNetwork,
  { segments, search, byTail, byArc, candidates }: Tools,
  { states, model }: { readonly states: States; readonly model: Model },
): Viterbi {
  const { graph, metres, tail, firstArc, arcs, network } = routing;
  const layers: Layer[] = [];
  const { perMetre, beam } = model;
  const { arcOf, emission, best, before, along } = candidates;
  /** Candidates of the current point. */
  let count = 0;

  function collect(seen: Observation, near: NearRoads): void {
    count = 0;
    byTail.clear();
    byArc.clear();
    for (let i = 0; i < near.count; i++) {
      const road = near.road[i];
      const cost = near.distance[i] ** 2 / (2 * seen.sigma ** 2);
      const end = Math.min(firstArc[2 * road + 2], firstArc[2 * road] + best.length - count);
      for (let k = firstArc[2 * road]; k < end; k++) {
        const arc = arcs[k];
        const against = (network.roadOf[arc] & 1) === 1;
        const share = near.share[i];
        const c = count++;
        arcOf[c] = arc;
        emission[c] = cost;
        best[c] = Infinity;
        before[c] = -1;
        along[c] = (against ? 1 - share : share) * metres[arc];
        byTail.add(tail[arc], c);
        byArc.add(arc, c);
      }
    }
  }

  const nearTo = ({ lon, lat, sigma }: Observation): NearRoads =>
    segments.near(lon, lat, REACH * sigma + MARGIN);

  /** Offers the states of the layer before as ways to stay on an arc, and as starts. */
  function leave({ first, end }: Layer, seen: Observation): void {
    const straight = straightLines(states, layers, seen);
    for (let s = first; s < end; s++) {
      const arc = states.arc[s];
      const ahead = metres[arc] - states.along[s];
      const start = states.cost[s] - perMetre * straight(s);
      search.seed(graph.head[arc], start + perMetre * ahead, arc, s);
      const c = byArc.first(arc);
      if (c < 0) continue;
      const moved = along[c] - states.along[s];
      if (moved < -BACK * seen.sigma) continue;
      const cost = start + perMetre * Math.max(0, moved) + emission[c];
      if (cost >= best[c]) continue;
      best[c] = cost;
      before[c] = s;
    }
  }

  function arrive(): void {
    let most = Infinity;
    for (let c = 0; c < count; c++) most = Math.min(most, best[c] + beam);
    search.run(perMetre, (node, key) => {
      for (let c = byTail.first(node); c >= 0; c = byTail.next(c)) {
        const cost = key + perMetre * along[c] + emission[c];
        if (cost >= best[c]) continue;
        best[c] = cost;
        before[c] = REACHED;
        most = Math.min(most, cost + beam);
      }
      return most;
    });
  }

  /** Adds the candidates that were reached as states. */
  function keep(limit: number): void {
    for (let c = 0; c < count; c++) {
      if (!(best[c] <= limit)) continue;
      const firstStep = states.path.length;
      const arc = arcOf[c];
      let origin = before[c];
      let position = along[c];
      if (origin === REACHED) {
        origin = search.origin(tail[arc]);
        search.trace(tail[arc], states.path);
      } else position = Math.max(position, states.along[origin]);
      addState(states, {
        arc,
        along: position,
        cost: best[c],
        emission: emission[c],
        before: origin,
        matched: true,
        layer: layers.length,
        firstStep,
      });
    }
  }

  /** Adds states of the layer before that skip the point. */
  function carry({ first, end }: Layer, limit: number): void {
    for (let s = first; s < end; s++) {
      const cost = states.cost[s] + SKIP_COST;
      const c = byArc.first(states.arc[s]);
      if (cost > limit || (c >= 0 && best[c] <= cost)) continue;
      addState(states, {
        arc: states.arc[s],
        along: states.along[s],
        cost,
        emission: SKIP_COST,
        before: s,
        matched: false,
        layer: states.layer[s],
        firstStep: states.path.length,
      });
    }
  }

  return {
    states,
    layers,
    start(seen) {
      collect(seen, nearTo(seen));
      const first = states.count;
      for (let c = 0; c < count; c++) {
        if (tail[arcOf[c]] >= network.baseCount) continue;
        addState(states, {
          arc: arcOf[c],
          along: along[c],
          cost: emission[c],
          emission: emission[c],
          before: -1,
          matched: true,
          layer: 0,
          firstStep: states.path.length,
        });
      }
      if (states.count === first) return false;
      layers.push({ ...seen, first, end: states.count });
      return true;
    },
    step(seen) {
      collect(seen, nearTo(seen));
      const last = layers[layers.length - 1];
      const first = states.count;
      leave(last, seen);
      arrive();
      let least = Infinity;
      for (let c = 0; c < count; c++) least = Math.min(least, best[c]);
      const reached = least < Infinity;
      if (!reached) {
        for (let s = last.first; s < last.end; s++) least = Math.min(least, states.cost[s]);
        least += SKIP_COST;
      }
      keep(least + beam);
      carry(last, least + beam);
      search.clear();
      layers.push({ ...seen, first, end: states.count });
      return reached;
    },
    cut(layerCount) {
      layers.length = layerCount;
    },
  };
}
