import {
  buildGraph,
  buildGrid,
  buildQueries,
  type Graph,
  type Grid,
  nodeCountOf,
  type Queries,
  referenceRoutes,
  type Routes,
  uniformCost,
  isGrid,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { randomWords, sameArray } from '@wayfield/testing';

/** Numbers from 0 to below 1. */
export function numbers(seed: number): () => number {
  const words = randomWords(4096, seed);
  let i = 0;
  return () => words[i++ % words.length] / 2 ** 32;
}

export function randomGrid(
  width: number,
  height: number,
  density: number,
  factors: readonly number[],
  rules: Partial<Pick<Grid, 'neighbours' | 'corners'>>,
): Grid {
  const random = numbers(width * 1000 + height);
  const cost = Array.from({ length: width * height }, () =>
    random() < density ? 0 : factors[Math.floor(random() * factors.length)],
  );
  return buildGrid({ width, height, cost, ...rules });
}

/** Nodes in a plane with arcs to the next ones, one way or both, and what is peculiar besides. */
export function randomGraph(nodeCount: number, seed: number): Graph {
  const random = numbers(seed);
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  const add = (u: number, v: number, w: number): void => {
    tail.push(u);
    head.push(v);
    weight.push(w);
  };
  // the last five nodes are apart
  const reached = nodeCount - 5;
  for (let u = 0; u < reached; u++) {
    for (let k = 0; k < 3; k++) {
      const v = Math.floor(random() * reached);
      const w = random() < 0.25 ? 0 : Math.fround(random() * 10);
      add(u, v, w);
      if (random() < 0.6) add(v, u, w);
      // parallel, dearer or as dear, and loops
      if (random() < 0.2) add(u, v, random() < 0.5 ? w : w + 1);
      if (random() < 0.1) add(u, u, random() < 0.5 ? 0 : 1);
    }
  }
  add(reached, reached + 1, 2);
  return buildGraph({ nodeCount, tail, head, weight });
}

/** Random pairs, some of them with the source as target. */
export function randomQueries(data: Graph | Grid, count: number, seed: number): Queries {
  const random = numbers(seed);
  const nodes = nodeCountOf(data);
  return buildQueries(
    Array.from({ length: count }, (_, i) => {
      const source = Math.floor(random() * nodes);
      return [source, i % 9 === 0 ? source : Math.floor(random() * nodes)] as const;
    }),
  );
}

/**
 * Throws unless the routes are paths of their cost, with the right status and, but for greedy ones,
 * the least cost: the same bits where costs are whole numbers or `exact`, else within f32 rounding.
 */
export function checkRoutes(
  data: Graph | Grid,
  queries: Queries,
  routes: Routes,
  algorithm: string,
  way = '',
): void {
  const expected = referenceRoutes(data, queries);
  validateRoutes(data, queries, routes);
  sameArray(routes.status, expected.status, `${way} ${algorithm}: status`);
  if (algorithm === 'greedy') return;
  const exact = algorithm === 'dijkstra' || (isGrid(data) && uniformCost(data) > 0);
  for (let q = 0; q < queries.count; q++) {
    const [got, least] = [routes.cost[q], expected.cost[q]];
    if (got === least || (!exact && Math.abs(got - least) <= 1e-6 * least)) continue;
    throw new Error(`${way} ${algorithm}: cost[${q}] is ${got}, expected ${least}`);
  }
}
