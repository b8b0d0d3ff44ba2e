// The second measure of each arc of a hierarchy: metres beside seconds, or seconds beside metres.
// measures.ts makes it once per matrix, at the first call of `measure` or `measureRows`.
import { NONE } from '@wayfield/graph';
import type { HierarchyArcs } from '@wayfield/graph/hierarchy';
import type { RoutingNetwork } from '../types.ts';

/** The second measure of the path that each arc up, and each arc down, stands for. */
export interface HierarchyMeasure {
  readonly up: Float64Array;
  readonly down: Float64Array;
}

/** Per arc of the graph: seconds in whole ticks, or metres, the length of its road (else 0). */
export function measureOfArcs(
  { network, seconds, graph }: RoutingNetwork,
  measure: 'seconds' | 'metres',
): Float64Array {
  const { roadOf, roads } = network;
  const values = new Float64Array(graph.arcCount);
  for (let a = 0; a < values.length; a++) {
    if (measure === 'seconds') values[a] = seconds[a];
    else if (roadOf[a] !== NONE) values[a] = roads.length[roadOf[a] >>> 1];
  }
  return values;
}

/**
 * The measure of each arc of the hierarchy, the sum over its halves for a shortcut: an arc down
 * (`first`), then an arc up (`second`). Both belong to a lower rank, so one pass by rank finds
 * their sums ready.
 */
export function measureOfHierarchy(
  { hierarchy }: RoutingNetwork,
  ofArcs: Float64Array,
): HierarchyMeasure {
  const { nodeCount, up, down } = hierarchy;
  const measure: HierarchyMeasure = {
    up: new Float64Array(up.head.length),
    down: new Float64Array(down.head.length),
  };
  const sum = ({ first, second }: HierarchyArcs, a: number): number => {
    if (first[a] === NONE) return 0;
    return second[a] === NONE ? ofArcs[first[a]] : measure.down[first[a]] + measure.up[second[a]];
  };
  for (let r = 0; r < nodeCount; r++) {
    for (let a = up.firstArc[r]; a < up.firstArc[r + 1]; a++) measure.up[a] = sum(up, a);
    for (let a = down.firstArc[r]; a < down.firstArc[r + 1]; a++) measure.down[a] = sum(down, a);
  }
  return measure;
}
