// The most probable path through the states of a match (Viterbi 1967), layer by layer. matcher.ts
// adds the points; confidence.ts and result.ts read the layers.
import type { RoutingNetwork } from '../types.ts';
import { type Candidates, type Observation, REACHED } from './candidates.ts';
import type { LayerSearch } from './search.ts';
import {
  addState,
  createStates,
  effortOf,
  type Layer,
  type States,
  straightLines,
} from './states.ts';

/** The constants of the transitions between states. */
export interface Model {
  /** The cost of a metre by which the effort of a path exceeds the straight line. */
  readonly perMetre: number;
  /**
   * States are dropped that cost this much more than the cheapest candidate of their layer; if none
   * was reached, than the cheapest state.
   */
  readonly beam: number;
}

/** The cost of skipping a point: a point 4 standard deviations off its road costs as much. */
export const SKIP_COST = 8;
/** Standard deviations by which a point may lie behind the point before it on the same arc. */
const BACK = 3;

/** The states of a match, layer after layer. */
export interface Viterbi {
  readonly states: States;
  readonly layers: Layer[];
  /** Adds the first layer; false: no road is near, and no layer was added. */
  start(seen: Observation): boolean;
  /**
   * Adds a layer; false: no candidate was reached, and all its states skip the point. `skipCost`:
   * the cost of skipping a point although a candidate was reached, by default `SKIP_COST`.
   */
  step(seen: Observation, skipCost?: number): boolean;
}

/** Candidates and search, whose memory all matches of a matcher share. */
export interface Tools {
  readonly candidates: Candidates;
  readonly search: LayerSearch;
}

export function createViterbi(routing: RoutingNetwork, tools: Tools, model: Model): Viterbi {
  const { tail, network } = routing;
  const { candidates, search } = tools;
  const { arc, along, emission, best } = candidates;
  const states = createStates();
  const layers: Layer[] = [];

  function addLayer({ index, lon, lat, sigma }: Observation, first: number): void {
    layers.push({ index, lon, lat, back: BACK * sigma, first, end: states.count });
  }

  return {
    states,
    layers,
    start(seen) {
      candidates.collect(seen);
      for (let c = 0; c < candidates.count; c++) {
        // copies of nodes remember turns, and no turn was taken before the first point
        if (tail[arc[c]] >= network.baseCount) continue;
        addState(states, {
          arc: arc[c],
          along: along[c],
          cost: emission[c],
          emission: emission[c],
          before: -1,
          matched: true,
          layer: 0,
          firstStep: 0,
        });
      }
      if (states.count === 0) return false;
      addLayer(seen, 0);
      return true;
    },
    step(seen, skipCost = SKIP_COST) {
      candidates.collect(seen);
      const last = layers[layers.length - 1];
      const first = states.count;
      const straight = straightLines(states, layers, seen);
      // without a candidate nothing would end the search before it has covered the graph
      if (candidates.count > 0) {
        leave(routing, tools, { states, layer: last, model, straight, back: BACK * seen.sigma });
        arrive(tools, model);
      }
      let least = Infinity;
      for (let c = 0; c < candidates.count; c++) least = Math.min(least, best[c]);
      const reached = least < Infinity;
      if (!reached) {
        // all states skip the point, so the beam is measured from the cheapest of these
        for (let s = last.first; s < last.end; s++) least = Math.min(least, states.cost[s]);
        least += SKIP_COST;
      }
      keep(tools, { states, limit: least + model.beam, layer: layers.length });
      const skip = { limit: least + model.beam, cost: reached ? skipCost : SKIP_COST };
      carry(candidates, states, last, skip);
      search.clear();
      addLayer(seen, first);
      return reached;
    },
  };
}

interface Leaving {
  readonly states: States;
  readonly layer: Layer;
  readonly model: Model;
  readonly straight: (state: number) => number;
  /** Metres that a point may lie behind the point before it on the same arc. */
  readonly back: number;
}

/** Offers each state of a layer to a candidate on its own arc, and as a start of the search. */
function leave(
  routing: RoutingNetwork,
  { candidates, search }: Tools,
  { states, layer, model: { perMetre }, straight, back }: Leaving,
): void {
  const { graph, metres } = routing;
  const { along, emission, best, before, byArc } = candidates;
  for (let s = layer.first; s < layer.end; s++) {
    const arc = states.arc[s];
    const ahead = metres[arc] - states.along[s];
    const start = states.cost[s] - perMetre * straight(s);
    search.seed(graph.head[arc], start + perMetre * ahead, arc, s);
    const c = byArc.first(arc);
    if (c < 0) continue;
    const moved = along[c] - states.along[s];
    const cost = start + perMetre * Math.max(0, moved) + emission[c];
    if (cost >= best[c] || moved < -effortOf(routing, arc, back)) continue;
    best[c] = cost;
    before[c] = s;
  }
}

/** Runs the search, which lowers the costs of candidates at whose tails it settles a label. */
function arrive({ candidates, search }: Tools, { perMetre, beam }: Model): void {
  const { arc, along, emission, best, before, byTail } = candidates;
  let most = Infinity;
  for (let c = 0; c < candidates.count; c++) most = Math.min(most, best[c] + beam);
  search.run(perMetre, (node, key, label) => {
    for (let c = byTail.first(node); c >= 0; c = byTail.next(c)) {
      const metres = along[c] + search.turnMetres(label, arc[c]);
      const cost = key + perMetre * metres + emission[c];
      if (cost >= best[c]) continue;
      best[c] = cost;
      before[c] = REACHED - label;
      most = Math.min(most, cost + beam);
    }
    return most;
  });
}

interface Keeping {
  readonly states: States;
  readonly limit: number;
  /** The number of the new layer. */
  readonly layer: number;
}

/** Makes a state of each candidate whose best path costs at most `limit`. */
function keep({ candidates, search }: Tools, { states, limit, layer }: Keeping): void {
  const { arc: arcs, along, emission, best, before } = candidates;
  for (let c = 0; c < candidates.count; c++) {
    if (!(best[c] <= limit)) continue;
    const firstStep = states.path.length;
    const arc = arcs[c];
    const searched = before[c] <= REACHED;
    const label = REACHED - before[c];
    const origin = searched ? search.origin(label) : before[c];
    if (searched) search.trace(label, states.path);
    addState(states, {
      arc,
      along: searched ? along[c] : Math.max(along[c], states.along[origin]),
      cost: best[c],
      emission: emission[c],
      before: origin,
      matched: true,
      layer,
      firstStep,
    });
  }
}

/**
 * Adds the states that skip the point: a copy of each state of the layer before, at the cost of
 * skipping. A copy is left out if it costs more than the limit, or if the candidate on its arc
 * costs at most as much as the copy.
 */
function carry(
  { byArc, best }: Candidates,
  states: States,
  { first, end }: Layer,
  skip: { readonly limit: number; readonly cost: number },
): void {
  for (let s = first; s < end; s++) {
    const cost = states.cost[s] + skip.cost;
    const c = byArc.first(states.arc[s]);
    if (cost > skip.limit || (c >= 0 && best[c] <= cost)) continue;
    addState(states, {
      arc: states.arc[s],
      along: states.along[s],
      cost,
      emission: skip.cost,
      before: s,
      matched: false,
      layer: states.layer[s],
      firstStep: states.path.length,
    });
  }
}
