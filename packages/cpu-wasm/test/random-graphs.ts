import {
  buildGraph,
  buildQueries,
  type Graph,
  largestWeight,
  type Queries,
  SMALLEST_WEIGHT,
} from '@wayfield/graph';
import fc from 'fast-check';
import { numbers } from './random-grids.ts';

/** Ways to draw a weight from a number in [0, 1). */
const WEIGHTS: readonly ((r: number) => number)[] = [
  () => 1,
  () => 0,
  (r) => Math.floor(r * 4),
  (r) => r,
  (r) => (r < 0.5 ? 0 : r),
  // so far apart that small ones vanish in the sums
  (r) => 10 ** (24 * r - 12),
  // the smallest there are, and nearly the largest for 60 nodes
  (r) => (r < 0.1 ? 1e36 : 2 ** -126 * (1 + 3 * r)),
];

/** Multiplies a weight of a graph, as far as the limits of weights allow. */
export function multiplyWeight({ nodeCount, weight }: Graph, arc: number, factor: number): void {
  const product = weight[arc] * factor;
  weight[arc] = product && Math.min(Math.max(product, SMALLEST_WEIGHT), largestWeight(nodeCount));
}

export interface RandomGraphOptions {
  maxNodes?: number;
  /** Coordinates and weights not below the straight line times 0.5. */
  coordinates?: boolean;
}

/**
 * Small random graphs: sparse and dense, one-way and two-way, with self-loops, parallel arcs,
 * several components, and weights of every kind.
 */
export function anyGraph({
  maxNodes = 40,
  coordinates = false,
}: RandomGraphOptions = {}): fc.Arbitrary<Graph> {
  return fc
    .record({
      nodeCount: fc.integer({ min: 1, max: maxNodes }),
      arcsPerNode: fc.constantFrom(0.7, 1.2, 2, 5),
      undirected: fc.boolean(),
      weight: fc.constantFrom(...WEIGHTS),
      seed: fc.integer(),
    })
    .map(({ nodeCount, arcsPerNode, undirected, weight, seed }) =>
      randomGraph(nodeCount, arcsPerNode, weight, seed, { undirected, coordinates }),
    );
}

/** A graph of arcs between random nodes. */
export function randomGraph(
  nodeCount: number,
  arcsPerNode: number,
  weightOf: (r: number) => number,
  seed: number,
  { undirected = false, coordinates = false } = {},
): Graph {
  const random = numbers(seed);
  const node = (): number => Math.floor(random() * nodeCount);
  const count = Math.ceil(nodeCount * arcsPerNode);
  const tail = Array.from({ length: count }, node);
  const head = Array.from({ length: count }, node);
  const drawn = Array.from({ length: count }, () => weightOf(random()));
  if (!coordinates) return buildGraph({ nodeCount, tail, head, weight: drawn }, { undirected });
  const x = Float32Array.from({ length: nodeCount }, () => random() * 100 - 50);
  const y = Float32Array.from({ length: nodeCount }, () => random() * 100 - 50);
  const weight = tail.map((u, i) => {
    const length = Math.hypot(x[head[i]] - x[u], y[head[i]] - y[u]);
    return length * (0.5 + random()) + Math.min(drawn[i], 10);
  });
  return buildGraph({ nodeCount, tail, head, weight, x, y }, { undirected });
}

/**
 * A two-way street grid of side * side nodes with jittered coordinates, 30 % of the streets
 * missing, but none of those that leave the middle row or column.
 */
export function streets(side: number, seed: number): Graph {
  const random = numbers(seed);
  const nodeCount = side * side;
  const middle = side >> 1;
  const x = Float32Array.from({ length: nodeCount }, (_, i) => (i % side) + 0.8 * random());
  const y = Float32Array.from(
    { length: nodeCount },
    (_, i) => Math.floor(i / side) + 0.8 * random(),
  );
  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  const street = (u: number, v: number): void => {
    const main = Math.floor(u / side) === middle || u % side === middle;
    if (random() < 0.3 && !main) return;
    tail.push(u);
    head.push(v);
    weight.push(Math.hypot(x[u] - x[v], y[u] - y[v]) * (1 + 0.6 * random()));
  };
  for (let u = 0; u < nodeCount; u++) {
    if (u % side < side - 1) street(u, u + 1);
    if (u + side < nodeCount) street(u, u + side);
  }
  return buildGraph({ nodeCount, tail, head, weight, x, y }, { undirected: true });
}

/** `count` random pairs of nodes. */
export function nodePairs({ nodeCount }: Graph, count: number, seed: number): Queries {
  const random = numbers(seed);
  const node = (): number => Math.floor(random() * nodeCount);
  return buildQueries(Array.from({ length: count }, () => [node(), node()] as const));
}
