import { checkCoordinates } from '../check/weights.ts';
import { checkCount } from '../check/check.ts';
import { object } from '@wayfield/check';
import type { Graph } from '../types/data.ts';

const anObject = object({}, 'a Graph');

/**
 * The nodes along the Hilbert curve through their coordinates (Hilbert 1891), on a grid of 2^16 by
 * 2^16 over their bounding square, coarser above 2^21 nodes: for `reorderGraph`.
 * Throws TypeError for a graph without coordinates.
 */
export function hilbertOrder(graph: Pick<Graph, 'nodeCount' | 'x' | 'y'>): Uint32Array {
  anObject(graph, 'graph');
  const { nodeCount, x, y } = graph;
  checkCount(nodeCount, 'nodeCount of graph', 0);
  if (x === undefined || y === undefined) throw new TypeError('the graph has no x and y');
  checkCoordinates(x, nodeCount, 'x');
  checkCoordinates(y, nodeCount, 'y');
  // key and node share a double: 2 * bits for the curve, the rest of its 53 for the node
  const bits = Math.min(16, (53 - Math.log2(nodeCount)) >> 1);
  const [fromX, toX] = range(x);
  const [fromY, toY] = range(y);
  const scale = (2 ** bits - 1) / (Math.max(toX - fromX, toY - fromY) || 1);

  const keys = new Float64Array(nodeCount);
  for (let u = 0; u < nodeCount; u++) {
    const px = (x[u] - fromX) * scale;
    const py = (y[u] - fromY) * scale;
    let state = 0;
    let key = 0;
    // a machine of four states, two bits per entry (Warren, Hacker's Delight, 2012, figure 16-8)
    for (let b = bits; b--;) {
      const row = 2 * (4 * state + 2 * ((px >> b) & 1) + ((py >> b) & 1));
      key = 4 * key + ((0x361e9cb4 >> row) & 3);
      state = (0x8fe65831 >> row) & 3;
    }
    keys[u] = key * nodeCount + u;
  }
  keys.sort();
  const order = new Uint32Array(nodeCount);
  for (let i = 0; i < nodeCount; i++) order[i] = keys[i] % nodeCount;
  return order;
}

function range(values: Float32Array): [number, number] {
  let [least, most] = [values[0], values[0]];
  for (let i = 1; i < values.length; i++) {
    least = Math.min(least, values[i]);
    most = Math.max(most, values[i]);
  }
  return [least, most];
}
