// The oracle: Dijkstra (1959) and A* (Hart, Nilsson and Raphael 1968) with a binary heap, written to be
// read. Entries of the heap are never changed; outdated ones are skipped when they come up.
import { nodeCountOf } from './build-grid.ts';
import { checkNode } from './check.ts';
import { checkQueries } from './queries.ts';
import { FOUND, NONE, NO_PATH, SOURCE_BLOCKED, TARGET_BLOCKED } from './constants.ts';
import { type Labels, labelsOf } from './labels.ts';
import type { Graph, Grid, Queries, Routes, Tree } from './types.ts';

/** The answer to one query; `path` holds the nodes from source to target, none where there is no path. */
export interface Route {
  readonly status: number;
  /** f32; `Infinity` where there is no path. */
  readonly cost: number;
  readonly path: number[];
}

/** Moves entry `i` of a binary heap of [key, node] down to its place. */
function siftDown(heap: [number, number][], i: number): void {
  for (;;) {
    let child = 2 * i + 1;
    if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
    if (child >= heap.length || heap[i][0] <= heap[child][0]) return;
    [heap[i], heap[child]] = [heap[child], heap[i]];
    i = child;
  }
}

/** Labels and parents of all nodes, or, with a target, of enough nodes to know the target's. */
function search(
  { relax, lowerBound, shrink }: Labels,
  nodeCount: number,
  source: number,
  target = NONE,
): { label: Float64Array; parent: Uint32Array } {
  const label = new Float64Array(nodeCount).fill(Infinity);
  const parent = new Uint32Array(nodeCount).fill(NONE);
  const keyOf = (u: number): number => label[u] + (target === NONE ? 0 : lowerBound(u, target));
  label[source] = 0;
  const heap: [key: number, node: number][] = [[keyOf(source), source]];
  while (heap.length > 0) {
    const [key, u] = heap[0];
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      siftDown(heap, 0);
    }
    // no path that is still open can end below the label that the target has
    if (target !== NONE && key * shrink >= label[target]) break;
    if (key > keyOf(u)) continue;
    relax(u, label[u], (v, d) => {
      if (d >= label[v]) return;
      label[v] = d;
      parent[v] = u;
      heap.push([keyOf(v), v]);
      for (let i = heap.length - 1; i > 0;) {
        const up = (i - 1) >> 1;
        if (heap[up][0] <= heap[i][0]) break;
        [heap[i], heap[up]] = [heap[up], heap[i]];
        i = up;
      }
    });
  }
  return { label, parent };
}

/**
 * Shortest paths from `source` to every node by Dijkstra's algorithm: slow and obvious, the oracle that
 * other solvers are tested against. From a blocked cell nothing is reached, not even itself.
 * Throws RangeError for a source out of range.
 */
export function referenceDijkstra(data: Graph | Grid, source: number): Tree {
  const nodeCount = nodeCountOf(data);
  checkNode(source, nodeCount, 'source');
  const labels = labelsOf(data);
  const { label, parent } = search(labels, nodeCount, source);
  if (!labels.isOpen(source)) label[source] = Infinity;
  return { source, dist: Float32Array.from(label, labels.toCost), parent };
}

/**
 * A shortest path by A*, with the Euclidean heuristic on graphs, the octile or Manhattan one on grids:
 * slow and obvious. Exact, to the last bit, also where rounding makes the heuristic inconsistent.
 * Status FOUND, NO_PATH, SOURCE_BLOCKED or TARGET_BLOCKED. Throws RangeError for nodes out of range.
 */
export function referenceAstar(data: Graph | Grid, source: number, target: number): Route {
  const nodeCount = nodeCountOf(data);
  checkNode(source, nodeCount, 'source');
  checkNode(target, nodeCount, 'target');
  const path: number[] = [];
  const labels = labelsOf(data);
  if (!labels.isOpen(source)) return { status: SOURCE_BLOCKED, cost: Infinity, path };
  if (!labels.isOpen(target)) return { status: TARGET_BLOCKED, cost: Infinity, path };
  const { label, parent } = search(labels, nodeCount, source, target);
  if (label[target] === Infinity) return { status: NO_PATH, cost: Infinity, path };
  for (let u = target; u !== NONE; u = parent[u]) path.push(u);
  return { status: FOUND, cost: labels.toCost(label[target]), path: path.reverse() };
}

/** `referenceAstar` for every query, in the shape in which solvers answer. */
export function referenceRoutes(data: Graph | Grid, queries: Queries): Routes {
  checkQueries(data, queries);
  const { count, source, target } = queries;
  const status = new Uint8Array(count);
  const cost = new Float32Array(count);
  const firstNode = new Uint32Array(count + 1);
  const node: number[] = [];
  for (let i = 0; i < count; i++) {
    const route = referenceAstar(data, source[i], target[i]);
    status[i] = route.status;
    cost[i] = route.cost;
    for (const u of route.path) node.push(u);
    firstNode[i + 1] = node.length;
  }
  return { count, status, cost, firstNode, node: Uint32Array.from(node) };
}
