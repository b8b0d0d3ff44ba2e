import { isBeyondNoise } from '../statistics/ratio-of.ts';
import { labelOf } from './build-table.ts';
import { isRatio } from './cells.ts';
import type { Experiment, Standing, StandingRow, Table } from './results.ts';

/** An experiment with its standings; what it leaves out is empty. */
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
 * How we stand by the ratio columns of these tables: against each rival the best ratio (one beyond noise, where there is one),
 * and the rows that it wins beyond noise, or in the only run. Sorted by kind and name as they first appear.
 */
export function standingsOf(tables: readonly Table[]): Standing[] {
  const found = new Map<string, Standing & { losses: StandingRow[] }>();
  for (const table of tables) {
    for (const { key, ratio: of } of table.columns) {
      if (!of) continue;
      const ours = table.columns.find((column) => column.key === of.ours)!;
      for (const row of table.rows) {
        const cell = row[key];
        if (!isRatio(cell)) continue;
        const label = labelOf(table, row);
        const where = label === '' ? ours.title : `${label}, ${ours.title}`;
        const one: StandingRow = { table: table.id, where, ...cell };
        const id = `${of.kind} ${of.name}`;
        const before = found.get(id);
        const losses = before?.losses ?? [];
        if (cell.high < 1) losses.push(one);
        found.set(id, {
          kind: of.kind,
          name: of.name,
          compared: (before?.compared ?? 0) + 1,
          best: before && !isBetter(one, before.best) ? before.best : one,
          losses,
        });
      }
    }
  }
  for (const { losses } of found.values()) losses.sort((a, b) => a.ratio - b.ratio);
  return [...found.values()];
}

/** Larger, or told from noise where the other one is not. */
function isBetter(one: StandingRow, other: StandingRow): boolean {
  const [sure, before] = [one, other].map((row) => row.low > 1 && isBeyondNoise(row));
  return sure === before ? one.ratio > other.ratio : sure;
}

/** Answers of these checks that were compared and that differed. */
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
