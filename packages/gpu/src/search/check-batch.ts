import { checkQueries, type Graph, type Grid, nodeCountOf, type Queries } from '@wayfield/graph';

/** Whether every entry is a node, without saying which one is not. */
function inRange(nodes: Uint32Array, nodeCount: number): boolean {
  for (let i = 0; i < nodes.length; i++) if (nodes[i] >= nodeCount) return false;
  return true;
}

/** `checkQueries`, which is slower, only for queries that have something wrong. */
export function checkBatch(data: Graph | Grid, queries: Queries): void {
  if (typeof queries !== 'object' || queries === null) checkQueries(data, queries);
  const { count, source, target } = queries;
  const nodes = nodeCountOf(data);
  for (const list of [source, target]) {
    const right = list instanceof Uint32Array && list.length === count && inRange(list, nodes);
    if (!right) checkQueries(data, queries);
  }
}
