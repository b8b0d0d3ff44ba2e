// The other measure of each arc of a hierarchy: metres beside seconds, or seconds beside metres.
import { NONE } from '@wayfield/graph';
import type { HierarchyArcs } from '@wayfield/graph/hierarchy';
import type { RoutingNetwork } from '../types.ts';

/** Not a lane of a sweep: the other measure of each arc up, and of each arc down. */
export interface OtherLane {
  readonly up: Float64Array;
  readonly down: Float64Array;
}

/** Per arc of the graph, a measure that is not the metric: its length, or seconds in ticks. */
export function otherOfArcs(
  { network, seconds, graph }: RoutingNetwork,
  measure: 'seconds' | 'metres',
): Float64Array {
  const { roadOf, roads } = network;
  const other = new Float64Array(graph.arcCount);
  for (let a = 0; a < other.length; a++) {
    if (measure === 'seconds') other[a] = seconds[a];
    else if (roadOf[a] !== NONE) other[a] = roads.length[roadOf[a] >>> 1];
  }
  return other;
}

/**
 * Sums over the arcs that shortcuts are made of. A shortcut is an arc down (`first`), then an arc
 * up (`second`). Both belong to a lower rank, so their sums are there before.
 */
export function otherLane({ hierarchy }: RoutingNetwork, ofArcs: Float64Array): OtherLane {
  const { nodeCount, up, down } = hierarchy;
  const lane: OtherLane = {
    up: new Float64Array(up.head.length),
    down: new Float64Array(down.head.length),
  };
  const sum = ({ first, second }: HierarchyArcs, a: number): number => {
    if (first[a] === NONE) return 0;
    return second[a] === NONE ? ofArcs[first[a]] : lane.down[first[a]] + lane.up[second[a]];
  };
  for (let r = 0; r < nodeCount; r++) {
    for (let a = up.firstArc[r]; a < up.firstArc[r + 1]; a++) lane.up[a] = sum(up, a);
    for (let a = down.firstArc[r]; a < down.firstArc[r + 1]; a++) lane.down[a] = sum(down, a);
  }
  return lane;
}
