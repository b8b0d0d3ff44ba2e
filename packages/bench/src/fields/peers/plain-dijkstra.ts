// The study's two Dijkstra programs, written again without their faults (sections 4.4.1 and 4.4.2).
// A cost is that of entering a cell, a diagonal step costs the same as a straight one, and the tree
// is rooted at the goal.
import type { Grid } from '@wayfield/graph';
import { KeyedHeap } from '../../run/peers/heap.ts';

/** A tree of least costs to the goal. */
export interface GoalTree {
  readonly dist: Float64Array;
  /** The next cell towards the goal; -1 at the goal and where there is no path. */
  readonly next: Int32Array;
  /**
   * Sequential: cells taken from the queue, including walls beside reached cells. Parallel: rounds.
   */
  readonly iterations: number;
}

/**
 * The sequential program: a queue ordered by cost, then by cell; only a lower cost replaces. Walls
 * are queued and not expanded: no other reading gives the study's 1,024 cells on maps with walls
 * and its 701 on the map without a path.
 */
export function sequentialDijkstra(grid: Grid, goal: number): GoalTree {
  const { cost } = grid;
  const dist = new Float64Array(cost.length).fill(Infinity);
  const next = new Int32Array(cost.length).fill(-1);
  const done = new Uint8Array(cost.length);
  const walls = new Set<number>();
  const heap = new KeyedHeap(2);
  // distance and cell in one key, exact in a double. Costs must be multiples of 1/2, as those of
  // the study's maps are: their parts of the key then differ by at least the number of cells
  const keyOf = (v: number): number => dist[v] * cost.length * 2 + v;
  dist[goal] = 0;
  heap.push(keyOf(goal), goal);
  let iterations = 0;
  while (heap.size > 0) {
    const u = heap.pop();
    if (done[u]) continue;
    done[u] = 1;
    iterations++;
    forNeighbours(grid, u, (v) => {
      if (cost[v] === 0) {
        walls.add(v);
        return;
      }
      const d = dist[u] + cost[v];
      if (!(d < dist[v])) return;
      dist[v] = d;
      next[v] = u;
      heap.push(keyOf(v), v);
    });
  }
  return { dist, next, iterations: iterations + walls.size };
}

/**
 * The parallel program: each round takes all waiting cells whose cost is at most one more than the
 * least, as a whole number.
 */
export function frontierDijkstra(grid: Grid, goal: number): GoalTree {
  const { cost } = grid;
  const dist = new Float64Array(cost.length).fill(Infinity);
  const next = new Int32Array(cost.length).fill(-1);
  const queued = new Uint8Array(cost.length);
  let waiting: number[] = [goal];
  dist[goal] = 0;
  queued[goal] = 1;
  let iterations = 0;
  while (waiting.length > 0) {
    const limit = Math.trunc(waiting.reduce((least, v) => Math.min(least, dist[v]), Infinity)) + 1;
    const frontier = waiting.filter((v) => dist[v] <= limit);
    waiting = waiting.filter((v) => dist[v] > limit);
    for (const u of frontier) queued[u] = 0;
    for (const u of frontier) {
      forNeighbours(grid, u, (v) => {
        const d = dist[u] + cost[v];
        if (cost[v] === 0 || !(d < dist[v])) return;
        dist[v] = d;
        next[v] = u;
        if (queued[v]) return;
        queued[v] = 1;
        waiting.push(v);
      });
    }
    iterations++;
  }
  return { dist, next, iterations };
}

/** The cells from `start` to the goal; empty where there is no path. */
export function walkTree({ next, dist }: GoalTree, start: number): number[] {
  if (dist[start] === Infinity) return [];
  const path = [start];
  for (let v = next[start]; v >= 0; v = next[v]) path.push(v);
  return path;
}

/** Cells around `u`, row by row. */
function forNeighbours({ width, height }: Grid, u: number, visit: (v: number) => void): void {
  const x = u % width;
  const y = (u - x) / width;
  for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
      const v = ny * width + nx;
      if (v !== u) visit(v);
    }
  }
}
