import { isBeyondNoise } from '../../run/statistics/ratio-of.ts';
import { labelOf } from './build-table.ts';
import { quotient } from './quotient.ts';
import type { Cell, Ratio, Results, Row, TableColumn } from './results.ts';

/**
 * One figure of two runs, with the ratio of both: above 1 the figure is better in the later run.
 */
export interface Change extends Ratio {
  readonly experiment: string;
  readonly table: string;
  /** Labels of the row and title of the column. */
  readonly where: string;
  /** The labels by the key of their column. */
  readonly labels: Row;
  readonly kind: TableColumn['kind'];
  readonly unit: string;
  readonly before: Cell;
  readonly after: Cell;
  /** 'better' and 'worse' are beyond noise and beyond the smallest share that counts. */
  readonly outcome: 'better' | 'worse' | 'same';
}

export interface ResultsComparison {
  readonly changes: readonly Change[];
  /** Figures that only one of the runs has. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

export interface CompareOptions {
  /** Smaller changes count as the same. Default 0.05. Counted work changes by any amount. */
  readonly least?: number;
  /** Compares counted work and ratios only, which hardly depend on the machine. Default false. */
  readonly stable?: boolean;
}

/**
 * Finds the figures that are better or worse in `after` beyond noise: the interval of the ratio
 * lies on one side of 1. Two runs never took turns, so the interval of two measurements is by the
 * bootstrap. That of two ratios reaches from the least quotient of their bounds to the largest.
 * Figures are matched by experiment, table, labels and column; published figures and those without
 * a better side are skipped.
 */
export function compareResults(
  before: Results,
  after: Results,
  { least = 0.05, stable = false }: CompareOptions = {},
): ResultsComparison {
  const [old, now] = [figuresOf(before, stable), figuresOf(after, stable)];
  const changes: Change[] = [];
  for (const [id, figure] of now) {
    const other = old.get(id);
    const ratio = other && quotient(figure.after, other.after, figure.better, false);
    if (!other || !ratio) continue;
    const { better: _, ...about } = figure;
    const size = Math.max(ratio.ratio, 1 / ratio.ratio);
    const counts = figure.kind === 'count' ? size > 1 : size >= 1 + least && isBeyondNoise(ratio);
    const outcome = !counts ? 'same' : ratio.ratio > 1 ? 'better' : 'worse';
    changes.push({ ...about, ...ratio, before: other.after, outcome });
  }
  return {
    changes,
    onlyBefore: [...old.keys()].filter((id) => !now.has(id)),
    onlyAfter: [...now.keys()].filter((id) => !old.has(id)),
  };
}

type Known = 'experiment' | 'table' | 'where' | 'labels' | 'kind' | 'unit' | 'after';

interface Figure extends Pick<Change, Known> {
  readonly better: 'more' | 'less';
}

function figuresOf({ experiments }: Results, stable: boolean): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  for (const { name, tables } of experiments) {
    for (const table of tables) {
      const labelKeys = table.columns.filter(({ kind }) => kind === 'label').map(({ key }) => key);
      for (const { key, kind, unit, title, better } of table.columns) {
        if (!better || kind === 'published' || kind === 'label') continue;
        if (stable && kind !== 'count' && kind !== 'ratio') continue;
        for (const row of table.rows) {
          if (row[key] === null || typeof row[key] === 'string') continue;
          const label = labelOf(table, row);
          const where = label === '' ? title : `${label}, ${title}`;
          const id = `${name}, ${table.id}: ${where}`;
          const labels = Object.fromEntries(labelKeys.map((one) => [one, row[one]]));
          const about = { experiment: name, table: table.id, where, labels, kind, unit };
          figures.set(id, { ...about, after: row[key], better });
        }
      }
    }
  }
  return figures;
}
