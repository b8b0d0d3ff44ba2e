import { checkLength, list, refuse, refuseNumber, typed, whole } from '@wayfield/check';
import { DEFAULT_STRENGTH, MAX_STRENGTH, MIN_STRENGTH, MIN_TERRAIN } from '../constants.ts';
import { cornersRule, goalsRule, mapRule, steps } from './rules.ts';
import type { DiffusionMap, Goals } from '../types.ts';

/** Goals by cell, in ascending order. */
export interface SortedGoals {
  readonly cell: Uint32Array;
  /** One entry per cell. */
  readonly strength: Float32Array;
}

const FACTOR = '2^-60 to 1';
const STRENGTH = 'a number from 2^-126 to 2^100';
const floats = /* @__PURE__ */ typed(Float32Array);
const sizeRule = /* @__PURE__ */ whole(0, 2 ** 30);

/** Throws RangeError or TypeError unless `map` is what `DiffusionMap` promises. */
export function checkMap(map: DiffusionMap): void {
  mapRule(map, 'map');
  if (map.corners !== undefined) cornersRule(map.corners, 'map.corners');
  const { width, height, terrain } = map;
  sizeRule(width * height, 'width * height');
  checkSize(terrain, width * height, 'terrain', 'width * height');
  for (let v = 0; v < terrain.length; v++) {
    const value = terrain[v];
    if (!(value === 0 || (value >= MIN_TERRAIN && value <= 1))) refuseFactor('terrain', v, value);
  }
}

/**
 * Throws TypeError for what is no list, RangeError for a list without `expected` entries. `of` is
 * the part of the message that says where the expected number comes from.
 */
export function checkSize(
  value: ArrayLike<unknown>,
  expected: number,
  name: string,
  of: string,
): void {
  list(value, name);
  if (value.length !== expected) refuse(`${name}.length`, value.length, `${of}, ${expected}`);
}

function refuseFactor(name: string, index: number, value: unknown): never {
  refuseNumber(`${name}[${index}]`, value, `0, or ${FACTOR}`);
}

/** Entry i of a list, or the one number that stands for all entries. */
export function eachOf(value: number | ArrayLike<number>, i: number): number {
  return typeof value === 'number' ? value : value[i];
}

/**
 * Checks cells and the terrain or factors for them, before anything is changed. `values` is one
 * number for all cells or one per cell. Rounded to f32 it must be `MIN_TERRAIN` to 1; terrain may
 * also be 0.
 */
export function checkFactors(
  cellCount: number,
  cells: ArrayLike<number>,
  values: number | ArrayLike<number>,
  name: 'terrain' | 'factor',
): void {
  checkCells(cellCount, cells, 'cells');
  const single = typeof values === 'number';
  if (!single) checkSize(values, cells.length, name, 'that of cells');
  const count = single ? 1 : values.length;
  for (let i = 0; i < count; i++) {
    const given: unknown = eachOf(values, i);
    const value = typeof given === 'number' ? Math.fround(given) : NaN;
    if (value >= MIN_TERRAIN && value <= 1) continue;
    if (value === 0 && name === 'terrain') continue;
    const label = single ? name : `${name}[${i}]`;
    refuseNumber(label, given, name === 'terrain' ? `0, or ${FACTOR}` : FACTOR);
  }
}

/** Throws RangeError unless `factor` is `MIN_TERRAIN` to 1: 0 would cut the layer in two. */
export function checkModulation(factor: number, name: string): void {
  if (!(typeof factor === 'number' && factor >= MIN_TERRAIN && factor <= 1))
    refuseNumber(name, factor, FACTOR);
}

/**
 * Throws TypeError for what is no list, RangeError for the first entry that is no cell of the map.
 */
export function checkCells(cellCount: number, cells: ArrayLike<number>, name: string): void {
  list(cells, name);
  for (let i = 0; i < cells.length; i++) {
    if (!isCell(cellCount, cells[i])) {
      refuseNumber(`${name}[${i}]`, cells[i], `a cell below ${cellCount}`);
    }
  }
}

/** Throws unless `cell` is one of the map. */
export function checkCell(cellCount: number, cell: number, name: string): void {
  if (!isCell(cellCount, cell)) refuseNumber(name, cell, `a cell below ${cellCount}`);
}

/** Cells to start from: one, or a list. */
export function checkStarts(
  cellCount: number,
  starts: number | ArrayLike<number>,
): ArrayLike<number> {
  if (typeof starts === 'number') {
    checkCell(cellCount, starts, 'starts');
    return [starts];
  }
  checkCells(cellCount, starts, 'starts');
  return starts;
}

const isCell = (cellCount: number, cell: number): boolean =>
  cell < cellCount && cell >>> 0 === cell;

/** Throws unless `strength` is a number within the limits of strengths. */
export function checkStrength(strength: number, name: string): void {
  if (!isStrength(strength)) refuseNumber(name, strength, STRENGTH);
}

const isStrength = (strength: unknown): boolean =>
  typeof strength === 'number' && strength >= MIN_STRENGTH && strength <= MAX_STRENGTH;

/** A count of steps. */
export function checkSteps(count: number, name: string): void {
  steps(count, name);
}

/** Goals in ascending order of their cells. Throws what `setGoals` throws. */
export function sortGoals(cellCount: number, goals: Goals): SortedGoals {
  goalsRule(goals, 'goals');
  const { cell, strength = DEFAULT_STRENGTH } = goals;
  checkCells(cellCount, cell, 'cell');
  if (typeof strength === 'number') checkStrength(strength, 'strength');
  else {
    checkSize(strength, cell.length, 'strength', 'that of cell');
    for (let i = 0; i < cell.length; i++) {
      if (!isStrength(strength[i])) refuseNumber(`strength[${i}]`, strength[i], STRENGTH);
    }
  }
  const order = Uint32Array.from({ length: cell.length }, (_, i) => i);
  order.sort((a, b) => cell[a] - cell[b]);
  for (let i = 1; i < order.length; i++) {
    if (cell[order[i]] === cell[order[i - 1]]) {
      throw new RangeError(
        `cell[${order[i]}] and cell[${order[i - 1]}] are both ${cell[order[i]]}, ` +
          `expected each cell once`,
      );
    }
  }
  return {
    cell: Uint32Array.from(order, (i) => cell[i]),
    strength: Float32Array.from(order, (i) => eachOf(strength, i)),
  };
}

/** Throws unless `out` is undefined or holds one f32 per cell. */
export function checkOut(cellCount: number, out: unknown): void {
  if (out === undefined) return;
  floats(out, 'out');
  checkLength(out, cellCount, 'out');
}
