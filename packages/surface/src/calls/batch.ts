// What the calls of a surface share: rules of arguments, and the steps of a batch. Rows come as one
// array per field. All rows are checked before any row is answered. Then blocks of 512 rows are
// copied into the columns of the kernels, answered, and copied out (`answerAll`).
import { checkOptions, number, type OptionRules, refuse, refuseKind } from '@wayfield/check';
import type { Kernels } from '../kernels.gen.ts';
import type { ColumnViews } from './columns.ts';
import type { ObstaclesOf } from '../mesh/live-sides.ts';
import type { SurfaceHost } from '../surface-host.ts';

/** What `moveAlong`, `closestPoint` and `raycast` take in place of a radius. */
export interface DiscOptions<Out> {
  /** The radius of the disc. Default 0, a point. */
  readonly radius?: number | undefined;
  /** The polygon where the search for the place starts, such as the last `at`. */
  readonly at?: number | undefined;
  /** No place further away than this is taken. Default: no limit. `raycast` does not use it. */
  readonly within?: number | undefined;
  /** An answer of an earlier call, which this call fills again and returns. */
  readonly out?: Out | undefined;
}

/** A radius, or options. */
export type Disc<Out> = number | DiscOptions<Out>;

/** Numbers of rows. Answers are `Float64Array`: rounded to f32, a disc could touch a wall. */
export type Numbers = Float64Array | Float32Array;

/** Fields that rows of several batches share. */
export interface DiscRows {
  /** One radius for all rows, or one per row. Default 0: points. */
  readonly radius?: number | Numbers | undefined;
  /**
   * One per row, read and written. Before: the polygon where the search for the place starts, -1 =
   * not known. Afterwards: the polygon of the result, for rays that of their start; -1 = none.
   * Agents keep it from call to call: testing one polygon is several times as fast as the search.
   */
  readonly at?: Int32Array | undefined;
  /** The number of rows, where arrays are longer. Default: the length that all arrays have. */
  readonly count?: number | undefined;
}

const any: OptionRules[string] = () => {};
const finite = /* @__PURE__ */ number();
const radiusRule = /* @__PURE__ */ number(0);
const limitRule = /* @__PURE__ */ number(0, Infinity);

/** The rules of what single calls take in place of a radius. */
const DISC: OptionRules = { radius: radiusRule, at: finite, within: limitRule, out: any };

/** Throws for a number that is not finite. */
export function checkPlace(x: number, y: number, names: readonly [string, string]): void {
  // NaN for NaN and for both infinities
  if (x - x === 0 && y - y === 0 && typeof x === 'number' && typeof y === 'number') return;
  finite(x, names[0]);
  finite(y, names[1]);
}

/** Throws for a wrong radius, or wrong options in its place. */
export function checkDisc(where: string, disc: number | DiscOptions<unknown> | undefined): void {
  if (disc === undefined) return;
  if (typeof disc !== 'object') radiusRule(disc, 'radius');
  else checkOptions(where, disc, DISC);
}

export const optionsOf = <Out>(
  disc: number | DiscOptions<Out> | undefined,
): DiscOptions<Out> | undefined => (typeof disc === 'object' ? disc : undefined);

export const radiusOf = (disc: number | DiscOptions<unknown> | undefined): number =>
  typeof disc === 'number' ? disc : (disc?.radius ?? 0);

/** The number of rows: `count`, or the length of the array `first`, the field called `name`. */
export function countRows(rows: DiscRows, first: unknown, name: string): number {
  if (typeof rows !== 'object' || rows === null) refuseKind('rows', rows, 'an object');
  checkNumbers(first, name);
  const { count } = rows;
  if (count === undefined) return (first as Numbers).length;
  if (!(Number.isInteger(count) && count >= 0)) refuse('count', count, 'a whole number >= 0');
  return count;
}

