// The states of the hidden Markov model: for each point of a trace, the arcs on which the traveller
// may have been, with the cost of the best path to each.
import { nearMetres } from '../bearing.ts';
import type { RoutingNetwork } from '../types.ts';

/** The states of all layers, one after another. A cost is a negative logarithm of a probability. */
export interface States {
  count: number;
  readonly arc: number[];
  /** Metres of effort along the arc from its tail; a path never moves back on an arc. */
  readonly along: number[];
  readonly cost: number[];
  /** The part of the cost that this point adds, without the transition. */
  readonly emission: number[];
  /** The state before on the best path; -1 at the first point. */
  readonly before: number[];
  /** The arcs from the state before to this one: `path[firstStep]` to `path[endStep - 1]`. */
  readonly firstStep: number[];
  readonly endStep: number[];
  readonly path: number[];
  /** Whether the point lies on the arc; false for a state that skips it. */
  readonly matched: boolean[];
  /** The layer of the state's last matched point: its own layer if `matched`. */
  readonly layer: number[];
}

export function createStates(): States {
  return {
    count: 0,
    arc: [],
    along: [],
    cost: [],
    emission: [],
    before: [],
    firstStep: [],
    endStep: [],
    path: [],
    matched: [],
    layer: [],
  };
}

/** A state to be added. */
export interface NewState {
  readonly arc: number;
  readonly along: number;
  readonly cost: number;
  readonly emission: number;
  readonly before: number;
  readonly matched: boolean;
  readonly layer: number;
  /** The arcs that were added to `path` for this state begin here. */
  readonly firstStep: number;
}

/** Adds a state, whose arcs in `path` were added before; returns its number. */
export function addState(states: States, added: NewState): number {
  states.arc.push(added.arc);
  states.along.push(added.along);
  states.cost.push(added.cost);
  states.emission.push(added.emission);
  states.before.push(added.before);
  states.matched.push(added.matched);
  states.layer.push(added.layer);
  states.firstStep.push(added.firstStep);
  states.endStep.push(states.path.length);
  return states.count++;
}

/** The states of one point of the trace. */
export interface Layer {
  /** The number of the point in the trace, and its place in degrees. */
  readonly index: number;
  readonly lon: number;
  readonly lat: number;
  /** Metres that the point may lie behind the point before it on the same arc. */
  readonly back: number;
  readonly first: number;
  readonly end: number;
}

/** The effort of `back` metres on an arc. In the network of a matcher, `metres` is effort. */
export function effortOf({ metres, network }: RoutingNetwork, arc: number, back: number): number {
  return (back * metres[arc]) / network.roads.length[network.roadOf[arc] >>> 1];
}

/** A part of a trace without a gap: its layers and their states. `createViterbi` makes it. */
export interface Stretch {
  readonly states: States;
  readonly layers: readonly Layer[];
}

/** Metres of the straight line from the last matched point of a state to a point of the trace. */
export function straightLines(
  { layer }: States,
  layers: readonly Layer[],
  { lon, lat }: { readonly lon: number; readonly lat: number },
): (state: number) => number {
  let last = -1;
  let metres = 0;
  return (state) => {
    if (layer[state] === last) return metres;
    last = layer[state];
    const from = layers[last];
    metres = nearMetres(from.lon * 1e7, from.lat * 1e7, lon * 1e7, lat * 1e7);
    return metres;
  };
}
