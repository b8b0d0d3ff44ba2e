// How probable the road of each state is, by the best path of the whole match over the state.
// matcher.ts calls `addConfidence` when all layers of a match are known.
import type { RoutingNetwork } from '../types.ts';
import type { LayerSearch } from './search.ts';
import { effortOf, straightLines, type Stretch } from './states.ts';
import type { Model, Tools } from './viterbi.ts';

/** The tools of a matcher and its search against the direction of time. */
type BackwardTools = Tools & { readonly backward: LayerSearch };

/**
 * For each state the cost of the best path from the state to the last layer: the steps of
 * `createViterbi` in the other direction of time. `Infinity`: the search ended before the state.
 */
function costsToEnd(
  routing: RoutingNetwork,
  { states, layers }: Stretch,
  { backward: search, candidates: { byTail: byHead, byArc } }: BackwardTools,
  { perMetre, beam }: Model,
): Float64Array {
  const { graph, metres, tail } = routing;
  const rest = new Float64Array(states.count).fill(Infinity);
  const last = layers[layers.length - 1];
  rest.fill(0, last.first, last.end);
  for (let l = layers.length - 1; l > 0; l--) {
    const [now, later] = [layers[l - 1], layers[l]];
    byArc.clear();
    byHead.clear();
    for (let s = now.first; s < now.end; s++) {
      byArc.add(states.arc[s], s - now.first);
      byHead.add(graph.head[states.arc[s]], s - now.first);
    }
    const straight = straightLines(states, layers, later);
    for (let s = later.first; s < later.end; s++) {
      const arc = states.arc[s];
      const cost = rest[s] + states.emission[s];
      if (!states.matched[s]) {
        rest[states.before[s]] = Math.min(rest[states.before[s]], cost);
        continue;
      }
      search.seed(tail[arc], cost + perMetre * states.along[s], arc, s);
      for (let i = byArc.first(arc); i >= 0; i = byArc.next(i)) {
        const n = now.first + i;
        const moved = states.along[s] - states.along[n];
        if (moved < -effortOf(routing, arc, later.back)) continue;
        rest[n] = Math.min(rest[n], cost + perMetre * (Math.max(0, moved) - straight(n)));
      }
    }
    // A path of the whole trace over a node costs at least the key of the node + `least`. A path
    // that costs more than `most` exceeds the best one by more than `beam`.
    let most = Infinity;
    let least = Infinity;
    for (let s = now.first; s < now.end; s++) {
      most = Math.min(most, states.cost[s] + rest[s] + beam);
      least = Math.min(least, states.cost[s] - perMetre * straight(s));
    }
    search.run(perMetre, (node, key, label) => {
      for (let i = byHead.first(node); i >= 0; i = byHead.next(i)) {
        const s = now.first + i;
        const ahead = metres[states.arc[s]] - states.along[s] - straight(s);
        const cost = key + perMetre * (ahead + search.turnMetres(label, states.arc[s]));
        if (cost < rest[s]) rest[s] = cost;
        most = Math.min(most, states.cost[s] + rest[s] + beam);
      }
      return most - least;
    });
    search.clear();
  }
  return rest;
}

/**
 * One entry per state: the probability of its road among the roads of its layer. A road has the
 * probability of the best path of the whole trace over it (max-marginals).
 */
export function addConfidence(
  routing: RoutingNetwork,
  stretch: Stretch,
  tools: BackwardTools,
  model: Model,
): Float64Array {
  const { states, layers } = stretch;
  const { roadOf } = routing.network;
  const rest = costsToEnd(routing, stretch, tools, model);
  const confidence = new Float64Array(states.count);
  // the least cost of each road; the slot after the last road is for states that skip the point
  const least = new Float64Array(routing.network.roads.count + 1).fill(Infinity);
  const slotOf = (s: number): number =>
    states.matched[s] ? roadOf[states.arc[s]] >>> 1 : least.length - 1;
  for (const { first, end } of layers) {
    let best = Infinity;
    for (let s = first; s < end; s++) {
      const cost = states.cost[s] + rest[s];
      const slot = slotOf(s);
      if (cost < least[slot]) least[slot] = cost;
      if (cost < best) best = cost;
    }
    let sum = 0;
    for (let s = first; s < end; s++) confidence[s] = Math.exp(best - least[slotOf(s)]);
    for (let s = first; s < end; s++) {
      // a road counts once, by the better of its directions
      const slot = slotOf(s);
      if (least[slot] < Infinity) sum += confidence[s];
      least[slot] = Infinity;
    }
    for (let s = first; s < end; s++) confidence[s] /= sum;
  }
  return confidence;
}
