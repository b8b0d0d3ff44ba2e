import { checkOptions } from '@wayfield/check';
import { checkGraph, type Graph } from '@wayfield/graph';
import {
  type Arena,
  type Blocks,
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { KERNELS_BASE64 } from '../customizable.gen.ts';
import { aGraph, BUILD_CUSTOMIZABLE_RULES } from '../options.ts';
import { copyIn, type CustomizableKernels, wordsOut } from './kernel-exports.ts';
import type { BuildCustomizableOptions, CustomizableHierarchy } from './types.ts';

const DIRECTIONS = 8;
/** Nodes kept apart on either side of a separator, of those to be divided: measured in bench/README.md. */
const SHARE = 0.25;
/** Nodes looked at, once for each direction, between two looks at the clock. */
const WORK = 100_000;
const PROGRESS_MS = 50;

/** A graph in the memory of kernels of its own, without its weights. */
interface Workplace {
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: CustomizableKernels;
  readonly firstOut: number;
  readonly head: number;
}

function openWorkplace(graph: Graph): Workplace {
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<CustomizableKernels>(
    compileKernels(KERNELS_BASE64),
    arena.memory,
    blocks.reallocate,
  );
  const firstOut = copyIn(arena, blocks, graph.firstOut);
  const head = copyIn(arena, blocks, graph.head);
  kernels.buildNeighbours(graph.nodeCount, firstOut, head);
  return { arena, blocks, kernels, firstOut, head };
}

/**
 * Orders the nodes of a graph by nested dissection and completes it to a hierarchy for whatever weights:
 * they are not looked at. For graphs with small separators, such as roads (0.5 s for 234,000 nodes and 9 s
 * for a million on one core, 2.5 to 5 arcs a node); where there are none, as in random graphs, the
 * hierarchy is too large to be of use. Deterministic.
 *
 * Throws RangeError for a graph or an order that is not valid, and when WebAssembly memory ends.
 */
export function buildCustomizable(
  graph: Graph,
  options: BuildCustomizableOptions = {},
): CustomizableHierarchy {
  aGraph(graph, 'graph');
  checkGraph(graph);
  checkOptions('buildCustomizable', options, BUILD_CUSTOMIZABLE_RULES);
  const { directions = DIRECTIONS, order, onProgress, signal } = options;
  if (order !== undefined) checkOrder(order, graph.nodeCount);
  signal?.throwIfAborted();
  const place = openWorkplace(graph);
  const address = place.blocks.allocate(graph.nodeCount * 4);
  if (order !== undefined) place.arena.words().set(order, address / 4);
  else dissect(place, graph, address, directions, onProgress, signal);
  place.kernels.rankNodes(graph.nodeCount, address, 0);
  const built = completeHierarchy(place, graph);
  onProgress?.(graph.nodeCount, graph.nodeCount);
  return built;
}

/** The hierarchy of a graph whose nodes have these ranks; undefined where they are not sorted by level. */
export function completeRanks(graph: Graph, node: Uint32Array): CustomizableHierarchy | undefined {
  const place = openWorkplace(graph);
  const sorted = place.kernels.rankNodes(
    graph.nodeCount,
    copyIn(place.arena, place.blocks, node),
    1,
  );
  return sorted === 0 ? undefined : completeHierarchy(place, graph);
}

/** Throws RangeError unless `order` has every node once. */
export function checkOrder(order: ArrayLike<number>, nodeCount: number): void {
  if (order.length !== nodeCount) {
    throw new RangeError(`order has ${order.length} entries, the graph has ${nodeCount} nodes`);
  }
  const seen = new Uint8Array(nodeCount);
  for (let i = 0; i < nodeCount; i++) {
    const v = order[i];
    if (!(Number.isInteger(v) && v >= 0 && v < nodeCount)) {
      throw new RangeError(`order[${i}] is ${v}, the graph has ${nodeCount} nodes`);
    }
    if (seen[v] === 1) throw new RangeError(`order[${i}] is ${v}, which it has already`);
    seen[v] = 1;
  }
}

function dissect(
  { arena, blocks, kernels }: Workplace,
  { nodeCount, x, y }: Graph,
  order: number,
  directions: number,
  onProgress: BuildCustomizableOptions['onProgress'],
  signal: AbortSignal | undefined,
): void {
  const reduced = kernels.reduce(nodeCount, order) >>> 0;
  kernels.buildCore(nodeCount);
  const xs = x && y ? copyIn(arena, blocks, x) : 0;
  const ys = x && y ? copyIn(arena, blocks, y) : 0;
  kernels.dissectBegin(xs, ys, directions, SHARE);
  let reported = performance.now();
  for (;;) {
    const done = reduced + (kernels.dissectSome(WORK) >>> 0);
    if (done === nodeCount) break;
    const now = performance.now();
    if (now - reported < PROGRESS_MS) continue;
    reported = now;
    onProgress?.(done, nodeCount);
    signal?.throwIfAborted();
  }
  kernels.dissectEnd(order + reduced * 4);
}

/** Completes the graph, its nodes ranked, and copies everything out. */
function completeHierarchy(place: Workplace, graph: Graph): CustomizableHierarchy {
  const { arena, blocks, kernels, firstOut, head } = place;
  const { nodeCount, arcCount: graphArcCount } = graph;
  kernels.complete(nodeCount);
  const arcOf = blocks.allocate(graphArcCount * 4);
  kernels.mapArcs(nodeCount, firstOut, head, arcOf);
  const arcCount = kernels.arcCount.value >>> 0;
  return {
    nodeCount,
    graphArcCount,
    arcCount,
    rank: wordsOut(arena, kernels.rank, nodeCount),
    node: wordsOut(arena, kernels.node, nodeCount),
    levelStart: wordsOut(arena, kernels.levelStart, kernels.levelCount.value + 1),
    parent: wordsOut(arena, kernels.parent, nodeCount),
    firstArc: wordsOut(arena, kernels.firstArc, nodeCount + 1),
    head: wordsOut(arena, kernels.arcHead, arcCount),
    arcOf: arena.words().slice(arcOf / 4, arcOf / 4 + graphArcCount),
  };
}
