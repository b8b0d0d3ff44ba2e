import { checkGraph, checkWeights, type Graph } from '@wayfield/graph';
import { openKernels } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';
import type { MapHost } from '../map-host.ts';
import { NEAREST_TARGET } from '../nearest.ts';
import { createLandmarkStore } from './landmarks.ts';
import type { GraphLayout } from './layout.ts';
import { copyPairs } from './pairs.ts';
import { createReverseGraph, SPARE_BYTES } from './reverse.ts';
import { createGraphWeights } from './weights.ts';

/** Copies `graph` into a WebAssembly memory of its own. Throws RangeError unless it is valid. */
export function createGraphMap(graph: Graph, module: WebAssembly.Module, shared: boolean): MapHost {
  checkGraph(graph);
  const { nodeCount, arcCount, x, y } = graph;
  // per node a row 4, a component 4, a record 8, and coordinates 8; per arc head and weight 8
  const least = nodeCount * (x ? 24 : 16) + arcCount * 8;
  if (least > 2 ** 32) {
    throw new RangeError(
      `graph of ${nodeCount} nodes and ${arcCount} arcs needs at least ${least} bytes; ` +
        'WebAssembly memory ends at 4 GiB',
    );
  }
  const host = openKernels<Kernels>(module, { shared });
  const { arena, blocks, kernels } = host;
  const layout: GraphLayout = {
    nodeCount,
    firstOut: host.put(graph.firstOut),
    arcs: blocks.allocate(arcCount * 8 + SPARE_BYTES),
    coordinates: x ? blocks.allocate(nodeCount * 8) : 0,
    components: blocks.allocate(nodeCount * 4),
    firstIn: 0,
    reverse: 0,
    scale: 0,
    leastWeight: Infinity,
    density: 1,
    ordered: false,
    landmarks: [],
  };
  copyPairs(arena.words(), layout.arcs, graph.head, 0);
  if (x && y) {
    copyPairs(arena.floats(), layout.coordinates, x, 0);
    copyPairs(arena.floats(), layout.coordinates, y, 1);
  }
  const weights = createGraphWeights(graph, layout, host);
  const reverse = createReverseGraph(host, layout, arcCount);
  const landmarkStore = createLandmarkStore(host, layout);
  let version = 0;
  weights.readAll();
  kernels.graphComponents(nodeCount, layout.firstOut, layout.arcs, layout.components);

  const tailOf = (arc: number): number => tailIn(arena.words(), layout, arc);

  return {
    module,
    arena,
    blocks,
    layout,
    version: () => version,
    prepare(sizes, nearest, { algorithm, landmarks }) {
      const size = sizes.find((s) => s !== 1);
      if (size !== undefined) {
        throw new RangeError(`agentSize is ${size}: on a graph agents have size 1`);
      }
      if ((nearest & NEAREST_TARGET) !== 0 && layout.coordinates === 0) {
        throw new RangeError('nearest needs coordinates, the graph has no x and y');
      }
      const backward = algorithm === 'bidirectional' || landmarks > 0;
      if (backward && layout.reverse === 0) {
        reverse.build();
        version++;
      }
      if (landmarks > 0) version += landmarkStore.prepare(landmarks, weights.takeFallen());
    },
    rebuildComponents: () => undefined,
    update(changed) {
      if (changed === undefined) {
        checkWeights(graph.weight, nodeCount);
        weights.readAll();
      } else {
        weights.check(changed);
        weights.readArcs(changed, tailOf);
      }
      reverse.change(changed, tailOf);
      version++;
    },
  };
}

/** The node whose row holds an arc: the last node whose row begins at or before it. */
function tailIn(words: Uint32Array, { firstOut, nodeCount }: GraphLayout, arc: number): number {
  let low = 0;
  let high = nodeCount;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (words[firstOut / 4 + middle] <= arc) low = middle;
    else high = middle;
  }
  return low;
}
