import { checkGraph, checkWeights, type Graph, heuristicScaleOf } from '@wayfield/graph';
import { createArena, createBlocks, createMemory, instantiateKernels } from '@wayfield/wasm';
import { fillLandmarks, type LandmarkTables, reserveLandmarks } from './landmarks.ts';
import type { MapHost } from './map-host.ts';
import type { Kernels } from './kernel-exports.ts';

/** All that a thread must know of a graph to search it: numbers only, so that it can be sent. */
export interface GraphLayout {
  readonly nodeCount: number;
  /** Addresses, see assembly/graph-state.ts. */
  readonly firstOut: number;
  readonly arcs: number;
  /** 0 where the graph has none. */
  readonly coordinates: number;
  /** One u32 per node: weak components. */
  readonly labels: number;
  /** The reverse graph, 0 until it is needed; the graph itself where every arc leads back. */
  firstIn: number;
  reverse: number;
  /** Scale of the straight line, at most what the weights allow now. */
  scale: number;
  /** The smallest weight above 0, `Infinity` where there is none. */
  leastWeight: number;
  /** Buckets of the queue per unit of cost. */
  density: number;
  /** Whether heaps order the buckets from the start. */
  ordered: boolean;
  /** Tables of landmarks, one for each number of them that solvers use. */
  readonly landmarks: LandmarkTables[];
}

/** Copies `graph` into a WebAssembly memory of its own. Throws RangeError for a graph that is not valid. */
export function createGraphMap(graph: Graph, module: WebAssembly.Module, shared: boolean): MapHost {
  checkGraph(graph);
  const { nodeCount, arcCount, x, y } = graph;
  // 12 bytes of records and labels a node and more: refuse at once what cannot fit
  const least = nodeCount * (x ? 24 : 16) + arcCount * 8;
  if (least > 2 ** 32) {
    throw new RangeError(
      `graph of ${nodeCount} nodes and ${arcCount} arcs needs at least ${least} bytes; WebAssembly memory ends at 4 GiB`,
    );
  }
  const arena = createArena(createMemory(shared));
  const blocks = createBlocks(arena);
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  const firstOut = blocks.allocate((nodeCount + 1) * 4);
  // searches read the arc at the end of a row even if the row is empty
  const arcs = blocks.allocate(arcCount * 8 + 16);
  const coordinates = x ? blocks.allocate(nodeCount * 8) : 0;
  const labels = blocks.allocate(nodeCount * 4);
  const layout: GraphLayout = {
    nodeCount,
    firstOut,
    arcs,
    coordinates,
    labels,
    firstIn: 0,
    reverse: 0,
    scale: 0,
    leastWeight: Infinity,
    density: 1,
    ordered: false,
    landmarks: [],
  };
  let version = 0;
  /** An arc weighs less than when the tables of landmarks were filled: their bounds may be too large. */
  let lightened = false;

  arena.words().set(graph.firstOut, firstOut / 4);
  copyPairs(arena.words(), arcs, graph.head, 0);
  if (x && y) {
    copyPairs(arena.floats(), coordinates, x, 0);
    copyPairs(arena.floats(), coordinates, y, 1);
  }
  readWeights();
  kernels.graphLabels(nodeCount, firstOut, arcs, labels);

  function readWeights(): void {
    const { weight } = graph;
    const floats = arena.floats();
    for (let a = 0; a < arcCount && !lightened; a++) {
      lightened = weight[a] < floats[arcs / 4 + 2 * a + 1];
    }
    copyPairs(floats, arcs, weight, 1);
    let smallest = Infinity;
    for (let a = 0; a < arcCount; a++) {
      if (weight[a] > 0 && weight[a] < smallest) smallest = weight[a];
    }
    layout.leastWeight = smallest;
    Object.assign(layout, queueShape(graph));
    // weights may have fallen since the graph was built
    if (version === 0) layout.scale = heuristicScaleOf(graph);
    else if (graph.heuristicScale > 0) {
      layout.scale = graph.heuristicScale;
      lowerScale(kernels.graphLargestScale(nodeCount, firstOut, arcs, coordinates));
    }
  }

  function lowerScale(largest: number): void {
    layout.scale = Math.min(layout.scale, largest * (1 - 2 ** -20));
  }

  /** The reverse graph, from the arcs as they are now. */
  function buildReverse(): void {
    if (layout.reverse === 0 || layout.reverse === arcs) {
      if (kernels.graphIsSymmetric(nodeCount, firstOut, arcs)) {
        layout.firstIn = firstOut;
        layout.reverse = arcs;
        return;
      }
      const firstIn = blocks.allocate((nodeCount + 1) * 4);
      layout.reverse = blocks.allocate(arcCount * 8 + 16);
      layout.firstIn = firstIn;
    }
    arena.words().fill(0, layout.firstIn / 4, layout.firstIn / 4 + nodeCount + 1);
    kernels.graphReverse(nodeCount, firstOut, arcs, layout.firstIn, layout.reverse);
  }

  function updateArcs(changed: ArrayLike<number>): void {
    for (let i = 0; i < changed.length; i++) {
      const a = changed[i];
      if (!Number.isInteger(a) || a < 0 || a >= arcCount) {
        throw new RangeError(`changed[${i}] is ${a}, the graph has ${arcCount} arcs`);
      }
    }
    checkWeights(graph.weight, nodeCount, 'weight', changed);
    const floats = arena.floats();
    for (let i = 0; i < changed.length; i++) {
      const weight = graph.weight[changed[i]];
      const at = arcs / 4 + 2 * changed[i] + 1;
      lightened ||= weight < floats[at];
      floats[at] = weight;
      if (weight > 0) layout.leastWeight = Math.min(layout.leastWeight, weight);
    }
    const twoWay = layout.reverse === arcs;
    let oneWay = false;
    for (let i = 0; i < changed.length; i++) {
      const address = arcs + changed[i] * 8;
      const tail = tailOf(changed[i]);
      if (layout.scale > 0) lowerScale(kernels.graphArcScale(coordinates, tail, address));
      if (twoWay) oneWay ||= !kernels.graphLeadsBack(firstOut, arcs, tail);
      else if (layout.reverse !== 0) {
        const head = arena.words()[address / 4];
        const { firstIn, reverse } = layout;
        kernels.graphReverseWeights(firstOut, arcs, firstIn, reverse, tail, head);
      }
    }
    if (oneWay) buildReverse();
  }

  /** The node whose row holds arc `a`: the last one whose row begins at or before it. */
  function tailOf(a: number): number {
    const words = arena.words();
    let low = 0;
    let high = nodeCount;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (words[firstOut / 4 + middle] <= a) low = middle;
      else high = middle;
    }
    return low;
  }

  function prepareLandmarks(count: number): void {
    const fill = (tables: LandmarkTables): void => {
      fillLandmarks(module, arena, layout, tables);
      version++;
    };
    // ways that led back at the same cost may no longer do so: then rows are longer
    const twoWay = layout.reverse === arcs;
    for (let i = layout.landmarks.length - 1; i >= 0; i--) {
      if (layout.landmarks[i].twoWay === twoWay) continue;
      blocks.free(layout.landmarks[i].address);
      layout.landmarks.splice(i, 1);
    }
    if (lightened) layout.landmarks.forEach(fill);
    lightened = false;
    if (layout.landmarks.some((tables) => tables.count === count)) return;
    const tables = reserveLandmarks(blocks, layout, count);
    layout.landmarks.push(tables);
    fill(tables);
  }

  return {
    arena,
    layout,
    blocks,
    version: () => version,
    prepare(sizes, exact, algorithm, landmarks = 0) {
      const size = sizes.find((s) => s !== 1);
      if (size !== undefined) {
        throw new RangeError(`agentSize is ${size}: on a graph agents have size 1`);
      }
      if (exact && coordinates === 0) {
        throw new RangeError('nearest needs coordinates, the graph has no x and y');
      }
      const both = algorithm === 'bidirectional' || landmarks > 0;
      if (both && layout.reverse === 0) {
        buildReverse();
        version++;
      }
      if (landmarks > 0) prepareLandmarks(landmarks);
    },
    relabel: () => undefined,
    update(changed) {
      if (changed === undefined) {
        checkWeights(graph.weight, nodeCount);
        version++;
        readWeights();
        if (layout.reverse !== 0) buildReverse();
      } else {
        updateArcs(changed);
        version++;
      }
    },
  };
}

