import { checkOptions } from '@wayfield/check';
import { checkGraph, type Graph } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { openKernels } from '@wayfield/wasm';
import { type Kernels, KERNELS_BASE64 } from '../hierarchy.gen.ts';
import { inSteps } from '../in-steps.ts';
import { aGraph, BUILD_RULES } from '../options.ts';
import { PROGRESS_MS } from '../progress.ts';
import { emitHierarchy } from './emit.ts';

/** Options of `buildHierarchy`. */
export interface BuildHierarchyOptions {
  /** Called at most every 50 ms, and at the end, with the number of contracted nodes. */
  onProgress?: (done: number, count: number) => void;
  /** Looked at about every 10 ms; an aborted build throws the signal's reason. */
  signal?: AbortSignal;
}

/** Most nodes of a graph: sort keys of emit.ts hold 27 bits of a rank and 26 of an index. */
const MAX_NODES = 2 ** 26;
/**
 * Nodes that a witness search may settle when a node's importance is computed (WEIGH_BUDGET), and
 * when the node is contracted (CONTRACT_BUDGET). On rome weigh budgets of 50, 100 and 200 differ by
 * 3 % in arcs. A node is contracted once and weighed several times, so the second may be larger.
 */
const WEIGH_BUDGET = 100;
const CONTRACT_BUDGET = 500;

/**
 * The contraction hierarchy of a graph with its current weights (Geisberger, Sanders, Schultes and
 * Delling 2008; the order is that of RoutingKit, Dibbelt, Strasser and Wagner). The
 * same graph gives the same hierarchy on every machine. A hierarchy holds for these weights only:
 * after a change build it again.
 *
 * Takes about 20 us per node of a road network. Dense graphs, and random graphs, which have no
 * roads more important than others, need much more time and memory. The hierarchy has no arcs for
 * self-loops and, of parallel arcs, one for the cheapest. Weights of 0 are allowed.
 *
 * Throws RangeError for a graph that is not valid, of more than 2^26 nodes, and when memory ends;
 * the signal's reason when aborted.
 *
 * @example
 * let share = 0;
 * const onProgress = (done: number, count: number) => (share = done / count);
 * const hierarchy = buildHierarchy(graph, { onProgress });
 * const solver = createHierarchySolver(graph, hierarchy);
 * console.log(share, solver.route(source, target).path.length); // 1 59
 */
export function buildHierarchy(graph: Graph, options: BuildHierarchyOptions = {}): Hierarchy {
  aGraph(graph, 'graph');
  checkOptions('buildHierarchy', options, BUILD_RULES);
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  checkGraph(graph);
  const { nodeCount, firstOut, head, weight } = graph;
  if (nodeCount > MAX_NODES) {
    throw new RangeError(`the graph has ${nodeCount} nodes, a hierarchy at most ${MAX_NODES}`);
  }
  const { arena, kernels, put } = openKernels<Kernels>(KERNELS_BASE64);
  kernels.contractLoad(
    nodeCount,
    put(firstOut),
    put(head),
    put(weight),
    WEIGH_BUDGET,
    CONTRACT_BUDGET,
  );

  let reported = performance.now();
  /** Throws if aborted; reports the contracted nodes, at most every 50 ms. */
  const look = (done: number): void => {
    signal?.throwIfAborted();
    const now = performance.now();
    if (onProgress === undefined || now - reported < PROGRESS_MS) return;
    reported = now;
    onProgress(done, nodeCount);
    signal?.throwIfAborted();
  };
  inSteps((from, count) => {
    const to = Math.min(nodeCount, from + count);
    kernels.contractWeigh(from, to);
    look(0);
    return to;
  }, nodeCount);
  inSteps((_, count) => {
    const done = nodeCount - (kernels.contractSome(count) >>> 0);
    look(done);
    return done;
  }, nodeCount);
  const hierarchy = emitHierarchy(
    nodeCount,
    arena.words(),
    arena.floats(),
    kernels.contractNodes() >>> 0,
  );
  onProgress?.(nodeCount, nodeCount);
  return hierarchy;
}
