import { checkCoordinates, checkCount, checkLength, checkNodes, checkValues } from './check.ts';
import { largestScale, roundDown } from './heuristic-scale.ts';
import { allocateGraph, reserve, W_SCALE } from './layout.ts';
import type { Graph } from './types.ts';

/** Arcs in any order: arc `i` goes from `tail[i]` to `head[i]` and costs `weight[i]`. */
export interface ArcList {
  readonly nodeCount: number;
  readonly tail: ArrayLike<number>;
  readonly head: ArrayLike<number>;
  /** Finite, >= 0; rounded to f32. */
  readonly weight: ArrayLike<number>;
  /** One entry per node, in metres or cells; rounded to f32. Both or neither. */
  readonly x?: ArrayLike<number>;
  readonly y?: ArrayLike<number>;
}

export interface BuildGraphOptions {
  /** Every arc also leads back at the same cost. Default false. */
  undirected?: boolean;
  /** What to do with several arcs from one node to another. Default 'keep'. */
  parallelArcs?: 'keep' | 'cheapest';
  /** What to do with arcs from a node to itself. Default 'keep'. */
  selfLoops?: 'keep' | 'drop';
  /** Default: the largest that the arcs allow, computed. 0 = no heuristic. Larger than allowed throws. */
  heuristicScale?: number;
  /** Put the graph into a `SharedArrayBuffer`. Default false. */
  shared?: boolean;
}

/**
 * Sorts a list of arcs into a `Graph`: a counting sort by tail, so the arcs of a node keep the order
 * of the list. Copies; the arrays given are neither kept nor changed. Linear in nodes and arcs.
 *
 * Throws RangeError for nodes out of range, weights or coordinates that are not finite, weights
 * below 0, arrays of different lengths, and graphs that do not fit into memory.
 */
export function buildGraph(arcs: ArcList, options: BuildGraphOptions = {}): Graph {
  const { nodeCount, tail, head, weight, x, y } = arcs;
  const { undirected, selfLoops, shared } = options;
  checkCount(nodeCount, 'nodeCount', 0);
  checkLength(head, tail.length, 'head');
  checkLength(weight, tail.length, 'weight');
  checkNodes(tail, nodeCount, 'tail');
  checkNodes(head, nodeCount, 'head');
  checkValues(weight, 'weight');
  checkCoordinates(arcs, nodeCount);

  // each pass walks the list once: forwards, then, where undirected, every arc but loops backwards
  const forEachArc = (visit: (from: number, to: number, i: number) => void): void => {
    for (let i = 0; i < tail.length; i++) {
      const u = tail[i];
      const v = head[i];
      if (u !== v) {
        visit(u, v, i);
        if (undirected) visit(v, u, i);
      } else if (selfLoops !== 'drop') visit(u, u, i);
    }
  };
  const next = new Uint32Array(reserve(`sorting the arcs of ${nodeCount} nodes`, 4 * nodeCount));
  let arcCount = 0;
  forEachArc((u) => {
    next[u]++;
    arcCount++;
  });
  const graph = allocateGraph(nodeCount, arcCount, !!x, shared);
  for (let u = 0, first = 0; u < nodeCount; u++) {
    first += next[u];
    graph.firstOut[u + 1] = first;
    next[u] = graph.firstOut[u];
  }
  forEachArc((u, v, i) => {
    const a = next[u]++;
    graph.head[a] = v;
    graph.weight[a] = weight[i] + 0; // + 0: no -0, whose bits are not ordered like the others
  });
  if (x && y) {
    graph.x?.set(x);
    graph.y?.set(y);
  }
  return withScale(
    options.parallelArcs === 'cheapest' ? keepCheapest(graph, next, shared) : graph,
    options.heuristicScale,
  );
}

/** The same graph with one arc, the cheapest, from a node to another. `seen` is scratch, one entry per node. */
function keepCheapest(graph: Graph, seen: Uint32Array, shared?: boolean): Graph {
  const { nodeCount, firstOut, head, weight, x, y } = graph;
  // arcs move down in place; seen[v] - 1 is where the arc to v went, if that is in this row
  let kept = 0;
  seen.fill(0);
  for (let u = 0, a = 0; u < nodeCount; u++) {
    const first = kept;
    for (const end = firstOut[u + 1]; a < end; a++) {
      const v = head[a];
      const at = seen[v] - 1;
      if (at >= first) weight[at] = Math.min(weight[at], weight[a]);
      else {
        head[kept] = v;
        weight[kept] = weight[a];
        seen[v] = ++kept;
      }
    }
    firstOut[u + 1] = kept;
  }
  if (kept === head.length) return graph;
  const result = allocateGraph(nodeCount, kept, !!x, shared);
  result.firstOut.set(firstOut);
  result.head.set(head.subarray(0, kept));
  result.weight.set(weight.subarray(0, kept));
  if (x && y) {
    result.x?.set(x);
    result.y?.set(y);
  }
  return result;
}

/** Writes the scale into the header: the largest that the arcs allow, or `scale`, refused if clearly above it. */
export function withScale(graph: Graph, scale?: number): Graph {
  const most = scale === 0 ? 0 : largestScale(graph);
  // 2^-19: where the weights are the lengths a caller may say 1
  if (scale !== undefined && !(scale >= 0 && scale * (1 - 2 ** -19) <= most)) {
    throw new RangeError(`heuristicScale is ${scale}, the arcs allow 0 to ${most}`);
  }
  const heuristicScale = roundDown(Math.min(scale ?? most, most));
  new Float32Array(graph.buffer)[W_SCALE] = heuristicScale;
  return { ...graph, heuristicScale };
}
