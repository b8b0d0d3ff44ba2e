// Exits of roundabouts, counted along a leg. steps.ts calls the counter for each piece of the leg
// that lies in a roundabout.
import { NONE } from '@wayfield/graph';
import { detailsOfRoad } from '../network/details.ts';
import type { Piece, RoutingNetwork } from '../types.ts';

/** Whether a road is part of a roundabout and this profile may use it in one direction only. */
export function isRoundabout({ network, firstArc }: RoutingNetwork, road: number): boolean {
  if (!detailsOfRoad(network, road).roundabout) return false;
  const [first, middle, end] = firstArc.subarray(2 * road, 2 * road + 3);
  return (first === middle) !== (middle === end);
}

/** Counts the exits of one roundabout along a route, and writes the one taken into its step. */
export interface ExitCounter {
  /** The route goes over a piece of the roundabout, which has this name. */
  pass(piece: Piece, name: string): void;
  /** The route leaves the roundabout by a road of this name. */
  leave(name: string): void;
}

/** The fields of the `Step` in a roundabout that are known only when the route leaves it. */
export interface RoundaboutStep {
  name: string;
  exit: number;
  roundaboutName: string;
}

/** Counts exits for the step that goes round a roundabout. */
export function createExitCounter(routing: RoutingNetwork, step: RoundaboutStep): ExitCounter {
  let [passed, atEnd] = [0, 0];
  return {
    pass(piece, name) {
      passed += atEnd;
      atEnd = exitsAt(routing, piece.arc);
      // if its roads have several names, the roundabout has none
      if (name !== step.roundaboutName) step.roundaboutName = '';
    },
    leave(name) {
      step.exit = passed + 1;
      step.name = name;
    },
  };
}

/** At most two arcs without a road lie between two roads: a wait and a turn. */
const MOST_HOPS = 2;

/** The number of roads by which a route can leave the roundabout at the end of an arc of it. */
function exitsAt(routing: RoutingNetwork, arc: number): number {
  const { network, graph } = routing;
  const { roadOf } = network;
  const roads = new Set<number>();
  const collect = (node: number, hops: number): void => {
    for (let a = graph.firstOut[node]; a < graph.firstOut[node + 1]; a++) {
      const code = roadOf[a];
      if (code !== NONE) {
        if (!isRoundabout(routing, code >>> 1)) roads.add(code >>> 1);
      } else if (hops < MOST_HOPS) collect(graph.head[a], hops + 1);
    }
  };
  collect(graph.head[arc], 0);
  return roads.size;
}
