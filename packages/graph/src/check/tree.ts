import { checkMap, aTree } from './kinds.ts';
import { refuse } from '@wayfield/check';
import { nodeCountOf } from '../build/grid.ts';
import { checkArray, checkNode } from './check.ts';
import { NONE } from '../types/constants.ts';
import { labelsOf } from '../queries/labels.ts';
import type { Graph, Grid, Tree } from '../types/data.ts';

/**
 * Proves that `tree` holds the shortest paths from its source, by the certificate of linear
 * programming duality: following `parent` from the source outwards gives every reached node exactly
 * its `dist`, and no arc leads anywhere cheaper. Parents are followed from the source, never
 * trusted backwards, so a cycle of zero weights cannot vouch for itself. On uniform grids the paths
 * are counted again in ticks, so the proof is exact although `dist` is rounded. Linear in the
 * graph.
 *
 * Throws RangeError with the first node that fails the proof, or an entry out of range; TypeError
 * for arrays of another class. Labels in the text are ticks on uniform grids.
 */
export function validateTree(data: Graph | Grid, tree: Tree): void {
  checkMap(data);
  aTree(tree, 'tree');
  const { source, dist, parent } = tree;
  const nodeCount = nodeCountOf(data);
  checkNode(source, nodeCount, 'source');
  checkArray(dist, Float32Array, nodeCount, 'dist');
  checkArray(parent, Uint32Array, nodeCount, 'parent');
  const { isOpen, relax, toCost } = labelsOf(data);

  // labels along the tree, from the source outwards
  const label = new Float64Array(nodeCount).fill(Infinity);
  const order: number[] = [];
  if (isOpen(source)) {
    label[source] = 0;
    order.push(source);
  }
  if (parent[source] !== NONE)
    refuse(`parent[${source}]`, parent[source], 'NONE, it is the source');
  for (let i = 0; i < order.length; i++) {
    const u = order[i];
    relax(u, label[u], (v, d) => {
      // of parallel arcs the cheapest counts
      if (parent[v] !== u || d >= label[v]) return;
      if (label[v] === Infinity) order.push(v);
      label[v] = d;
    });
  }
  for (let v = 0; v < nodeCount; v++) {
    if (label[v] === Infinity && parent[v] !== NONE) {
      refuse(`parent[${v}]`, parent[v], 'a node with an arc to it on a path from the source');
    }
    const cost = toCost(label[v]);
    if (dist[v] !== cost) refuse(`dist[${v}]`, dist[v], `${cost}, what its path costs`);
  }
  for (const u of order) {
    relax(u, label[u], (v, d) => {
      if (d < label[v])
        refuse(`dist[${v}]`, dist[v], `less: ${d} by the arc from ${u}, not ${label[v]}`);
    });
  }
}
