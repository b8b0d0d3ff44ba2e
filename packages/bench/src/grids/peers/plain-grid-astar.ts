// A* on a grid in plain JavaScript with typed arrays and a binary heap, without WebAssembly and
// without tricks. It is a rival of the targets for grids, and gives the least cost under the rule
// of any library.
import type { Grid } from '@wayfield/graph';
import { KeyedHeap } from '../../run/peers/heap.ts';
import type { MoveRule } from '../../run/peers/rule.ts';

/**
 * A search object whose arrays are reused by every query; the number of the query stands in for
 * clearing them.
 */
export interface PlainSearch {
  /** Least cost from `source` to `target`; `Infinity` where there is no path. */
  search(source: number, target: number): number;
  /** The nodes of the last path, both ends included; empty where there is none. */
  path(): number[];
  /** Nodes settled by the last search. */
  readonly settled: number;
  readonly memoryBytes: number;
}

/** The arrays of a search, one entry per node, and the query that they belong to. */
export interface SearchState {
  readonly dist: Float64Array;
  readonly parent: Uint32Array;
  /** Twice the number of the query that reached a node, plus 1 when the node is settled. */
  readonly seen: Uint32Array;
  readonly heap: KeyedHeap;
  /** Twice the number of the query: what `seen` holds for nodes that are reached, not settled. */
  open: number;
  settled: number;
  source: number;
  target: number;
  found: boolean;
  /** Begins a query: the source has distance 0 and lies alone in the heap. */
  begin(source: number): void;
  /** The nodes from source to target of the last query; empty where there is no path. */
  path(): number[];
  memoryBytes(): number;
}

/** The state of a search on `count` nodes, before its first query. */
export function createSearchState(count: number): SearchState {
  const dist = new Float64Array(count);
  const parent = new Uint32Array(count);
  const seen = new Uint32Array(count);
  const heap = new KeyedHeap(1);
  return {
    dist,
    parent,
    seen,
    heap,
    open: 0,
    settled: 0,
    source: 0,
    target: 0,
    found: false,
    begin(source: number): void {
      heap.clear();
      this.open += 2;
      seen[source] = this.open;
      dist[source] = 0;
      heap.push(0, source);
    },
    path(): number[] {
      return this.found ? tracePath(parent, this.source, this.target) : [];
    },
    memoryBytes(): number {
      return dist.byteLength + parent.byteLength + seen.byteLength + heap.byteLength;
    },
  };
}

/** A* with the octile (4 neighbours: Manhattan) heuristic under `rule`; costs are doubles. */
export function createPlainGridAstar(grid: Grid, rule: MoveRule): PlainSearch {
  const { width, height, cost } = grid;
  const state = createSearchState(width * height);
  const { dist, parent, seen, heap } = state;
  // with 4 neighbours a diagonal is two steps, which makes the octile distance Manhattan's
  const diagonal = rule.neighbours === 8 ? rule.diagonal : 2;
  const hasDiagonals = rule.neighbours === 8;
  /** How many of the two cells beside a diagonal step must be open. */
  const needs = rule.corners === 'never' ? 2 : rule.corners === 'one-open' ? 1 : 0;
  let least = Infinity;
  for (const c of cost) if (c > 0 && c < least) least = c;

  function relax(u: number, v: number, step: number, tx: number, ty: number): void {
    const { open } = state;
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
    Object.assign(state, { source, target, found: false, settled: 0 });
    if (!(cost[source] > 0) || !(cost[target] > 0)) return Infinity;
    state.begin(source);
    const closed = state.open + 1;
    const tx = target % width,
      ty = (target / width) | 0;
    while (heap.size > 0) {
      const u = heap.pop();
      if (seen[u] === closed) continue; // an entry with an older, larger key
      seen[u] = closed;
      state.settled++;
      if (u === target) {
        state.found = true;
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
      if (!hasDiagonals) continue;
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
    path: () => state.path(),
    get settled() {
      return state.settled;
    },
    get memoryBytes() {
      return state.memoryBytes();
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
