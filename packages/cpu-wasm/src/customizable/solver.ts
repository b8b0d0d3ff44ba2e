import { checkOptions, list } from '@wayfield/check';
import { checkGraph, checkNode, checkQueries, type Graph } from '@wayfield/graph';
import { createDestroyGuard, openKernels } from '@wayfield/wasm';
import { answerOne, startBatch } from '../batch.ts';
import { type Kernels, KERNELS_BASE64 } from '../customizable.gen.ts';
import {
  aCustomizable,
  aGraph,
  checkHierarchyOptions,
  checkHierarchyRouteOptions,
  NO_OPTIONS,
  ONE_CELL,
  PERFECT_RULES,
} from '../options.ts';
import { checkMatch } from './check-match.ts';
import { createPerfectArcs, emitHierarchy } from './emit.ts';
import { createMetric } from './metric.ts';
import { createCustomizableSearcher } from './searcher.ts';
import type {
  CustomizableHierarchy,
  CustomizableRouteOptions,
  CustomizableRunOptions,
  CustomizableSolver,
  CustomizableSolverOptions,
} from './types.ts';

/**
 * Bytes at least, without the arcs kept by `perfect`. Per arc of the hierarchy: upper end 4, the
 * same arcs by upper end 8, weights 8, halves 16. Per node: two rows 8, row of the graph 4, node of
 * a rank 4, parent 4, labels 16, two words of scratch 8. Per arc of the graph: 8 and its place 4.
 */
const LEAST_BYTES = { arc: 36, node: 44, graphArc: 12 } as const;

/**
 * A solver on a customizable hierarchy of a graph, customised with the graph's weights. Copies both
 * into WebAssembly memory. Throws RangeError for a graph that is not valid or not the one that the
 * hierarchy was built for, and when memory ends.
 *
 * @example
 * const solver = createCustomizableSolver(graph, buildCustomizable(graph));
 * const before = solver.route(source, target).cost;
 * graph.weight[arc] *= 2;
 * solver.update([arc]);
 * const { cost, path } = solver.route(source, target);
 * console.log(cost >= before, path.length); // true 59
 */
export function createCustomizableSolver(
  graph: Graph,
  customizable: CustomizableHierarchy,
  options: CustomizableSolverOptions = {},
): CustomizableSolver {
  aGraph(graph, 'graph');
  aCustomizable(customizable, 'customizable');
  checkGraph(graph);
  checkOptions('createCustomizableSolver', options, PERFECT_RULES);
  checkMatch(graph, customizable);
  checkSize(graph, customizable);
  const { perfect = false } = options;
  const { nodeCount, rank, levelStart } = customizable;
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const { arena, blocks, kernels } = host;
  const perfectArcs = createPerfectArcs(customizable, host);
  const metric = createMetric(graph, customizable, host, perfectArcs, perfect);
  kernels.queryBind(host.put(customizable.parent));
  kernels.unpackBind(levelStart.length - 1);
  const searcher = createCustomizableSearcher(kernels, rank, metric);
  const guard = createDestroyGuard('solver');

  return {
    backend: 'wasm',
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, runOptions: CustomizableRunOptions = NO_OPTIONS) {
      guard.check();
      checkQueries(graph, queries);
      checkHierarchyOptions(runOptions);
      const batch = startBatch({ searcher, arena, guard }, queries, ONE_CELL, runOptions);
      batch.advance(Infinity);
      return batch.finish();
    },
    route(source, target, routeOptions: CustomizableRouteOptions = NO_OPTIONS) {
      guard.check();
      checkNode(source, nodeCount, 'source');
      checkNode(target, nodeCount, 'target');
      checkHierarchyRouteOptions(routeOptions);
      return answerOne(searcher, arena, source, target, routeOptions);
    },
    update(changed) {
      guard.check();
      if (changed === undefined) return metric.readAll();
      list(changed, 'changed');
      metric.readArcs(changed);
    },
    hierarchy(hierarchyOptions = {}) {
      guard.check();
      checkOptions('hierarchy', hierarchyOptions, PERFECT_RULES);
      const kept = (hierarchyOptions.perfect ?? perfect) ? perfectArcs.make() : undefined;
      return emitHierarchy(customizable, host, kept);
    },
    destroy() {
      if (guard.end()) blocks.freeAll();
    },
  };
}

/** Throws RangeError for what cannot fit into WebAssembly memory. */
function checkSize(graph: Graph, { nodeCount, arcCount }: CustomizableHierarchy): void {
  const { arc, node, graphArc } = LEAST_BYTES;
  const least = arcCount * arc + nodeCount * node + graph.arcCount * graphArc;
  if (least <= 2 ** 32) return;
  throw new RangeError(
    `a hierarchy of ${nodeCount} nodes and ${arcCount} arcs, of a graph of ${graph.arcCount} ` +
      `arcs, needs at least ${least} bytes; WebAssembly memory ends at 4 GiB`,
  );
}
