// What the solvers are asked on a page and in Node: the same program runs in both places. It
// imports nothing that a page does not have.
import type { Graph, Grid, Queries, Routes, Tree } from '@wayfield/graph';
import { randomGrid, randomQueries, roadGraph } from '@wayfield/graph/generators';
import { createGpuSolver, createGpuTreeSolver, type GpuAlgorithm } from '../../src/index.ts';

export const ALGORITHMS: readonly GpuAlgorithm[] = ['astar', 'dijkstra', 'greedy'];
/** Few and small: a software driver pays for every barrier, the more the busier the machine. */
const QUERIES = 12;

/** A map and its queries. The sources of the first three are those of the trees. */
export interface PageProblem {
  readonly name: string;
  readonly data: Graph | Grid;
  readonly queries: Queries;
}

/** One invocation per search on the first grid, a workgroup on the others. */
export function pageProblems(): PageProblem[] {
  const maps: [string, Graph | Grid][] = [
    ['grid', randomGrid(21, 20, { seed: 91 })],
    ['grid, workgroups', randomGrid(24, 20, { seed: 92, neighbours: 4 })],
    ['graph', roadGraph(14, 12, { seed: 93 })],
  ];
  return maps.map(([name, data]) => {
    const queries = randomQueries(data, QUERIES, { seed: 94 });
    // one whose target is a wall, or cut off, or whatever node 0 is
    queries.target[7] = 0;
    return { name, data, queries };
  });
}

/** Plain numbers: what can be sent from a page. Floats as their bits. */
export interface Solved {
  readonly variant: string;
  readonly status: number[];
  readonly cost: number[];
  readonly firstNode: number[];
  readonly node: number[];
}

export interface SolvedTree {
  readonly source: number;
  readonly dist: number[];
  readonly parent: number[];
}

/** Answers of every algorithm on every map, and trees, by `map, algorithm`. */
export async function solveAll(
  device: GPUDevice,
): Promise<{ routes: Record<string, Solved>; trees: Record<string, SolvedTree[]> }> {
  const routes: Record<string, Solved> = {};
  const trees: Record<string, SolvedTree[]> = {};
  for (const { name, data, queries } of pageProblems()) {
    for (const algorithm of ALGORITHMS) {
      const variant = name === 'grid, workgroups' ? 'workgroup' : 'auto';
      const solver = await createGpuSolver(device, data, { algorithm, variant });
      const { status, cost, firstNode, node } = await solver.run(queries);
      routes[`${name}, ${algorithm}`] = {
        variant: solver.variant,
        status: [...status],
        cost: [...bits(cost)],
        firstNode: [...firstNode],
        node: [...node.subarray(0, firstNode[queries.count])],
      };
      solver.destroy();
    }
    const solver = await createGpuTreeSolver(device, data);
    const run = await solver.run(queries.source.slice(0, 3));
    trees[name] = run.trees.map(({ source, dist, parent }) => {
      return { source, dist: [...bits(dist)], parent: [...parent] };
    });
    solver.destroy();
  }
  return { routes, trees };
}

const bits = (values: Float32Array): Uint32Array =>
  new Uint32Array(values.buffer, values.byteOffset, values.length);
const floats = (words: readonly number[]): Float32Array =>
  new Float32Array(Uint32Array.from(words).buffer);

/** The routes again that a page sent. */
export function routesOf({ status, cost, firstNode, node }: Solved): Routes {
  return {
    count: status.length,
    status: Uint8Array.from(status),
    cost: floats(cost),
    firstNode: Uint32Array.from(firstNode),
    node: Uint32Array.from(node),
  };
}

/** The tree again that a page sent. */
export function treeOf({ source, dist, parent }: SolvedTree): Tree {
  return { source, dist: floats(dist), parent: Uint32Array.from(parent) };
}
