// The pairs that the study's program tests (section 4.2, tables 5.1 and 5.2), written again from
// its text. An element is entered in the cell of its centre (home) and in every other cell that it
// cuts (phantom); with levels, in its native level and in all coarser ones (imported).
import type { Circles } from '../measure/worlds.ts';

/** The kind of an element's entry in a cell. */
export type Entry = 'N_Home' | 'N_Phantom' | 'I_Home' | 'I_Phantom';

/** The pairs of kinds that are tested. */
const TESTED: ReadonlySet<string> = new Set([
  'N_Home-N_Home',
  'N_Home-N_Phantom',
  'N_Home-I_Home',
  'N_Home-I_Phantom',
  'N_Phantom-I_Home',
]);

/** The kinds in the order of the tables. */
const ORDER: readonly Entry[] = ['N_Home', 'N_Phantom', 'I_Home', 'I_Phantom'];

/** `N_Home-I_Phantom`, in the order of the tables. */
export function kindOf(a: Entry, b: Entry): string {
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? `${a}-${b}` : `${b}-${a}`;
}

/** Whether the study's rule tests two elements with these entries in one cell. */
export function isTested(kind: string): boolean {
  return TESTED.has(kind);
}

/** The cell of a circle's centre and the other cells that it cuts, as column + row * 2^20. */
export function cellsOf(
  x: number,
  y: number,
  radius: number,
  cell: number,
): { home: number; phantom: number[] } {
  const key = (column: number, row: number): number => column + row * 2 ** 20;
  const home = key(Math.floor(x / cell), Math.floor(y / cell));
  const phantom: number[] = [];
  for (let row = Math.floor((y - radius) / cell); row <= Math.floor((y + radius) / cell); row++) {
    for (
      let column = Math.floor((x - radius) / cell);
      column <= Math.floor((x + radius) / cell);
      column++
    ) {
      const dx = Math.max(column * cell - x, 0, x - (column + 1) * cell);
      const dy = Math.max(row * cell - y, 0, y - (row + 1) * cell);
      const one = key(column, row);
      if (one !== home && dx * dx + dy * dy < radius * radius) phantom.push(one);
    }
  }
  return { home, phantom };
}

/**
 * Edge of the cells of the coarsest level as a multiple of the largest radius: a little larger than
 * the largest element. Each finer level halves it.
 */
export const COARSEST_EDGE = 2.0002;

/** The kinds of meetings of two circles in the cells that they share. */
export function meetings(circles: Circles, levels: number): (a: number, b: number) => Set<string> {
  const { count, x, y, radius } = circles;
  const largest = radius.reduce((most, r) => Math.max(most, r), 0);
  const edges = Array.from(
    { length: levels },
    (_, level) => (COARSEST_EDGE * largest) / 2 ** level,
  );
  const entries: Map<number, Entry>[] = Array.from({ length: count }, (_, i) => {
    const own = new Map<number, Entry>();
    const native = edges.findLastIndex((edge) => edge > 2 * radius[i]);
    for (let level = 0; level <= native; level++) {
      const { home, phantom } = cellsOf(x[i], y[i], radius[i], edges[level]);
      const id = (cell: number): number => cell * 32 + level;
      const imported = level < native;
      own.set(id(home), imported ? 'I_Home' : 'N_Home');
      for (const cell of phantom) own.set(id(cell), imported ? 'I_Phantom' : 'N_Phantom');
    }
    return own;
  });
  return (a, b) => {
    const kinds = new Set<string>();
    for (const [cell, entry] of entries[a]) {
      const other = entries[b].get(cell);
      if (other !== undefined) kinds.add(kindOf(entry, other));
    }
    return kinds;
  };
}
