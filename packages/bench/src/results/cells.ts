import type { Measurement } from '../statistics/measurement.ts';
import type { Cell, Ratio, Table, TableColumn } from './results.ts';

export function isMeasurement(cell: Cell | undefined): cell is Measurement {
  return typeof cell === 'object' && cell !== null && 'median' in cell;
}

export function isRatio(cell: Cell | undefined): cell is Ratio {
  return typeof cell === 'object' && cell !== null && 'ratio' in cell;
}

/** The number of a cell: the median of a measurement; NaN of text and of nothing. */
export function valueOf(cell: Cell | undefined): number {
  if (typeof cell === 'number') return cell;
  if (isMeasurement(cell)) return cell.median;
  return isRatio(cell) ? cell.ratio : NaN;
}

/** Its samples: one where it is a plain number, none where it is no number. */
export function samplesOf(cell: Cell | undefined): readonly number[] {
  if (isMeasurement(cell)) return cell.samples;
  const value = valueOf(cell);
  return Number.isFinite(value) ? [value] : [];
}

/** The columns of a table that hold anything: what nobody printed and nothing measured takes no room in a report. */
export function filledColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>): TableColumn[] {
  return columns.filter(
    ({ key, kind }) => kind === 'label' || rows.some((row) => (row[key] ?? null) !== null),
  );
}
