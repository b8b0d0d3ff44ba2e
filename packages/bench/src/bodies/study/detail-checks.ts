// How many pairs of circles a grid tests in full, with one grid and with grids in levels.
import type { Circles } from '../measure/worlds.ts';
import { cellsOf, COARSEST_EDGE, isTested, kindOf, type Entry } from './pair-rules.ts';

/** Entries of one cell by kind: all of a kind are tested with all of another, or none. */
type Counts = Record<Entry, number>;

/**
 * The tests of the study's rule (tables 5.1 and 5.2): pairs of entries in a cell that the rule
 * tests. Elements that share several cells are tested in each of them.
 */
export function studyChecks(circles: Circles, levels: number): number {
  const { count, x, y, radius } = circles;
  const largest = radius.reduce((most, r) => Math.max(most, r), 0);
  const edges = Array.from(
    { length: levels },
    (_, level) => (COARSEST_EDGE * largest) / 2 ** level,
  );
  const cells = new Map<number, Counts>();
  const enter = (cell: number, level: number, entry: Entry): void => {
    const key = cell * 32 + level;
    let counts = cells.get(key);
    if (!counts) {
      counts = { N_Home: 0, N_Phantom: 0, I_Home: 0, I_Phantom: 0 };
      cells.set(key, counts);
    }
    counts[entry]++;
  };
  for (let i = 0; i < count; i++) {
    const native = edges.findLastIndex((edge) => edge > 2 * radius[i]);
    for (let level = 0; level <= native; level++) {
      const { home, phantom } = cellsOf(x[i], y[i], radius[i], edges[level]);
      const imported = level < native;
      enter(home, level, imported ? 'I_Home' : 'N_Home');
      for (const cell of phantom) enter(cell, level, imported ? 'I_Phantom' : 'N_Phantom');
    }
  }
  let tests = 0;
  const kinds: readonly Entry[] = ['N_Home', 'N_Phantom', 'I_Home', 'I_Phantom'];
  for (const counts of cells.values()) {
    kinds.forEach((a, i) => {
      for (const b of kinds.slice(i)) {
        if (!isTested(kindOf(a, b))) continue;
        tests += a === b ? (counts[a] * (counts[a] - 1)) / 2 : counts[a] * counts[b];
      }
    });
  }
  return tests;
}

/**
 * The tests of our rule: each element is in one cell of one level; elements of a level meet in the
 * same and in neighbouring cells, and finer elements look at nine cells of each coarser level.
 * Levels are the powers of two of the radii; of one grid, the cell is as wide as the largest.
 */
export function ownChecks(circles: Circles, inLevels: boolean): number {
  const { count, x, y, radius } = circles;
  const largest = radius.reduce((most, r) => Math.max(most, r), 0);
  const levelOf = (r: number): number =>
    inLevels ? Math.floor(Math.log2(largest)) - Math.floor(Math.log2(r)) : 0;
  const sides = new Map<number, number>();
  for (const r of radius.subarray(0, count)) {
    const level = levelOf(r);
    sides.set(level, Math.max(sides.get(level) ?? 0, 2 * r));
  }
  const grids = [...sides].sort(([a], [b]) => a - b);
  const filled = new Map<number, Map<number, number>>();
  const keyAt = (column: number, row: number): number => column + row * 2 ** 20;
  for (let i = 0; i < count; i++) {
    const level = levelOf(radius[i]);
    const side = sides.get(level)!;
    const grid = filled.get(level) ?? new Map<number, number>();
    filled.set(level, grid);
    const key = keyAt(Math.floor(x[i] / side), Math.floor(y[i] / side));
    grid.set(key, (grid.get(key) ?? 0) + 1);
  }
  let twice = 0;
  let across = 0;
  for (let i = 0; i < count; i++) {
    const own = levelOf(radius[i]);
    for (const [level, side] of grids) {
      if (level > own) break;
      const [column, row] = [Math.floor(x[i] / side), Math.floor(y[i] / side)];
      let around = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          around += filled.get(level)!.get(keyAt(column + dx, row + dy)) ?? 0;
        }
      }
      if (level === own) twice += around - 1;
      else across += around;
    }
  }
  return twice / 2 + across;
}
