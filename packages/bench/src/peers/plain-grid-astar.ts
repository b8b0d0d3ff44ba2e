// A* on a grid in plain JavaScript with typed arrays and a binary heap: what one gets without
// WebAssembly and without tricks. The yardstick of bar 3, and the optimum under any library's rule.
import type { Grid } from '@wayfield/graph';
import { KeyedHeap } from './heap.ts';
import type { MoveRule } from './rule.ts';

/** A search object whose arrays serve every query; a generation stamp stands in for clearing them. */
export interface PlainSearch {
  /** Least cost from `source` to `target`; `Infinity` where there is no path. */
  search(source: number, target: number): number;
  /** The nodes of the path last found, both ends included; empty where there was none. */
  path(): number[];
  /** Nodes settled by the last search. */
  readonly settled: number;
  readonly memoryBytes: number;
}

/** A* with the octile (4 neighbours: Manhattan) heuristic under `rule`; costs are doubles. */
export function createPlainGridAstar(grid: Grid, rule: MoveRule): PlainSearch {
  const { width, height, cost } = grid;
  const count = width * height;
  const dist = new Float64Array(count);
  const parent = new Uint32Array(count);
  const seen = new Uint32Array(count); // generation * 2, + 1 when settled
  const heap = new KeyedHeap(1);
  const diagonal = rule.neighbours === 8 ? rule.diagonal : 2;
  const byTwo = rule.neighbours === 8;
  const needs = rule.corners === 'never' ? 2 : rule.corners === 'one-open' ? 1 : 0;
  let least = Infinity;
  for (const c of cost) if (c > 0 && c < least) least = c;
  let generation = 0;
  let settled = 0;
  let last = { source: 0, target: 0, found: false };

  function relax(u: number, v: number, step: number, tx: number, ty: number): void {
    const open = generation * 2;
    if (seen[v] > open) return;
    const d = dist[u] + step * cost[v];
    if (seen[v] === open && d >= dist[v]) return;
    seen[v] = open;
    dist[v] = d;
    parent[v] = u;
    const dx = Math.abs((v % width) - tx),
      dy = Math.abs(((v / width) | 0) - ty);
    const h = dx > dy ? dx - dy + diagonal * dy : dy - dx + diagonal * dx;
    heap.push(d + least * h, v);
  }

  function search(source: number, target: number): number {
    last = { source, target, found: false };
    settled = 0;
    if (!(cost[source] > 0) || !(cost[target] > 0)) return Infinity;
    heap.clear();
    generation++;
    seen[source] = generation * 2;
    dist[source] = 0;
    heap.push(0, source);
    const closed = generation * 2 + 1;
    const tx = target % width,
      ty = (target / width) | 0;
    while (heap.size > 0) {
      const u = heap.pop();
      if (seen[u] === closed) continue; // it was pushed again with a smaller key
      seen[u] = closed;
      settled++;
      if (u === target) {
        last.found = true;
        return dist[u];
      }
      const x = u % width,
        y = (u / width) | 0;
      const e = x + 1 < width && cost[u + 1] > 0,
        w = x > 0 && cost[u - 1] > 0;
      const s = y + 1 < height && cost[u + width] > 0,
        n = y > 0 && cost[u - width] > 0;
      if (e) relax(u, u + 1, 1, tx, ty);
      if (w) relax(u, u - 1, 1, tx, ty);
      if (s) relax(u, u + width, 1, tx, ty);
      if (n) relax(u, u - width, 1, tx, ty);
      if (!byTwo) continue;
      const right = x + 1 < width,
        left = x > 0,
        down = y + 1 < height,
        up = y > 0;
      if (right && down && +e + +s >= needs && cost[u + width + 1] > 0)
        relax(u, u + width + 1, diagonal, tx, ty);
      if (left && down && +w + +s >= needs && cost[u + width - 1] > 0)
        relax(u, u + width - 1, diagonal, tx, ty);
      if (right && up && +e + +n >= needs && cost[u - width + 1] > 0)
        relax(u, u - width + 1, diagonal, tx, ty);
      if (left && up && +w + +n >= needs && cost[u - width - 1] > 0)
        relax(u, u - width - 1, diagonal, tx, ty);
    }
    return Infinity;
  }

  return {
    search,
    path: () => (last.found ? tracePath(parent, last.source, last.target) : []),
    get settled() {
      return settled;
    },
    get memoryBytes() {
      return dist.byteLength + parent.byteLength + seen.byteLength + heap.byteLength;
    },
  };
}

/** The nodes from `source` to `target` along `parent`. */
export function tracePath(parent: Uint32Array, source: number, target: number): number[] {
  const path = [target];
  for (let v = target; v !== source;) {
    v = parent[v];
    path.push(v);
  }
  return path.reverse();
}
