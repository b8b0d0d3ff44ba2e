import { callback, checkOptions, type OptionRules, signal, typed } from '@wayfield/check';
import { createHierarchySolver, type HierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createEnds } from '../network/ends.ts';
import { infiniteOver } from '../network/ticks.ts';
import { checkPoints, routingRule } from '../rules.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { type Columns, createColumns } from './columns.ts';
import { LANES } from './covered-sweep.ts';
import { createMeasureMatrix, type MeasureMatrix } from './measures.ts';
import type { MeasureRows, Measures } from './types.ts';

/** Options of a whole matrix. */
export interface MatrixOptions {
  /** Write into this earlier result if it has as many entries; otherwise a new array is made. */
  readonly reuse?: Float32Array;
  /** Called with the number of finished rows, after every 16, or after every block of a device. */
  readonly onProgress?: (done: number, count: number) => void;
  /**
   * Ends the work with its reason, after at most 16 rows, or one block of a device. A `Matrix` is
   * synchronous, so only `onProgress` can abort it.
   */
  readonly signal?: AbortSignal;
}

/** Options of a matrix of seconds and metres. */
export type MeasureOptions = Omit<MatrixOptions, 'reuse'>;

/** Some rows of a matrix. */
export interface MatrixRows {
  /** The number of the first of these rows, and their count. */
  readonly first: number;
  readonly count: number;
  /**
   * Row by row: `cost[i * targets.length + j]` from source `first + i` to target j; `Infinity` =
   * there is no route. Valid until the next rows, which are written into the same memory.
   */
  readonly cost: Float32Array;
}

/** Costs from many positions to many positions. Owns WebAssembly memory. */
export interface Matrix {
  /** All costs, row by row: entry `i * targets.length + j` from source i to target j. */
  costs(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    options?: MatrixOptions,
  ): Float32Array;
  /**
   * The rows in turn, 16 at a time, for matrices that do not fit into memory. From its first rows
   * until the generator has ended or was closed, `costs` and other `rows` throw RangeError. Both
   * lists must not change until then.
   */
  rows(sources: readonly RoadPoint[], targets: readonly RoadPoint[]): Generator<MatrixRows, void>;
  /**
   * Seconds and metres of the routes with the least cost: of one such route where there are
   * several. Takes about four times as long as `costs`, and 8 bytes per arc of the hierarchy and of
   * the graph. For the metric 'cost' time and bytes double.
   */
  measure(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    options?: MeasureOptions,
  ): Measures;
  /**
   * Seconds and metres row by row, 16 rows at a time. Unlike `rows`, this allows other calls
   * meanwhile.
   */
  measureRows(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
  ): Generator<MeasureRows, void>;
  /** Bytes of WebAssembly memory. */
  readonly memoryBytes: number;
  /** Frees the memory. The object must not be used afterwards. */
  destroy(): void;
}

const MEASURE_OPTIONS: OptionRules = { onProgress: callback, signal };
export const OPTIONS: OptionRules = { reuse: typed(Float32Array), ...MEASURE_OPTIONS };

/**
 * Matrices on a routing network, in its metric. Sweeps that cover only the nodes that lead to the
 * targets take 16 sources at a time (RPHAST: Delling, Goldberg and Werneck 2011). Costs are those
 * of `Router.route` between two positions.
 *
 * @example
 * const matrix = createMatrix(routing);
 * const costs = matrix.costs(depots, customers); // points of a RoadIndex
 * console.log(Array.from(costs, Math.round).join()); // 129,250
 * for (const { first, count, cost } of matrix.rows(all, all)) {
 *   console.log(first, count, cost.length); // 0 3 9
 * }
 * matrix.destroy();
 */
export function createMatrix(routing: RoutingNetwork): Matrix {
  routingRule(routing, 'routing');
  const solver = createHierarchySolver(routing.graph, routing.hierarchy);
  const ends = createEnds(routing);
  const closeOver = infiniteOver(routing.graph.weight);
  let busy = false;
  let made: MeasureMatrix | undefined;
  const measures = (): MeasureMatrix => (made ??= createMeasureMatrix(routing));

  function* rowsOf(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
  ): Generator<MatrixRows, void> {
    if (busy) throw new RangeError('rows of an earlier call are still being made');
    busy = true;
    let columns: Columns | undefined;
    try {
      columns = createColumns(solver, ends, targets);
      const cost = new Float32Array(Math.min(LANES, sources.length) * targets.length);
      for (let first = 0; first < sources.length; first += LANES) {
        const some = sources.slice(first, first + LANES);
        const seeds = seedsOf(some.map((source) => ends.exits(source)));
        columns.fill(columns.sweeps.run(seeds), cost, some.length);
        for (const [i, source] of some.entries()) {
          const row = cost.subarray(i * targets.length, (i + 1) * targets.length);
          columns.lowerDirect(source, row);
        }
        closeOver?.(cost);
        yield { first, count: some.length, cost: cost.subarray(0, some.length * targets.length) };
      }
    } finally {
      columns?.sweeps.free();
      busy = false;
    }
  }

  const check = (sources: readonly RoadPoint[], targets: readonly RoadPoint[]): void => {
    checkPoints(sources, routing, 'sources', 1);
    checkPoints(targets, routing, 'targets', 1);
  };

  return {
    costs(sources, targets, options = {}) {
      check(sources, targets);
      checkOptions('costs', options, OPTIONS);
      const { reuse, onProgress, signal: abort } = options;
      abort?.throwIfAborted();
      const length = sources.length * targets.length;
      const costs = reuse?.length === length ? reuse : new Float32Array(length);
      for (const { first, count, cost } of rowsOf(sources, targets)) {
        costs.set(cost, first * targets.length);
        onProgress?.(first + count, sources.length);
        abort?.throwIfAborted();
      }
      return costs;
    },
    rows(sources, targets) {
      check(sources, targets);
      return rowsOf(sources, targets);
    },
    measure(sources, targets, options = {}) {
      check(sources, targets);
      checkOptions('measure', options, MEASURE_OPTIONS);
      const size = [sources.length, targets.length] as const;
      return whole(measures().rows(sources, targets), size, options);
    },
    measureRows(sources, targets) {
      check(sources, targets);
      return measures().rows(sources, targets);
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: solver.destroy,
  };
}

/** The exits of all sources, or the entries of all targets, as the starts of a sweep. */
export function seedsOf(
  exits: readonly (readonly { readonly node: number; readonly cost: number }[])[],
): Parameters<ReturnType<HierarchySolver['sweepsTo']>['run']>[0] {
  const first = [0];
  for (const one of exits) first.push(first[first.length - 1] + one.length);
  const all = exits.flat();
  return { node: all.map(({ node }) => node), cost: all.map(({ cost }) => cost), first };
}

/** The matrices of seconds and metres, from their rows. */
function whole(
  rows: Iterable<MeasureRows>,
  [height, width]: readonly [number, number],
  { onProgress, signal: abort }: MeasureOptions,
): Measures {
  const [seconds, metres] = [new Float32Array(height * width), new Float32Array(height * width)];
  abort?.throwIfAborted();
  for (const part of rows) {
    seconds.set(part.seconds, part.first * width);
    metres.set(part.metres, part.first * width);
    onProgress?.(part.first + part.count, height);
    abort?.throwIfAborted();
  }
  return { seconds, metres };
}
