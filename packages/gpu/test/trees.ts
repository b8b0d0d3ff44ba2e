// What the tests of the tree solver share: proofs that trees are shortest, and that each node with
// several possible parents has the promised one.
import {
  forEachStep,
  type Graph,
  type Grid,
  isGrid,
  NONE,
  nodeCountOf,
  referenceDijkstra,
  type Tree,
  uniformCost,
} from '@wayfield/graph';
import { validateTree } from '@wayfield/graph/validate';
import { sameArray } from '@wayfield/testing';
import { createGpuTreeSolver, type TreeRun, type TreeSolverOptions } from '../src/index.ts';

/** Solves with a solver of its own and proves every tree. */
export async function proveTrees(
  device: GPUDevice,
  data: Graph | Grid,
  sources: readonly number[],
  options: TreeSolverOptions = {},
): Promise<TreeRun> {
  const solver = await createGpuTreeSolver(device, data, options);
  try {
    const run = await solver.run(sources);
    sameArray(
      run.trees.map((tree) => tree.source),
      sources,
      'sources',
    );
    for (const tree of run.trees) proveTree(data, tree);
    return run;
  } finally {
    solver.destroy();
  }
}

/** The distances of the reference, bit for bit; a valid tree; the first of all possible parents. */
export function proveTree(data: Graph | Grid, tree: Tree): void {
  const reference = referenceDijkstra(data, tree.source);
  sameArray(bitsOf(tree.dist), bitsOf(reference.dist), `distances from ${tree.source}`);
  validateTree(data, tree);
  sameArray(tree.parent, firstParents(data, tree), `parents from ${tree.source}`);
}

export const bitsOf = (array: Float32Array): Uint32Array =>
  new Uint32Array(array.buffer, array.byteOffset, array.length);

/** An arc or step that a label is the sum of. */
interface Tight {
  readonly order: number;
  readonly tail: number;
  readonly strict: boolean;
}

/**
 * The parents that the solver promises: the first tight arc (on grids the lowest direction) from a
 * smaller label; nodes without one in turns, by the first from a node that already has its parent.
 */
function firstParents(data: Graph | Grid, tree: Tree): Uint32Array {
  const count = nodeCountOf(data);
  const { label, plus } = labelsAlong(data, tree);
  const tight: Tight[][] = Array.from({ length: count }, () => []);
  let arc = 0;
  for (let u = 0; u < count; u++) {
    forEachStep(data, u, (v, weight, diagonal) => {
      const order = isGrid(data) ? directionOf(data, u, v) : arc++;
      if (label[u] === Infinity || plus(label[u], weight, diagonal) !== label[v]) return;
      tight[v].push({ order, tail: u, strict: label[u] < label[v] });
    });
  }
  for (const arcs of tight) arcs.sort((a, b) => a.order - b.order);
  const parent = new Uint32Array(count).fill(NONE);
  const waiting = new Set<number>();
  for (let v = 0; v < count; v++) {
    if (v === tree.source || label[v] === Infinity) continue;
    const first = tight[v].find(({ strict }) => strict);
    if (first) parent[v] = first.tail;
    else waiting.add(v);
  }
  while (waiting.size > 0) {
    const found = [...waiting].flatMap((v) => {
      const first = tight[v].find(({ tail }) => !waiting.has(tail));
      return first ? [[v, first.tail] as const] : [];
    });
    if (found.length === 0) throw new Error(`${waiting.size} nodes can have no parent`);
    for (const [v, tail] of found) {
      parent[v] = tail;
      waiting.delete(v);
    }
  }
  return parent;
}

/** What is compared, ticks on uniform grids, found along the tree; and how a step adds to it. */
function labelsAlong(
  data: Graph | Grid,
  { source, dist, parent }: Tree,
): { label: Float64Array; plus: (label: number, weight: number, diagonal: boolean) => number } {
  if (!isGrid(data) || !uniformCost(data)) {
    return {
      label: Float64Array.from(dist),
      plus: (label, weight) => Math.fround(label + weight),
    };
  }
  const [straight, diagonal] = data.neighbours === 8 ? [2378, 3363] : [1, 0];
  const label = new Float64Array(dist.length).fill(Infinity);
  if (dist[source] === 0) label[source] = 0;
  const ticksOf = (v: number): number => {
    const way = [v];
    while (label[way.at(-1)!] === Infinity) way.push(parent[way.at(-1)!]);
    for (let i = way.length - 2; i >= 0; i--) {
      const u = way[i + 1];
      label[way[i]] = label[u] + (directionOf(data, u, way[i]) > 3 ? diagonal : straight);
    }
    return label[v];
  };
  for (let v = 0; v < dist.length; v++) if (parent[v] !== NONE) ticksOf(v);
  return { label, plus: (l, _, slanted) => l + (slanted ? diagonal : straight) };
}

/** E W S N SE SW NE NW */
function directionOf({ width }: Grid, u: number, v: number): number {
  const dx = (v % width) - (u % width);
  const dy = Math.floor(v / width) - Math.floor(u / width);
  if (dy === 0) return dx > 0 ? 0 : 1;
  if (dx === 0) return dy > 0 ? 2 : 3;
  return 4 + (dy > 0 ? 0 : 2) + (dx > 0 ? 0 : 1);
}
