import { someArcs } from '../check/kinds.ts';
import { checkLength, checkOptions, flag, number, oneOf, type OptionRules } from '@wayfield/check';
import { checkCount, checkNodes, checkScale } from '../check/check.ts';
import { LARGEST_SCALE, largestScale } from './heuristic-scale.ts';
import { allocate, graphShape, reserve } from '../binary/layout.ts';
import type { Graph } from '../types/data.ts';
import { checkCoordinates, checkWeights } from '../check/weights.ts';

/** Arcs in any order: arc `i` goes from `tail[i]` to `head[i]` and costs `weight[i]`. */
export interface ArcList {
  readonly nodeCount: number;
  readonly tail: ArrayLike<number>;
  readonly head: ArrayLike<number>;
  /** 0, or from 2^-126 to 2^126 / nodeCount (`largestWeight`); rounded to f32. */
  readonly weight: ArrayLike<number>;
  /**
   * One entry per node, in metres or cells, from -2^60 to 2^60; rounded to f32. Both or neither.
   */
  readonly x?: ArrayLike<number>;
  readonly y?: ArrayLike<number>;
}

/** Options of `buildGraph`. */
export interface BuildGraphOptions {
  /** Every arc also leads back at the same cost. Default false. */
  undirected?: boolean;
  /** What to do with several arcs from one node to another. Default 'keep'. */
  parallelArcs?: 'keep' | 'cheapest';
  /** What to do with arcs from a node to itself. Default 'keep'. */
  selfLoops?: 'keep' | 'drop';
  /**
   * Cost per unit of straight-line distance that no path undercuts; 0 = no heuristic. Default: the
   * largest that the arcs allow, computed; 0 where they set no limit. A scale above the largest by
   * a share of up to 2^-19 is cut to the largest. A scale larger than that, or than 2^64, throws.
   */
  heuristicScale?: number;
  /** Put the graph into a `SharedArrayBuffer`. Default false. */
  shared?: boolean;
}

/** What the options of `buildGraph` must be. */
export const RULES: OptionRules = {
  undirected: flag,
  parallelArcs: oneOf('keep', 'cheapest'),
  selfLoops: oneOf('keep', 'drop'),
  heuristicScale: number(),
  shared: flag,
};

/**
 * Sorts a list of arcs into a `Graph`: a counting sort by tail, so the arcs of a node keep the
 * order of the list. Copies; the arrays given are neither kept nor changed. Linear in nodes and
 * arcs.
 *
 * Throws RangeError for nodes out of range, weights and coordinates outside their limits, arrays of
 * different lengths, lists of more than 2^32 - 2 arcs (undirected: half as many; self-loops that
 * are dropped count), and graphs that do not fit into memory.
 *
 * @example
 * const graph = buildGraph({ nodeCount: 3, tail: [0, 1], head: [1, 2], weight: [2, 5] });
 * for (let a = graph.firstOut[1]; a < graph.firstOut[2]; a++) {
 *   console.log(graph.head[a], graph.weight[a]); // 2 5
 * }
 */
export function buildGraph(arcs: ArcList, options: BuildGraphOptions = {}): Graph {
  someArcs(arcs, 'arcs');
  checkOptions('buildGraph', options, RULES);
  const { nodeCount, tail, head, weight, x, y } = arcs;
  const arcCount = tail.length;
  checkCount(nodeCount, 'nodeCount', 0);
  checkLength(head, arcCount, 'head');
  checkLength(weight, arcCount, 'weight');
  // before loops: the counts of the sort would exceed a u32
  checkCount(options.undirected ? 2 * arcCount : arcCount, 'arcCount', 0);
  checkNodes(tail, nodeCount, 'tail');
  checkNodes(head, nodeCount, 'head');
  checkWeights(weight, nodeCount);
  if (x !== undefined || y !== undefined) {
    checkCoordinates(x!, nodeCount, 'x');
    checkCoordinates(y!, nodeCount, 'y');
  }

  const forEachArc = (visit: (u: number, v: number, i: number) => void): void => {
    for (let i = 0; i < arcCount; i++) {
      const u = tail[i];
      const v = head[i];
      if (u !== v) {
        visit(u, v, i);
        if (options.undirected) visit(v, u, i);
      } else if (options.selfLoops !== 'drop') visit(u, u, i);
    }
  };
  const scratch = (entries: number): Uint32Array =>
    new Uint32Array(reserve(`sorting the arcs of ${nodeCount} nodes`, 4 * entries));
  // Counting sort with one array. First, first[u + 2] counts the arcs of u. After the prefix sums,
  // first[u + 1] is where the arcs of u start. Each arc placed adds one, so that in the end
  // first[u + 1] is where the arcs of u end, and first is `firstOut`.
  const first = scratch(nodeCount + 2);
  forEachArc((u) => first[u + 2]++);
  for (let u = 0; u < nodeCount; u++) first[u + 2] += first[u + 1];
  const total = first[nodeCount + 1];
  const to = scratch(total);
  const arc = scratch(total);
  forEachArc((u, v, i) => {
    const a = first[u + 1]++;
    to[a] = v;
    arc[a] = i;
  });

  let kept = total;
  if (options.parallelArcs === 'cheapest') {
    // Kept arcs close up. seen[v] - 1 is the new place of the last kept arc to v; a place before
    // `start` belongs to an earlier row and does not count.
    const seen = scratch(nodeCount);
    kept = 0;
    for (let u = 0, a = 0; u < nodeCount; u++) {
      const start = kept;
      for (; a < first[u + 1]; a++) {
        const v = to[a];
        let at = seen[v] - 1;
        if (!(at >= start)) {
          at = kept++;
          seen[v] = kept;
          to[at] = v;
        } else if (weight[arc[at]] <= weight[arc[a]]) continue;
        arc[at] = arc[a];
      }
      first[u + 1] = kept;
    }
  }

  const graph = allocate(graphShape(nodeCount, kept, x), options.shared) as Graph;
  graph.firstOut.set(first.subarray(0, nodeCount + 1));
  graph.head.set(to.subarray(0, kept));
  // + 0 turns -0 into 0: the bits of -0 order above those of all other weights
  for (let a = 0; a < kept; a++) graph.weight[a] = weight[arc[a]] + 0;
  if (x && y) {
    graph.x!.set(x);
    graph.y!.set(y);
  }

  return { ...graph, heuristicScale: scaleOf(graph, options.heuristicScale) };
}

/** The scale that a caller asked for, or the largest; at most the largest. */
function scaleOf(graph: Graph, scale: number | undefined): number {
  const most = scale === 0 ? 0 : largestScale(graph);
  // `most` is the share 2^-20 below what the arcs allow. A caller who knows that weights are
  // lengths may say 1, which exceeds `most` by that share. So up to twice that share is accepted,
  // and the scale is then cut to `most`.
  if (scale !== undefined) checkScale(scale, Math.min(most * (1 + 2 ** -19), LARGEST_SCALE));
  return Math.fround(Math.min(scale ?? (most < Infinity ? most : 0), most));
}
