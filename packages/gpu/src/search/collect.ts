import {
  DIAGONAL_TICKS,
  FOUND,
  type Queries,
  type Routes,
  STRAIGHT_TICKS,
  ticksToLength,
} from '@wayfield/graph';
import type { Problem } from './problem.ts';
import type { Result, WaveResult } from './wave.ts';

/** The kernels' own status: the path found no room in this wave. */
export const AGAIN = 250;

/** Queries of a batch that are asked together: `count` from `begin` on, or those of a list. */
export interface Part {
  readonly begin: number;
  readonly count: number;
  readonly list: Uint32Array | undefined;
}

/** The queries of a part, without copying where they are a range. */
export function queriesOf({ source, target }: Queries, { begin, count, list }: Part): Queries {
  if (list)
    return { count, source: list.map((q) => source[q]), target: list.map((q) => target[q]) };
  const end = begin + count;
  return { count, source: source.subarray(begin, end), target: target.subarray(begin, end) };
}

/** Puts the results of waves together into `Routes`. */
export interface Collector {
  /** Takes over the answers of a wave. Returns the queries that have to be asked again. */
  put(part: Part, wave: WaveResult): number[];
  finish(): Routes;
}

export function createCollector(problem: Problem, count: number, result: Result): Collector {
  const status = new Uint8Array(count);
  const cost = new Float32Array(count);
  const pieces: { part: Part; wave: WaveResult }[] = [];
  // of a single wave the arrays that came back are the result
  let settled = new Uint32Array(0);
  let lengths = new Uint32Array(0);

  function putAll(wave: WaveResult): void {
    for (let q = 0; q < count; q++) status[q] = wave.results[q];
    toCosts(problem, status, wave.results.subarray(count, 2 * count), cost);
    settled = wave.results.subarray(2 * count, 3 * count);
  }

  function putSome({ begin, list }: Part, wave: WaveResult, again: number[]): void {
    const { count: n, results, firstNode } = wave;
    if (settled.length < count) {
      settled = new Uint32Array(count);
      lengths = new Uint32Array(count);
    }
    const codes = Uint8Array.from(results.subarray(0, n));
    const costs = new Float32Array(n);
    toCosts(problem, codes, results.subarray(n, 2 * n), costs);
    for (let i = 0; i < n; i++) {
      const q = list ? list[i] : begin + i;
      if (codes[i] === AGAIN) {
        again.push(q);
        continue;
      }
      status[q] = codes[i];
      cost[q] = costs[i];
      settled[q] = results[2 * n + i];
      if (result === 'routes') lengths[q] = firstNode[i + 1] - firstNode[i];
      if (result === 'next') lengths[q] = codes[i] === FOUND ? 1 : 0;
    }
  }

  return {
    put(part, wave) {
      const again: number[] = [];
      pieces.push({ part, wave });
      const whole = part.count === count && !wave.results.subarray(0, count).includes(AGAIN);
      if (whole) putAll(wave);
      else putSome(part, wave, again);
      return again;
    },
    finish() {
      const done = { count, status, cost, settled };
      const whole = pieces.length === 1;
      if (whole && result === 'routes') {
        const { firstNode, node } = pieces[0].wave;
        return { ...done, firstNode, node };
      }
      const firstNode = new Uint32Array(count + 1);
      if (result === 'next') {
        for (let q = 0; q < count; q++)
          firstNode[q + 1] = firstNode[q] + (status[q] === FOUND ? 1 : 0);
      } else if (!whole) {
        for (let q = 0; q < count; q++) firstNode[q + 1] = firstNode[q] + lengths[q];
      }
      const node = new Uint32Array(firstNode[count]);
      for (const { part, wave } of pieces) copyNodes(part, wave, result, status, firstNode, node);
      return { ...done, firstNode, node };
    },
  };
}

/** Moves the nodes that a wave brought to their places in the whole. */
function copyNodes(
  { begin, list }: Part,
  wave: WaveResult,
  result: Result,
  status: Uint8Array,
  firstNode: Uint32Array,
  node: Uint32Array,
): void {
  if (result === 'cost') return;
  const { count, results } = wave;
  for (let i = 0; i < count; i++) {
    const q = list ? list[i] : begin + i;
    const to = firstNode[q];
    if (result === 'next') {
      if (status[q] === FOUND) node[to] = results[3 * count + i];
      continue;
    }
    const from = wave.firstNode[i];
    for (let k = wave.firstNode[i + 1] - from; k-- > 0;) node[to + k] = wave.node[from + k];
  }
}

/** Labels to costs, `Infinity` where nothing was found; ticks by the rule of uniform grids. */
function toCosts(
  { integer, factor, ticks }: Problem,
  status: Uint8Array,
  keys: Uint32Array,
  cost: Float32Array,
): void {
  const n = cost.length;
  if (!integer) {
    cost.set(new Float32Array(keys.buffer, keys.byteOffset, n));
    for (let i = 0; i < n; i++) if (status[i] !== FOUND) cost[i] = Infinity;
  } else if (ticks[0] === 1) {
    for (let i = 0; i < n; i++) cost[i] = status[i] === FOUND ? factor * keys[i] : Infinity;
  } else {
    // ticksToLength without its doubles: keys are below 2^31, so whole numbers of the machine do
    for (let i = 0; i < n; i++) {
      const key = keys[i] | 0;
      const diagonals = (((key % STRAIGHT_TICKS) * 985) | 0) % STRAIGHT_TICKS;
      const rest = (key - Math.imul(diagonals, DIAGONAL_TICKS)) | 0;
      const length =
        rest < 0 ? ticksToLength(key) : ((rest / STRAIGHT_TICKS) | 0) + diagonals * Math.SQRT2;
      cost[i] = status[i] === FOUND ? factor * length : Infinity;
    }
  }
}
