// The reference solvers: Dijkstra (1959) and A* (Hart, Nilsson and Raphael 1968) with a pairing
// heap (Fredman, Sedgewick, Sleator and Tarjan 1986), written to be read. No entry of the heap is
// changed; an outdated entry is skipped when it is taken from the heap.
import { checkMap } from '../check/kinds.ts';
import { nodeCountOf } from '../build/grid.ts';
import { checkNode } from '../check/check.ts';
import { checkQueries } from './queries.ts';
import { NONE } from '../types/constants.ts';
import { type Labels, labelsOf, statusOf } from './labels.ts';
import type { Graph, Grid, Queries, Routes, Tree } from '../types/data.ts';

/**
 * The answer to one query; `path` holds the nodes from source to target, none where there is no
 * path.
 */
export interface Route {
  readonly status: number;
  /** f32; `Infinity` where there is no path. */
  readonly cost: number;
  readonly path: number[];
}

/** An entry of the queue, and its children in the heap, each with children of its own. */
interface Entry {
  readonly key: number;
  readonly node: number;
  readonly label: number;
  readonly rest: Entry[];
}

function merge(a: Entry | undefined, b: Entry | undefined): Entry | undefined {
  if (!a || !b) return a ?? b;
  if (b.key < a.key) [a, b] = [b, a];
  a.rest.push(b);
  return a;
}

/** Labels and parents of all nodes; with a target, until the label of the target is final. */
function search(
  { isOpen, relax, lowerBound, shrink }: Labels,
  nodeCount: number,
  source: number,
  target = NONE,
): { label: Float64Array; parent: Uint32Array } {
  const label = new Float64Array(nodeCount).fill(Infinity);
  const parent = new Uint32Array(nodeCount).fill(NONE);
  let queue: Entry | undefined;
  const push = (node: number, d: number, u: number): void => {
    label[node] = d;
    parent[node] = u;
    const key = d + (target < NONE ? lowerBound(node, target) : 0);
    queue = merge(queue, { key, node, label: d, rest: [] });
  };
  if (isOpen(source) && isOpen(target)) push(source, 0, NONE);
  // The search ends when no path through a node of the queue can be shorter than the label of the
  // target, rounding included. Without a target label[NONE] is undefined, so the search ends when
  // the queue is empty.
  while (queue && !(queue.key * shrink >= label[target])) {
    const { node: u, label: d, rest } = queue as Entry;
    queue = undefined;
    while (rest.length) queue = merge(queue, merge(rest.pop(), rest.pop()));
    // outdated: u was pushed again with a smaller label
    if (d > label[u]) continue;
    relax(u, d, (v, e) => {
      if (e < label[v]) push(v, e, u);
    });
  }
  return { label, parent };
}

/**
 * Shortest paths from `source` to every node by Dijkstra's algorithm: slow and obvious, the
 * reference that other solvers are tested against. From a blocked cell nothing is reached, not even
 * itself. Throws RangeError for a source out of range.
 */
export function referenceDijkstra(data: Graph | Grid, source: number): Tree {
  checkMap(data);
  const nodeCount = nodeCountOf(data);
  checkNode(source, nodeCount, 'source');
  const labels = labelsOf(data);
  const { label, parent } = search(labels, nodeCount, source);
  return { source, dist: Float32Array.from(label, labels.toCost), parent };
}

/**
 * A shortest path by A*, with the Euclidean heuristic on graphs, the octile or Manhattan one on
 * grids: slow and obvious. Exact, to the last bit, also where rounding makes the heuristic
 * inconsistent. Status FOUND, NO_PATH, SOURCE_BLOCKED or TARGET_BLOCKED. Throws RangeError for
 * nodes out of range.
 */
export function referenceAstar(data: Graph | Grid, source: number, target: number): Route {
  checkMap(data);
  const nodeCount = nodeCountOf(data);
  checkNode(source, nodeCount, 'source');
  checkNode(target, nodeCount, 'target');
  const labels = labelsOf(data);
  const { label, parent } = search(labels, nodeCount, source, target);
  const found = label[target] < Infinity;
  const path: number[] = [];
  for (let u = found ? target : NONE; u !== NONE; u = parent[u]) path.push(u);
  return {
    status: statusOf(labels, source, target, () => found),
    cost: labels.toCost(label[target]),
    path: path.reverse(),
  };
}

/** `referenceAstar` for every query, in the shape in which solvers answer. */
export function referenceRoutes(data: Graph | Grid, queries: Queries): Routes {
  checkMap(data);
  checkQueries(data, queries);
  const { count, source, target } = queries;
  const found = Array.from(source, (s, i) => referenceAstar(data, s, target[i]));
  const firstNode = new Uint32Array(count + 1);
  found.forEach(({ path }, i) => (firstNode[i + 1] = firstNode[i] + path.length));
  return {
    count,
    status: Uint8Array.from(found, (route) => route.status),
    cost: Float32Array.from(found, (route) => route.cost),
    firstNode,
    node: Uint32Array.from(found.flatMap((route) => route.path)),
  };
}
