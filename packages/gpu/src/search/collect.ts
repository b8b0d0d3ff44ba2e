import { FOUND, type Queries, type Routes } from '@wayfield/graph';
import { type CostUnits, toCosts } from './costs.ts';
import { AGAIN } from './status.ts';
import type { Result, WaveResult } from './wave.ts';

/** Queries of a batch that are asked together: `count` from `begin` on, or those of a list. */
export interface Part {
  readonly begin: number;
  readonly count: number;
  readonly list: Uint32Array | undefined;
  /** Where the answers belong; undefined: to the queries of these numbers. */
  readonly places: Uint32Array | undefined;
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
  /** Queries of the whole batch. */
  readonly count: number;
  /** Answers came in parts, which `finish` puts together. */
  readonly isSplit: boolean;
  /** Takes over the answers of a wave, in these units. Returns the queries that have to be asked again. */
  put(part: Part, wave: WaveResult, units: CostUnits): number[];
  finish(): Routes;
}

/** A collector for `count` queries, in the arrays of `reuse` where they are large enough. */
export function createCollector(count: number, result: Result, reuse?: Routes): Collector {
  const status = fitting(reuse?.status, count) ?? new Uint8Array(count);
  const cost = fitting(reuse?.cost, count) ?? new Float32Array(count);
  const settled = fitting(reuse?.settled, count) ?? new Uint32Array(count);
  const firstNode = fitting(reuse?.firstNode, count + 1) ?? new Uint32Array(count + 1);
  const routes = { count, status, cost, firstNode, settled };
  const pieces: { part: Part; wave: WaveResult }[] = [];
  let lengths = new Uint32Array(0);
  let node: Uint32Array | undefined;

  /** All queries by one wave. False where some of them have to be asked again. */
  function putAll(wave: WaveResult, units: CostUnits): boolean {
    const { results } = wave;
    const keys = results.subarray(count, 2 * count);
    if (toCosts(units, results, keys, status, cost, AGAIN) > 0) return false;
    settled.set(results.subarray(2 * count, 3 * count));
    if (result === 'routes') {
      firstNode.set(wave.firstNode);
      node = wave.node;
      return true;
    }
    const next = results.subarray(3 * count);
    node = new Uint32Array(result === 'next' ? count : 0);
    let found = 0;
    for (let q = 0; q < count; q++) {
      firstNode[q] = found;
      if (result === 'next' && status[q] === FOUND) node[found++] = next[q];
    }
    firstNode[count] = found;
    node = node.subarray(0, found);
    return true;
  }

  function putSome(part: Part, given: WaveResult, units: CostUnits, again: number[]): void {
    const { begin, list, places } = part;
    // the next wave writes over the views
    const results = given.results.slice();
    const { count: n } = given;
    const kept = given.node === reuse?.node ? given.node.slice() : given.node;
    const wave = { ...given, results, firstNode: given.firstNode.slice(), node: kept };
    pieces.push({ part, wave });
    if (lengths.length < count) lengths = new Uint32Array(count);
    const codes = new Uint8Array(n);
    const costs = new Float32Array(n);
    toCosts(units, results, results.subarray(n, 2 * n), codes, costs, AGAIN);
    for (let i = 0; i < n; i++) {
      const asked = list ? list[i] : begin + i;
      if (codes[i] === AGAIN) {
        again.push(asked);
        continue;
      }
      const q = places ? places[asked] : asked;
      status[q] = codes[i];
      cost[q] = costs[i];
      settled[q] = results[2 * n + i];
      if (result === 'routes') lengths[q] = wave.firstNode[i + 1] - wave.firstNode[i];
      if (result === 'next') lengths[q] = codes[i] === FOUND ? 1 : 0;
    }
  }

  return {
    count,
    get isSplit() {
      return pieces.length > 0;
    },
    put(part, wave, units) {
      const again: number[] = [];
      const whole = part.count === count && !part.list && !part.places && pieces.length === 0;
      if (!whole || !putAll(wave, units)) putSome(part, wave, units, again);
      return again;
    },
    finish() {
      if (node) return { ...routes, node };
      firstNode[0] = 0;
      for (let q = 0; q < count; q++) firstNode[q + 1] = firstNode[q] + (lengths[q] ?? 0);
      const total = firstNode[count];
      const all = fitting(reuse?.node, total, total) ?? new Uint32Array(total);
      for (const { part, wave } of pieces) copyNodes(part, wave, result, firstNode, all);
      return { ...routes, node: all };
    },
  };
}

/** `array`, cut to `length`, where it is that long; with `least` it keeps what it has beyond. */
function fitting<T extends Uint8Array | Uint32Array | Float32Array>(
  array: T | undefined,
  length: number,
  least?: number,
): T | undefined {
  if (!array || array.length < length) return undefined;
  return array.length === length || least !== undefined ? array : (array.subarray(0, length) as T);
}

/** Moves the nodes that a wave brought to their places in the whole. */
function copyNodes(
  { begin, list, places }: Part,
  wave: WaveResult,
  result: Result,
  firstNode: Uint32Array,
  node: Uint32Array,
): void {
  if (result === 'cost') return;
  const { count, results } = wave;
  for (let i = 0; i < count; i++) {
    if (results[i] !== FOUND) continue;
    const asked = list ? list[i] : begin + i;
    const q = places ? places[asked] : asked;
    const to = firstNode[q];
    if (result === 'next') {
      node[to] = results[3 * count + i];
      continue;
    }
    const from = wave.firstNode[i];
    for (let k = wave.firstNode[i + 1] - from; k-- > 0;) node[to + k] = wave.node[from + k];
  }
}
