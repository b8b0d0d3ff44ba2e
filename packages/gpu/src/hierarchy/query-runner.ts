// Distances of queries: by searches with small hash tables, then with larger ones for the queries
// that reached too many ranks, and at last by sweeps. solver.ts calls `run`.
import { makeGuarded, type Timer } from '@wayfield/gpu-core/internal';
import type { Queries } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { CallQueue } from '../call-queue.ts';
import { overlapWaves } from '../overlap-waves.ts';
import { createGpuQueries, type GpuQueries, type QueryWave, unanswered } from './queries.ts';
import type { SweepRunner } from './sweep-runner.ts';
import type { GpuDistances, GpuHierarchyRunOptions } from './types.ts';

type RunOptions = GpuHierarchyRunOptions & { readonly reuse?: Float32Array };

export interface QueryRunner {
  readonly memoryBytes: number;
  run(queries: Queries, options: RunOptions): Promise<GpuDistances>;
  destroy(): void;
}

export interface QueryRunnerOptions {
  readonly calls: CallQueue;
  readonly sweeps: SweepRunner;
  /** Sizes of hash tables, tried one after another. */
  readonly tableSizes: readonly number[];
  /** Most queries of a submit; undefined: the default. */
  readonly wave: number | undefined;
  readonly timer: Timer;
}

/** Nothing is uploaded before the first run. */
export function createQueryRunner(
  device: GPUDevice,
  hierarchy: Hierarchy,
  { calls, sweeps, tableSizes, wave, timer }: QueryRunnerOptions,
): QueryRunner {
  let searches: GpuQueries | undefined;

  return {
    get memoryBytes() {
      return searches?.memoryBytes ?? 0;
    },
    async run(queries, options) {
      const { reuse, signal } = options;
      const { count } = queries;
      signal?.throwIfAborted();
      const make = (): GpuQueries => createGpuQueries(device, hierarchy, calls, wave);
      searches ??= calls.keep(
        await makeGuarded(device, 'hierarchy solver', (keep) => keep(make())),
      );
      const search = searches;
      const cost = reuse?.length === count ? reuse : new Float32Array(count);
      /** The queries still to be answered; undefined: all of them. */
      let rest: readonly number[] | undefined;
      for (const tableSize of tableSizes) {
        if ((rest?.length ?? count) === 0) break;
        if (rest) {
          const some = chosen(queries, rest);
          const answers = new Float32Array(some.count);
          const given = { queries: some, tableSize, cost: answers };
          await searchAll(search, timer, given, signal ? { signal } : {});
          rest.forEach((place, i) => (cost[place] = answers[i]));
        } else {
          await searchAll(search, timer, { queries, tableSize, cost }, options);
        }
        rest = unanswered(cost);
      }
      const deviceMs = (await timer.read())('search');
      const swept = rest?.length ?? 0;
      if (rest && swept > 0) {
        await sweepRest(sweeps, queries, rest, cost, signal);
        // these sweeps do not count as device time of searches
        await timer.read();
      }
      return { count, cost, swept, deviceMs };
    },
    destroy: () => searches?.destroy(),
  };
}

function chosen({ source, target }: Queries, list: readonly number[]): Queries {
  return {
    count: list.length,
    source: Uint32Array.from(list, (i) => source[i]),
    target: Uint32Array.from(list, (i) => target[i]),
  };
}

/**
 * Searches for all queries with hash tables of one size; the cost of a query whose table was full
 * gets the bits NONE. While one wave runs, the next is prepared.
 */
async function searchAll(
  search: GpuQueries,
  timer: Timer,
  { queries, tableSize, cost }: Omit<QueryWave, 'from' | 'to'>,
  options: GpuHierarchyRunOptions,
): Promise<void> {
  const run = (from: number, to: number): Promise<void> =>
    search.run({ queries, from, to, tableSize, cost }, timer);
  await overlapWaves({ count: queries.count, wave: search.wave, run }, options);
}

/** Answers the queries in `rest` by a sweep from each of their sources. */
async function sweepRest(
  sweeps: SweepRunner,
  { source, target }: Queries,
  rest: readonly number[],
  cost: Float32Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bySource = new Map<number, number[]>();
  for (const i of rest) {
    const list = bySource.get(source[i]);
    if (list) list.push(i);
    else bySource.set(source[i], [i]);
  }
  const sources = Uint32Array.from(bySource.keys());
  let rows: Float32Array[] = [];
  let first = 0;
  const take = (): void => {
    rows.forEach((row, k) => {
      for (const i of bySource.get(sources[first + k])!) cost[i] = row[target[i]];
    });
  };
  await sweeps.runWaves(sources, signal ? { signal } : {}, (from, to) => {
    take();
    first = from;
    rows = Array.from({ length: to - from }, (_, k) => rows[k] ?? sweeps.newRow());
    return rows;
  });
  take();
}
