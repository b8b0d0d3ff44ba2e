// Tables of lists of things that were measured once.
import { buildTable, type TableInput } from './build-table.ts';
import type { Table, TableColumn } from './results.ts';

/** A column, and what it says of one of the list; nothing: `null` or `undefined`. */
export type ListColumn<T> = readonly [TableColumn, (of: T) => string | number | null | undefined];

/**
 * A table with a row for each of a list, in their order: a label that comes again is numbered, and columns that are empty in
 * every row are left out.
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
export const label = (key: string, title: string): TableColumn => ({
  key,
  title,
  kind: 'label',
  unit: '',
});

/** A column of numbers or texts that were not sampled. */
export const figure = (key: string, title: string, unit = ''): TableColumn => ({
  key,
  title,
  kind: 'figure',
  unit,
});

/** JSON has no NaN: it reads back as null. */
export function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Ids have no blanks. */
export function slug(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'table';
}
