import { checkOptions } from '@wayfield/check';
import { checkGraph, type Graph } from '@wayfield/graph';
import { type KernelHost, openKernels } from '@wayfield/wasm';
import { type Kernels, KERNELS_BASE64 } from '../customizable.gen.ts';
import { aGraph, BUILD_CUSTOMIZABLE_RULES } from '../options.ts';
import { PROGRESS_MS } from '../progress.ts';
import type { BuildCustomizableOptions, CustomizableHierarchy } from './types.ts';

/** Default of the option `directions`. */
const DIRECTIONS = 8;
/**
 * Share of the nodes of a part that are sources, and share that are sinks, of the flow whose cut
 * becomes the separator. Measured in docs/lab-notes/cpu-wasm.md.
 */
const SHARE = 0.25;
/** Nodes looked at between two looks at the clock: `work` of `dissectSome`. */
const WORK = 100_000;

/** Rows and heads of a graph, at these addresses in the memory of kernels of its own. */
interface Workplace {
  readonly host: KernelHost<Kernels>;
  readonly firstOut: number;
  readonly head: number;
}

function openWorkplace(graph: Graph): Workplace {
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const firstOut = host.put(graph.firstOut);
  const head = host.put(graph.head);
  host.kernels.buildNeighbours(graph.nodeCount, firstOut, head);
  return { host, firstOut, head };
}

/**
 * Orders the nodes of a graph by nested dissection and completes the graph to a hierarchy that
 * serves all weights: the weights are not looked at. For graphs with small separators, such as
 * roads: 3 us per node on rome (234,000 nodes), 9 on FLA (a million), up to 16 on small dense
 * towns, 2.5 to 5 arcs per node. Random graphs have no small separators, and their hierarchies are
 * too large to be of use. The same graph gives the same hierarchy on every machine.
 *
 * Throws RangeError for a graph or an order that is not valid, and when WebAssembly memory ends;
 * the signal's reason when aborted.
 *
 * @example
 * const customizable = buildCustomizable(graph);
 * const solver = createCustomizableSolver(graph, customizable);
 * console.log(solver.route(source, target).path.length); // 59
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
  const { blocks, kernels, arena } = place.host;
  const address = blocks.allocate(graph.nodeCount * 4);
  if (order !== undefined) arena.words().set(order, address / 4);
  else dissect(place.host, graph, address, { ...options, directions });
  kernels.rankNodes(graph.nodeCount, address, 0);
  const built = completeHierarchy(place, graph);
  onProgress?.(graph.nodeCount, graph.nodeCount);
  return built;
}

/**
 * The hierarchy of a graph whose node of rank r is node[r]; undefined where these ranks are not
 * sorted by level.
 */
export function completeRanks(graph: Graph, node: Uint32Array): CustomizableHierarchy | undefined {
  const place = openWorkplace(graph);
  const { kernels, put } = place.host;
  const sorted = kernels.rankNodes(graph.nodeCount, put(node), 1);
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

/** Writes the order of contraction at address `order`: nodes of reduction, then of dissection. */
function dissect(
  { kernels, put }: KernelHost<Kernels>,
  { nodeCount, x, y }: Graph,
  order: number,
  { directions = DIRECTIONS, onProgress, signal }: BuildCustomizableOptions,
): void {
  const reduced = kernels.reduce(nodeCount, order) >>> 0;
  kernels.buildCore(nodeCount);
  kernels.dissectBegin(x && y ? put(x) : 0, x && y ? put(y) : 0, directions, SHARE);
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

/** Completes the graph, whose nodes are ranked, and copies the hierarchy out of the memory. */
function completeHierarchy(
  { host, firstOut, head }: Workplace,
  { nodeCount, arcCount: graphArcCount }: Graph,
): CustomizableHierarchy {
  const { arena, blocks, kernels } = host;
  const words = (address: number, count: number): Uint32Array<ArrayBuffer> => {
    const start = (address >>> 0) / 4;
    return Uint32Array.from(arena.words().subarray(start, start + count));
  };
  kernels.complete(nodeCount);
  const arcOf = blocks.allocate(graphArcCount * 4);
  kernels.mapArcs(nodeCount, firstOut, head, arcOf);
  const arcCount = kernels.completionArcCount() >>> 0;
  return {
    nodeCount,
    graphArcCount,
    arcCount,
    rank: words(kernels.orderRank(), nodeCount),
    node: words(kernels.orderNode(), nodeCount),
    levelStart: words(kernels.orderLevelStart(), kernels.orderLevelCount() + 1),
    parent: words(kernels.orderParent(), nodeCount),
    firstArc: words(kernels.completionFirstArc(), nodeCount + 1),
    head: words(kernels.completionHead(), arcCount),
    arcOf: words(arcOf, graphArcCount),
  };
}
