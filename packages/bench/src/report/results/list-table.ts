// Tables of lists whose entries were measured once.
import { buildTable, type TableInput } from './build-table.ts';
import type { Table, TableColumn } from './results.ts';

/**
 * A column, with the function that reads its cell from an entry; `null` or `undefined` is an empty
 * cell.
 */
export type ListColumn<T> = readonly [TableColumn, (of: T) => string | number | null | undefined];

/**
 * A table with a row for each entry of a list, in order. A repeated label is numbered, and columns
 * that are empty in every row are left out.
 */
export function listTable<T>(
  about: Pick<TableInput, 'id' | 'title' | 'command' | 'note'>,
  list: readonly T[],
  columns: readonly ListColumn<T>[],
): Table {
  const labels = columns.filter(([{ kind }]) => kind === 'label');
  const seen = new Map<string, number>();
  const rows = list.map((one) => {
    const row = Object.fromEntries(columns.map(([{ key }, read]) => [key, read(one) ?? null]));
    const name = JSON.stringify(labels.map(([{ key }]) => row[key]));
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const [{ key }] = labels[labels.length - 1];
    return times > 1 ? { ...row, [key]: `${row[key]} (${times})` } : row;
  });
  const used = columns.filter(([{ key }]) => rows.some((row) => row[key] !== null));
  const kept = rows.map((row) => Object.fromEntries(used.map(([{ key }]) => [key, row[key]])));
  return buildTable({ ...about, columns: used.map(([column]) => column), rows: kept });
}

/** A column that names rows. */
export const label = (key: string, title: string, unit = ''): TableColumn => ({
  key,
  title,
  kind: 'label',
  unit,
});

/** A column of numbers or texts that were not sampled. */
export const figure = (key: string, title: string, unit = ''): TableColumn => ({
  key,
  title,
  kind: 'figure',
  unit,
});

/** Replaces NaN by null, which JSON turns it into anyway. */
export function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Makes an id without blanks. */
export function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'table';
}
