import { nodeCountOf } from './build-grid.ts';
import { checkArray, checkNode } from './check.ts';
import { NONE } from './constants.ts';
import { labelsOf } from './labels.ts';
import type { Graph, Grid, Tree } from './types.ts';

/**
 * Proves that `tree` holds the shortest paths from its source, by the certificate of linear
 * programming duality: following `parent` from the source outwards gives every reached node exactly
 * its `dist`, and no arc leads anywhere cheaper. Parents are followed from the source, never trusted
 * backwards, so a cycle of zero weights cannot vouch for itself. On uniform grids the paths are
 * counted again in ticks, so the proof is exact although `dist` is rounded. Linear in the graph.
 *
 * Throws an Error with the first node or arc that contradicts (labels are ticks on uniform grids); a RangeError or TypeError where the
 * arrays do not fit the graph.
 */
export function validateTree(data: Graph | Grid, tree: Tree): void {
  const { source, dist, parent } = tree;
  const nodeCount = nodeCountOf(data);
  checkNode(source, nodeCount, 'source');
  checkArray(dist, 'Float32Array', nodeCount, 'dist');
  checkArray(parent, 'Uint32Array', nodeCount, 'parent');
  const { isOpen, relax, toCost } = labelsOf(data);

  // labels along the tree, from the source outwards
  const label = new Float64Array(nodeCount).fill(Infinity);
  const order: number[] = [];
  if (isOpen(source)) {
    label[source] = 0;
    order.push(source);
  }
  if (parent[source] !== NONE)
    throw new Error(`parent[${source}] of the source is ${parent[source]}, expected NONE`);
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
      throw new Error(
        `parent[${v}] is ${parent[v]}, but no arcs along the parents lead from the source to ${v}`,
      );
    }
    const cost = toCost(label[v]);
    if (dist[v] !== cost) throw new Error(`dist[${v}] is ${dist[v]}, its path costs ${cost}`);
  }
  for (const u of order) {
    relax(u, label[u], (v, d) => {
      if (d < label[v]) {
        throw new Error(
          `dist[${v}] is ${dist[v]}, the arc from ${u} lowers its label from ${label[v]} to ${d}`,
        );
      }
    });
  }
}
