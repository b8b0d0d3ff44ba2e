// How many nodes searches settle and paths have, estimated by the distance of the two ends and
// learned from the queries before.
import { type Graph, type Grid, isGrid, type Queries } from '@wayfield/graph';
import { statusWithoutSearch } from './no-search.ts';
import type { Problem } from './problem.ts';

/** What searches for some queries, one search per query, would have to do. */
export interface Workload {
  readonly queries: number;
  /** Nodes of their paths. */
  readonly pathNodes: number;
  /** Nodes that all searches settle together. */
  readonly settled: number;
  /** Nodes that the longest search settles. */
  readonly longest: number;
}

/** Most queries of a batch from which estimates are learned. */
const SAMPLE = 1024;
/** Most queries that 'auto' estimates to choose: 512 estimates take 0.1 ms, as 20 searches do. */
const CHOICE_SAMPLE = 512;
/** Distances are classified by powers of two. */
const DISTANCE_CLASSES = 32;
/**
 * A class of distances gives estimates from this number of learned queries on. It counts as known,
 * and for the fit of the power, from twice this number on.
 */
const ENOUGH = 4;
/** With this number of learned queries, a class halves its sums, so that newer ones count more. */
const MOST = 4096;
/** First estimate: cells that A* settles per cell of its path, measured on maps of games. */
const FIRST_PER_STEP = 16;
/** First estimate: settled nodes grow with this power of the distance. */
const FIRST_POWER = 1.5;

/** Queries drawn evenly from a batch, with an estimate of each search. */
export interface WorkSample {
  /** Numbers of the queries in the batch. */
  readonly numbers: Uint32Array;
  /** One entry per sampled query. */
  readonly pathNodes: Float64Array;
  readonly settled: Float64Array;
  /** The estimate for the whole batch. */
  readonly all: Workload;
  /** At least three quarters of the estimated work is at distances whose class is known. */
  readonly isKnown: boolean;
}

/** Estimates workloads of one map and algorithm. */
export interface Workloads {
  /** Of one query; all but `queries` is 0 where it needs no search. */
  of(queries: Queries, q: number): Workload;
  /** Of a batch, or of the queries in `list`, estimated by SAMPLE of them. */
  ofAll(queries: Queries, list?: ArrayLike<number>): Workload;
  /**
   * Learns from the answers of the queries in `list`, or of all. `settled` and `firstNode` are
   * those of the whole batch; without `firstNode` the length of paths is not learned.
   */
  learn(
    queries: Queries,
    list: ArrayLike<number> | undefined,
    settled: Uint32Array,
    firstNode: Uint32Array | undefined,
  ): void;
  /** Draws from the queries of a batch whose entry in `taken` is 0; `total`: how many these are. */
  sample(queries: Queries, taken: Uint8Array, total: number): WorkSample;
}

/** @param guided searches are guided by a heuristic */
export function createWorkloads(data: Graph | Grid, problem: Problem, guided: boolean): Workloads {
  const distanceOf = distances(data);
  const counts = new Float64Array(DISTANCE_CLASSES);
  const distance = new Float64Array(DISTANCE_CLASSES);
  const settledNodes = new Float64Array(DISTANCE_CLASSES);
  /** The largest number of settled nodes per distance that one search had. */
  const most = new Float64Array(DISTANCE_CLASSES);
  /** Path nodes per distance. */
  let pathRate = 1.2;
  let power = FIRST_POWER;
  const { nodeCount } = problem;

  const classOf = (d: number): number => Math.min(DISTANCE_CLASSES - 1, 31 - Math.clz32(d + 1));

  /** Settled nodes per distance, at distance d: mean and most. */
  function perDistance(d: number): readonly [number, number] {
    const own = classOf(d);
    for (let away = 0; away < DISTANCE_CLASSES; away++) {
      for (const near of [own + away, own - away]) {
        if (!(counts[near] >= ENOUGH)) continue;
        const mean = settledNodes[near] / distance[near];
        const far = away === 0 ? 1 : ((d + 1) / (distance[near] / counts[near])) ** (power - 1);
        return [mean * far, most[near] * far];
      }
    }
    // nothing was learned: Dijkstra settles about the 2 d^2 cells within d, and the longest search
    // is taken to settle twice the mean
    const first = guided ? FIRST_PER_STEP : 2 * d;
    return [first, 2 * first];
  }

  function workOf({ source, target }: Queries, q: number): readonly [number, number, number] {
    if (statusWithoutSearch(problem, source[q], target[q]) !== 0) return [0, 0, 0];
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
          most[c] *= 0.9; // so that one long search is forgotten after some ten halvings
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
      power = slope({ counts, distance, settledNodes });
    },
    sample(queries, taken, total) {
      const every = Math.max(1, Math.ceil(total / CHOICE_SAMPLE));
      const numbers = new Uint32Array(Math.ceil(total / every));
      const pathNodes = new Float64Array(numbers.length);
      const settled = new Float64Array(numbers.length);
      let [nodes, sum, longest, known] = [0, 0, 0, 0];
      // if no query is taken, every `every`-th query; else every `every`-th of those not taken
      const step = total === queries.count ? every : 1;
      for (let q = 0, i = 0, skip = 0; q < queries.count && i < numbers.length; q += step) {
        if (step === 1 && (taken[q] !== 0 || skip-- > 0)) continue;
        skip = every - 1;
        const work = workOf(queries, q);
        numbers[i] = q;
        pathNodes[i] = work[0];
        settled[i++] = work[1];
        nodes += work[0];
        sum += work[1];
        longest = Math.max(longest, work[2]);
        const d = distanceOf(queries.source[q], queries.target[q]);
        if (counts[classOf(d)] >= 2 * ENOUGH) known += work[1];
      }
      const share = total / Math.max(1, numbers.length);
      const all = { queries: total, pathNodes: nodes * share, settled: sum * share, longest };
      return { numbers, pathNodes, settled, all, isKnown: known >= 0.75 * sum };
    },
  };
}

/** What was learned, one entry per class of distances. */
interface Learned {
  readonly counts: Float64Array;
  readonly distance: Float64Array;
  readonly settledNodes: Float64Array;
}

/** The power of the distance with which settled nodes grow, fitted over all known classes. */
function slope({ counts, distance, settledNodes }: Learned): number {
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  for (let c = 1; c < DISTANCE_CLASSES; c++) {
    if (counts[c] < 2 * ENOUGH) continue;
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

/**
 * Distance of two nodes: steps on an open grid; on graphs the straight line in units of the root of
 * the area per node, about the length of an arc; 1 where a graph has no coordinates.
 */
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
