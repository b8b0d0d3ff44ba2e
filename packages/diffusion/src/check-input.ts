import { DEFAULT_STRENGTH, MIN_TERRAIN } from './constants.ts';
import type { DiffusionMap, Goals } from './types.ts';

/** Sources by cell, in ascending order. */
export interface SortedGoals {
  readonly cell: Uint32Array;
  /** One entry per cell. */
  readonly strength: Float32Array;
}

/** Throws RangeError or TypeError unless `map` is what `DiffusionMap` promises. */
export function checkMap(map: DiffusionMap): void {
  const { width, height, neighbours, terrain } = map;
  for (const [name, value] of [
    ['width', width],
    ['height', height],
  ] as const) {
    if (!(Number.isInteger(value) && value >= 1)) {
      throw new RangeError(`${name} is ${value}, expected a whole number from 1`);
    }
  }
  if (width * height > 2 ** 30) {
    throw new RangeError(`the map has ${width * height} cells, at most ${2 ** 30} are possible`);
  }
  if (neighbours !== 4 && neighbours !== 8) {
    throw new RangeError(`neighbours is ${neighbours}, expected 4 or 8`);
  }
  if (!(terrain instanceof Float32Array)) throw new TypeError('terrain is not a Float32Array');
  if (terrain.length !== width * height) {
    throw new RangeError(`terrain has ${terrain.length} entries, expected ${width * height}`);
  }
  for (let v = 0; v < terrain.length; v++) {
    const value = terrain[v];
    if (!(value === 0 || (value >= MIN_TERRAIN && value <= 1))) refuseFactor('terrain', v, value);
  }
}

function refuseFactor(name: string, index: number, value: number): never {
  throw new RangeError(`${name}[${index}] is ${value}, expected 0, or ${MIN_TERRAIN} (2^-60) to 1`);
}

/** `value[i]` of one number for all, or one each. */
export function eachOf(value: number | ArrayLike<number>, i: number): number {
  return typeof value === 'number' ? value : value[i];
}

/**
 * Checks cells and what they get, one value in all or one each, before anything is changed: cells in range,
 * values `MIN_TERRAIN` to 1 or, for terrain, 0.
 */
export function checkFactors(
  cellCount: number,
  cells: ArrayLike<number>,
  values: number | ArrayLike<number>,
  name: 'terrain' | 'factor',
): void {
  checkCells(cellCount, cells, 'cells');
  if (typeof values !== 'number' && values.length !== cells.length) {
    throw new RangeError(`${name} has ${values.length} entries, expected ${cells.length}`);
  }
  for (let i = 0; i < cells.length; i++) {
    const value = Math.fround(eachOf(values, i));
    if (value >= MIN_TERRAIN && value <= 1) continue;
    if (name === 'factor') checkModulation(value, `factor[${i}]`);
    if (value !== 0) refuseFactor(name, i, eachOf(values, i));
  }
}

/** Throws RangeError unless `factor` is `MIN_TERRAIN` to 1: 0 would cut the layer in two. */
export function checkModulation(factor: number, name: string): void {
  if (!(factor >= MIN_TERRAIN && factor <= 1)) {
    throw new RangeError(`${name} is ${factor}, expected ${MIN_TERRAIN} (2^-60) to 1`);
  }
}

/** Throws RangeError for the first that is no cell of the map. */
export function checkCells(cellCount: number, cells: ArrayLike<number>, name: string): void {
  for (let i = 0; i < cells.length; i++) {
    if (!(cells[i] < cellCount) || cells[i] >>> 0 !== cells[i]) {
      throw new RangeError(`${name}[${i}] is ${cells[i]}, the map has ${cellCount} cells`);
    }
  }
}

/** Throws RangeError for a strength that is 0 or infinite as f32. */
export function checkStrength(strength: number, precision: 'f32' | 'log', name: string): void {
  const least = precision === 'f32' ? 2 ** -126 : 2 ** -149;
  const value = Math.fround(strength);
  if (!(value >= least && value < Infinity)) {
    throw new RangeError(`${name} is ${strength}, expected a finite number from ${least}`);
  }
}

/** Goals in ascending order of their cells. Throws RangeError for what `setGoals` refuses. */
export function sortGoals(cellCount: number, goals: Goals, precision: 'f32' | 'log'): SortedGoals {
  const { cell, strength = DEFAULT_STRENGTH } = goals;
  checkCells(cellCount, cell, 'cell');
  if (typeof strength !== 'number' && strength.length !== cell.length) {
    throw new RangeError(`strength has ${strength.length} entries, expected ${cell.length}`);
  }
  for (let i = 0; i < cell.length; i++) {
    const which = typeof strength === 'number' ? '' : `[${i}]`;
    checkStrength(eachOf(strength, i), precision, `strength${which}`);
  }
  const order = Uint32Array.from({ length: cell.length }, (_, i) => i);
  order.sort((a, b) => cell[a] - cell[b]);
  for (let i = 1; i < order.length; i++) {
    if (cell[order[i]] === cell[order[i - 1]]) {
      throw new RangeError(
        `cell[${order[i]}] and cell[${order[i - 1]}] are both ${cell[order[i]]}, expected each cell once`,
      );
    }
  }
  return {
    cell: Uint32Array.from(order, (i) => cell[i]),
    strength: Float32Array.from(order, (i) => eachOf(strength, i)),
  };
}
