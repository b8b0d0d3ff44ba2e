import { median } from '../../run/statistics/summary.ts';
import { isBeyondNoise } from '../../run/statistics/ratio-of.ts';
import { labelOf } from './build-table.ts';
import { isRatio } from './cells.ts';
import type { Experiment, Standing, StandingRow, Table } from './results.ts';

/** An experiment with its standings; parts that the input leaves out are empty. */
export function finishExperiment(
  input: Omit<Experiment, 'standings' | 'plots' | 'pictures'> &
    Partial<Pick<Experiment, 'plots' | 'pictures'>>,
): Experiment {
  return {
    ...input,
    plots: input.plots ?? [],
    pictures: input.pictures ?? [],
    standings: standingsOf(input.tables),
  };
}

/**
 * Our standing by the ratio columns of these tables: against each rival the median of all ratios,
 * the best (one beyond noise, if there is one), the worst, and the rows that the rival wins beyond
 * noise, or in the only run. Sorted by kind and name in order of appearance.
 */
export function standingsOf(tables: readonly Table[]): Standing[] {
  const found = new Map<string, { about: Pick<Standing, 'kind' | 'name'>; rows: StandingRow[] }>();
  for (const table of tables) {
    for (const { key, ratio: of } of table.columns) {
      if (!of) continue;
      const ours = table.columns.find((column) => column.key === of.ours)!;
      for (const row of table.rows) {
        const cell = row[key];
        if (!isRatio(cell)) continue;
        const label = labelOf(table, row);
        const where = label === '' ? ours.title : `${label}, ${ours.title}`;
        const { kind } = of;
        const name = of.by === undefined ? of.name : `${of.name}, ${String(row[of.by])}`;
        const id = `${kind} ${name}`;
        const one = found.get(id) ?? { about: { kind, name }, rows: [] };
        one.rows.push({ table: table.id, where, ...cell });
        found.set(id, one);
      }
    }
  }
  return [...found.values()].map(({ about, rows }) => ({
    ...about,
    compared: rows.length,
    median: Number(median(rows.map(({ ratio }) => ratio)).toPrecision(6)),
    best: rows.reduce((best, one) => (isBetter(one, best) ? one : best)),
    worst: rows.reduce((worst, one) => (one.ratio < worst.ratio ? one : worst)),
    losses: rows.filter(({ high }) => high < 1).toSorted((a, b) => a.ratio - b.ratio),
  }));
}

/** Whether a ratio is larger, or beyond noise where the other one is not. */
function isBetter(one: StandingRow, other: StandingRow): boolean {
  const [sure, before] = [one, other].map((row) => row.low > 1 && isBeyondNoise(row));
  return sure === before ? one.ratio > other.ratio : sure;
}

/** The number of answers that these checks compared, and of those that differed. */
export function countChecks(
  checks: Iterable<{ readonly compared: number; readonly differed: number }>,
): { compared: number; differed: number } {
  let [compared, differed] = [0, 0];
  for (const check of checks) {
    compared += check.compared;
    differed += check.differed;
  }
  return { compared, differed };
}
