import { aGraph } from '../check/kinds.ts';
import { buildGraph } from './graph.ts';
import { heuristicScaleOf } from './heuristic-scale.ts';
import type { Graph } from '../types/data.ts';

/** The node that each arc leaves: arcCount entries. */
export function tailsOf({ nodeCount, arcCount, firstOut }: Graph): Uint32Array {
  const tail = new Uint32Array(arcCount);
  for (let u = 0; u < nodeCount; u++) tail.fill(u, firstOut[u], firstOut[u + 1]);
  return tail;
}

/**
 * The graph with every arc turned around: its arcs out of `u` are those that lead to `u`, in the
 * order of their tails. Shares no memory with `graph`.
 */
export function reverseGraph(graph: Graph): Graph {
  aGraph(graph, 'graph');
  const { nodeCount, weight, x, y } = graph;
  const coordinates = x && y ? { x, y } : {};
  return buildGraph(
    { nodeCount, tail: graph.head, head: tailsOf(graph), weight, ...coordinates },
    { heuristicScale: heuristicScaleOf(graph) },
  );
}
