// Merges answers of several waves into one result, in the order of the queries. batch-runner.ts
// makes a collector per batch; wave-runner.ts and wave-turns.ts fill it.
import { FOUND, type Queries, type Routes } from '@wayfield/graph';
import { type CostUnits, toCosts } from './costs.ts';
import { NO_ROOM, type Result, sectionOf, type WaveResult } from './layout.ts';

/** Queries of a batch that one wave answers: `count` from `begin` on, or those of a list. */
export interface Chunk {
  readonly begin: number;
  readonly count: number;
  readonly list: Uint32Array | undefined;
  /** One entry per query of the batch: its number in the result. Undefined: the same number. */
  readonly places: Uint32Array | undefined;
}

/** The queries of a chunk; a range is not copied. */
export function queriesOf({ source, target }: Queries, { begin, count, list }: Chunk): Queries {
  if (list)
    return { count, source: list.map((q) => source[q]), target: list.map((q) => target[q]) };
  const end = begin + count;
  return { count, source: source.subarray(begin, end), target: target.subarray(begin, end) };
}

/** Merges the results of waves into `Routes`. */
export interface Collector {
  /** Queries of the whole batch. */
  readonly count: number;
  /** Answers came by `put` and not all at once, so `finish` merges them. */
  readonly isSplit: boolean;
  /**
   * Arrays that a caller may fill itself instead of calling `put`; then `fill` takes the nodes of
   * all paths.
   */
  readonly arrays: Answers;
  fill(nodes: Uint32Array): void;
  /**
   * Takes the answers of a chunk. Returns the queries that have to be asked again, by their numbers
   * in the request, to which `places` was not applied.
   */
  put(chunk: Chunk, wave: WaveResult, units: CostUnits): number[];
  finish(): Routes;
}

/** A collector for `count` queries, in the arrays of `reuse` where they are large enough. */
export function createCollector(count: number, result: Result, reuse?: Routes): Collector {
  const routes = routesFor(count, reuse);
  const { firstNode } = routes;
  const chunks: { chunk: Chunk; wave: WaveResult }[] = [];
  let lengths = new Uint32Array(0);
  let node: Uint32Array | undefined;
  return {
    count,
    arrays: routes,
    fill(nodes) {
      node = nodes;
    },
    get isSplit() {
      return chunks.length > 0;
    },
    put(chunk, wave, units) {
      const whole = chunk.count === count && !chunk.list && !chunk.places && chunks.length === 0;
      if (whole) {
        node = putAll(routes, result, wave, units);
        if (node) return [];
      }
      const kept = copyOf(wave);
      chunks.push({ chunk, wave: kept });
      if (lengths.length < count) lengths = new Uint32Array(count);
      return putSome({ routes, lengths }, result, chunk, kept, units);
    },
    finish() {
      if (node) return { ...routes, node };
      firstNode[0] = 0;
      for (let q = 0; q < count; q++) firstNode[q + 1] = firstNode[q] + (lengths[q] ?? 0);
      const total = firstNode[count];
      const all = fitting(reuse?.node, total, false) ?? new Uint32Array(total);
      for (const { chunk, wave } of chunks) copyNodes(chunk, wave, result, firstNode, all);
      return { ...routes, node: all };
    },
  };
}

/** The arrays of `Routes` but the nodes. */
export type Answers = Required<Omit<Routes, 'node'>>;

function routesFor(count: number, reuse: Routes | undefined): Answers {
  return {
    count,
    status: fitting(reuse?.status, count) ?? new Uint8Array(count),
    cost: fitting(reuse?.cost, count) ?? new Float32Array(count),
    firstNode: fitting(reuse?.firstNode, count + 1) ?? new Uint32Array(count + 1),
    settled: fitting(reuse?.settled, count) ?? new Uint32Array(count),
  };
}

/** Takes a wave that answers the whole batch; undefined where queries have to be asked again. */
function putAll(
  { count, status, cost, settled, firstNode }: Answers,
  result: Result,
  wave: WaveResult,
  units: CostUnits,
): Uint32Array | undefined {
  const { results } = wave;
  const labels = sectionOf(results, count, 'label');
  if (toCosts(units, results, labels, status, cost) > 0) return undefined;
  settled.set(sectionOf(results, count, 'settled'));
  if (result === 'routes') {
    firstNode.set(wave.firstNode);
    return wave.node;
  }
  const next = sectionOf(results, count, 'pathAt');
  const node = new Uint32Array(result === 'next' ? count : 0);
  let found = 0;
  for (let q = 0; q < count; q++) {
    firstNode[q] = found;
    if (result === 'next' && status[q] === FOUND) node[found++] = next[q];
  }
  firstNode[count] = found;
  return node.subarray(0, found);
}

/** Takes the answers of some queries. Returns those that have to be asked again. */
function putSome(
  { routes, lengths }: { readonly routes: Answers; readonly lengths: Uint32Array },
  result: Result,
  { begin, list, places }: Chunk,
  { count, results, firstNode }: WaveResult,
  units: CostUnits,
): number[] {
  const { status, cost, settled } = routes;
  const codes = new Uint8Array(count);
  const costs = new Float32Array(count);
  toCosts(units, results, sectionOf(results, count, 'label'), codes, costs);
  const settledNodes = sectionOf(results, count, 'settled');
  const again: number[] = [];
  for (let i = 0; i < count; i++) {
    const asked = list ? list[i] : begin + i;
    if (codes[i] === NO_ROOM) {
      again.push(asked);
      continue;
    }
    const q = places ? places[asked] : asked;
    status[q] = codes[i];
    cost[q] = costs[i];
    settled[q] = settledNodes[i];
    if (result === 'routes') lengths[q] = firstNode[i + 1] - firstNode[i];
    if (result === 'next') lengths[q] = codes[i] === FOUND ? 1 : 0;
  }
  return again;
}

/** The results that the next wave would write over. */
const copyOf = (wave: WaveResult): WaveResult => ({
  ...wave,
  results: wave.results.slice(),
  firstNode: wave.firstNode.slice(),
});

/** `array` if it has at least `length` entries, cut to these unless `cuts` is false. */
function fitting<T extends Uint8Array | Uint32Array | Float32Array>(
  array: T | undefined,
  length: number,
  cuts = true,
): T | undefined {
  if (!array || array.length < length) return undefined;
  return array.length === length || !cuts ? array : (array.subarray(0, length) as T);
}

/** Copies the nodes that a wave brought to their places in the result. */
function copyNodes(
  { begin, list, places }: Chunk,
  wave: WaveResult,
  result: Result,
  firstNode: Uint32Array,
  node: Uint32Array,
): void {
  if (result === 'cost') return;
  const { count, results } = wave;
  const next = sectionOf(results, count, 'pathAt');
  for (let i = 0; i < count; i++) {
    if (results[i] !== FOUND) continue;
    const asked = list ? list[i] : begin + i;
    const q = places ? places[asked] : asked;
    const to = firstNode[q];
    if (result === 'next') {
      node[to] = next[i];
      continue;
    }
    const from = wave.firstNode[i];
    for (let k = wave.firstNode[i + 1] - from; k-- > 0;) node[to + k] = wave.node[from + k];
  }
}
