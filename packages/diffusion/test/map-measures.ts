// What McMillan's tables 5.3 and 5.4 count on a 32 x 32 map, by brute force. The path starts in
// cell 0 and the goal is the last cell. A cost is that of entering a cell, 0 = impassable. The
// scent's factor is 1 / cost. A diagonal step costs as much as a straight one.

const N = 32;
const CELLS = N * N;
const S = N + 2;

export interface Measures {
  /**
   * Steps until no passable cell is 0, the parallel program's; `cap` where that does not happen.
   */
  readonly diffusionSteps: number;
  /** Nodes of the path up the scent as it is then; 0 = none. */
  readonly diffusionNodes: number;
  readonly diffusionPath: readonly number[];
  readonly dijkstraNodes: number;
  readonly dijkstraPath: readonly number[];
  /** Outer rounds of the parallel Dijkstra: frontier = all queued within 1 of the least. */
  readonly dijkstraRounds: number;
  /** Cost of the cells entered from the goal to cell 0; Infinity without a path. */
  readonly dijkstraCost: number;
  /** Passable cells joined to the goal. */
  readonly reached: number;
  /**
   * The reached cells, and the walls beside them: a program that queues walls and does not expand
   * them takes so many.
   */
  readonly queued: number;
}

/** Neighbours of a cell, the lowest first. */
const NEIGHBOURS: readonly (readonly number[])[] = Array.from({ length: CELLS }, (_, v) => {
  const found: number[] = [];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const x = (v % N) + dx;
      const y = Math.floor(v / N) + dy;
      if ((dx !== 0 || dy !== 0) && x >= 0 && x < N && y >= 0 && y < N) found.push(y * N + x);
    }
  }
  return found;
});

/** The scent after the map is filled, or after `cap` steps. */
function scent(costs: readonly number[], cap: number): { steps: number; field: Float32Array } {
  const f = Math.fround;
  const factor = new Float32Array(S * S);
  let from = new Float32Array(S * S);
  let to = new Float32Array(S * S);
  let open = 0;
  const at = (v: number): number => (Math.floor(v / N) + 1) * S + (v % N) + 1;
  for (let v = 0; v < CELLS; v++) {
    if (costs[v] > 0) open++;
    factor[at(v)] = costs[v] > 0 ? f(1 / costs[v]) / 8 : 0;
  }
  const goal = at(CELLS - 1);
  from[goal] = 1024;
  for (let step = 1; step <= cap; step++) {
    let filled = 0;
    for (let y = 1; y <= N; y++) {
      for (let x = 1; x <= N; x++) {
        const v = y * S + x;
        if (factor[v] === 0) continue;
        const mid = from[v];
        const up = y === 1 ? mid : from[v - S];
        const down = y === N ? mid : from[v + S];
        const left = x === 1 ? mid : f(f(from[v - S - 1] + from[v + S - 1]) + from[v - 1]);
        const right = x === N ? mid : f(f(from[v - S + 1] + from[v + S + 1]) + from[v + 1]);
        const value = f(f(f(left + right) + f(up + down)) * factor[v]);
        to[v] = value < 2 ** -126 ? 0 : value;
        if (v === goal) to[v] = 1024;
        if (to[v] !== 0) filled++;
      }
    }
    [from, to] = [to, from];
    if (filled === open) return { steps: step, field: from };
  }
  return { steps: cap, field: from };
}

function climb(field: Float32Array): number[] {
  const at = (v: number): number => field[(Math.floor(v / N) + 1) * S + (v % N) + 1];
  const path = [0];
  for (let v = 0; v !== CELLS - 1;) {
    let best = v;
    for (const w of NEIGHBOURS[v]) if (at(w) > at(best)) best = w;
    if (best === v) return [];
    path.push((v = best));
  }
  return path;
}

/**
 * The study's sequential Dijkstra from the goal: a set ordered by distance, then cell; strict
 * improvements only.
 */
function dijkstra(costs: readonly number[]): {
  path: number[];
  cost: number;
  reached: number;
  queued: number;
} {
  const dist = new Float64Array(CELLS).fill(Infinity);
  const previous = new Int32Array(CELLS).fill(-1);
  const done = new Uint8Array(CELLS);
  dist[CELLS - 1] = 0;
  let reached = 0;
  const walls = new Set<number>();
  for (;;) {
    let u = -1;
    for (let v = 0; v < CELLS; v++) {
      if (!done[v] && dist[v] < Infinity && (u < 0 || dist[v] < dist[u])) u = v;
    }
    if (u < 0) break;
    done[u] = 1;
    reached++;
    for (const v of NEIGHBOURS[u]) {
      if (costs[v] === 0) walls.add(v);
      else if (dist[u] + costs[v] < dist[v]) {
        dist[v] = dist[u] + costs[v];
        previous[v] = u;
      }
    }
  }
  const [cost] = dist;
  const queued = reached + walls.size;
  if (cost === Infinity) return { path: [], cost, reached, queued };
  const path = [0];
  while (path[path.length - 1] !== CELLS - 1) path.push(previous[path[path.length - 1]]);
  return { path, cost, reached, queued };
}

function rounds(costs: readonly number[]): number {
  const dist = new Float64Array(CELLS).fill(Infinity);
  let queued = new Set([CELLS - 1]);
  dist[CELLS - 1] = 0;
  let count = 0;
  while (queued.size > 0) {
    let least = Infinity;
    for (const v of queued) least = Math.min(least, dist[v]);
    // the device keeps the least as a whole number
    const frontier = [...queued].filter((v) => dist[v] <= Math.trunc(least) + 1);
    queued = new Set([...queued].filter((v) => dist[v] > Math.trunc(least) + 1));
    for (const u of frontier) {
      for (const v of NEIGHBOURS[u]) {
        if (costs[v] > 0 && dist[u] + costs[v] < dist[v]) {
          dist[v] = dist[u] + costs[v];
          queued.add(v);
        }
      }
    }
    count++;
  }
  return count;
}

/** All measures of a map of 1024 costs, row by row. */
export function measure(costs: readonly number[], cap: number): Measures {
  const { steps, field } = scent(costs, cap);
  const diffusionPath = climb(field);
  const { path, cost, reached, queued } = dijkstra(costs);
  return {
    diffusionSteps: steps,
    diffusionNodes: diffusionPath.length,
    diffusionPath,
    dijkstraNodes: path.length,
    dijkstraPath: path,
    dijkstraCost: cost,
    dijkstraRounds: rounds(costs),
    reached,
    queued,
  };
}
