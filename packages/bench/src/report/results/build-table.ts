import { quotient } from './quotient.ts';
import type { Cell, RatioOf, Row, Table, TableColumn } from './results.ts';

/** A table before its ratios. Rows may leave cells out, which become `null`. */
export interface TableInput extends Omit<Table, 'rows'> {
  readonly rows: readonly Readonly<Record<string, Cell | undefined>>[];
  /** Ratio columns to be added: ours against theirs. */
  readonly ratios?: readonly RatioInput[];
}

/** A ratio column. It is better in the direction of its two columns. */
export interface RatioInput extends RatioOf {
  /** The key; default `OURS/THEIRS`. */
  readonly key?: string;
  /** The title; default `against NAME`. */
  readonly title?: string;
  /**
   * Whether both were measured in turns, round by round, so that the ratio is that of rounds.
   * Default: where n is equal.
   */
  readonly inTurns?: boolean;
}

/**
 * A table with every cell filled and the ratio columns computed: above 1 ours is better. Throws
 * RangeError where a row has a cell without a column, where columns of a ratio do not say what is
 * better, and where labels repeat.
 */
export function buildTable({ rows, ratios = [], columns, ...about }: TableInput): Table {
  const added = ratios.map((ratio) => ratioColumn(ratio, columns, about.id));
  const all = [...columns, ...added];
  const keys = new Set(all.map(({ key }) => key));
  if (keys.size !== all.length) throw new RangeError(`table ${about.id} has a column twice`);
  const filled = rows.map((row, r): Row => {
    for (const key of Object.keys(row)) {
      if (!keys.has(key)) {
        throw new RangeError(`table ${about.id}, row ${r}: no column '${key}'`);
      }
    }
    const cells: Record<string, Cell> = {};
    for (const { key } of columns) cells[key] = row[key] ?? null;
    added.forEach(({ key, ratio }, i) => {
      const better = columns.find((one) => one.key === ratio!.ours)!.better!;
      const [ours, theirs] = [cells[ratio!.ours], cells[ratio!.theirs]];
      cells[key] = quotient(ours, theirs, better, ratios[i].inTurns);
    });
    return cells;
  });
  const table = { ...about, columns: all, rows: filled };
  const labels = new Set<string>();
  for (const row of filled) {
    const label = labelOf(table, row);
    if (labels.has(label)) throw new RangeError(`table ${about.id} has '${label}' twice`);
    labels.add(label);
  }
  return table;
}

/** The labels that tell a row from all others: `agents 48, map town`. */
export function labelOf({ columns }: Pick<Table, 'columns'>, row: Row): string {
  return columns
    .filter(({ kind, key }) => kind === 'label' && row[key] !== null)
    .map(
      ({ key, title }) =>
        `${title} ${typeof row[key] === 'number' ? row[key].toLocaleString('en-US') : row[key]}`,
    )
    .join(', ');
}

function ratioColumn(input: RatioInput, columns: readonly TableColumn[], id: string): TableColumn {
  const { ours, theirs, kind, name, by } = input;
  const [a, b] = [ours, theirs].map((key) => {
    const column = columns.find((one) => one.key === key);
    if (!column?.better || column.kind === 'ratio' || column.kind === 'label') {
      throw new RangeError(`table ${id}: '${key}' is no column with a better side`);
    }
    return column;
  });
  if (a.better !== b.better || a.unit !== b.unit) {
    throw new RangeError(`table ${id}: '${ours}' and '${theirs}' differ in unit or better side`);
  }
  if (by !== undefined && !columns.some((one) => one.key === by && one.kind === 'label')) {
    throw new RangeError(`table ${id}: '${by}' is no label`);
  }
  return {
    key: input.key ?? `${ours}/${theirs}`,
    title: input.title ?? `against ${name}`,
    kind: 'ratio',
    unit: 'x',
    better: 'more',
    ratio: { ours, theirs, kind, name, ...(by !== undefined && { by }) },
  };
}
