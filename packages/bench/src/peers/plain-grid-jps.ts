// Jump point search (Harabor and Grastien, 2011; here without corner cutting) in plain JavaScript with
// typed arrays: what the published algorithm gives without bit tricks or WebAssembly.
import type { Grid } from '@wayfield/graph';
import { KeyedHeap } from './heap.ts';
import { type PlainSearch, tracePath } from './plain-grid-astar.ts';

const NOWHERE = -1;

/**
 * Jump point search on a grid of 8 neighbours, one cost for all open cells, corners 'never'. Costs are
 * doubles.
 */
export function createPlainGridJps(grid: Grid): PlainSearch {
  const { width, height, cost } = grid;
  const count = width * height;
  const dist = new Float64Array(count);
  const parent = new Uint32Array(count);
  const seen = new Uint32Array(count); // generation * 2, + 1 when settled
  const heap = new KeyedHeap(1);
  const factor = cost.find((c) => c > 0) ?? 1;
  let generation = 0;
  let settled = 0;
  let goal = 0;
  let last = { source: 0, target: 0, found: false };

  function open(x: number, y: number): boolean {
    return x >= 0 && x < width && y >= 0 && y < height && cost[y * width + x] > 0;
  }

  /** The next jump point straight ahead of (x, y), or NOWHERE. */
  function jumpStraight(x: number, y: number, dx: number, dy: number): number {
    for (;;) {
      // the cells beside the one that is left
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

  /** The next jump point diagonally ahead: the goal, or a cell from which a straight jump succeeds. */
  function jumpDiagonal(x: number, y: number, dx: number, dy: number): number {
    for (;;) {
      if (!open(x + dx, y) || !open(x, y + dy) || !open(x + dx, y + dy)) return NOWHERE;
      x += dx;
      y += dy;
      const node = y * width + x;
      if (node === goal) return node;
      if (jumpStraight(x, y, dx, 0) !== NOWHERE || jumpStraight(x, y, 0, dy) !== NOWHERE)
        return node;
    }
  }

  function expand(u: number, dx: number, dy: number): void {
    const x = u % width,
      y = (u / width) | 0;
    const v = dx !== 0 && dy !== 0 ? jumpDiagonal(x, y, dx, dy) : jumpStraight(x, y, dx, dy);
    if (v === NOWHERE || seen[v] > generation * 2) return;
    const vx = v % width,
      vy = (v / width) | 0;
    const d = dist[u] + octile(Math.abs(vx - x), Math.abs(vy - y));
    if (seen[v] === generation * 2 && d >= dist[v]) return;
    seen[v] = generation * 2;
    dist[v] = d;
    parent[v] = u;
    const left = octile(Math.abs(vx - (goal % width)), Math.abs(vy - ((goal / width) | 0)));
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
    last = { source, target, found: false };
    settled = 0;
    if (!(cost[source] > 0) || !(cost[target] > 0)) return Infinity;
    goal = target;
    heap.clear();
    generation++;
    seen[source] = generation * 2;
    dist[source] = 0;
    heap.push(0, source);
    while (heap.size > 0) {
      const u = heap.pop();
      if (seen[u] > generation * 2) continue; // it was pushed again with a smaller key
      seen[u]++;
      settled++;
      if (u === target) {
        last.found = true;
        return dist[u] * factor;
      }
      expandAll(u, source);
    }
    return Infinity;
  }

  return {
    search,
    path: () => (last.found ? fillIn(tracePath(parent, last.source, last.target), width) : []),
    get settled() {
      return settled;
    },
    get memoryBytes() {
      return dist.byteLength + parent.byteLength + seen.byteLength + heap.byteLength;
    },
  };
}

function octile(dx: number, dy: number): number {
  return dx > dy ? dx + (Math.SQRT2 - 1) * dy : dy + (Math.SQRT2 - 1) * dx;
}

/** Every cell of a path of jump points, which are joined by straight or diagonal lines. */
function fillIn(points: readonly number[], width: number): number[] {
  const path = [points[0]];
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    const step =
      Math.sign((to % width) - (from % width)) +
      Math.sign(((to / width) | 0) - ((from / width) | 0)) * width;
    for (let v = from; v !== to;) path.push((v += step));
  }
  return path;
}