function checkNumbers(values: unknown, name: string): asserts values is Numbers {
  if (!(values instanceof Float64Array || values instanceof Float32Array))
    refuseKind(name, values, 'a Float64Array or Float32Array');
}

/** Throws unless an array has an entry per row: exactly, or at least where `count` is given. */
export function checkLength(
  { count }: DiscRows,
  array: { readonly length: number },
  rows: number,
  name: string,
): void {
  if (count === undefined ? array.length === rows : array.length >= rows) return;
  refuse(`${name}.length`, array.length, count === undefined ? rows : `at least ${rows}`);
}

/** Throws unless a field of rows holds `count` finite numbers, none of them below `least`. */
export function checkColumn(
  rows: DiscRows,
  values: unknown,
  count: number,
  name: string,
  least: number = -Infinity,
): void {
  checkNumbers(values, name);
  checkLength(rows, values, count, name);
  for (let i = 0; i < count; i++) {
    const value = values[i];
    if (value - value !== 0 || value < least)
      refuse(`${name}[${i}]`, value, least === 0 ? 'a finite number >= 0' : 'a finite number');
  }
}

/** Throws for wrong radii or hints. */
export function checkDiscRows(rows: DiscRows, count: number): void {
  const { radius, at } = rows;
  if (typeof radius === 'number') radiusRule(radius, 'radius');
  else if (radius !== undefined) checkColumn(rows, radius, count, 'radius', 0);
  if (at === undefined) return;
  if (!(at instanceof Int32Array)) refuseKind('at', at, 'an Int32Array');
  checkLength(rows, at, count, 'at');
}

/** Throws for a limit below 0. */
export function checkWithin(within: number | undefined): void {
  if (within !== undefined) limitRule(within, 'within');
}

/** The `size` rows of a batch from row `from` on: those in the columns. */
export interface Slice {
  readonly from: number;
  readonly size: number;
}

/**
 * A call for many rows, in steps that run in this order: `put` to `take` once per block, in a pool
 * once for all rows.
 */
export interface BatchCall<Rows, Out> {
  /**
   * Throws for wrong rows, or too small an `out`; returns the number of rows. May run code of the
   * caller (`random`), which may call the surface or change the mesh.
   */
  check(rows: Rows, out: Out | undefined): number;
  /** Once per batch: prepares what all rows share, such as sums and seeds; also checks `within`. */
  prepare?(kernels: Kernels): void;
  /** Makes empty answers for a number of rows. */
  make(count: number, rows: Rows): Out;
  /** Copies rows into the columns. */
  put(views: ColumnViews, rows: Rows, slice: Slice): void;
  readonly kernel: RowKernel;
  /** At most one number: the argument of the kernel after the rows. */
  options(rows: Rows): readonly number[];
  /** Copies answers from the columns to `out`. */
  take(views: ColumnViews, rows: Rows, out: Out, slice: Slice): void;
  /** After the last `take`: writes the ids of the obstacles on the sides that rows have met. */
  nameObstacles?(out: Out, count: number, obstaclesOf: ObstaclesOf): void;
  /** Rows of the columns of walls that each row of the call takes. Default 1. */
  walls?(rows: Rows): number;
}

export type RowKernel =
  | 'closestRows'
  | 'moveRows'
  | 'rayRows'
  | 'clearanceRows'
  | 'wallsRows'
  | 'locateRows'
  | 'partRows'
  | 'randomRows'
  | 'randomNearRows';

/** The current block of `answerAll`: one object for all calls, because blocks do not nest. */
const SLICE: { from: number; size: number } = { from: 0, size: 0 };
/** `options` of kernels that take no argument after the rows. */
export const NO_OPTIONS: readonly number[] = [];

/** Rows that are in the columns at a time: few enough that they stay in the nearest cache. */
const BLOCK = 512;

