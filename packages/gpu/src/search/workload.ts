// How much there is to do for queries of a map: learned from the queries before, by distance.
import { type Graph, type Grid, isGrid, type Queries } from '@wayfield/graph';
import { barOf } from './barred.ts';
import type { Problem } from './problem.ts';

/** What searches of their own would have to do. */
export interface Workload {
  readonly queries: number;
  /** Nodes of their paths. */
  readonly pathNodes: number;
  /** Nodes that they settle, and that the longest of them settles. */
  readonly settled: number;
  readonly longest: number;
}

/** Queries that an estimate looks at, and that are learned from, per batch. */
const SAMPLE = 1024;
/** Distances are put together by powers of two. */
const CLASSES = 32;
/** Queries of a class from which on it speaks for itself, and after which older ones count half. */
const LEAST = 4;
const MOST = 4096;
/** Before anything is known: cells that A* settles for each cell of its path, in the maps of games. */
const FIRST_PER_STEP = 16;
/** Settled nodes grow with the distance to this power, where only one class is known. */
const FIRST_POWER = 1.5;

/** Estimates workloads of one map and algorithm. */
export interface Workloads {
  /** Of one query: nodes that its search settles, at most, and nodes of its path; all 0 where none is needed. */
  of(queries: Queries, q: number): Workload;
  /** Of a whole batch, or of the queries in `list`, by some of them. */
  ofAll(queries: Queries, list?: ArrayLike<number>): Workload;
  /** Learns from answers: settled nodes and paths of query `list[i]`, or `i`. */
  learn(
    queries: Queries,
    list: ArrayLike<number> | undefined,
    settled: Uint32Array,
    firstNode: Uint32Array | undefined,
  ): void;
  /** Whether enough of such queries were learned from. */
  knows(queries: Queries): boolean;
}

export function createWorkloads(data: Graph | Grid, problem: Problem, guided: boolean): Workloads {
  const distanceOf = distances(data);
  const counts = new Float64Array(CLASSES);
  const distance = new Float64Array(CLASSES);
  const settledNodes = new Float64Array(CLASSES);
  /** Most settled nodes per distance. */
  const most = new Float64Array(CLASSES);
  /** Path nodes per distance. */
  let pathRate = 1.2;
  let power = FIRST_POWER;
  const { nodeCount } = problem;

  const classOf = (d: number): number => Math.min(CLASSES - 1, 31 - Math.clz32(d + 1));

  /** Settled nodes per distance at a distance: mean and most. */
  function perDistance(d: number): readonly [number, number] {
    const own = classOf(d);
    for (let away = 0; away < CLASSES; away++) {
      for (const near of [own + away, own - away]) {
        if (!(counts[near] >= LEAST)) continue;
        const mean = settledNodes[near] / distance[near];
        const far = away === 0 ? 1 : ((d + 1) / (distance[near] / counts[near])) ** (power - 1);
        return [mean * far, most[near] * far];
      }
    }
    const first = guided ? FIRST_PER_STEP : 2 * d;
    return [first, 2 * first];
  }

  function workOf({ source, target }: Queries, q: number): readonly [number, number, number] {
    if (barOf(problem, source[q], target[q]) !== 0) return [0, 0, 0];
    const d = distanceOf(source[q], target[q]);
    const [mean, top] = perDistance(d);
    const cap = (nodes: number): number => Math.max(1, Math.min(nodeCount, nodes));
    return [1 + pathRate * d, cap(mean * (d + 1)), cap(top * (d + 1))];
  }

  return {
    of(queries, q) {
      const [pathNodes, settled, longest] = workOf(queries, q);
      return { queries: 1, pathNodes, settled, longest };
    },
    ofAll(queries, list) {
      const total = list?.length ?? queries.count;
      const every = Math.max(1, Math.ceil(total / SAMPLE));
      let [pathNodes, settled, longest, looked] = [0, 0, 0, 0];
      for (let i = 0; i < total; i += every, looked++) {
        const work = workOf(queries, list ? list[i] : i);
        pathNodes += work[0];
        settled += work[1];
        longest = Math.max(longest, work[2]);
      }
      const share = total / Math.max(1, looked);
      return { queries: total, pathNodes: pathNodes * share, settled: settled * share, longest };
    },
    learn(queries, list, settled, firstNode) {
      const total = list?.length ?? queries.count;
      const every = Math.max(1, Math.ceil(total / SAMPLE));
      let [nodes, steps] = [0, 0];
      for (let i = 0; i < total; i += every) {
        const q = list ? list[i] : i;
        if (settled[q] === 0) continue;
        const d = distanceOf(queries.source[q], queries.target[q]);
        const c = classOf(d);
        if (counts[c] >= MOST) {
          counts[c] /= 2;
          distance[c] /= 2;
          settledNodes[c] /= 2;
          most[c] *= 0.9;
        }
        counts[c]++;
        distance[c] += d + 1;
        settledNodes[c] += settled[q];
        most[c] = Math.max(most[c], settled[q] / (d + 1));
        if (firstNode && firstNode[q + 1] > firstNode[q]) {
          nodes += firstNode[q + 1] - firstNode[q];
          steps += d + 1;
        }
      }
      if (steps > 0) pathRate = nodes / steps;
      power = slope();
    },
    knows(queries) {
      const every = Math.max(1, Math.ceil(queries.count / SAMPLE));
      let [known, all] = [0, 0];
      for (let q = 0; q < queries.count; q += every) {
        const { source, target } = queries;
        if (barOf(problem, source[q], target[q]) !== 0) continue;
        const [, settled] = workOf(queries, q);
        all += settled;
        if (counts[classOf(distanceOf(source[q], target[q]))] >= 2 * LEAST) known += settled;
      }
      return known >= 0.75 * all;
    },
  };

  /** The power by which settled nodes grow with the distance, over all classes that are known. */
  function slope(): number {
    let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
    for (let c = 1; c < CLASSES; c++) {
      if (counts[c] < 2 * LEAST) continue;
      const x = Math.log(distance[c] / counts[c]);
      const y = Math.log(settledNodes[c] / counts[c]);
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
    }
    const spread = n * sxx - sx * sx;
    if (n < 2 || spread < 1e-9) return FIRST_POWER;
    return Math.max(1, Math.min(2, (n * sxy - sx * sy) / spread));
  }
}

/** Distance of two nodes: steps on an open grid, or in a straight line in units of a mean arc; 1 where nothing shows. */
function distances(data: Graph | Grid): (source: number, target: number) => number {
  if (isGrid(data)) {
    const { width, neighbours } = data;
    return (source, target) => {
      const dx = Math.abs((source % width) - (target % width));
      const dy = Math.abs(Math.floor(source / width) - Math.floor(target / width));
      return neighbours === 4 ? dx + dy : Math.max(dx, dy) + 0.414 * Math.min(dx, dy);
    };
  }
  const { x, y, nodeCount } = data;
  if (!x || !y) return () => 1;
  const [left, right] = extent(x);
  const [low, high] = extent(y);
  const unit = Math.sqrt(((right - left) * (high - low)) / Math.max(1, nodeCount)) || 1;
  return (source, target) => Math.hypot(x[source] - x[target], y[source] - y[target]) / unit;
}

function extent(values: Float32Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
