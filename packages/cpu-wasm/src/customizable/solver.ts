import { checkOptions, list } from '@wayfield/check';
import {
  checkGraph,
  checkNode,
  checkQueries,
  checkWeights,
  FOUND,
  type Graph,
  NONE,
} from '@wayfield/graph';
import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { answerOne, type PathSearcher, startBatch } from '../batch.ts';
import { KERNELS_BASE64 } from '../customizable.gen.ts';
import { unitOf } from '../hierarchy/hierarchy-map.ts';
import {
  aCustomizable,
  aGraph,
  checkHierarchyOptions,
  checkHierarchyRouteOptions,
  NO_OPTIONS,
  ONE_CELL,
  PERFECT_RULES,
} from '../options.ts';
import { copyIn, type CustomizableKernels } from './kernel-exports.ts';
import { createPerfectArcs, emitHierarchy } from './emit-hierarchy.ts';
import type {
  CustomizableHierarchy,
  CustomizableRouteOptions,
  CustomizableRunOptions,
  CustomizableSolver,
  CustomizableSolverOptions,
} from './types.ts';

const doNothing = (): void => undefined;
/**
 * Shares of the arcs: with more than CHANGED of them new, or more than TOUCHED to be looked at, it is sooner done
 * to customise all; fewer than so many arcs are always done one by one.
 */
const CHANGED = 1 / 512;
const TOUCHED = 1 / 48;
const LEAST_CHANGED = 64;
const LEAST_TOUCHED = 1024;

