// What batches share: rows come as one array per field, all checked and copied into the columns of
// the kernels before any row is answered.
import { checkOptions, number, type OptionRules, refuse, refuseKind } from '@wayfield/check';
import type { ColumnViews } from './columns.ts';

/** What single calls take in place of a radius. */
export interface DiscOptions<Out> {
  /** The radius of the disc. Default 0, a point. */
  readonly radius?: number | undefined;
  /** The polygon where the search for the place starts, such as the last `at`. */
  readonly at?: number | undefined;
  /** No place further away than this is taken. Default: no limit. */
  readonly within?: number | undefined;
  /** An answer of an earlier call, which is filled again and returned. */
  readonly out?: Out | undefined;
}

/** A radius, or options. */
export type Disc<Out> = number | DiscOptions<Out>;

/** Numbers of rows. Answers are always `Float64Array`: their clearance is that of 64 bits. */
export type Numbers = Float64Array | Float32Array;

/** What the rows of all batches have. */
export interface DiscRows {
  /** One radius for all rows, or one per row. Default 0: points. */
  readonly radius?: number | Numbers | undefined;
  /**
   * One per row, read and written: the polygon where the search for the place starts (-1 = not
   * known), and afterwards the polygon of the result. With it agents anywhere cost the same.
   */
  readonly at?: Int32Array | undefined;
  /** The number of rows, where arrays are longer. Default: the length of all arrays. */
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

/** Throws for options that a disc cannot have; the radius alone is the common case. */
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

/** The number of rows, by the first array. */
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

/** Throws for a field of rows that is no array of finite numbers, at least `least`. */
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

/** Throws for a radius, or hints, that are wrong. */
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

/** Copies numbers into a column. */
export function fill(column: Float64Array, values: Numbers, count: number): void {
  for (let i = 0; i < count; i++) column[i] = values[i];
}

/** Copies radii and hints into their columns. */
export function fillDiscs(views: ColumnViews, { radius = 0, at }: DiscRows, count: number): void {
  if (typeof radius === 'number') views.radius.fill(radius, 0, count);
  else fill(views.radius, radius, count);
  fillHints(views, at, count);
}

export function fillHints(views: ColumnViews, at: Int32Array | undefined, count: number): void {
  if (at === undefined) views.at.fill(-1, 0, count);
  else for (let i = 0; i < count; i++) views.at[i] = at[i];
}

/** Copies the polygons of the results back. */
export function drainHints(views: ColumnViews, at: Int32Array | undefined, count: number): void {
  if (at !== undefined) for (let i = 0; i < count; i++) at[i] = views.at[i];
}

interface Column {
  [i: number]: number;
  readonly length: number;
}

/** Copies a column into an array of answers. */
export function drain(to: Float64Array, column: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = column[i];
}
export function drainInts(to: Column, column: Column, count: number): void {
  for (let i = 0; i < count; i++) to[i] = column[i];
}

/** Throws unless answers of an earlier call have room for all rows, each field in its type. */
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
