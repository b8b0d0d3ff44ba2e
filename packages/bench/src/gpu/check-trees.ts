import { type Graph, type Grid, type Tree, validateTree } from '@wayfield/graph';
import type { Difference } from '../report/report.ts';
import type { Session } from '../session.ts';
import { differingWords } from './same-words.ts';

/**
 * Holds every distance of the GPU's trees against the CPU's, bit for bit, and proves their parents; tells
 * the session of each tree. Returns how many distances are equal.
 */
export function checkTrees(
  session: Session,
  name: string,
  data: Graph | Grid,
  gpu: readonly Tree[],
  cpu: readonly Tree[],
): number {
  const differences: Difference[] = [];
  let equal = 0;
  gpu.forEach((tree, query) => {
    const { source, dist } = tree;
    const differing = differingWords(dist, cpu[query].dist);
    equal += dist.length - differing;
    let what = differing > 0 ? `${differing} of ${dist.length} distances are not the CPU's` : '';
    try {
      if (!what && tree.parent.length > 0) validateTree(data, tree);
    } catch (error) {
      what = (error as Error).message;
    }
    if (!what) return;
    differences.push({ problem: name, solver: 'gpu tree', query, source, target: source, what });
  });
  const problem = { name, description: '', data, queries: NO_QUERIES };
  session.addAnswers(problem, gpu.length, differences);
  return equal;
}

const NO_QUERIES = { count: 0, source: new Uint32Array(0), target: new Uint32Array(0) };
