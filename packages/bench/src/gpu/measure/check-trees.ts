import { type Graph, type Grid, isGrid, NONE, type Tree } from '@wayfield/graph';
import { validateTree } from '@wayfield/graph/validate';
import type { Difference } from '../../report/report.ts';
import type { Session } from '../../run/session.ts';
import { differingWords } from './same-words.ts';

/** The number of trees, evenly spread, that the slow validator of `@wayfield/graph` proves. */
const PROVED = 16;

/**
 * Compares every distance of the GPU's trees with the CPU's, bit for bit, and checks the parents;
 * reports each tree to the session. Returns the number of equal distances.
 */
export function checkTrees(
  session: Session,
  name: string,
  data: Graph | Grid,
  gpu: readonly Tree[],
  cpu: readonly Tree[],
): number {
  const differences: Difference[] = [];
  const every = Math.ceil(gpu.length / PROVED);
  let equal = 0;
  gpu.forEach((tree, query) => {
    const { source, dist } = tree;
    const differing = differingWords(dist, cpu[query].dist);
    equal += dist.length - differing;
    let what = differing > 0 ? `${differing} of ${dist.length} distances are not the CPU's` : '';
    const proved = what === '' && tree.parent.length > 0;
    try {
      if (proved && query % every === 0) validateTree(data, tree);
      else if (proved && !isGrid(data)) checkParents(data, tree);
    } catch (error) {
      what = (error as Error).message;
    }
    if (what)
      differences.push({ problem: name, solver: 'gpu tree', query, source, target: source, what });
  });
  const problem = { name, description: '', data, queries: NO_QUERIES };
  session.addAnswers(problem, gpu.length, differences);
  return equal;
}

const NO_QUERIES = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };

/** Throws unless every reached node except the source has a parent whose arc gives its distance. */
function checkParents({ nodeCount, firstOut, head, weight }: Graph, tree: Tree): void {
  const { source, dist, parent } = tree;
  const right = new Uint8Array(nodeCount);
  for (let u = 0; u < nodeCount; u++) {
    for (let a = firstOut[u], end = firstOut[u + 1]; a < end; a++) {
      const v = head[a];
      if (parent[v] === u && Math.fround(dist[u] + weight[a]) === dist[v]) right[v] = 1;
    }
  }
  for (let v = 0; v < nodeCount; v++) {
    const none = v === source || dist[v] === Infinity;
    if (none ? parent[v] === NONE : right[v] === 1) continue;
    throw new Error(`the parent of ${v} is ${parent[v]}, which is not on a shortest path`);
  }
}
