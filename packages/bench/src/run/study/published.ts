// Printed values of the studies: `PublishedTable` is their form. The values are in `tables.ts` of
// each folder `*/study/` (roads and grids: with `figures.ts` or `study-figures.ts` beside it).
// `experiment.ts` puts ours beside them.

/**
 * The direction in which a figure is better. 'same': a count, which ours equals where the map and
 * the program are the study's; it stands beside the printed one, without a ratio. Only the targets
 * of `studies` in acceptance check that both are equal. 'none': a figure that is printed and not
 * compared.
 */
export type Better = 'less' | 'more' | 'same' | 'none';

/** A column of a published table. */
export interface PublishedColumn {
  readonly title: string;
  /** `ms`, `bytes`, `steps`, `x` … */
  readonly unit: string;
  readonly better: Better;
  /** The study's machine, where a table has several: `GTX 460, CUDA`. Default: the title. */
  readonly device?: string;
}

/** A row as it was printed. */
export interface PublishedRow {
  /** The names of the row, one per label of the table. */
  readonly labels: readonly (string | number)[];
  /** One value per column; null where nothing was printed. */
  readonly values: readonly (number | null)[];
  /** The place on the axis of the table. */
  readonly at?: number;
}

/** A table of a study, or a figure whose values the text gives. */
export interface PublishedTable {
  /** The study's name: `T9`, `Table 5.1`, `Figure 7.1`. Unique in a study. */
  readonly id: string;
  readonly title: string;
  /** Titles of the labels that name a row. */
  readonly labels: readonly string[];
  readonly columns: readonly PublishedColumn[];
  readonly rows: readonly PublishedRow[];
  /** The meaning of `at` where rows can be drawn: `agents`. */
  readonly axis?: string;
  /** Printed below the table: what its words mean and how our figures were measured. */
  readonly note?: string;
}

/** The name of a row: its labels with commas between them. */
export function rowName({ labels }: Pick<PublishedRow, 'labels'>): string {
  return labels.join(', ');
}

/** The table with this name. Throws RangeError where there is none. */
export function tableOf(tables: readonly PublishedTable[], id: string): PublishedTable {
  const table = tables.find((one) => one.id === id);
  if (!table) throw new RangeError(`there is no table '${id}'`);
  return table;
}

/** The row with this name. Throws RangeError where there is none. */
export function publishedRow(
  tables: readonly PublishedTable[],
  id: string,
  name: string,
): PublishedRow {
  const row = tableOf(tables, id).rows.find((one) => rowName(one) === name);
  if (!row) throw new RangeError(`table '${id}' has no row '${name}'`);
  return row;
}

/** A printed value. Throws RangeError for a table, row or column that does not exist. */
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
