// A* on a graph whose arcs a function visits, with the arrays and the heap of the plain searches.
import type { Grid } from '@wayfield/graph';
import { createSearchState, type SearchState } from '../plain-grid-astar.ts';

/** Calls `arc` for every arc of a node: its head and its length. */
export type VisitArcs = (node: number, arc: (head: number, length: number) => void) => void;

/** A search on a graph of `count` nodes. */
export interface GraphSearch {
  readonly state: SearchState;
  /**
   * Least length of a path; `Infinity` without a path. Without a target all reachable nodes are
   * settled, and the result is 0. `toGo`: a lower bound of the length from a node to the target.
   */
  run(source: number, target: number | undefined, toGo: (node: number) => number): number;
  /** The length of the shortest path to a node that the last search settled; else `Infinity`. */
  lengthTo(node: number): number;
  /** The nodes from the source of the last search to a node that it settled. */
  pathTo(node: number): number[];
}

export function createGraphSearch(count: number, visit: VisitArcs): GraphSearch {
  const state = createSearchState(count);
  const { dist, parent, seen, heap } = state;
  let toGo: (node: number) => number = () => 0;
  let tail = 0;

  function relax(head: number, length: number): void {
    const { open } = state;
    if (seen[head] > open) return;
    const d = dist[tail] + length;
    if (seen[head] === open && d >= dist[head]) return;
    seen[head] = open;
    dist[head] = d;
    parent[head] = tail;
    heap.push(d + toGo(head), head);
  }

  const lengthTo = (node: number): number =>
    seen[node] === state.open + 1 ? dist[node] : Infinity;

  return {
    state,
    lengthTo,
    run(source, target, bound) {
      toGo = bound;
      state.source = source;
      state.settled = 0;
      state.begin(source);
      const closed = state.open + 1;
      while (heap.size > 0) {
        tail = heap.pop();
        if (seen[tail] === closed) continue;
        seen[tail] = closed;
        state.settled++;
        if (tail === target) return dist[tail];
        visit(tail, relax);
      }
      return target === undefined ? 0 : Infinity;
    },
    pathTo(node) {
      const path = [node];
      while (path[path.length - 1] !== state.source) path.push(parent[path[path.length - 1]]);
      return path.reverse();
    },
  };
}

/** The steps between open cells: 8 neighbours, corners 'never', one cost for all open cells. */
export function gridArcs({ width, height, cost }: Grid): VisitArcs {
  return (node, arc) => {
    const x = node % width;
    const y = (node / width) | 0;
    const east = x + 1 < width && cost[node + 1] > 0;
    const west = x > 0 && cost[node - 1] > 0;
    const south = y + 1 < height && cost[node + width] > 0;
    const north = y > 0 && cost[node - width] > 0;
    if (east) arc(node + 1, 1);
    if (west) arc(node - 1, 1);
    if (south) arc(node + width, 1);
    if (north) arc(node - width, 1);
    if (south && east && cost[node + width + 1] > 0) arc(node + width + 1, Math.SQRT2);
    if (south && west && cost[node + width - 1] > 0) arc(node + width - 1, Math.SQRT2);
    if (north && east && cost[node - width + 1] > 0) arc(node - width + 1, Math.SQRT2);
    if (north && west && cost[node - width - 1] > 0) arc(node - width - 1, Math.SQRT2);
  };
}

/** The length of a path between two cells of an empty grid. */
export function octile(width: number, a: number, b: number): number {
  const dx = Math.abs((a % width) - (b % width));
  const dy = Math.abs(((a / width) | 0) - ((b / width) | 0));
  return Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
}