/** Answers all rows on the calling thread. */
export function answerAll<Rows, Out>(
  host: SurfaceHost,
  call: BatchCall<Rows, Out>,
  rows: Rows,
  out: Out | undefined,
): Out {
  host.ready();
  const count = call.check(rows, out);
  host.ready();
  call.prepare?.(host.kernels);
  const to = out ?? call.make(count, rows);
  const walls = call.walls?.(rows) ?? 1;
  const options = call.options(rows);
  const slice = SLICE;
  slice.from = 0;
  for (; slice.from < count; slice.from += BLOCK) {
    slice.size = Math.min(BLOCK, count - slice.from);
    const views = host.columns.views(slice.size, slice.size * walls);
    call.put(views, rows, slice);
    runRows(host.kernels, call.kernel, 0, slice.size, options);
    // views again, because the kernels may have grown their memory
    call.take(host.columns.views(slice.size, slice.size * walls), rows, to, slice);
  }
  call.nameObstacles?.(to, count, host.obstaclesOf);
  return to;
}

/** Answers the rows `first` to `end` - 1 of the columns. */
export function runRows(
  kernels: Pick<Kernels, RowKernel>,
  name: RowKernel,
  first: number,
  end: number,
  options: readonly number[],
): void {
  // functions without an option ignore the argument
  const call = kernels[name] as (first: number, end: number, option: number) => void;
  call(first, end, options.length > 0 ? options[0] : 0);
}

/** Fewer rows are copied one by one: making a view of them takes longer. */
const FEW_ROWS = 8;

/** Copies numbers into a column. */
export function fill(column: Float64Array, values: Numbers, { from, size }: Slice): void {
  // `set` copies memory if both are f64
  if (size >= FEW_ROWS && values instanceof Float64Array)
    column.set(values.subarray(from, from + size));
  else for (let i = 0; i < size; i++) column[i] = values[from + i];
}

/** Copies radii and hints into their columns; without hints -1. */
export function fillDiscs(views: ColumnViews, { radius = 0, at }: DiscRows, slice: Slice): void {
  if (typeof radius === 'number') views.radius.fill(radius, 0, slice.size);
  else fill(views.radius, radius, slice);
  fillHints(views, at, slice);
}

export function fillHints(
  views: ColumnViews,
  at: Int32Array | undefined,
  { from, size }: Slice,
): void {
  if (at === undefined) views.at.fill(-1, 0, size);
  else if (size < FEW_ROWS) for (let i = 0; i < size; i++) views.at[i] = at[from + i];
  else views.at.set(at.subarray(from, from + size));
}

/** Copies the polygons of the results back. */
export function drainHints(views: ColumnViews, at: Int32Array | undefined, slice: Slice): void {
  if (at !== undefined) drainInts(at, views.at, slice);
}

/** Arrays of statuses, of polygons and of sides. */
type Column = Uint8Array | Uint16Array | Int32Array | Uint32Array;

/** Copies a column into an array of answers. */
export function drain(to: Float64Array, column: Float64Array, { from, size }: Slice): void {
  if (size < FEW_ROWS) for (let i = 0; i < size; i++) to[from + i] = column[i];
  else to.set(column.subarray(0, size), from);
}
export function drainInts(to: Column, column: Column, { from, size }: Slice): void {
  if (size < FEW_ROWS) for (let i = 0; i < size; i++) to[from + i] = column[i];
  else to.set(column.subarray(0, size), from);
}

/** Throws unless `out` has room for all rows in each field, and each field its type. */
export function checkOut(
  out: object,
  types: Readonly<Record<string, { readonly name: string }>>,
  count: number,
): void {
  if (typeof out !== 'object' || out === null) refuseKind('out', out, 'an object');
  for (const name in types) {
    const array = (out as Record<string, ArrayLike<number> | undefined>)[name];
    const tag = (array as { [Symbol.toStringTag]?: string } | undefined)?.[Symbol.toStringTag];
    if (tag !== types[name].name) refuseKind(`out.${name}`, array, `a ${types[name].name}`);
    if (array!.length < count) refuse(`out.${name}.length`, array!.length, `at least ${count}`);
  }
}
