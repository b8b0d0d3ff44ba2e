// Jump point search (Harabor and Grastien, 2011; here without corner cutting) in plain JavaScript
// with typed arrays: the published algorithm without bit tricks or WebAssembly.
import type { Grid } from '@wayfield/graph';
import { createSearchState, type PlainSearch } from './plain-grid-astar.ts';

const NOWHERE = -1;

/**
 * Jumps over open cells to the next jump point. A jumper knows the grid and the goal, and nothing
 * of the search.
 */
function createJumper({ width, height, cost }: Grid) {
  let goal = 0;

  function open(x: number, y: number): boolean {
    return x >= 0 && x < width && y >= 0 && y < height && cost[y * width + x] > 0;
  }

  /** The next jump point straight ahead of (x, y), or NOWHERE. */
  function straight(x: number, y: number, dx: number, dy: number): number {
    for (;;) {
      // the cells beside the cell that is left
      const blockedLeft = !open(x + dy, y + dx);
      const blockedRight = !open(x - dy, y - dx);
      x += dx;
      y += dy;
      if (!open(x, y)) return NOWHERE;
      const node = y * width + x;
      if (node === goal) return node;
      // forced: a cell beside this one that could not be reached one step earlier
      if (blockedLeft && open(x + dy, y + dx)) return node;
      if (blockedRight && open(x - dy, y - dx)) return node;
    }
  }

  /** The next jump point diagonally ahead: the goal, or a cell where a straight jump succeeds. */
  function diagonal(x: number, y: number, dx: number, dy: number): number {
    for (;;) {
      if (!open(x + dx, y) || !open(x, y + dy) || !open(x + dx, y + dy)) return NOWHERE;
      x += dx;
      y += dy;
      const node = y * width + x;
      if (node === goal) return node;
      if (straight(x, y, dx, 0) !== NOWHERE || straight(x, y, 0, dy) !== NOWHERE) return node;
    }
  }

  return {
    straight,
    diagonal,
    aimAt(node: number): void {
      goal = node;
    },
  };
}

/**
 * Jump point search on a grid of 8 neighbours, one cost for all open cells, corners 'never'. Costs
 * are doubles.
 */
export function createPlainGridJps(grid: Grid): PlainSearch {
  const { width, height, cost } = grid;
  const state = createSearchState(width * height);
  const { dist, parent, seen, heap } = state;
  const factor = cost.find((c) => c > 0) ?? 1;
  const { straight, diagonal, aimAt } = createJumper(grid);

  function expand(u: number, dx: number, dy: number): void {
    const x = u % width,
      y = (u / width) | 0;
    const v = dx !== 0 && dy !== 0 ? diagonal(x, y, dx, dy) : straight(x, y, dx, dy);
    const { open, target } = state;
    if (v === NOWHERE || seen[v] > open) return;
    const vx = v % width,
      vy = (v / width) | 0;
    const d = dist[u] + octile(Math.abs(vx - x), Math.abs(vy - y));
    if (seen[v] === open && d >= dist[v]) return;
    seen[v] = open;
    dist[v] = d;
    parent[v] = u;
    const left = octile(Math.abs(vx - (target % width)), Math.abs(vy - ((target / width) | 0)));
    heap.push(d + left, v);
  }

  /** Jumps into every direction that a shortest path through `u` from its parent can take. */
  function expandAll(u: number, source: number): void {
    if (u === source) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) if (dx !== 0 || dy !== 0) expand(u, dx, dy);
      }
      return;
    }
    const p = parent[u];
    const dx = Math.sign((u % width) - (p % width));
    const dy = Math.sign(((u / width) | 0) - ((p / width) | 0));
    expand(u, dx, dy);
    if (dx !== 0 && dy !== 0) {
      expand(u, dx, 0);
      expand(u, 0, dy);
      return;
    }
    // forced neighbours lie to the sides and diagonally ahead
    expand(u, dy, dx);
    expand(u, -dy, -dx);
    expand(u, dx + dy, dy + dx);
    expand(u, dx - dy, dy - dx);
  }

  function search(source: number, target: number): number {
    Object.assign(state, { source, target, found: false, settled: 0 });
    if (!(cost[source] > 0) || !(cost[target] > 0)) return Infinity;
    aimAt(target);
    state.begin(source);
    while (heap.size > 0) {
      const u = heap.pop();
      if (seen[u] > state.open) continue; // an entry with an older, larger key
      seen[u]++;
      state.settled++;
      if (u === target) {
        state.found = true;
        return dist[u] * factor;
      }
      expandAll(u, source);
    }
    return Infinity;
  }

  return {
    search,
    path: () => fillIn(state.path(), width),
    get settled() {
      return state.settled;
    },
    get memoryBytes() {
      return state.memoryBytes();
    },
  };
}

function octile(dx: number, dy: number): number {
  return dx > dy ? dx + (Math.SQRT2 - 1) * dy : dy + (Math.SQRT2 - 1) * dx;
}

/** Every cell of a path of jump points, which straight or diagonal lines join. */
function fillIn(points: readonly number[], width: number): number[] {
  const path = points.slice(0, 1);
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    const step =
      Math.sign((to % width) - (from % width)) +
      Math.sign(((to / width) | 0) - ((from / width) | 0)) * width;
    for (let v = from; v !== to;) path.push((v += step));
  }
  return path;
}
