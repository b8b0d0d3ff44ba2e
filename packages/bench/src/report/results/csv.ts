import { labelOf } from './build-table.ts';
import { isMeasurement, isRatio, valueOf } from './cells.ts';
import type { Cell, Experiment, Results, Row, Table, TableColumn } from './results.ts';

const HEAD = [
  'experiment',
  'table',
  'row',
  'column',
  'kind',
  'unit',
  'transfer',
  'state',
  'clock',
  'value',
  'low',
  'high',
  'n',
  'outliers',
];

/** All tables of a run as one CSV (RFC 4180, LF), a line per cell: for programs. */
export function formatResultsCsv({ experiments }: Pick<Results, 'experiments'>): string {
  const lines = [HEAD];
  for (const { name, tables } of experiments) {
    for (const table of tables) {
      for (const row of table.rows) {
        for (const column of table.columns) {
          if (column.kind !== 'label') lines.push(cellLine(name, table, row, column));
        }
      }
    }
  }
  return toCsv(lines);
}

/** One table as CSV, a line per row, medians with their intervals beside them: for spreadsheets. */
export function formatTableCsv({ columns, rows }: Table): string {
  const spread = (column: TableColumn): boolean =>
    rows.some(({ [column.key]: cell }) => isMeasurement(cell) || isRatio(cell));
  const head = columns.flatMap((column) => {
    const unit = column.unit === '' || column.unit === column.title ? '' : ` [${column.unit}]`;
    const title = `${column.title}${unit}`;
    return spread(column) ? [title, `${title} low`, `${title} high`] : [title];
  });
  const lines = rows.map((row) =>
    columns.flatMap((column) => {
      const cell = row[column.key];
      const [value, low, high] = figures(cell);
      return spread(column) ? [value, low, high] : [value];
    }),
  );
  return toCsv([head, ...lines]);
}

/** The name of a table's CSV file: `agents-on-grids-T9.csv`. */
export function tableFile(experiment: Pick<Experiment, 'name'>, table: Pick<Table, 'id'>): string {
  return `${experiment.name}-${table.id}.csv`;
}

function cellLine(experiment: string, table: Table, row: Row, column: TableColumn): string[] {
  const cell = row[column.key];
  const { transfer = '', state = '', clock = '' } = column.timer ?? {};
  const { id } = table;
  const { title, kind, unit } = column;
  const [n, outliers] = isMeasurement(cell) ? [`${cell.n}`, `${cell.outliers.length}`] : ['', ''];
  const names = [experiment, id, labelOf(table, row), title, kind, unit];
  return [...names, transfer, state, clock, ...figures(cell), n, outliers];
}

function figures(cell: Cell | undefined): [string, string, string] {
  if (isMeasurement(cell) || isRatio(cell)) {
    return [`${valueOf(cell)}`, `${cell.low}`, `${cell.high}`];
  }
  return [cell === null || cell === undefined ? '' : `${cell}`, '', ''];
}

/** Lines of cells as CSV (RFC 4180, LF). */
export function toCsv(lines: readonly (readonly string[])[]): string {
  const quote = (text: string): string =>
    /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return lines.map((line) => line.map(quote).join(',')).join('\n') + '\n';
}