/**
 * A solver on a customizable hierarchy of a graph, customised with the graph's weights. Copies both into
 * WebAssembly memory. Throws RangeError for a graph that is not valid or not the one that the hierarchy
 * was built for, and when memory ends.
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
  const { nodeCount, arcCount, rank, levelStart } = customizable;
  const least = arcCount * 36 + nodeCount * 44 + graph.arcCount * 12;
  if (least > 2 ** 32) {
    throw new RangeError(
      `a hierarchy of ${nodeCount} nodes and ${arcCount} arcs needs at least ${least} bytes; WebAssembly memory ends at 4 GiB`,
    );
  }
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<CustomizableKernels>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const copy = (array: Uint32Array | Float32Array): number => copyIn(arena, blocks, array);
  const rows = copy(customizable.firstArc);
  const heads = copy(customizable.head);
  kernels.metricBind(nodeCount, arcCount, rows, heads);
  const graphArcs = blocks.allocate(graph.arcCount * 8);
  copyEverySecond(arena.words(), graphArcs / 4, graph.head);
  copyEverySecond(arena.floats(), graphArcs / 4 + 1, graph.weight);
  kernels.graphBind(
    copy(customizable.node),
    copy(graph.firstOut),
    graphArcs,
    copy(customizable.arcOf),
  );
  kernels.queryBind(copy(customizable.parent));
  kernels.unpackBind(levelStart.length - 1);
  const perfectArcs = createPerfectArcs(customizable, blocks, kernels);
  const { perfect = false } = options;
  /** Sums below it are exact, in whatever order they are made. */
  let exact = 0;
  /** An arc weighs nothing. */
  let zeros = false;
  let destroyed = false;
  customiseAll();

  function customiseAll(): void {
    const weights = new Float32Array(graph.arcCount);
    const floats = arena.floats();
    for (let a = 0; a < weights.length; a++) weights[a] = floats[graphArcs / 4 + 2 * a + 1];
    const facts = unitOf(weights);
    exact = 2 ** 24 * facts.unit;
    zeros = facts.zeros;
    kernels.takeWeights();
    kernels.customise();
    customised();
  }

  /** The weights of the hierarchy are new. */
  function customised(): void {
    perfectArcs.outdate();
    if (perfect) {
      const { up, down } = perfectArcs.make();
      kernels.queryArcs(up.rows, up.heads, up.weights, down.rows, down.heads, down.weights);
    } else {
      const [up, down] = [kernels.upWeight.value, kernels.downWeight.value];
      kernels.queryArcs(rows, heads, up, rows, heads, down);
    }
  }

  function alive(): void {
    if (destroyed) throw new Error('the solver was destroyed');
  }

  function updateArcs(changed: ArrayLike<number>): void {
    for (let i = 0; i < changed.length; i++) {
      const a = changed[i];
      if (!(Number.isInteger(a) && a >= 0 && a < graph.arcCount)) {
        throw new RangeError(`changed[${i}] is ${a}, the graph has ${graph.arcCount} arcs`);
      }
    }
    checkWeights(graph.weight, nodeCount, 'weight', changed);
    const floats = arena.floats();
    const values = new Float32Array(changed.length);
    for (let i = 0; i < changed.length; i++) {
      values[i] = floats[graphArcs / 4 + 2 * changed[i] + 1] = graph.weight[changed[i]];
    }
    // of the weights there were before, some may be gone: sums are exact at least up to this
    const facts = unitOf(values);
    exact = Math.min(exact, 2 ** 24 * facts.unit);
    zeros ||= facts.zeros;
    if (changed.length > Math.max(LEAST_CHANGED, arcCount * CHANGED)) return customiseAll();
    for (let i = 0; i < changed.length; i++) kernels.updateArc(changed[i]);
    if (kernels.updateRest(Math.ceil(Math.max(LEAST_TOUCHED, arcCount * TOUCHED))) === 0)
      customiseAll();
    else customised();
  }

  let found = 0;
  let count = 0;
  let dist = Infinity;
  const searcher: PathSearcher = {
    search(source, target, _size, _nearest, maxSettled) {
      if (count === 0 && found === FOUND) kernels.queryEnd();
      found = kernels.query(rank[source], rank[target], maxSettled);
      count = 0;
      dist = found === FOUND ? kernels.queryDist() : Infinity;
      if (found !== FOUND) kernels.queryEnd();
      return found;
    },
    cost() {
      if (dist < exact) return dist;
      unpack();
      return kernels.unpackCost();
    },
    pathLength() {
      unpack();
      return count;
    },
    path: () => kernels.unpackPath() >>> 0,
    settled: () => kernels.queryClimbed() >>> 0,
  };

  /** Takes the path last found apart, once; its labels are cleared then. */
  function unpack(): void {
    if (count > 0) return;
    const rounded = !(dist < exact);
    count = kernels.unpack(zeros || rounded ? 1 : 0, rounded ? 1 : 0);
    kernels.queryEnd();
  }

  return {
    backend: 'wasm',
    get memoryBytes() {
      return blocks.held();
    },
    run(queries, runOptions: CustomizableRunOptions = NO_OPTIONS) {
      alive();
      checkQueries(graph, queries);
      checkHierarchyOptions(runOptions);
      const batch = startBatch(searcher, arena, queries, ONE_CELL, runOptions, doNothing);
      batch.advance(Infinity);
      return batch.finish();
    },
    route(source, target, routeOptions: CustomizableRouteOptions = NO_OPTIONS) {
      alive();
      checkNode(source, nodeCount, 'source');
      checkNode(target, nodeCount, 'target');
      checkHierarchyRouteOptions(routeOptions);
      return answerOne(searcher, arena, source, target, routeOptions);
    },
    update(changed) {
      alive();
      if (changed !== undefined) {
        list(changed, 'changed');
        return updateArcs(changed);
      }
      checkWeights(graph.weight, nodeCount);
      copyEverySecond(arena.floats(), graphArcs / 4 + 1, graph.weight);
      customiseAll();
    },
    hierarchy(hierarchyOptions = {}) {
      alive();
      checkOptions('hierarchy', hierarchyOptions, PERFECT_RULES);
      const arcs = (hierarchyOptions.perfect ?? perfect) ? perfectArcs.make() : undefined;
      return emitHierarchy(customizable, arena, kernels, arcs);
    },
    destroy() {
      destroyed = true;
      blocks.freeAll();
    },
  };
}

/** Writes `values` into every second entry from `start` on. */
function copyEverySecond(
  to: Uint32Array | Float32Array,
  start: number,
  values: Uint32Array | Float32Array,
): void {
  for (let i = 0; i < values.length; i++) to[start + 2 * i] = values[i];
}

/** Throws RangeError unless every arc of the graph lies on the arc of the hierarchy that it is said to. */
function checkMatch(graph: Graph, customizable: CustomizableHierarchy): void {
  const { nodeCount, graphArcCount, rank, firstArc, head, arcOf } = customizable;
  if (graph.nodeCount !== nodeCount || graph.arcCount !== graphArcCount) {
    throw new RangeError(
      `the hierarchy is of ${nodeCount} nodes and ${graphArcCount} arcs, the graph has ${graph.nodeCount} and ${graph.arcCount}`,
    );
  }
  for (let u = 0; u < nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const place = arcOf[a];
      const [from, to] = [rank[u], rank[graph.head[a]]];
      const arc = place >>> 1;
      const lower = Math.min(from, to);
      const lies =
        from === to
          ? place === NONE
          : (place & 1) === (from > to ? 1 : 0) &&
            arc >= firstArc[lower] &&
            arc < firstArc[lower + 1] &&
            head[arc] === Math.max(from, to);
      if (!lies) {
        throw new RangeError(
          `arc ${a} from node ${u} to ${graph.head[a]} is not where the hierarchy has it: it was built for another graph`,
        );
      }
    }
  }
}
