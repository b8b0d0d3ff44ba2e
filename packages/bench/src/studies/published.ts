/**
 * What a figure must be to be better; 'same': it is a count that must come out as printed; 'none': it stands beside ours
 * to be read, not to be beaten.
 */
export type Better = 'less' | 'more' | 'same' | 'none';

/** A column of a published table. */
export interface PublishedColumn {
  readonly title: string;
  /** `ms`, `bytes`, `steps`, `x` … */
  readonly unit: string;
  readonly better: Better;
  /** What the study measured on, where tables have several: `GTX 460, CUDA`. Default: the title. */
  readonly device?: string;
}

/** A row as it was printed. */
export interface PublishedRow {
  /** What names it, one entry per label of the table. */
  readonly labels: readonly (string | number)[];
  /** One value per column; null where nothing was printed. */
  readonly values: readonly (number | null)[];
  /** Where it lies on the axis of the table. */
  readonly at?: number;
}

/** A table of a study, or a figure whose values its text tells. */
export interface PublishedTable {
  /** As the study calls it: `T9`, `Table 5.1`, `Figure 7.1`. Once per study. */
  readonly id: string;
  readonly title: string;
  /** Titles of what names a row. */
  readonly labels: readonly string[];
  readonly columns: readonly PublishedColumn[];
  readonly rows: readonly PublishedRow[];
  /** What `at` of the rows is, where they can be drawn: `agents`. */
  readonly axis?: string;
  /** Below the table: what its words mean and how ours were got. */
  readonly note?: string;
}

/** The name of a row: its labels with commas between them. */
export function rowName({ labels }: Pick<PublishedRow, 'labels'>): string {
  return labels.join(', ');
}

/** The table of that name. Throws RangeError where there is none. */
export function tableOf(tables: readonly PublishedTable[], id: string): PublishedTable {
  const table = tables.find((one) => one.id === id);
  if (!table) throw new RangeError(`there is no table '${id}'`);
  return table;
}

/** The row of that name. Throws RangeError where there is none. */
export function publishedRow(
  tables: readonly PublishedTable[],
  id: string,
  name: string,
): PublishedRow {
  const row = tableOf(tables, id).rows.find((one) => rowName(one) === name);
  if (!row) throw new RangeError(`table '${id}' has no row '${name}'`);
  return row;
}

/** A printed value. Throws RangeError for a table, row or column that there is not. */
export function publishedValue(
  tables: readonly PublishedTable[],
  id: string,
  name: string,
  column: string,
): number | null {
  const at = tableOf(tables, id).columns.findIndex(({ title }) => title === column);
  if (at < 0) throw new RangeError(`table '${id}' has no column '${column}'`);
  return publishedRow(tables, id, name).values[at] ?? null;
}
