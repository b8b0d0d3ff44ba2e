import { buildGraph, buildGrid, buildQueries } from '@wayfield/graph';
import type { Graph, Grid, Queries, Routes } from '@wayfield/graph';
import type { SolverOptions } from '@wayfield/cpu-wasm';

/** What a solver said, as plain numbers that any message can carry. */
export interface Answer {
  readonly name: string;
  readonly status: number[];
  readonly cost: number[];
  readonly firstNode: number[];
  readonly node: number[];
}

/** One way to answer queries: a solver on this thread, or a pool. */
export type Solve = (
  map: Grid | Graph,
  options: SolverOptions,
  queries: Queries,
) => Promise<Routes>;

/** The seed of all maps and queries here. */
export const SEED = 20_111;

const WIDTH = 72;
const HEIGHT = 56;
const QUERIES = 60;

/** Answers the same seeded queries on a grid, a weighted grid and a graph, by every algorithm. */
export async function solveCases(solve: Solve): Promise<Answer[]> {
  const random = generator(SEED);
  const cells = WIDTH * HEIGHT;
  const queries = buildQueries({
    source: Array.from({ length: QUERIES }, () => Math.floor(random() * cells)),
    target: Array.from({ length: QUERIES }, () => Math.floor(random() * cells)),
  });
  const blocked = Array.from({ length: cells }, () => random() < 0.3);
  const cost = Array.from({ length: cells }, () => 1 + Math.floor(random() * 4));
  const size = { width: WIDTH, height: HEIGHT, blocked };
  const maps: [string, Grid | Graph, readonly NonNullable<SolverOptions['algorithm']>[]][] = [
    [
      'uniform grid',
      buildGrid(size),
      ['astar', 'dijkstra', 'bidirectional', 'greedy', 'jps', 'jps+'],
    ],
    ['4-neighbour grid', buildGrid({ ...size, neighbours: 4 }), ['astar']],
    ['weighted grid', buildGrid({ ...size, cost, corners: 'one-open' }), ['astar', 'dijkstra']],
    ['graph', ladder(cells, random), ['astar', 'dijkstra', 'bidirectional', 'greedy']],
  ];
  const answers: Answer[] = [];
  for (const [name, map, algorithms] of maps) {
    for (const algorithm of algorithms) {
      const routes = await solve(map, { algorithm }, queries);
      answers.push({ name: `${name}, ${algorithm}`, ...plain(routes) });
    }
  }
  return answers;
}

/** A long strip of nodes with arcs to near ones: paths have many steps and many rivals. */
function ladder(nodeCount: number, random: () => number): Graph {
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  for (let u = 0; u < nodeCount; u++) {
    for (let k = 0; k < 3; k++) {
      const v = Math.min(nodeCount - 1, Math.max(0, u + Math.floor(random() * 161) - 80));
      tail.push(u);
      head.push(v);
      weight.push(Math.abs(u - v) * (1 + random()));
    }
  }
  const x = Array.from({ length: nodeCount }, (_, u) => u);
  return buildGraph({ nodeCount, tail, head, weight, x, y: x.map(() => 0) });
}

function plain({ count, status, cost, firstNode, node }: Routes): Omit<Answer, 'name'> {
  return {
    status: Array.from(status.subarray(0, count)),
    cost: Array.from(cost.subarray(0, count)),
    firstNode: Array.from(firstNode.subarray(0, count + 1)),
    node: Array.from(node.subarray(0, firstNode[count])),
  };
}

/** Numbers in [0, 1), the same everywhere (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
