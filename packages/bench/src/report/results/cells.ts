import type { Measurement } from '../../run/statistics/measurement.ts';
import type { Cell, Ratio, Table, TableColumn } from './results.ts';

export function isMeasurement(cell: Cell | undefined): cell is Measurement {
  return typeof cell === 'object' && cell !== null && 'median' in cell;
}

export function isRatio(cell: Cell | undefined): cell is Ratio {
  return typeof cell === 'object' && cell !== null && 'ratio' in cell;
}

/** The number of a cell: the median of a measurement; NaN for text and for nothing. */
export function valueOf(cell: Cell | undefined): number {
  if (typeof cell === 'number') return cell;
  if (isMeasurement(cell)) return cell.median;
  return isRatio(cell) ? cell.ratio : NaN;
}

/** The samples of a cell: one for a plain number, none where it is not a number. */
export function samplesOf(cell: Cell | undefined): readonly number[] {
  if (isMeasurement(cell)) return cell.samples;
  const value = valueOf(cell);
  return Number.isFinite(value) ? [value] : [];
}

/**
 * The columns of a table that hold anything: a column that nobody printed and nothing measured is
 * left out of reports.
 */
export function filledColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>): TableColumn[] {
  return columns.filter(
    ({ key, kind }) => kind === 'label' || rows.some((row) => (row[key] ?? null) !== null),
  );
}
