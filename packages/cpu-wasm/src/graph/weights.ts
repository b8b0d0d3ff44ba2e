import { checkWeights, type Graph } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../kernels.gen.ts';
import type { GraphLayout } from './layout.ts';
import { copyPairs } from './pairs.ts';

/**
 * The scale is smaller by this share than the largest one that the weights allow.
 * `heuristicScaleOf` of @wayfield/graph has the reason and computes the same in JavaScript.
 */
const SCALE_SLACK = 2 ** -20;

/** The weights of a graph in memory, and what the layout says about them. */
export interface GraphWeights {
  /** Takes over all of `graph.weight`. */
  readAll(): void;
  /** Throws RangeError for a number that is not an arc's, and for a weight that is not valid. */
  check(changed: ArrayLike<number>): void;
  /** Takes over the weights of these arcs. */
  readArcs(changed: ArrayLike<number>, tailOf: (arc: number) => number): void;
  /**
   * Whether an arc got a smaller weight since the last call of this function. Then bounds by
   * landmarks may overestimate.
   */
  takeFallen(): boolean;
}

/**
 * Keeps `scale` and `leastWeight` of a layout valid; `readAll` also sets `density` and `ordered`.
 */
export function createGraphWeights(
  graph: Graph,
  layout: GraphLayout,
  { arena, kernels }: KernelHost<Kernels>,
): GraphWeights {
  const { nodeCount, arcCount } = graph;
  const { firstOut, arcs, coordinates } = layout;
  let fallen = false;

  function lowerScale(largest: number): void {
    layout.scale = Math.min(layout.scale, largest * (1 - SCALE_SLACK));
  }

  return {
    readAll() {
      const { weight } = graph;
      const floats = arena.floats();
      for (let a = 0; a < arcCount && !fallen; a++) {
        fallen = weight[a] < floats[arcs / 4 + 2 * a + 1];
      }
      copyPairs(floats, arcs, weight, 1);
      let least = Infinity;
      for (let a = 0; a < arcCount; a++) {
        if (weight[a] > 0 && weight[a] < least) least = weight[a];
      }
      layout.leastWeight = least;
      Object.assign(layout, queueShape(graph));
      // weights may have fallen since the graph was built
      layout.scale = graph.heuristicScale;
      if (layout.scale > 0) {
        lowerScale(kernels.graphLargestScale(nodeCount, firstOut, arcs, coordinates));
      }
    },
    check(changed) {
      for (let i = 0; i < changed.length; i++) {
        const a = changed[i];
        if (!Number.isInteger(a) || a < 0 || a >= arcCount) {
          throw new RangeError(`changed[${i}] is ${a}, the graph has ${arcCount} arcs`);
        }
      }
      checkWeights(graph.weight, nodeCount, 'weight', changed);
    },
    readArcs(changed, tailOf) {
      const floats = arena.floats();
      for (let i = 0; i < changed.length; i++) {
        const a = changed[i];
        const weight = graph.weight[a];
        const at = arcs / 4 + 2 * a + 1;
        fallen ||= weight < floats[at];
        floats[at] = weight;
        if (weight > 0) layout.leastWeight = Math.min(layout.leastWeight, weight);
        if (layout.scale > 0) {
          lowerScale(kernels.graphArcScale(coordinates, tailOf(a), arcs + a * 8));
        }
      }
    },
    takeFallen() {
      const was = fallen;
      fallen = false;
      return was;
    },
  };
}

/**
 * The shape of the bucket queue. A good width of a bucket is a typical weight over the number of
 * arcs of a node: in wider buckets nodes are settled twice, narrower ones hold too few. Measured in
 * docs/lab-notes/cpu-wasm.md; a factor of 2 hardly shows. The typical weight is the median of a
 * sample, because a mean follows a few heavy arcs. If the average node has an arc shorter than that
 * width, as when weights differ by orders of magnitude or many are 0, unordered buckets would
 * settle nodes again and again, so heaps order them.
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
    // a normal f32, as kernels take it
    density: Math.min(Math.max(1 / width, 2 ** -126), 2 ** 126),
    ordered: short * arcsPerNode > 1,
  };
}