/** Writes `values` into every second word from `address` on, beginning with the first or the second. */
function copyPairs(
  words: Uint32Array | Float32Array,
  address: number,
  values: ArrayLike<number>,
  second: 0 | 1,
): void {
  const first = address / 4 + second;
  for (let i = 0; i < values.length; i++) words[first + 2 * i] = values[i];
}

/**
 * A typical weight over the number of arcs of a node is a good width for buckets: wider ones settle
 * nodes twice, narrower ones hold too few. Measured in bench/README.md; a factor of 2 hardly shows.
 * The median of a sample, because means follow a few heavy arcs. Where a node has an arc shorter
 * than that all the same, as when weights differ by orders of magnitude or many are 0, unordered
 * buckets would settle nodes again and again.
 */
function queueShape({
  nodeCount,
  arcCount,
  weight,
}: Graph): Pick<GraphLayout, 'density' | 'ordered'> {
  const sample: number[] = [];
  // an odd stride does not keep step with the neighbours of a grid
  const stride = Math.floor(arcCount / 1024) | 1;
  for (let a = 0; a < arcCount; a += stride) sample.push(weight[a]);
  const positive = sample.filter((w) => w > 0).sort((a, b) => a - b);
  if (positive.length === 0) return { density: 1, ordered: true };
  const arcsPerNode = Math.max(1, arcCount / nodeCount);
  const width = positive[positive.length >> 1] / arcsPerNode;
  const short = sample.filter((w) => w < width).length / sample.length;
  return {
    density: Math.min(Math.max(1 / width, 2 ** -126), 2 ** 126),
    ordered: short * arcsPerNode > 1,
  };
}
